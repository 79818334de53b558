; classic: a counter of 26 x 22 pixels with a shadow in the colours of its side: the sign of its class in a box, above it the mark of
; its size, below it that of its mode; at the rim of its hex the arrow of the attack that is plotted. For games whose units show no
; numbers.

.include "defs.inc"
.import object_draw, glyph_draw, view_side, view_symbol, view_size, view_mode, view_attack
.import classic_pictures, classic_classes, classic_inks, size_marks, size_count, mode_marks, mode_count
.import object_arrow1, object_arrow2, object_arrow3, object_arrow4, object_arrow5, object_arrow6
.export counter_draw, counter_bare, counter_compose

; Of a counter, from its upper left corner.
border_in = 3
mark_x    = 9
size_y    = 2
size_rows = 5
mode_y    = 17
mode_rows = 4
mark_room = 8                           ; bytes of a mark
directions = 6

.segment "SHELL"

; counter_draw: a unit with the arrow of its attack.
; in: d5.w = unit; d0, d1 = where a border would begin; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0.
counter_draw:
  bsr counter_bare
; falls through to arrow_draw

; arrow_draw: the arrow of unit d5, which was drawn last. in: the corner of its hex, d0, d1 = of its counter. clobbers d0, d1, a0.
arrow_draw:
  move.l d4, -(sp)
  lea view_attack, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  subq.w #1, d4
  cmpi.w #directions, d4
  bcc @none
  lsl.w #2, d4
  lea arrows(pc), a0
  movea.l 0(a0,d4.w), a0
  jsr object_draw
@none:
  move.l (sp)+, d4
  rts

; Their places are told from the corner of the counter.
arrows: .dword object_arrow1, object_arrow2, object_arrow3, object_arrow4, object_arrow5, object_arrow6

; counter_bare: the same without the arrow.
; in: as counter_draw.  out: d0, d1 = corner of the counter.  clobbers: a0.
counter_bare:
  movem.l d3-d4/d6-d7, -(sp)
  addq.w #border_in, d0
  addq.w #border_in, d1
  lea view_side, a0
  move.b 0(a0,d5.w), d3                 ; of which the last bit counts
  lea view_symbol, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  lea view_size, a0
  moveq #0, d6
  move.b 0(a0,d5.w), d6
  lea view_mode, a0
  moveq #0, d7
  move.b 0(a0,d5.w), d7
  bsr counter_compose
  movem.l (sp)+, d3-d4/d6-d7
  rts

; counter_compose: a counter made of its marks.
; in: d0, d1 = its corner; d3 = side, d4 = class, d6 = size, d7 = mode; a1, d2 = bitmap.  out: nothing; d0 and d1 are kept.
; clobbers: d3, d4, d6, d7, a0.
counter_compose:
  movem.w d0-d1, -(sp)
  andi.w #1, d3
  cmpi.w #classic_classes, d4
  bcs @class
  moveq #0, d4
@class:
  move.w d3, d0
  mulu #classic_classes, d0
  add.w d0, d4
  lsl.w #2, d4
  lea classic_pictures, a0
  movea.l 0(a0,d4.w), a0
  move.w (sp), d0
  jsr object_draw
  lea classic_inks, a0
  move.b 0(a0,d3.w), d3
  blit_wait
  cmpi.w #size_count, d6
  bcc @mode
  lsl.w #3, d6
  lea size_marks, a0
  adda.w d6, a0
  movem.w (sp), d0-d1
  addi.w #mark_x, d0
  addq.w #size_y, d1
  moveq #size_rows, d4
  jsr glyph_draw
@mode:
  cmpi.w #mode_count, d7
  bcc @done
  lsl.w #3, d7
  lea mode_marks, a0
  adda.w d7, a0
  movem.w (sp), d0-d1
  addi.w #mark_x, d0
  addi.w #mode_y, d1
  moveq #mode_rows, d4
  jsr glyph_draw
@done:
  movem.w (sp)+, d0-d1
  rts
