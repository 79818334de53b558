; ground: the whole map in small on a text page: whose ground it is, where units stand, and the towns that count. A character
; stands for two hexes of a column, one above the other; for four by two where the page is too small for that: then it shows whose the
; first and the third of the right-hand column are. Of several units the last that is found is shown.

.include "shell.inc"
.include "calls.inc"
.importzp dst, src, p_owner, p_site, p_first, hex_x, hex_y, hex_temp, row, column
.import hex_column, row_address, win_left, win_top, glyph_leader, glyph_lower, glyph_upper, glyph_box
.import glyph_town_0, glyph_town_1, glyph_unit_0, glyph_unit_1
.import grid_columns, grid_rows, site_victory, side_ink_0, side_ink_1, side_paper_0, view_side
.export ground_draw

.segment "SHELL"

; owned: a = 1 if a hex is not the first side's, else 0; `end`, a name for what comes behind. keeps carry.
.macro owned end
    lda (p_owner),y
.if OWNER_BITS < 255
    and #OWNER_BITS
    beq end
    lda #1
end:
.endif
.endmacro

; owned_carry: carry set if a hex is not the first side's. clobbers a.
.macro owned_carry
    lda (p_owner),y
.if OWNER_BITS < 255
    and #OWNER_BITS
    cmp #1
.else
    lsr
.endif
.endmacro

; By the owners of both hexes, the upper one's bit first; then a town, by its owner; a unit, by its side.
glyphs: .byte <glyph_leader, <glyph_lower, <glyph_upper, <glyph_box, <glyph_town_0, <glyph_town_1, <glyph_unit_0, <glyph_unit_1
glyph_inks: .byte <side_paper_0, <side_ink_1, <side_ink_1, <side_ink_1, white, yellow, <side_ink_0, <side_ink_1
town = 4
unit = 6

; Hexes of a row that a character stands for; of a column they are twice as many. Two rows of the page are left for a heading.
.if GRID_COLUMNS > columns
scale = 2
.elseif GRID_ROWS > 2 * (rows - 2)
scale = 2
.else
scale = 1
.endif

; ground_draw: the whole map, from a column and row of the window on.
; in: io2 = column, io3 = row.  out: nothing.  clobbers: a, x, y, src, dst, row, column, hex_x, hex_y, hex_temp; as hex_column.
ground_draw:
    lda io3
    clc
    adc win_top
    sta row
    lda #0
    sta hex_y
@row:
    lda io2
    adc win_left                ; carry is clear, from the row's sum or from below
    sta column
    lda #0
    sta hex_x
@column:
    ldx row
    jsr row_address
    lda #no_unit
    sta hex_temp
.repeat scale, pass
.if pass > 0
    inc hex_x
.endif
    jsr hex_column
    jsr hexes_look
    beq @town
.endrepeat
.if scale > 1
    dey
.endif
    owned_carry
.repeat scale
    dey
.endrepeat
    owned @upper
    rol
    ldx hex_temp
    cpx #no_unit
    beq @put
    lda #unit
    ora view_side,x
    bpl @put                    ; always
@town:
    owned @owner
    ora #town
@put:
    tax
    ldy column
    lda glyphs,x
    code_put
    lda glyph_inks,x
    ink_put
    inc column
.if scale > 1
    lda hex_x
    ora #scale - 1              ; a town is found before all columns are looked at
    sta hex_x
.endif
    inc hex_x
    lda hex_x
    cmp #<grid_columns
    bcc @column
    inc row
.repeat 2 * scale
    inc hex_y
.endrepeat
    lda hex_y
    cmp #<grid_rows
    bcc @row
    rts

; hexes_look: z set if a town that counts is among the hexes of a column that a character stands for. y = its row, or the last of
; them; hex_temp = a unit in them, if there is one. clobbers a, x.
hexes_look:
    ldy hex_y
    ldx #2 * scale
@look:
    lda (p_first),y
    cmp #no_unit
    beq @empty
    sta hex_temp
@empty:
    lda (p_site),y
    only SITE_BITS
    cmp #<((site_victory << SITE_SHIFT) | (site_victory >> 7))
    beq @end
    iny
    dex
    bne @look
    dey                         ; never 0
@end:
    rts
