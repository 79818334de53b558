; copper: the one copper list: palette, bitplanes, sprites. While the game runs nothing of it changes but colours by the weather, the
; rows that a screen of 200 rows leaves out, and the map's while the window glides.

.include "defs.inc"
.import screen, palette, pointer_sprite, no_sprite, cursor_left, cursor_right
.import is_ntsc, split_line
.export copper_start, ntsc_split
.if SEASONS
.import view_weather, season_palettes
.export season_frame
.endif
.if KEYED = 0
.import map_bitmap, map_high, window_x, window_y
.export copper_glide, copper_still, narrow_frame, narrow, narrowed
.endif

wait_end = $FFFFFFFE

.segment "SHELLBSS"
.align 2
list:        .res 4 * (6 + 2 * depth + 16 + 32)
.if KEYED
tail:        .res 4 * (1 + 2 * depth + 1) ; on a machine of 200 rows those from the split on
.else
tail:        .res 4 * (3 * (1 + 2 * depth) + 2 * 4 + 2) ; or the map's while the window glides, its seam's, and those below
.endif
.if KEYED = 0
narrow:      .res 2                     ; not 0: nobody looks at the map: its rows need not be fetched
narrowed:    .res 2                     ; not 0: they are not
.endif
.if SEASONS
colours_at:  .res 4                     ; its moves of colours; 0 until it is built
season_now:  .res 1                     ; the weather whose colours it has, and one; 0 none
.align 2
.endif

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
  move.l #wait_end, tail
  move.w #screen_row - screen_bytes, BPL1MOD(a6)
  move.w #screen_row - screen_bytes, BPL2MOD(a6)
  move.w #$0024, BPLCON2(a6)            ; sprites before the playfield
  tst.w is_ntsc
  beq @start
  move.w #(first_line + ntsc_rows) << 8 | $C1, list + 4 + 2 ; DIWSTOP
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
  lea tail, a0
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
  move.l #wait_end, (a0)
  movem.l (sp)+, d1-d2
  rts

; planes_from: moves of all planes of the screen: d0 = their first line. clobbers d0 to d2.
planes_from:
  move.w #BPL1PT, d1
  moveq #depth - 1, d2
@plane:
  bsr long_move
  addi.l #screen_bytes, d0
  dbra d2, @plane
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

.if KEYED = 0
.import row_shift
; While the window glides, the display fetches the map from its buffer, as wide as the screen: a word earlier than elsewhere, and shifts
; it by up to 15 pixels. Of the moves between two lines all but the modulos must be done when the next one is fetched.
glide_start = $0030                     ; DDFSTRT
still_start = $0038
glide_words = screen_bytes / 2 + 1
panel_words = screen_bytes / 2 - map_words
panel_start = still_start + 8 * map_words
line_255    = $FFDF

; copper_glide: the map's rows from the next frame on. To be called in the vertical blank.
; in: window_x, window_y.  out: nothing.  clobbers: d0 to d3, a0, a1.
copper_glide:
  move.l d4, -(sp)                     ; all of it: an interrupt calls this
  lea tail, a0
  move.w #map_top, d0
  moveq #0, d4
  bsr wait_above
  move.l #DDFSTRT << 16 | glide_start, (a0)+
  moveq #0, d1
  move.w window_y, d1
  add.w row_shift, d1
  divu #buffer_rows, d1
  swap d1
  move.w #buffer_rows, d3
  sub.w d1, d3                          ; the window's row that is the seam
  mulu #buffer_row, d1
  move.w window_x, d0
  subq.w #1, d0
  asr.w #4, d0                          ; the word before the first pixel's, or the one it is in
  add.w d0, d0
  ext.l d0
  add.l d1, d0
  addi.l #map_bitmap, d0
  movea.l d0, a1
  bsr lines_from
  moveq #0, d0
  sub.w window_x, d0
  andi.w #15, d0
  move.w d0, d1
  lsl.w #4, d1
  or.w d1, d0
  swap d0
  move.w #BPLCON1, d0
  swap d0
  move.l d0, (a0)+
  move.w #buffer_row - 2 * glide_words, d0
  bsr modulos
  cmp.w map_high, d3
  bge map_end
  move.w d3, d0
  addi.w #map_top, d0
  bsr wait_above
  mulu #buffer_row, d3
  adda.l d3, a1
  suba.l #buffer_size, a1
  bsr lines_from
map_end:
  move.w map_high, d0
  addi.w #map_top, d0
  bsr wait_above
  move.l #DDFSTRT << 16 | still_start, (a0)+
  move.l #screen + (map_top + map_rows) * screen_row, d0
  bsr planes_from
  move.l #BPLCON1 << 16, (a0)+
  move.w #screen_row - screen_bytes, d0
  bsr modulos
  move.l #wait_end, (a0)
  move.l (sp)+, d4
  rts

; narrow_frame: where nobody looks at the map, of its rows the display fetches the panel beside them alone, so that processor and blitter have
; the memory; the map is black then, and no sprite is seen on it. Part of the interrupt, in the vertical blank.
; in: narrow.  out: narrowed.  clobbers: d0 to d2, a0.
narrow_frame:
  move.w narrow, d0
  cmp.w narrowed, d0
  bne @other
  rts
@other:
  move.w d0, narrowed
  beq copper_still
  move.l d4, -(sp)
  lea tail, a0
  move.w #map_top, d0
  moveq #0, d4
  bsr wait_above
  move.l #DDFSTRT << 16 | panel_start, (a0)+
  move.l #screen + map_top * screen_row + 2 * map_words, d0
  bsr planes_from
  move.w #screen_row - 2 * panel_words, d0
  bsr modulos
  bra map_end

; copper_still: the screen alone from the next frame on. To be called in the vertical blank.
; in: nothing.  out: nothing.  clobbers: d0, a0.
copper_still:
  tst.w is_ntsc
  bne ntsc_split
  move.l #wait_end, tail
  rts

; wait_above: waits for the end of the line above row d0 of the screen. d4: not 0: line 255 has been waited for. clobbers d0.
wait_above:
  addi.w #first_line - 1, d0
  cmpi.w #255, d0
  bcs @wait
  bne @beyond
  moveq #1, d4
  bra @wait
@beyond:
  tst.w d4
  bne @wait
  moveq #1, d4
  move.l #line_255 << 16 | $FFFE, (a0)+ ; lines from 256 on are counted anew
@wait:
  lsl.w #8, d0
  ori.w #behind_line, d0
  move.w d0, (a0)+
  move.w #$FFFE, (a0)+
  rts

; lines_from: moves of all planes of the map buffer: a1 = their first line. clobbers d0 to d2.
lines_from:
  move.l a1, d0
  move.w #BPL1PT, d1
  moveq #depth - 1, d2
@plane:
  bsr long_move
  addi.l #buffer_bytes, d0
  dbra d2, @plane
  rts

; modulos: moves of both: d0 = bytes.
modulos:
  move.w #BPL1MOD, (a0)+
  move.w d0, (a0)+
  move.w #BPL2MOD, (a0)+
  move.w d0, (a0)+
  rts
.endif
