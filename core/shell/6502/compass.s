; compass: the keys of the six directions, beside the panel of the map.

.include "shell.inc"
.include "calls.inc"
.importzp src, dst, count, column
.import row_address, text_place, compass_marks
.export shell_compass, compass_draw, compass_on

.segment "SHELLBSS"
compass_on:  .res 1

.segment "SHELL"

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
    ldx compass_marks,y
    beq @end
    jsr row_address
    ldx compass_marks + 1,y
    stx column
    lda compass_marks + 3,y
    pha
    lda compass_marks + 2,y
    ldx compass_on
    bne @shown
    lda #blank
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
