; sound: effects of two parts, a tone on channels 0 and 1 and noise on channels 2 and 3, one left and one right of each. A
; part is a list of steps; in a step pitch and volume slide from frame to frame.
;
; Each effect has a rank: while a part of a higher one sounds, that part of a lower one is left out, so that an explosion is not
; cut off by a click.

.include "defs.inc"
.include "sound.inc"
.import vm_v, effects
.export sound_start, call_effect, sound_frame

io0 = vm_v

; A part, as it sounds.
part_step   = 0                         ; long: next step; 0: silence
part_left   = 4                         ; word: frames left of the step
part_period = 6                         ; word
part_volume = 8                         ; word: 256 times Paula's 0 to 64
part_slide  = 10                        ; word: added to the period each frame
part_fade   = 12                        ; word: added to the volume
part_rank   = 14                        ; word
part_bytes  = 16

parts          = 2
channel_bytes  = $10
channel_words  = 4                      ; from AUDxLC
channel_period = 6
channel_volume = 8
right_noise    = 256                    ; bytes that the right ear is ahead in the noise
detuned        = 1                      ; periods between left and right

.segment "SHELLBSS"
.align 2
part_states: .res parts * part_bytes
noise:       .res noise_bytes           ; samples, made once

.segment "SPRITES"
.even
; Waves of a period each: samples of eight bits, two's complement.
sine:                            ; a plain tone
  .byte 0, 25, 49, 71, 90, 106, 117, 125, 127, 125, 117, 106, 90, 71, 49, 25
  .byte 0, 231, 207, 185, 166, 150, 139, 131, 129, 131, 139, 150, 166, 185, 207, 231
brass:                            ; seven harmonics, the lower the louder
  .byte 0, 89, 127, 111, 77, 55, 48, 41, 30, 23, 21, 19, 14, 8, 6, 4
  .byte 0, 252, 250, 248, 242, 237, 235, 233, 226, 215, 208, 201, 179, 145, 129, 167
reed:                            ; odd harmonics only
  .byte 0, 94, 127, 104, 79, 79, 87, 83, 78, 83, 87, 79, 79, 104, 127, 94
  .byte 0, 162, 129, 152, 177, 177, 169, 173, 178, 173, 169, 177, 177, 152, 129, 162

.segment "SHELL"

; By wave (`WAVES` in src/art/sounds.rs): samples of the left channel, words of them, bytes that the right one is ahead, 0.
wave_table:
  .dword sine
  .word wave_bytes / 2, 0
  .dword brass
  .word wave_bytes / 2, 0
  .dword reed
  .word wave_bytes / 2, 0
  .dword noise
  .word (noise_bytes - right_noise) / 2, right_noise

; sound_start: makes the noise: a shift register of 16 bits (taps 16, 14, 13, 11), a sample every eight steps of it.
; in: nothing.  out: nothing.  clobbers: d0 to d2, a0.
sound_start:
  lea noise, a0
  move.w #noise_bytes - 1, d2
  move.w #$ACE1, d0
@sample:
  moveq #7, d1
@bit:
  lsr.w #1, d0
  bcc @clear
  eori.w #$B400, d0
@clear:
  dbra d1, @bit
  move.b d0, (a0)+
  dbra d2, @sample
  rts

; effect io0: begins one. clobbers d0, d1, a0, a1.
call_effect:
  move.w io0, d0
  lea effects, a0
  cmp.w (a0)+, d0                       ; how many there are
  bcc @done
  mulu #effect_bytes, d0
  adda.w d0, a0
  move.w (a0)+, d1                      ; rank
  lea part_states, a1
  move.w #VERTB, INTENA(a6)             ; the frame must not see half of it
  bsr begin
  lea part_states + part_bytes, a1
  bsr begin
  move.w #SETCLR | VERTB, INTENA(a6)
@done:
  rts

; begin: part a1 := the steps that (a0) names, of rank d1, if there are any and nothing higher sounds. A tune of the lowest
; rank ends with any other effect. out: a0 behind it. clobbers d0.
begin:
  move.l (a0)+, d0
  beq @none
  tst.l part_step(a1)
  beq @take
  cmp.w part_rank(a1), d1
  bcs @done
@take:
  move.l d0, part_step(a1)
  move.w d1, part_rank(a1)
@now:
  clr.w part_left(a1)
@done:
  rts
@none:
  tst.l part_step(a1)
  beq @done
  tst.w part_rank(a1)
  bne @done
  move.l #silence, part_step(a1)
  bra @now

; sound_frame: once a frame, in the interrupt.
; in: nothing.  out: nothing.  clobbers: d0 to d2, a0 to a2.
sound_frame:
  move.l a3, -(sp)
  lea part_states, a2
  lea AUD0LC(a6), a1
  moveq #%0011, d2
  bsr part_frame
  lea part_states + part_bytes, a2
  lea AUD0LC + 2 * channel_bytes(a6), a1
  moveq #%1100, d2
  bsr part_frame
  movea.l (sp)+, a3
  rts

; part_frame: part a2, a1 = its first channel, d2 = the bits of both. clobbers d0, d1, a0, a3.
part_frame:
  move.l part_step(a2), d0
  beq @done
  tst.w part_left(a2)
  bne @sound
  movea.l d0, a0
  moveq #0, d0
  move.b (a0)+, d0
  beq @end
  move.w d0, part_left(a2)
  moveq #0, d0
  move.b (a0)+, d0
  lsl.w #3, d0
  lea wave_table(pc), a3
  adda.w d0, a3
  move.l (a3)+, d0
  move.l d0, (a1)
  move.w (a3)+, d1
  move.w d1, channel_words(a1)
  move.w d1, channel_bytes + channel_words(a1)
  moveq #0, d1
  move.w (a3), d1
  add.l d1, d0
  move.l d0, channel_bytes(a1)
  move.w (a0)+, part_period(a2)
  move.w (a0)+, part_volume(a2)
  move.w (a0)+, part_slide(a2)
  move.w (a0)+, part_fade(a2)
  move.l a0, part_step(a2)
  ori.w #SETCLR | DMAEN, d2
  move.w d2, DMACON(a6)
@sound:
  subq.w #1, part_left(a2)
  move.w part_period(a2), d0
  move.w d0, channel_period(a1)
  addq.w #detuned, d0
  move.w d0, channel_bytes + channel_period(a1)
  move.w part_slide(a2), d1
  add.w d1, part_period(a2)
  move.w part_volume(a2), d0
  move.w d0, d1
  lsr.w #8, d1
  move.w d1, channel_volume(a1)
  move.w d1, channel_bytes + channel_volume(a1)
  add.w part_fade(a2), d0
  bpl @volume
  moveq #0, d0
@volume:
  cmpi.w #full_volume, d0
  bls @kept
  move.w #full_volume, d0
@kept:
  move.w d0, part_volume(a2)
@done:
  rts
@end:
  clr.w channel_volume(a1)
  clr.w channel_bytes + channel_volume(a1)
  move.w d2, DMACON(a6)
  clr.l part_step(a2)
  rts

silence: .byte 0
.even
