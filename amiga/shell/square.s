; square: the pointer on the overviews: a square of the map window's size follows it, and the hex under it can be chosen.

.include "defs.inc"
.include "geometry.inc"
.include "overview.inc"
.import grid_columns, grid_rows, screen, scale, first_column, first_row, pointer_x, pointer_y, page_now
.export square_new, overview_under, overview_frame

.segment "SHELLBSS"
.align 2
shown_x: .res 2                         ; where the square is drawn; $FFFF nowhere
shown_y: .res 2

.segment "SHELL"

; square_new: the page is drawn anew, without it.
square_new:
  move.w #$FFFF, shown_x
  rts

; overview_under: d0 = $8000 + the hex under the pointer, 0 (z set) none.
overview_under:
  movem.l d2-d3/a5, -(sp)
  movea.l scale, a5
  move.w pointer_x, d0
  sub.w left(a5), d0
  bcs @none
  ext.l d0
  divu pitch(a5), d0
  add.w first_column, d0
  move.w pointer_y, d1
  sub.w top(a5), d1
  bcs @none
  btst #0, d0
  beq @even
  move.w pitch(a5), d2
  lsr.w #1, d2
  sub.w d2, d1
  bcc @even
  moveq #0, d1
@even:
  ext.l d1
  divu pitch(a5), d1
  add.w first_row, d1
  cmpi.w #grid_columns, d0
  bcc @none
  cmpi.w #grid_rows, d1
  bcc @none
  hex_number d0, d1, d2
  move.w d2, d0
  ori.w #$8000, d0
  bra @done
@none:
  moveq #0, d0
@done:
  movem.l (sp)+, d2-d3/a5
  tst.w d0
  rts

; overview_frame: once a frame: the square follows the pointer.
overview_frame:
  move.b page_now, d0
  cmpi.b #page_half, d0
  beq @overview
  cmpi.b #page_whole, d0
  bne @no
@overview:
  movem.l d2-d7/a5, -(sp)
  movea.l scale, a5
  move.w square_w(a5), d0
  lsr.w #1, d0
  move.w pointer_x, d5
  sub.w d0, d5
  move.w #319, d1
  sub.w square_w(a5), d1
  clamp d5, d1
  move.w square_h(a5), d0
  lsr.w #1, d0
  move.w pointer_y, d6
  sub.w d0, d6
  subi.w #10, d6
  move.w #225, d1
  sub.w square_h(a5), d1
  clamp d6, d1
  addi.w #10, d6
  cmp.w shown_x, d5
  bne @moved
  cmp.w shown_y, d6
  beq @same
@moved:
  blit_wait
  movem.w d5-d6, -(sp)
  move.w shown_x, d5
  bmi @first
  move.w shown_y, d6
  bsr square_flip
@first:
  movem.w (sp)+, d5-d6
  move.w d5, shown_x
  move.w d6, shown_y
  bsr square_flip
@same:
  movem.l (sp)+, d2-d7/a5
@no:
  rts

; square_flip: the square at d5, d6 in the colours 16 away; twice: as before.
square_flip:
  move.w d5, d0
  move.w d6, d1
  move.w square_w(a5), d2
  bsr row_flip
  move.w d5, d0
  move.w d6, d1
  add.w square_h(a5), d1
  move.w square_w(a5), d2
  bsr row_flip
  move.w d5, d0
  bsr column_flip
  move.w d5, d0
  add.w square_w(a5), d0
; falls through to column_flip

; column_flip: column d0, from below row d6 to above the last row.
column_flip:
  move.w d6, d1
  addq.w #1, d1
  move.w square_h(a5), d2
  subq.w #2, d2
  bsr flip_at
@pixel:
  bchg d3, (a0)
  lea screen_row(a0), a0
  dbra d2, @pixel
  rts

; row_flip: d2 + 1 pixels from d0, d1 on.
row_flip:
  bsr flip_at
@pixel:
  bchg d3, (a0)
  subq.w #1, d3
  bpl @same
  moveq #7, d3
  addq.l #1, a0
@same:
  dbra d2, @pixel
  rts

; flip_at: a0, d3 = byte of the fifth plane, and bit, of pixel d0, d1.
flip_at:
  mulu #screen_row, d1
  lea screen + 4 * screen_bytes, a0
  adda.l d1, a0
  move.w d0, d3
  lsr.w #3, d3
  adda.w d3, a0
  not.w d0
  moveq #7, d3
  and.w d0, d3
  rts
