; sound: effects on voice 1 of the SID, one at a time; a new one cuts the old one off. The tables are made from art/sounds.txt and
; the game's own (src/art/sounds.rs).

.include "defs.inc"
.include "calls.inc"
.import effects, effect_wave, effect_attack, effect_sustain, effect_pitch, effect_slide, effect_frames, notes
.export sound_start, sound_frame, sound_off, shell_effect

voice_freq    = sid
voice_pulse   = sid + 2
voice_control = sid + 4         ; bits 7-4 noise, pulse, saw, triangle; 0 gate
voice_attack  = sid + 5
voice_sustain = sid + 6
sid_registers = 25
gate = %00000001
full_volume = 15

.segment "SHELLBSS"
effect:     .res 1              ; the one that sounds
frames_left: .res 1
pitch:      .res 1              ; high byte of the frequency; from $80 on it is a tune
note:       .res 1              ; place of the tune's next note

.segment "SHELL"

; sound_start: a silent SID.
; in: nothing.  out: nothing.  clobbers: a, x.
sound_start:
    ldx #sid_registers - 1
    lda #0
@clear:
    sta sid,x
    dex
    bpl @clear
    lda #full_volume
    sta sid_volume
    lda #8
    sta voice_pulse + 1         ; a square
    rts

; effect io0: starts a sound; one that lasts no frame is silence, and lets the one before sound on.
shell_effect:
    ldx io0
    cpx #<effects
    bcs @end
    lda effect_frames,x
    beq @end
    lda #0
    sta frames_left             ; the interrupt keeps off
    sta voice_control
    stx effect
    lda effect_attack,x
    sta voice_attack
    lda effect_sustain,x
    sta voice_sustain
    lda effect_pitch,x
    sta pitch
    bmi @tune                   ; its notes begin in the interrupt
    jsr sound_begin
@tune:
    and #%01111111
    sta note
    lda effect_frames,x
    sta frames_left
@end:
    rts

; sound_begin: a = high byte of the frequency: effect x is heard from its beginning. keeps x.
sound_begin:
    sta voice_freq + 1
    lda effect_wave,x
    sta voice_control
    ora #gate
    sta voice_control
    rts

; sound_frame: part of the frame interrupt.
; in: nothing.  out: nothing.  clobbers: a, x, y.
sound_frame:
    lda frames_left
    beq @end
    dec frames_left
    ldx effect
    lda frames_left
    beq @off
    bit pitch
    bmi @tune
    and #%11
    bne @end
    lda pitch
    clc
    adc effect_slide,x
    sta pitch
    sta voice_freq + 1
@end:
    rts
@tune:
    and #%111
    bne @end
    ldy note
    inc note
    lda notes,y
    bne sound_begin
    rts
@off:
    lda effect_wave,x
    sta voice_control           ; the gate closes, the release rings out
    rts

; sound_off: ends what sounds.
; in: nothing.  out: nothing.  clobbers: a.
sound_off:
    lda #0
    sta frames_left
    sta voice_control
    rts
