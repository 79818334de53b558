; stick: a joystick on paddles 0 and 1. It counts once it was seen at rest: inputs to which nothing is connected never are.

.include "hardware.inc"
.export stick_look

; Steps of 25 to 35 cycles for which a one-shot runs: about 40 at rest, 80 or more at the far end.
low_end  = 20                   ; less leads left or up
high_end = 62                   ; more leads right or down
longest  = 100                  ; more is never waited for

.segment "SHELLBSS"
stick_ready: .res 1             ; 1: it was seen at rest
steps_x:     .res 1
steps_y:     .res 1

.segment "SHELL"

; stick_look: where the joystick is held.
; in: nothing.  out: a = key, or key_none.  clobbers: x, y.
stick_look:
    ldx #0
    stx steps_x
    stx steps_y
    bit paddle_start
@step:
    lda paddle_0
    asl
    bcc @x_done
    inc steps_x
@x_done:
    lda paddle_1
    asl
    bcc @y_done
    inc steps_y
@y_done:
    inx
    cpx #longest
    bne @step
    lda steps_x
    ldy #key_left
    ldx #key_right
    jsr direction
    bne @found
    lda steps_y
    ldy #key_up
    ldx #key_down
    jsr direction
    bne @found
    lda button_0
    asl
    lda #key_fire
    bcs @found
    lda #1
    sta stick_ready
@none:
    lda #key_none
    rts
@found:
    ldx stick_ready
    beq @none
    rts

; direction: a = steps, y = the key of the low end, x = of the high end -> a = key, z set if it is at rest.
direction:
    cmp #low_end
    bcc @low
    cmp #high_end
    bcs @high
    lda #key_none
    rts
@low:
    tya
    rts
@high:
    txa
    rts
