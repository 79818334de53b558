; requester: a box over the page with a question and buttons, the entries of its menu. Its size is that of what stands in it. It stands in
; the middle, or lower, where the pointer would cover the question.

.include "defs.inc"
.include "window.inc"
.include "entry.inc"
.import rectangle_fill, screen, bevel_draw, button_draw, button_press, letters, shadow_text, text_font8, pointer_x, pointer_y
.import entry_count, entry_at, page_below, map_middle_y, screen_middle_y
.export requester_open, requester_text, requester_draw, button_under

room       = 96                         ; characters of the question
most_rows  = 4
row_letters = 28                        ; of a row of the question
row_pitch  = 11
least_wide = 192
edge_x     = 14                         ; from the box to its buttons
above      = 9                          ; from its top to the question
between    = 4                          ; from the question to the buttons
below      = 8
button_h   = 15
button_w   = 68
narrow_w   = 28                         ; of more than three buttons, or as wide as the longest label needs
label_edge = 8                          ; a label's edges, both
button_gap = 6                          ; at least
map_middle = 136
pointer_tall = 14                       ; rows of the pointer below its tip

.segment "SHELLBSS"
.align 2
requester_text: .res room
rows:           .res 4 * most_rows      ; where each row of it begins
row_count:      .res 2
box_x:          .res 2
box_y:          .res 2
box_w:          .res 2
box_h:          .res 2
button_y:       .res 2
button_wide:    .res 2
button_pitch:   .res 2
drawn:          .res 2

.segment "SHELL"

; requester_open: a new question.
; in: nothing.  out: nothing.  clobbers: nothing.
requester_open:
  clr.b requester_text
  clr.w drawn
  rts

; requester_draw: box, question, buttons, unless they stand there already. The last button is rust, it says no; the others are
; green.
; in: requester_text, the entries of the menu.  out: nothing.  clobbers: d0, d1, a0, a1.
requester_draw:
  tst.w drawn
  bne @no
  move.w #1, drawn
  movem.l d2-d7/a2-a4, -(sp)
  bsr wrap
  bsr measure
  bsr box_draw
  bsr question_draw
  moveq #0, d7
@button:
  cmp.w entry_count, d7
  bcc @done
  bsr one_button
  addq.w #1, d7
  bra @button
@done:
  movem.l (sp)+, d2-d7/a2-a4
@no:
  rts

; wrap: the question in rows, each ended by 0. clobbers d0 to d2, a0 to a2.
wrap:
  lea requester_text, a0
  lea rows, a1
  moveq #0, d2                          ; rows
@row:
  cmpi.w #most_rows, d2
  bcc @done
  tst.b (a0)
  beq @done
  move.l a0, (a1)+
  addq.w #1, d2
  suba.l a2, a2                         ; last space of the row
  moveq #0, d1
@letter:
  move.b (a0)+, d0
  beq @done
  cmpi.b #13, d0
  beq @end
  cmpi.b #' ', d0
  bne @next
  lea -1(a0), a2
@next:
  addq.w #1, d1
  cmpi.w #row_letters, d1
  bls @letter
  cmpa.w #0, a2
  beq @letter                           ; one long word
  lea 1(a2), a0
@end:
  clr.b -1(a0)
  bra @row
@done:
  move.w d2, row_count
  rts

; measure: where box and buttons are. clobbers d0 to d4, a0, a1.
measure:
  move.w entry_count, d3
  bne @some
  moveq #1, d3
@some:
  moveq #button_w, d2
  cmpi.w #3, d3
  bls @wide
  moveq #narrow_w, d2
  moveq #0, d4
@label:
  move.w d4, d0
  jsr entry_at
  lea entry_label(a0), a0
  jsr letters
  lsl.w #3, d0
  addi.w #label_edge, d0
  cmp.w d2, d0
  bls @short
  move.w d0, d2
@short:
  addq.w #1, d4
  cmp.w d3, d4
  bcs @label
@wide:
  move.w d2, button_wide
  addq.w #button_gap, d2
  mulu d3, d2
  addi.w #2 * edge_x - button_gap, d2
  lea rows, a1
  move.w row_count, d3
@row:
  subq.w #1, d3
  bmi @rows
  movea.l (a1)+, a0
  jsr letters
  lsl.w #3, d0
  addi.w #2 * edge_x, d0
  cmp.w d2, d0
  bls @row
  move.w d0, d2
  bra @row
@rows:
  cmpi.w #least_wide, d2
  bcc @least
  move.w #least_wide, d2
