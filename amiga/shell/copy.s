; copy: the map window on the screen, copied from the map buffer (buffers.s).

.include "defs.inc"
.import screen, map_bitmap, origin, seam, buffer_column, buffer_top, window_x, window_y
.import rectangle_copy, blit_parts, cursor_place
.if KEYED = 0
.import narrow
.endif
.export window_copy, rows_copy, copy_top, copy_rows

.segment "SHELLBSS"
.align 2
copy_top:    .res 2                     ; rows of the window that go to the screen
copy_rows:   .res 2

.segment "SHELL"

; window_copy: from the map buffer to the screen, at any pixel.
; in: nothing.  out: nothing.  clobbers: d0 to d3, a0, a1.
window_copy:
.if KEYED = 0
  clr.w narrow
.endif
  clr.w copy_top
  move.w #map_rows, copy_rows
; falls through to rows_copy

; rows_copy: copy_rows rows of it, from copy_top on.
; in: copy_top, copy_rows.  out: nothing.  clobbers: d0 to d3, a0, a1.
rows_copy:
  jsr cursor_place
  movem.l d4-d7/a2, -(sp)
  lea map_bitmap, a2
  adda.l origin, a2
  move.w buffer_top, d4
  lsl.w #5, d4
  sub.w window_y, d4
  add.w seam, d4
  move.w copy_top, d6
  sub.w d6, d4                          ; rows above the seam
  ble @below
  move.w copy_rows, d3
  cmp.w d4, d3
  ble @last
  move.w d4, d3
  move.w d4, d7
  bsr copy_part
  add.w d7, d6
  sub.w d7, copy_rows
@below:
  suba.l #buffer_size, a2
  move.w copy_rows, d3
@last:
  bsr copy_part
  movem.l (sp)+, d4-d7/a2
  rts

; copy_part: d3 rows of the window from row d6 on, on one side of the seam: a2 = the buffers' first word. clobbers d0 to d5, a0, a1.
copy_part:
  lea screen + map_top * screen_row, a1
  move.w window_x, d0
  move.w buffer_column, d1
  lsl.w #5, d1
  sub.w d1, d0
  move.w window_y, d1
  move.w buffer_top, d2
  lsl.w #5, d2
  sub.w d2, d1
  add.w d6, d1
  mulu #buffer_row, d1
  lea 0(a2,d1.l), a0
  move.w d0, d1
  lsr.w #4, d1
  add.w d1, d1
  adda.w d1, a0                         ; first word of the source
  move.w d6, d1
  mulu #screen_row, d1
  adda.l d1, a1
  andi.w #15, d0
  bne @shifted
  move.w #buffer_bytes, d0
  move.w #screen_bytes, d1
  moveq #map_words, d2
  jmp rectangle_copy
; Shifted right by the rest, one word further left: the first word of a line is what is on the screen already (A, from
; its register, is 0 there).
@shifted:
  moveq #16, d1
  sub.w d0, d1
  ror.w #4, d1
  subq.l #2, a1
  mulu #depth, d3
.if map_words * 2 = screen_bytes
  blit_wait
  move.w #$07CA, BLTCON0(a6)            ; channels B C D; D = A ? B : C
  move.w d1, BLTCON1(a6)
  move.l #$0000FFFF, BLTAFWM(a6)
  move.w #$FFFF, BLTADAT(a6)
; The word left of a line is the last one of the line before: the blitter reads it before it has written it. So the last one is
; copied by itself.
  move.w d3, d5
  moveq #map_words, d2
  bsr @part
  lea 2 * (map_words - 1)(a0), a0
  lea 2 * (map_words - 1)(a1), a1
  move.w d5, d3
  moveq #2, d2
@part:
  blit_wait
  move.w #buffer_bytes, d0
  sub.w d2, d0
  sub.w d2, d0
  move.w d0, BLTBMOD(a6)
  move.w #screen_bytes, d0
  sub.w d2, d0
  sub.w d2, d0
  move.w d0, BLTCMOD(a6)
  move.w d0, BLTDMOD(a6)
  move.l a0, BLTBPT(a6)
  move.l a1, BLTCPT(a6)
  move.l a1, BLTDPT(a6)
  move.w d5, -(sp)
  jsr blit_parts
  move.w (sp)+, d5
  rts
.else
; First all words of the window in half the time (channels A D); what is shifted into the first of a line is the end of the line
; before. Then that one.
  move.w d3, d5
  blit_wait
  ori.w #minterm_copy, d1
  move.w d1, BLTCON0(a6)
  clr.w BLTCON1(a6)
  move.l #$FFFFFFFF, BLTAFWM(a6)
  move.w #buffer_bytes - 2 * map_words, BLTAMOD(a6)
  move.w #screen_bytes - 2 * map_words, BLTDMOD(a6)
  addq.l #2, a0
  addq.l #2, a1
  move.l a0, BLTAPT(a6)
  move.l a1, BLTDPT(a6)
  moveq #map_words, d2
  jsr blit_parts
  subq.l #2, a0
  subq.l #2, a1
  andi.w #$F000, d1
  move.w d5, d3
  moveq #2, d2
  blit_hold
  move.w #$07CA, BLTCON0(a6)            ; channels B C D; D = A ? B : C
  move.w d1, BLTCON1(a6)
  move.l #$0000FFFF, BLTAFWM(a6)
  move.w #$FFFF, BLTADAT(a6)
  move.w #buffer_bytes - 4, BLTBMOD(a6)
  move.w #screen_bytes - 4, BLTCMOD(a6)
  move.w #screen_bytes - 4, BLTDMOD(a6)
  move.l a0, BLTBPT(a6)
  move.l a1, BLTCPT(a6)
  move.l a1, BLTDPT(a6)
  jmp blit_parts
.endif
