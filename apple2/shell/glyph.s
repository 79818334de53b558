; glyph: characters in rows of text, of eight lines each. Codes from counter_tops on are halves of counters, which are cells of the
; map: of their ten lines the eight that the counter itself has.

.include "hardware.inc"
.importzp line, line_row, row, text_row, code_row, glyph_x, glyph_y
.import page_now, window, text_limit, font, lines_from, cells_from, cells_draw
.export glyph_text, glyph_blank, rows_clear, glyph_code, glyph_piece

upper_lines = 2                 ; of a counter's upper half: above it, not part of it

.segment "SHELL"

; glyph_blank: nothing in the text cursor's row.
; in: y = column, text_row, page_now, window.  out: line_row.  clobbers: a, line.
glyph_blank:
    stx glyph_x
    ldx text_row
    lda row_used,x
    bne @written
    ldx glyph_x                 ; there never was anything
    rts
@written:
    lda #blank
    jsr is_shared
    bne glyph_row
    cpx #window_message
    bne menu_cell
    sta message_on              ; it is taken away: the menu is seen again
    lda menu_codes,y
    jmp glyph_row

; glyph_text: a character in the text cursor's row. That of the menu on the map page is the message's too, which hides the menu.
; in: a = code, y = column, text_row, page_now, window, text_limit.  out: line_row.  clobbers: a, line.
glyph_text:
    stx glyph_x
    jsr is_shared
    bne glyph_row
    cpx #window_message
    bne menu_cell
    ldx message_on
    bne glyph_row
    inc message_on
    pha
    tya
    pha
    ldy #0
@cell:
    lda #blank
    jsr glyph_row
    iny
    cpy text_limit
    bcc @cell
    pla
    tay
    pla
    jmp glyph_row
menu_cell:
    sta menu_codes,y
    ldx message_on
    bne glyph_end

; glyph_row: in the text cursor's row, whatever window it belongs to.
glyph_row:
    ldx text_row
    bpl glyph_draw              ; always

; is_shared: z set if the text cursor's row is that of menu and message; x = the window then. keeps a, y.
is_shared:
    ldx text_row
    cpx #rows - 1
    bne @end
    ldx page_now                ; page_map is 0
    bne @end
    ldx window
    cpx window
@end:
    rts

; glyph_code: a character in the row of row_address.
; in: a = code, y = column, code_row.  out: line_row.  clobbers: a, line.
glyph_code:
    stx glyph_x
    ldx code_row
glyph_draw:
    cmp #blank
    beq @known
    sta row_used,x
@known:
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
glyph_end:
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

; rows_clear: nothing in any row, neither menu nor message.
; in: nothing.  out: nothing.  clobbers: a, x.
rows_clear:
    lda #blank
    ldx #rows_end - rows_begin - 1
@cell:
    sta rows_begin,x
    dex
    bpl @cell
    rts

.segment "SHELLBSS"
rows_begin:
message_on: .res 1              ; 1: a message hides the menu
menu_codes: .res columns        ; its row
            .res 1
row_used:   .res rows           ; of each row: 0 while nothing was drawn there
            .res 1
rows_end:
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
; What would be below the last row is not drawn.
; in: a = code, y = column, code_row, row = the upper one of the hex's two rows.  out: line_row = $FF.  clobbers: a, x, line.
glyph_piece:
    sta code
    sty glyph_y
    ldx code_row
    lda #1
    sta row_used - 1,x          ; it reaches into both rows beside its own
    sta row_used,x
    sta row_used + 1,x
    txa
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
    ldx code_row
    cpx #rows - 1
    bne code_draw
    ; two lines of the lower cell lie below the picture: they go where nothing is read any more
    ldx #<code
    stx line + 2 * group_lines
    stx line + 2 * group_lines + 2
    ldx #>code
    stx line + 2 * group_lines + 1
    stx line + 2 * group_lines + 3
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
