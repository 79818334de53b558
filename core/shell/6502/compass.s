; compass: the keys of the six directions, beside the panel of the map.

.include "shell.inc"
.include "calls.inc"
.importzp src, dst, count, column
.import row_address, text_place, glyph_slope_up, glyph_slope_down
.export shell_compass, compass_draw, compass_on

.segment "SHELLBSS"
compass_on:  .res 1

.segment "SHELL"

; Compass: row, column, screen code, colour; ends with 0. The keys stand round 0 as the hexsides do, west on top.
compass:
    .byte row_panel, compass_left + 3, <('W' + letters), dark_grey
    .byte row_panel + 1, compass_left + 2, <glyph_slope_up, dark_grey
    .byte row_panel + 1, compass_left + 3, <('1' + digits), yellow
    .byte row_panel + 1, compass_left + 4, <glyph_slope_down, dark_grey
    .byte row_panel + 2, compass_left + 1, <('6' + digits), yellow
    .byte row_panel + 2, compass_left + 5, <('2' + digits), yellow
    .byte row_panel + 3, compass_left, <('S' + letters), dark_grey
    .byte row_panel + 3, compass_left + 3, <('0' + digits), yellow
    .byte row_panel + 3, compass_left + 6, <('N' + letters), dark_grey
    .byte row_panel + 4, compass_left + 1, <('5' + digits), yellow
    .byte row_panel + 4, compass_left + 5, <('3' + digits), yellow
    .byte row_panel + 5, compass_left + 2, <glyph_slope_down, dark_grey
    .byte row_panel + 5, compass_left + 3, <('4' + digits), yellow
    .byte row_panel + 5, compass_left + 4, <glyph_slope_up, dark_grey
    .byte row_panel + 6, compass_left + 3, <('E' + letters), dark_grey
    .byte 0

; compass io0: 1 shows it, 0 hides it.
shell_compass:
    lda io0
    sta compass_on
    ; falls through to compass_draw

; compass_draw: shows it or takes it away.
; in: compass_on.  out: nothing.  clobbers: a, x, y, src, dst, count, column.
compass_draw:
    ldy #0
@mark:
    ldx compass,y
    beq @end
    jsr row_address
    ldx compass + 1,y
    stx column
    lda compass + 3,y
    pha
    lda compass + 2,y
    ldx compass_on
    bne @shown
    lda #space
@shown:
    iny
    iny
    iny
    iny
    sty count
    ldy column
    code_put
    pla
    ink_put
    ldy count
    bne @mark
@end:
    jmp text_place
