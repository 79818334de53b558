; bar: grows while a part of the game is loaded.

.include "defs.inc"
.import glyph_rule
.export bar_draw, bar_light

.segment "SHELL"

; bar_draw: the bar, unlit.
; in: a text page.  out: nothing.  clobbers: a, x.
bar_draw:
    ldx #bar_cells - 1
@cell:
    lda #<glyph_rule
    sta screen_text + bar_row * columns + bar_left,x
    lda #dark_grey
    sta colour_ram + bar_row * columns + bar_left,x
    dex
    bpl @cell
    rts

; bar_light: a cell of the bar is lit.
; in: x = cell.  out: nothing.  clobbers: a.
bar_light:
    lda #white
    sta colour_ram + bar_row * columns + bar_left,x
    rts
