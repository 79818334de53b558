; glyph: characters in rows of text, of eight lines each. Codes from counter_tops on are halves of counters, which are cells of the
; map: of their ten lines the eight that the counter itself has.

.include "hardware.inc"
.importzp line, line_row, row, text_row, code_row, glyph_x, glyph_y
.import font, lines_from, cells_from, cells_draw
.export glyph_text, glyph_code, glyph_piece

upper_lines = 2                 ; of a counter's upper half: above it, not part of it

.segment "SHELL"

; glyph_text: a character in the text cursor's row.
; in: a = code, y = column, text_row.  out: line_row.  clobbers: a, line.
glyph_text:
    stx glyph_x
    ldx text_row
    bpl glyph_draw              ; always

; glyph_code: a character in the row of row_address.
; in: a = code, y = column, code_row.  out: line_row.  clobbers: a, line.
glyph_code:
    stx glyph_x
    ldx code_row
glyph_draw:
    cmp #counter_tops
    bcs glyph_counter
    cpx line_row
    beq @placed
    pha
    jsr row_lines
    pla
@placed:
    tax
.repeat group_lines, i
    lda font + glyph_count * i,x
    sta (line + 2 * i),y
.endrepeat
    ldx glyph_x
    rts

; row_lines: the lines of row x. keeps y.
row_lines:
    sty glyph_y
    stx row_found
    txa
    asl
    asl
    asl
    ldx #0
    ldy #0
    jsr lines_from
    lda row_found
    sta line_row
    ldy glyph_y
    rts

.segment "SHELLBSS"
row_found:  .res 1
code:       .res 1              ; of the one cell that is drawn

.segment "SHELL"

; Half of a counter in row x: what its cell has above it and below it is drawn where the next line, or the next row's first, empty
; one, takes its place.
glyph_counter:
    sta code
    sty glyph_y
    txa
    asl
    asl
    asl
    ldx code
    cpx #counter_bottoms
    bcs @bottom
    ldx #2 * upper_lines
    jsr lines_from
    ldx #2 * upper_lines - 1
@above:
    lda line + 2 * upper_lines - 2,x
    sta line,x
    dex
    bpl @above
    bmi @draw                   ; always
@bottom:
    ldx #0
    jsr lines_from
    lda line + 2 * group_lines
    sta line + 2 * group_lines + 2
    lda line + 2 * group_lines + 1
    sta line + 2 * group_lines + 3
@draw:
    jsr code_draw
    ldx glyph_x
    rts

; glyph_piece: a cell of the map on a text page, the upper one with its first two lines in the row above.
; in: a = code, y = column, code_row, row = the upper one of the hex's two rows.  out: line_row = $FF.  clobbers: a, x, line.
glyph_piece:
    sta code
    sty glyph_y
    lda code_row
    asl
    asl
    asl
    beq @top                    ; nothing is above the first row
    ldx code_row
    cpx row
    bne @top
    sbc #upper_lines            ; carry is set
@top:
    ldx #0
    jsr lines_from
    ; falls through to code_draw

; code_draw: the cell of code in the lines that are set; y = glyph_y. changes x.
code_draw:
    ldx #<code
    lda #>code
    jsr cells_from
    ldy #0
    jsr cells_draw
    ldy glyph_y
    rts
