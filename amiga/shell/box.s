; box: small rectangles of one colour, by the processor, into any bitmap, cut by the clip (clip.s).

.include "defs.inc"
.import clip_left, clip_right, clip_top, clip_bottom
.export box_draw

.segment "SHELL"

; box_draw: waits for the blitter, then draws.
; in: a1, d2 = bitmap (bytes of a line); d0, d1 = x, y; d3 = width (1 to 32) << 16 | rows; d4 = colour.
; out: nothing.  clobbers: d0, d1, d3, a0.
box_draw:
  movem.l d4-d7/a2, -(sp)
  move.w d3, d6                         ; rows
  swap d3                               ; width
  move.w clip_top, d5
  sub.w d1, d5
  ble @top
  sub.w d5, d6
  add.w d5, d1
@top:
  move.w clip_bottom, d5
  sub.w d1, d5
  cmp.w d5, d6
  ble @rows
  move.w d5, d6
@rows:
  move.w clip_left, d5
  lsl.w #4, d5
  sub.w d0, d5
  ble @left
  sub.w d5, d3
  add.w d5, d0
@left:
  move.w clip_right, d5
  lsl.w #4, d5
  sub.w d0, d5
  cmp.w d5, d3
  ble @columns
  move.w d5, d3
@columns:
  tst.w d3
  ble @done
  subq.w #1, d6
  bmi @done
  blit_wait
  mulu d2, d1
  mulu #depth, d1
  lea 0(a1,d1.l), a0
  move.w d0, d1
  asr.w #4, d1
  add.w d1, d1
  adda.w d1, a0                         ; first word
  andi.w #15, d0
  moveq #-1, d7                         ; mask: d7 and the upper word of d1
  moveq #32, d5
  sub.w d3, d5
  lsl.l d5, d7                          ; width bits at the top
  move.l d7, d1
  lsr.l d0, d7
  moveq #32, d5
  sub.w d0, d5
  lsl.l d5, d1                          ; what was shifted out, at the top
  add.w d0, d3                          ; pixels from the first word on
  move.w d2, d5
  mulu #depth, d5                       ; bytes from row to row
  moveq #depth - 1, d0
@plane:
  movea.l a0, a2
  movem.w d4/d6, -(sp)
  cmpi.w #16, d3
  ble @short
  lsr.w #1, d4
  bcs @set
  not.l d7
  not.l d1
  cmpi.w #32, d3
  bgt @clear_rest
@clear:
  and.l d7, (a2)
  adda.w d5, a2
  dbra d6, @clear
  bra @restored
@clear_rest:
  swap d1
@clear_both:
  and.l d7, (a2)
  and.w d1, 4(a2)
  adda.w d5, a2
  dbra d6, @clear_both
  swap d1
@restored:
  not.l d7
  not.l d1
  bra @next
@short:
  swap d7
  lsr.w #1, d4
  bcc @clear_word
@word:
  or.w d7, (a2)
  adda.w d5, a2
  dbra d6, @word
  swap d7
  bra @next
@clear_word:
  not.w d7
@clear_words:
  and.w d7, (a2)
  adda.w d5, a2
  dbra d6, @clear_words
  not.w d7
  swap d7
  bra @next
@set:
  cmpi.w #32, d3
  bgt @rest
@set_long:
  or.l d7, (a2)
  adda.w d5, a2
  dbra d6, @set_long
  bra @next
@rest:
  swap d1
@both:
  or.l d7, (a2)
  or.w d1, 4(a2)
  adda.w d5, a2
  dbra d6, @both
  swap d1
@next:
  movem.w (sp)+, d4/d6
  lsr.w #1, d4
  adda.w d2, a0
  dbra d0, @plane
@done:
  movem.l (sp)+, d4-d7/a2
  rts

.export pixel_put
; pixel_put: one pixel. The blitter must be done.
; in: a1, d2 = bitmap; d0, d1 = x, y; d3 = colour.  out: nothing.  clobbers: d0, d1, a0.
pixel_put:
  movem.l d3-d4, -(sp)
  mulu d2, d1
  mulu #depth, d1
  lea 0(a1,d1.l), a0
  move.w d0, d1
  lsr.w #3, d1
  adda.w d1, a0
  not.w d0
  andi.w #7, d0                         ; bit of the byte
  moveq #depth - 1, d4
@plane:
  lsr.w #1, d3
  bcs @set
  bclr d0, (a0)
  bra @next
@set:
  bset d0, (a0)
@next:
  adda.w d2, a0
  dbra d4, @plane
  movem.l (sp)+, d3-d4
  rts
