; letter: a letter takes the place of what stood in its cell, as on machines that keep characters.

.include "defs.inc"
.import screen
.export letter_opaque

glyph_rows = 8

.segment "SHELL"

; letter_opaque: a glyph, and what is around it. The blitter must be done.
; in: a0 = glyph of eight rows; d0, d1 = x, y of the screen, x a multiple of 8; d3 = colour of its pixels, d4 = of the others.
; out: nothing.  clobbers: d0, d1.
letter_opaque:
  movem.l d5-d7/a1-a2, -(sp)
  lea screen, a1
  mulu #screen_row, d1
  adda.l d1, a1
  lsr.w #3, d0
  adda.w d0, a1
  moveq #depth - 1, d7
  move.w d3, d5
  move.w d4, d6
@plane:
  movea.l a1, a2
  move.l a0, -(sp)
  lsr.w #1, d5
  bcs @ink
  lsr.w #1, d6
  bcs @paper
  moveq #glyph_rows - 1, d0
@neither:
  clr.b (a2)
  lea screen_row(a2), a2
  dbra d0, @neither
  bra @next
@paper:
  moveq #glyph_rows - 1, d0
@around:
  move.b (a0)+, d1
  not.b d1
  move.b d1, (a2)
  lea screen_row(a2), a2
  dbra d0, @around
  bra @next
@ink:
  lsr.w #1, d6
  bcs @both
  moveq #glyph_rows - 1, d0
@pixels:
  move.b (a0)+, (a2)
  lea screen_row(a2), a2
  dbra d0, @pixels
  bra @next
@both:
  moveq #glyph_rows - 1, d0
@all:
  st (a2)
  lea screen_row(a2), a2
  dbra d0, @all
@next:
  movea.l (sp)+, a0
  lea screen_bytes(a1), a1
  dbra d7, @plane
  movem.l (sp)+, d5-d7/a1-a2
  rts
