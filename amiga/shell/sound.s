; sound: short effects on channel 0, a step a frame: a wave, its period, its volume.

.include "defs.inc"
.import vm_v
.export call_effect, sound_frame

io0 = vm_v
effect_count = 6

; A step: frames, wave (0 a square, 1 noise), period, volume. Frames 0 end an effect.
step_bytes = 6

.segment "SHELLBSS"
.align 2
steps:  .res 4                          ; next step of the effect; 0: silence
left:   .res 2                          ; frames left of the step

.segment "SPRITES"
.even
; Samples of eight bits, two's complement.
square: .byte 96, 96, 96, 96, 96, 96, 96, 96, 160, 160, 160, 160, 160, 160, 160, 160
square_words = 8
noise:
  .byte 17, 173, 101, 244, 64, 135, 38, 90, 201, 7, 157, 120, 226, 73, 188, 11
  .byte 146, 44, 85, 237, 125, 179, 3, 209, 98, 248, 59, 130, 31, 165, 108, 220
  .byte 79, 194, 21, 115, 152, 50, 231, 94, 185, 13, 139, 68, 36, 168, 123, 251
  .byte 204, 82, 160, 28, 111, 215, 56, 132, 9, 76, 190, 102, 242, 175, 47, 118
noise_words = 32

.segment "SHELL"

key_steps:
  .byte 1, 0
  .word 400, 24
  .byte 0, 0
move_steps:
  .byte 2, 1
  .word 900, 20
  .byte 2, 1
  .word 1100, 12
  .byte 0, 0
error_steps:
  .byte 6, 0
  .word 1600, 40
  .byte 6, 0
  .word 2000, 40
  .byte 0, 0
combat_steps:
  .byte 3, 1
  .word 300, 64
  .byte 4, 1
  .word 500, 54
  .byte 5, 1
  .word 800, 44
  .byte 6, 1
  .word 1200, 30
  .byte 8, 1
  .word 1700, 16
  .byte 0, 0
turn_steps:
  .byte 6, 0
  .word 856, 40
  .byte 6, 0
  .word 678, 40
  .byte 10, 0
  .word 570, 40
  .byte 0, 0
save_steps:
  .byte 4, 0
  .word 570, 36
  .byte 6, 0
  .word 428, 36
  .byte 0, 0
.even
effects: .dword key_steps, move_steps, error_steps, combat_steps, turn_steps, save_steps

; effect io0: begins one.
call_effect:
  move.w io0, d0
  cmpi.w #effect_count, d0
  bcc @done
  lsl.w #2, d0
  lea effects(pc), a0
  move.w #VERTB, INTENA(a6)             ; the frame must not see half of it
  move.l 0(a0,d0.w), steps
  clr.w left
  move.w #SETCLR | VERTB, INTENA(a6)
@done:
  rts

; sound_frame: once a frame, in the interrupt. clobbers d0, a0, a1.
sound_frame:
  move.l steps, d0
  beq @done
  tst.w left
  beq @step
  subq.w #1, left
  bne @done
@step:
  movea.l d0, a0
  moveq #0, d0
  move.b (a0)+, d0
  beq @end
  move.w d0, left
  lea square, a1
  moveq #square_words, d0
  tst.b (a0)+
  beq @wave
  lea noise, a1
  moveq #noise_words, d0
@wave:
  move.l a1, AUD0LC(a6)
  move.w d0, AUD0LEN(a6)
  move.w (a0)+, AUD0PER(a6)
  move.w (a0)+, AUD0VOL(a6)
  move.l a0, steps
  move.w #SETCLR | DMAEN | 1, DMACON(a6)
  rts
@end:
  move.w #0, AUD0VOL(a6)
  move.w #1, DMACON(a6)
  clr.l steps
@done:
  rts
