; copper: the one copper list: palette, bitplanes, sprites. It never changes while the game runs but for the pointer's
; sprite, whose picture is changed in place.

.include "defs.inc"
.import screen, palette, pointer_sprite, no_sprite, cursor_left, cursor_right
.export copper_start, palette_show

wait_end = $FFFFFFFE

.segment "SHELLBSS"
.align 2
list:        .res 4 * (6 + 2 * depth + 16 + 32 + 1)

.segment "SHELL"

; Registers that stay: a PAL screen of 256 rows begins at line 44.
fixed:
  .word DIWSTRT, $2C81
  .word DIWSTOP, $2CC1
  .word DDFSTRT, $0038
  .word DDFSTOP, $00D0
  .word BPLCON0, $5200                  ; five planes, colour
  .word BPLCON1, 0
fixed_end:

; copper_start: builds the list and starts it. Copper DMA is on from the next vertical blank.
copper_start:
  lea list, a0
  lea fixed(pc), a1
  moveq #(fixed_end - fixed) / 4 - 1, d0
@fixed:
  move.l (a1)+, (a0)+
  dbra d0, @fixed
  move.w #BPL1PT, d1
  move.l #screen, d0
  moveq #depth - 1, d2
@planes:
  bsr long_move
  addi.l #screen_bytes, d0
  dbra d2, @planes
  move.w #SPR0PT, d1
  move.l #pointer_sprite, d0
  bsr long_move
  move.l #no_sprite, d0
  bsr long_move
  move.l #cursor_left, d0
  bsr long_move
  move.l #cursor_right, d0
  bsr long_move
  moveq #3, d2
  move.l #no_sprite, d0
@sprites:
  bsr long_move
  dbra d2, @sprites
  lea palette, a1
  move.w #COLOR00, d1
  moveq #31, d2
@colours:
  move.w d1, (a0)+
  move.w (a1)+, (a0)+
  addq.w #2, d1
  dbra d2, @colours
  move.l #wait_end, (a0)
  move.w #screen_row - screen_bytes, BPL1MOD(a6)
  move.w #screen_row - screen_bytes, BPL2MOD(a6)
  move.w #$0024, BPLCON2(a6)            ; sprites before the playfield
  move.l #list, COP1LC(a6)
  move.w d0, COPJMP1(a6)
  rts

; long_move: two copper moves of d0 to the pointer register d1, high word first. in: a0. out: d1 behind it.
long_move:
  swap d0
  bsr @word
  swap d0
@word:
  move.w d1, (a0)+
  move.w d0, (a0)+
  addq.w #2, d1
  rts

; palette_show: sets the colours from a1 in place, 32 words. clobbers d0, a0, a1.
palette_show:
  lea list + 4 * (6 + 2 * depth + 16) + 2, a0
  moveq #31, d0
@colour:
  move.w (a1)+, (a0)
  addq.l #4, a0
  dbra d0, @colour
  rts