@least:
  move.w d2, box_w
  move.w row_count, d0
  mulu #row_pitch, d0
  addi.w #above + between, d0
  move.w d0, d1
  addi.w #button_h + below, d1
  move.w d1, box_h
  lsr.w #1, d1
  move.w #160, d3
  move.w screen_middle_y, box_y
  cmpi.b #page_map, page_below
  bne @centre
  move.w #map_middle, d3
  move.w map_middle_y, box_y
@centre:
  sub.w d1, box_y
  lsr.w #1, d2
  sub.w d2, d3
  move.w d3, box_x
  move.w pointer_y, d1
  sub.w box_y, d1
  addi.w #pointer_tall, d1
  addi.w #pointer_tall, d0
  cmp.w d0, d1
  bcc @clear
  addq.w #4, d1
  add.w d1, box_y
@clear:
  subi.w #pointer_tall, d0
  add.w box_y, d0
  move.w d0, button_y
  move.w entry_count, d1
  subq.w #1, d1
  ble @one
  move.w box_w, d0
  sub.w button_wide, d0
  subi.w #2 * edge_x, d0
  ext.l d0
  divu d1, d0
  move.w d0, button_pitch
@one:
  rts

; box_draw: shadow, black edge, bright and dark lines. clobbers d0 to d6, a0, a1.
box_draw:
  bsr place
  addq.w #4, d0
  addq.w #4, d1
  bsr @black
  bsr place
  bsr @black
  bsr place
  addq.w #1, d0
  addq.w #1, d1
  subq.w #2, d2
  subq.w #2, d3
  moveq #5, d4
  moveq #1, d5
  moveq #6, d6
  jmp bevel_draw
@black:
  moveq #0, d4
  lea screen, a1
  jmp rectangle_fill

place:
  move.w box_x, d0
  move.w box_y, d1
  move.w box_w, d2
  move.w box_h, d3
  rts

; question_draw: each row in the middle. clobbers d0 to d3, d6, a0 to a3.
question_draw:
  moveq #0, d6
@row:
  cmp.w row_count, d6
  bcc @done
  move.w d6, d0
  lsl.w #2, d0
  lea rows, a0
  movea.l 0(a0,d0.w), a3
  movea.l a3, a0
  jsr letters
  lsl.w #3, d0
  move.w box_w, d1
  sub.w d0, d1
  asr.w #1, d1
  add.w box_x, d1
  move.w d1, d0
  move.w d6, d1
  mulu #row_pitch, d1
  addi.w #above, d1
  add.w box_y, d1
  moveq #1, d3
  lea text_font8, a2
  jsr shadow_text
  addq.w #1, d6
  bra @row
@done:
  rts

; button_x: d5 = x of button d7. clobbers d0.
button_x:
  move.w button_pitch, d5
  mulu d7, d5
  addi.w #edge_x, d5
  cmpi.w #1, entry_count
  bne @many
  move.w box_w, d5                      ; a single one is in the middle
  sub.w button_wide, d5
  lsr.w #1, d5
@many:
  add.w box_x, d5
  rts

; one_button: button d7. clobbers d0 to d6, a0 to a3.
one_button:
  bsr button_x
  move.w d7, d0
  jsr entry_at
  lea entry_label(a0), a3
  move.w d5, d0
  move.w button_y, d1
  move.w button_wide, d2
  moveq #button_h, d3
  moveq #25, d4
  move.w d7, d5
  addq.w #1, d5
  cmp.w entry_count, d5
  bne @green
  tst.w d7
  beq @green
  moveq #30, d4
@green:
  moveq #0, d5
  lea text_font8, a2
  move.w d7, -(sp)
  move.b entry_key(a0), d7
  jsr button_draw
  move.w (sp)+, d7
  rts

; button_under: the button under the pointer, which goes in for a moment.
; in: nothing.  out: d0 = its key; 0, z set: there is none.  clobbers: d1, a0, a1.
button_under:
  movem.l d2-d5/d7, -(sp)
  move.w pointer_y, d0
  sub.w button_y, d0
  cmpi.w #button_h, d0
  bcc @none
  moveq #0, d7
@button:
  cmp.w entry_count, d7
  bcc @none
  bsr button_x
  move.w pointer_x, d0
  sub.w d5, d0
  cmp.w button_wide, d0
  bcs @found
  addq.w #1, d7
  bra @button
@found:
  move.w d5, d0
  move.w button_y, d1
  move.w button_wide, d2
  moveq #button_h, d3
  jsr button_press
  move.w d7, d0
  jsr entry_at
  moveq #0, d0
  move.b entry_key(a0), d0
  bra @done
@none:
  moveq #0, d0
@done:
  movem.l (sp)+, d2-d5/d7
  tst.w d0
  rts
