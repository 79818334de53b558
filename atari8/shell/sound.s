; sound: effects on voice 1 of POKEY, one at a time; a new one cuts the old one off. The tables are made from art/sounds.txt and the
; game's own (src/art/sounds.rs).

.include "hardware.inc"
.include "calls.inc"
.import effects, effect_first, effect_steps
.export sound_start, sound_frame, shell_effect

; a step of an effect: five bytes
step_frames  = 0                ; 0: the end
step_pitch   = 1                ; AUDF1
step_slide   = 2                ; is added to it with each frame
step_control = 3                ; AUDC1
step_fade    = 4                ; frames after which it is softer by one; 0: never
step_size    = 5
volume_bits  = %00001111

.segment "SHELLBSS"
playing:    .res 1              ; 1: something sounds
next_step:  .res 1
frames_left: .res 1
pitch:      .res 1
slide:      .res 1
control:    .res 1
fade:       .res 1
fade_left:  .res 1

.segment "SHELL"

; sound_start: silence.
; in: nothing.  out: nothing.  clobbers: a.
sound_start:
    lda #0
    sta AUDCTL                  ; what disk work leaves there is for voices 3 and 4
    sta AUDC1
    rts

; effect io0: starts a sound; one that has no steps lets the one before sound on.
shell_effect:
    ldx io0
    cpx #<effects
    bcs @end
    lda effect_first,x
    beq @end
    ldx #0
    stx playing                 ; the vertical blank keeps off
    sta next_step
    inx
    stx frames_left
    stx playing
@end:
    rts

; sound_frame: part of the vertical blank.
; in: nothing.  out: nothing.  clobbers: a, x, y.
sound_frame:
    lda playing
    beq @end
    dec frames_left
    beq @step
    lda pitch
    clc
    adc slide
    sta pitch
    sta AUDF1
    lda fade
    beq @end
    dec fade_left
    bne @end
    sta fade_left
    lda control
    and #volume_bits
    beq @end
    dec control
    lda control
    sta AUDC1
@end:
    rts
@step:
    ldy next_step
    lda effect_steps + step_frames,y
    beq @off
    sta frames_left
    lda effect_steps + step_pitch,y
    sta pitch
    sta AUDF1
    lda effect_steps + step_slide,y
    sta slide
    lda effect_steps + step_control,y
    sta control
    sta AUDC1
    lda effect_steps + step_fade,y
    sta fade
    sta fade_left
    tya
    clc
    adc #step_size
    sta next_step
    rts
@off:
    sta playing
    sta AUDC1
    rts
