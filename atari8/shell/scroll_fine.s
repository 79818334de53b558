; scroll_fine: the map window on its way by pixels, in the vertical blank.

.include "hardware.inc"
.importzp list_low
.import ring_top, ring_left, rows_top, rows_left_edge, rows_point
.export fine_x, fine_y, moving, fine_set, fine_frame

fine_step_x = 6                 ; colour clocks and lines of a frame: a hex takes two
fine_step_y = 8
fine_hex_x  = 12
cells_hex   = 3

.segment "SHELLBSS"
fine_x:     .res 1              ; colour clocks by which the picture lies right of where it will be; signed
fine_y:     .res 1              ; lines by which it lies lower
moving:     .res 1              ; 1: it is on its way

.segment "SHELL"

; fine_frame: part of the vertical blank: one step.
; in: fine_x, fine_y, moving.  out: the same.  clobbers: a, x, y, blank_to.
fine_frame:
    lda moving
    beq @end
    lda fine_x
    ldx #fine_step_x
    jsr nearer
    sta fine_x
    lda fine_y
    ldx #fine_step_y
    jsr nearer
    sta fine_y
    jsr fine_set
    lda list_low
    jsr rows_point
    lda fine_x
    ora fine_y
    bne @end
    sta moving
@end:
    rts

; fine_set: the registers and the window's first byte.
; in: fine_x, fine_y, ring_top, ring_left.  out: rows_top, rows_left_edge.  clobbers: a.
fine_set:
    lda ring_left
    sta rows_left_edge
    lda fine_x
    bpl @x
    lda ring_left
    clc
    adc #cells_hex
    sta rows_left_edge
    lda fine_x
    clc
    adc #fine_hex_x
@x:
    sta HSCROL
    lda #0
    sec
    sbc fine_y
    pha
    and #%00000111
    sta VSCROL
    pla
    cmp #$80
    ror
    cmp #$80
    ror
    cmp #$80
    ror
    clc
    adc ring_top
    bpl @low
    clc
    adc #ring_rows
@low:
    cmp #ring_rows
    bcc @top
    sbc #ring_rows
@top:
    sta rows_top
    rts

; nearer: a = signed way, x = step -> a nearer to 0. changes x.
nearer:
    stx step
    cmp #0
    beq @end
    bmi @less
    sec
    sbc step
    rts
@less:
    clc
    adc step
@end:
    rts

.segment "SHELLBSS"
step:       .res 1
