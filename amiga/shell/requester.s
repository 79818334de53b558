; requester: a box over the page with a question and buttons, the entries of its menu.

.include "defs.inc"
.import screen, rectangle_fill, text_draw, text_font8, pointer_x, pointer_y, entry_count, entry_at
.export requester_open, requester_draw, button_under

box_x     = 40
box_y     = 84
box_w     = 192
box_h     = 58
button_y  = 120
button_w  = 68
button_h  = 15
first_x   = 54
pitch_x   = 96

entry_key   = 0
entry_label = 2

.segment "SHELL"

; Shadow, white and black edges, ground, inner line.
boxes:
  .word box_x + 3, box_y + 3, box_w, box_h, 6
  .word box_x, box_y, box_w, box_h, 0
  .word box_x + 1, box_y + 1, box_w - 2, box_h - 2, 1
  .word box_x + 2, box_y + 2, box_w - 4, box_h - 4, 5
  .word $FFFF

; requester_open: the empty box.
requester_open:
  movem.l d2-d4/a2, -(sp)
  lea boxes(pc), a2
@box:
  move.w (a2)+, d0
  bmi @done
  movem.w (a2)+, d1-d4
  lea screen, a1
  jsr rectangle_fill
  bra @box
@done:
  movem.l (sp)+, d2-d4/a2
  rts

; requester_draw: its buttons; the first is green, the others rust.
requester_draw:
  movem.l d2-d7/a2-a3, -(sp)
  moveq #0, d7
@button:
  cmp.w entry_count, d7
  bcc @done
  bsr button_place
  moveq #0, d4
  bsr button_box
  addq.w #1, d5
  moveq #30, d4
  tst.w d7
  bne @colour
  moveq #25, d4
@colour:
  move.w d5, d0
  move.w #button_y + 1, d1
  move.w #button_w - 2, d2
  moveq #button_h - 2, d3
  lea screen, a1
  jsr rectangle_fill
  move.w d7, d0
  jsr entry_at
  lea entry_label(a0), a3
  movea.l a3, a0
  moveq #0, d0
@length:
  tst.b (a0)+
  beq @known
  addq.w #4, d0
  bra @length
@known:
  neg.w d0
  addi.w #button_w / 2 - 1, d0
  add.w d5, d0
  move.w #button_y + 4, d1
  moveq #1, d3
  lea text_font8, a2
  lea screen, a1
  moveq #screen_bytes, d2
  jsr text_draw
  addq.w #1, d7
  bra @button
@done:
  movem.l (sp)+, d2-d7/a2-a3
  rts

; button_place: d5 = x of button d7.
button_place:
  move.w d7, d5
  mulu #pitch_x, d5
  addi.w #first_x, d5
  rts

button_box:
  move.w d5, d0
  move.w #button_y, d1
  moveq #button_w, d2
  moveq #button_h, d3
  lea screen, a1
  jmp rectangle_fill

; button_under: d0 = key of the button under the pointer, 0 (z set) none.
button_under:
  movem.l d5/d7, -(sp)
  move.w pointer_y, d0
  subi.w #button_y, d0
  cmpi.w #button_h, d0
  bcc @none
  moveq #0, d7
@button:
  cmp.w entry_count, d7
  bcc @none
  bsr button_place
  move.w pointer_x, d0
  sub.w d5, d0
  cmpi.w #button_w, d0
  bcs @found
  addq.w #1, d7
  bra @button
@found:
  move.w d7, d0
  jsr entry_at
  moveq #0, d0
  move.b entry_key(a0), d0
  bra @done
@none:
  moveq #0, d0
@done:
  movem.l (sp)+, d5/d7
  tst.w d0
  rts
