; bar: grows while a part of the game is loaded.

.include "hardware.inc"
.import glyph_rule, glyph_box
.export bar_draw, bar_light

bar = page_rows + columns * (bar_row - 1) + bar_left

.segment "SHELLFAR"

; bar_draw: the bar, unlit.
; in: a text page.  out: nothing.  clobbers: a, x.
bar_draw:
    ldx #bar_cells - 1
    lda #<glyph_rule
@cell:
    sta bar,x
    dex
    bpl @cell
    rts

; bar_light: a cell of the bar is lit.
; in: x = cell.  out: nothing.  clobbers: a.
bar_light:
    lda #<glyph_box
    sta bar,x
    rts
