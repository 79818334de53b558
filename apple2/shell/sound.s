; sound: effects on the loudspeaker, played to their end: half waves of a pitch that slides, or of a random one.

.include "hardware.inc"
.include "calls.inc"
.importzp moment, count
.import effects, effect_first, effect_steps
.export shell_effect

; a step of an effect: four bytes
step_pitch  = 0                 ; hold of a half wave, in units of five cycles; 0: the end
step_length = 1                 ; in 256 such units
step_slide  = 2                 ; is added to the pitch with each 256 units
step_noise  = 3                 ; bits of the hold that are random

.segment "SHELLBSS"
place:  .res 1                  ; of the next step
pitch:  .res 1
left:   .res 2                  ; of the step, in units of five cycles

.segment "SHELL"

; effect io0: plays a sound.
shell_effect:
    ldx io0
    cpx #<effects
    bcs @end
    lda effect_first,x
    sta place
@step:
    ldy place
    lda effect_steps + step_pitch,y
    beq @end
    sta pitch
    lda effect_steps + step_length,y
    sta left + 1
    lda #0
    sta left
@wave:
    sta speaker
    lda moment                  ; eight bits that go through 255 values
    asl
    bcc @random
    eor #%00011101
@random:
    bne @kept
    lda #1
@kept:
    sta moment
    and effect_steps + step_noise,y
    clc
    adc pitch
    tax
    stx count
@hold:
    dex
    bne @hold
    lda left
    sec
    sbc count
    sta left
    bcs @wave
    lda pitch
    adc effect_steps + step_slide,y
    sta pitch
    dec left + 1
    bne @wave
    iny
    iny
    iny
    iny
    sty place
    bne @step                   ; always
@end:
    rts
