; copper: the one copper list: palette, bitplanes, sprites. While the game runs nothing of it changes but colours by the weather, the rows that the map
; window has while it scrolls (flip.s), and those that a screen of 200 rows leaves out.

.include "defs.inc"
.import screen, palette, pointer_sprite, no_sprite, cursor_left, cursor_right
.import is_ntsc, split_line
.export copper_start, ntsc_split
.if SEASONS
.import view_weather, season_palettes
.export season_frame
.endif
.if KEYED = 0
.export rows_of_map
.endif

wait_end = $FFFFFFFE
last_of_256 = $FFDFFFFE                 ; lines from 256 on are counted anew

.segment "SHELLBSS"
.align 2
list:        .res 4 * (6 + 2 * depth + 16 + 32 + 1 + 2 * depth + 2 + 2 * depth + 1)
.if KEYED = 0
map_moves:   .res 4                     ; its moves that say which rows are the map's
.endif
.if SEASONS
colours_at:  .res 4                     ; its moves of colours; 0 until it is built
season_now:  .res 1                     ; the weather whose colours it has, and one; 0 none
.align 2
.endif
split_wait:  .res 4                     ; where the list waits for the split, on a machine of 200 rows

.segment "SHELL"

; The wait ends behind the last pixels of the line above the split; the next line's data are fetched after ten moves.
behind_line = $DF

; Registers that stay: a PAL screen of 256 rows begins at line 44, one of 200 too.
fixed:
  .word DIWSTRT, $2C81
  .word DIWSTOP, $2CC1
  .word DDFSTRT, $0038
  .word DDFSTOP, $00D0
  .word BPLCON0, $5200                  ; five planes, colour
  .word BPLCON1, 0
fixed_end:

; copper_start: builds the list and starts it. Copper DMA is on from the next vertical blank.
; in: is_ntsc, split_line.  out: nothing.  clobbers: d0 to d2, a0, a1.
copper_start:
  lea list, a0
  lea fixed(pc), a1
  moveq #(fixed_end - fixed) / 4 - 1, d0
@fixed:
  move.l (a1)+, (a0)+
  dbra d0, @fixed
  move.l #screen, d0
  bsr planes_from
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
.if SEASONS
  move.l a0, colours_at
.endif
  lea palette, a1
  move.w #COLOR00, d1
  moveq #31, d2
@colours:
  move.w d1, (a0)+
  move.w (a1)+, (a0)+
  addq.w #2, d1
  dbra d2, @colours
  move.l #(first_line + flip_top - 1) << 24 | behind_line << 16 | $FFFE, (a0)+
.if KEYED = 0
  move.l a0, map_moves
.endif
  move.l #screen + flip_top * screen_row, d0
  bsr planes_from
  tst.w is_ntsc
  beq @below
  move.w #(first_line + ntsc_rows) << 8 | $C1, list + 4 + 2
  move.l a0, split_wait
  addq.l #4, a0
  lea 8 * depth(a0), a0                 ; ntsc_split fills them in
  bra @end
@below:
.if first_line + map_top + map_rows > 256
  move.l #last_of_256, (a0)+
.endif
  move.l #((first_line + map_top + map_rows - 1) & $FF) << 24 | behind_line << 16 | $FFFE, (a0)+
  move.l #screen + (map_top + map_rows) * screen_row, d0
  bsr planes_from
@end:
  move.l #wait_end, (a0)
  move.w #screen_row - screen_bytes, BPL1MOD(a6)
  move.w #screen_row - screen_bytes, BPL2MOD(a6)
  move.w #$0024, BPLCON2(a6)            ; sprites before the playfield
  tst.w is_ntsc
  beq @start
  bsr ntsc_split
@start:
  move.l #list, COP1LC(a6)
  move.w d0, COPJMP1(a6)
  rts

.if SEASONS
; season_frame: the colours of the weather, if it has changed. To be called in the vertical blank.
; in: view_weather.  out: nothing.  clobbers: d0, a0, a1.
season_frame:
  move.l colours_at, d0
  beq @end
  movea.l d0, a0
  moveq #0, d0
  move.b view_weather, d0
  addq.w #1, d0
  cmp.b season_now, d0
  beq @end
  move.b d0, season_now
  subq.w #1, d0
  lsl.w #6, d0                          ; 32 words
  lea season_palettes, a1
  adda.w d0, a1
  moveq #31, d0
@colour:
  addq.l #2, a0
  move.w (a1)+, (a0)+
  dbra d0, @colour
@end:
  rts
.endif

; ntsc_split: the rows from split_line on are left out, so many that the last row of the screen is the last one shown. Only on a
; machine of 200 rows, whose list is built.
; in: split_line.  out: nothing.  clobbers: d0, a0.
ntsc_split:
  movem.l d1-d2, -(sp)
  movea.l split_wait, a0
  moveq #0, d1
  move.w split_line, d1
  move.w d1, d0
  addi.w #first_line - 1, d0
  lsl.w #8, d0
  ori.w #behind_line, d0
  swap d0
  move.w #$FFFE, d0
  addi.w #screen_rows - ntsc_rows, d1
  cmpi.w #screen_rows, d1
  bcs @gap
  subi.w #screen_rows - ntsc_rows, d1   ; none: it goes on where it was
@gap:
  mulu #screen_row, d1
  addi.l #screen, d1
  move.l d0, (a0)+
  move.l d1, d0
  bsr planes_from
  movem.l (sp)+, d1-d2
  rts

; planes_from: moves of all planes: d0 = their first line. clobbers d0 to d2.
planes_from:
  move.w #BPL1PT, d1
  moveq #depth - 1, d2
@plane:
  bsr long_move
  addi.l #screen_bytes, d0
  dbra d2, @plane
  rts

.if KEYED = 0
; rows_of_map: which rows are seen from flip_top on. To be called in the vertical blank.
; in: d0 = the first of them.  out: nothing.  clobbers: d0, d1, a0.
rows_of_map:
  movea.l map_moves, a0
  moveq #depth - 1, d1
@plane:
  swap d0
  move.w d0, 2(a0)
  swap d0
  move.w d0, 6(a0)
  addq.l #8, a0
  addi.l #screen_bytes, d0
  dbra d1, @plane
  rts
.endif

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
