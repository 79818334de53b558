; sound: effects on voice 1 of the SID, one at a time; a new one cuts the old one off.

.include "defs.inc"
.include "calls.inc"
.export sound_start, sound_frame, sound_off, shell_effect

voice_freq    = sid
voice_pulse   = sid + 2
voice_control = sid + 4         ; bits 7-4 noise, pulse, saw, triangle; 0 gate
voice_attack  = sid + 5
voice_sustain = sid + 6
sid_registers = 25
gate     = %00000001
triangle = %00010000
pulse    = %01000000
noise    = %10000000
full_volume = 15

.segment "SHELLBSS"
effect:     .res 1              ; the one that sounds
frames_left: .res 1
pitch:      .res 1              ; high byte of the frequency

.segment "SHELL"

; By effect: key, move, error, combat, turn, save.
effects = 6
effect_wave:    .byte triangle, noise, pulse, noise, triangle, triangle
effect_attack:  .byte $00, $01, $00, $0A, $08, $06      ; attack, decay
effect_sustain: .byte $00, $F0, $A0, $00, $00, $00      ; sustain, release
effect_pitch:   .byte $40, $06, $07, $12, $18, $20      ; high byte of the frequency
effect_slide:   .byte 0, 1, 0, <-1, 4, 8                ; added each fourth frame
effect_frames:  .byte 3, 8, 12, 40, 24, 16

sound_start:
  ldx #sid_registers - 1
  lda #0
@clear:
  sta sid, x
  dex
  bpl @clear
  sta frames_left
  lda #full_volume
  sta sid_volume
  lda #8
  sta voice_pulse + 1           ; a square
  rts

; effect io0: starts a sound.
shell_effect:
  ldx io0
  cpx #effects
  bcs @end
  lda #0
  sta frames_left               ; the interrupt keeps off
  sta voice_control
  stx effect
  lda effect_attack, x
  sta voice_attack
  lda effect_sustain, x
  sta voice_sustain
  lda effect_pitch, x
  sta pitch
  sta voice_freq + 1
  lda effect_wave, x
  ora #gate
  sta voice_control
  lda effect_frames, x
  sta frames_left
@end:
  rts

; sound_frame: part of the frame interrupt. clobbers a, x.
sound_frame:
  lda frames_left
  beq @end
  dec frames_left
  ldx effect
  lda frames_left
  beq @off
  and #%11
  bne @end
  lda pitch
  clc
  adc effect_slide, x
  sta pitch
  sta voice_freq + 1
@end:
  rts
@off:
  lda effect_wave, x
  sta voice_control             ; the gate closes, the release rings out
  rts

sound_off:
  lda #0
  sta frames_left
  sta voice_control
  rts
