; effects: the sounds of the game, in the order of the shell call `effect` (core/isa/shell.toml).

.include "defs.inc"
.include "sound.inc"
.export effects

.segment "SHELL"

; step: frames; wave; Paula's period, volume 0 to 64; per frame: what is added to the period, and to the volume in 1/256.
.macro step count, wave, period, volume, slide, fade
  .byte count, wave
  .word period, volume * 256, (slide) & $FFFF, (fade) & $FFFF
.endmacro

; rest: so many frames of silence.
.macro rest count, wave
  step count, wave, 1000, 0, 0, 0
.endmacro

; note: a tone of a wind instrument; it softens, and is set off from the next one.
.macro note count, period, volume
  step count - 2, wave_brass, period, volume, 0, -100
  step 2, wave_brass, period, volume / 3, 0, -1000
.endmacro

; bell: a tone that is struck.
.macro bell count, period, volume
  step count, wave_sine, period, volume, 0, -(volume * 256 / count)
.endmacro

; drum: a stroke on the drum, three frames.
.macro drum volume
  step 3, wave_noise, 300, volume, 60, -(volume * 90)
.endmacro

; four_drums: of a roll.
.macro four_drums volume
  drum volume
  drum volume / 2
  drum volume * 3 / 4
  drum volume / 2
.endmacro

.macro last
  .byte 0, 0
.endmacro

; Periods of notes: 3,546,895 Hz by 32 samples and the pitch.
pitch_d3  = 755
pitch_a3  = 504
pitch_c4  = 424
pitch_e4  = 336
pitch_g4  = 283
pitch_a4  = 252
pitch_c5  = 212
pitch_e5  = 168
pitch_g5  = 141
pitch_a5  = 126

; By effect: rank, tone, noise.
.even
effects:
.macro effect rank, tone, hiss
  .word rank
  .dword tone, hiss
.endmacro
  effect 1, key_tone, 0
  effect 1, 0, move_noise
  effect 2, error_tone, 0
  effect 4, combat_tone, combat_noise
  effect 3, turn_tone, turn_noise
  effect 2, save_tone, 0
  effect 4, guns_tone, guns_noise
  effect 4, aircraft_tone, aircraft_noise
  effect 4, rocket_tone, rocket_noise
  effect 4, demolition_tone, demolition_noise
  effect 0, title_tone, title_noise
  effect 1, put_tone, put_noise
  effect 3, lost_tone, lost_noise
  effect 3, bridge_tone, bridge_noise
  effect 4, victory_tone, victory_noise

; A tick.
key_tone:
  bell 3, pitch_e5, 20
  last

; Boots and wheels: four soft steps, two and two.
move_noise:
  step 3, wave_noise, 900, 26, 60, -1500
  rest 4, wave_noise
  step 3, wave_noise, 1100, 20, 60, -1200
  rest 5, wave_noise
  step 3, wave_noise, 900, 26, 60, -1500
  rest 4, wave_noise
  step 3, wave_noise, 1100, 20, 60, -1200
  last

; Two low tones, the second lower: no.
error_tone:
  step 6, wave_reed, pitch_a3, 34, 0, -300
  rest 2, wave_reed
  step 9, wave_reed, pitch_d3, 34, 0, -600
  last

; Fire of small arms, then a shell.
combat_tone:
  rest 22, wave_sine
  step 24, wave_sine, 900, 60, 60, -600
  last
combat_noise:
  step 2, wave_noise, 260, 50, 80, -4000
  rest 2, wave_noise
  step 2, wave_noise, 240, 44, 80, -4000
  rest 2, wave_noise
  step 2, wave_noise, 260, 50, 80, -4000
  rest 2, wave_noise
  step 2, wave_noise, 280, 40, 80, -4000
  rest 8, wave_noise
  step 4, wave_noise, 380, 64, 60, -200
  step 40, wave_noise, 640, 58, 35, -370
  last

; A call of three tones upwards, the drum below.
turn_tone:
  note 10, pitch_g4, 34
  note 10, pitch_c5, 36
  step 24, wave_brass, pitch_e5, 38, 0, -380
  last
turn_noise:
  drum 30
  rest 7, wave_noise
  drum 30
  rest 4, wave_noise
  drum 20
  drum 34
  last

; Two bells.
save_tone:
  bell 10, pitch_e5, 34
  bell 20, pitch_a5, 34
  last

; A gun, and where its shell falls.
guns_tone:
  step 14, wave_sine, 700, 64, 70, -1000
  rest 14, wave_sine
  step 18, wave_sine, 1300, 44, 60, -600
  last
guns_noise:
  step 3, wave_noise, 420, 64, 60, -800
  step 16, wave_noise, 700, 48, 60, -750
  rest 9, wave_noise
  step 30, wave_noise, 1000, 40, 40, -330
  last

