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
saw      = %00100000
pulse    = %01000000
noise    = %10000000
full_volume = 15

.segment "SHELLBSS"
effect:     .res 1              ; the one that sounds
frames_left: .res 1
pitch:      .res 1              ; high byte of the frequency; from $80 on it is a tune
note:       .res 1              ; place of the tune's next note

.segment "SHELL"

; By effect: key, move, error, combat, turn, save, guns, aircraft, drop, demolition, title, unit put down, unit gone, bridge built,
; victory.
effects = 15
effect_wave:    .byte triangle, noise, pulse, noise, triangle, triangle
                .byte noise, saw, triangle, noise, pulse, pulse, triangle, noise, pulse
effect_attack:  .byte $00, $01, $00, $0A, $08, $06      ; attack, decay
                .byte $08, $88, $28, $0B, $1A, $0A, $0A, $05, $1A
effect_sustain: .byte $00, $F0, $A0, $00, $00, $00      ; sustain, release
                .byte $00, $B8, $88, $09, $09, $08, $09, $00, $07
effect_pitch:   .byte $40, $06, $07, $12, $18, $20      ; high byte of the frequency
                .byte salvo, $14, $50, $0C, motif, call, leave, hammer, fanfare
effect_slide:   .byte 0, 1, 0, <-1, 4, 8                ; added each fourth frame
                .byte 0, <-1, <-3, <-1, 0, 0, 0, 0, 0
effect_frames:  .byte 3, 8, 12, 40, 24, 16              ; of a tune 8 a note, and one
                .byte 33, 44, 40, 44, 113, 33, 33, 33, 65

; Tunes: high bytes of the notes' frequencies, all multiples of one, so that they are in tune; 0 lets the last one ring on.
notes:
salvo = * - notes + $80
  .byte 10, 8, 9, 0
motif = * - notes + $80
  .byte 20, 20, 20, 16, 0, 0, 0, 18, 18, 18, 15, 0, 0, 0
call = * - notes + $80
  .byte 24, 32, 24, 32
leave = * - notes + $80
  .byte 40, 32, 24, 0
hammer = * - notes + $80
  .byte 56, 0, 72, 56
fanfare = * - notes + $80
  .byte 24, 24, 32, 0, 24, 32, 40, 0

; sound_start: a silent SID.
; in: nothing.  out: nothing.  clobbers: a, x.
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
  bmi @tune                     ; its notes begin in the interrupt
  jsr sound_begin
@tune:
  and #%01111111
  sta note
  lda effect_frames, x
  sta frames_left
@end:
  rts

; sound_begin: a = high byte of the frequency: effect x is heard from its beginning. keeps x.
sound_begin:
  sta voice_freq + 1
  lda effect_wave, x
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
  adc effect_slide, x
  sta pitch
  sta voice_freq + 1
@end:
  rts
@tune:
  and #%111
  bne @end
  ldy note
  inc note
  lda notes, y
  bne sound_begin
  rts
@off:
  lda effect_wave, x
  sta voice_control             ; the gate closes, the release rings out
  rts

; sound_off: ends what sounds.
; in: nothing.  out: nothing.  clobbers: a.
sound_off:
  lda #0
  sta frames_left
  sta voice_control
  rts
