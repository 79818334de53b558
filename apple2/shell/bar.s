; bar: grows while a part of the game is loaded.

.include "hardware.inc"
.importzp code_row
.import glyph_code, glyph_rule, glyph_box
.export bar_draw, bar_light

.segment "SHELL"

; bar_draw: the bar, unlit.
; in: a text page.  out: nothing.  clobbers: a, x, y, code_row, line.
bar_draw:
    ldx #bar_row
    stx code_row
    ldy #bar_left + bar_cells - 1
@cell:
    lda #<glyph_rule
    jsr glyph_code
    dey
    cpy #bar_left
    bcs @cell
    rts

; bar_light: a cell of the bar is lit.
; in: x = cell.  out: nothing.  clobbers: a, code_row, line.
bar_light:
    tya
    pha
    txa
    clc
    adc #bar_left
    tay
    lda #bar_row
    sta code_row
    lda #<glyph_box
    jsr glyph_code
    pla
    tay
    rts