; It comes near, drops its bombs and is gone.
aircraft_tone:
  step 40, wave_reed, 1000, 4, -3, 260
  step 50, wave_reed, 900, 44, 6, -220
  last
aircraft_noise:
  rest 36, wave_noise
  step 3, wave_noise, 420, 50, 40, -500
  step 9, wave_noise, 800, 44, 60, -600
  step 3, wave_noise, 420, 50, 40, -500
  step 9, wave_noise, 800, 44, 60, -600
  step 3, wave_noise, 420, 60, 40, -400
  step 30, wave_noise, 800, 50, 50, -420
  last

; It rises, howls away, and strikes far off.
rocket_tone:
  rest 20, wave_sine
  step 50, wave_sine, 620, 6, -9, 100
  rest 10, wave_sine
  step 30, wave_sine, 1500, 64, 40, -500
  last
rocket_noise:
  step 40, wave_noise, 1500, 10, -25, 340
  step 30, wave_noise, 500, 62, -8, -500
  rest 10, wave_noise
  step 4, wave_noise, 700, 64, 60, -100
  step 60, wave_noise, 1000, 60, 25, -250
  last

; A crack, and what comes down after it.
demolition_tone:
  step 20, wave_sine, 500, 64, 90, -750
  last
demolition_noise:
  step 3, wave_noise, 150, 64, 20, 0
  step 10, wave_noise, 500, 64, 60, -500
  step 8, wave_noise, 1300, 30, 20, -300
  step 6, wave_noise, 900, 34, 40, -900
  step 6, wave_noise, 1100, 26, 40, -700
  step 8, wave_noise, 1200, 18, 40, -500
  last

; A roll of the drum, then a call over it.
title_tone:
  rest 64, wave_brass
  note 14, pitch_g4, 40
  note 7, pitch_g4, 36
  note 7, pitch_g4, 38
  note 28, pitch_c5, 42
  note 14, pitch_g4, 38
  note 14, pitch_c5, 40
  note 28, pitch_e5, 42
  note 14, pitch_c5, 38
  note 14, pitch_e5, 40
  note 42, pitch_g5, 42
  note 14, pitch_e5, 38
  step 70, wave_brass, pitch_c5, 42, 0, -150
  last
title_noise:
  four_drums 6
  four_drums 10
  four_drums 16
  four_drums 24
  four_drums 34
  drum 44
  rest 1, wave_noise
  drum 36
  rest 11, wave_noise
  drum 22
  rest 4, wave_noise
  drum 22
  rest 4, wave_noise
  drum 34
  rest 11, wave_noise
  drum 20
  rest 11, wave_noise
  drum 34
  rest 11, wave_noise
  drum 20
  rest 4, wave_noise
  drum 20
  rest 4, wave_noise
  drum 34
  rest 11, wave_noise
  drum 20
  rest 11, wave_noise
  drum 34
  rest 11, wave_noise
  drum 20
  rest 4, wave_noise
  drum 20
  rest 4, wave_noise
  drum 34
  rest 11, wave_noise
  drum 22
  rest 11, wave_noise
  drum 34
  rest 11, wave_noise
  drum 24
  rest 4, wave_noise
  drum 24
  rest 4, wave_noise
  four_drums 26
  drum 40
  last

; A counter is laid on the board.
put_tone:
  step 4, wave_sine, 260, 34, 30, -2000
  last
put_noise:
  step 2, wave_noise, 260, 20, 100, -2400
  last

; Hammers on wood, three and three.
.macro hammer
  step 2, wave_noise, 330, 50, 60, -3000
  rest 6, wave_noise
.endmacro
bridge_tone:
  bell 8, pitch_c4, 24
  bell 8, pitch_c4, 24
  bell 16, pitch_e4, 28
  bell 8, pitch_c4, 24
  bell 8, pitch_c4, 24
  bell 16, pitch_e4, 28
  last
bridge_noise:
  .repeat 3
  hammer
  .endrepeat
  rest 8, wave_noise
  .repeat 3
  hammer
  .endrepeat
  last

; A call that rises over the drum.
victory_tone:
  note 10, pitch_c5, 38
  note 10, pitch_c5, 38
  note 10, pitch_c5, 40
  note 20, pitch_e5, 42
  note 10, pitch_c5, 38
  note 10, pitch_e5, 40
  step 60, wave_brass, pitch_g5, 44, 0, -170
  last
victory_noise:
  four_drums 20
  drum 34
  rest 7, wave_noise
  drum 34
  rest 17, wave_noise
  drum 34
  rest 7, wave_noise
  drum 34
  rest 7, wave_noise
  four_drums 30
  drum 44
  last

; Two tones downwards, and the drum.
lost_tone:
  note 12, pitch_e4, 36
  step 26, wave_brass, pitch_a3, 36, 2, -340
  last
lost_noise:
  rest 12, wave_noise
  step 12, wave_noise, 700, 34, 60, -700
  last
