; numbers: a counter of 26 x 22 pixels with a shadow: a strength bar at the left, a field with the symbol, below it combat and
; movement number. A unit in an engagement stands in a border of its colour, 32 x 28.

.include "defs.inc"
.import object_draw, box_draw, number_draw, text_draw, text_font6, border_colours
.import view_side, view_symbol, view_nation, view_strength, view_original, view_combat, view_moves
.import view_engaged, view_fires, view_target
.import unit_pictures, moves_colours, last_look
.export counter_draw, counter_bare, counter_compose, look

unknown    = 255                        ; combat number that is shown as a question mark
last_colour = 13                        ; of border_colours

; Of a counter, from its upper left corner.
bar_x       = 1
bar_top     = 1
bar_rows    = 20
combat_x    = 5
number_y    = 13
moves_x    = 15
border_in   = 3
border_wide = 32
border_high = 28
mark_x      = 20
mark_size   = 6

; unit_pictures: sixteen classes (view_symbol) of each look: the two sides, then other nations (view_nation).
classes    = 16

.segment "SHELL"

; look: how the army of a unit looks.
; in: d5.w = unit.  out: d4.w = its look.  clobbers: a0.
look:
  lea view_nation, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  beq @side
  addq.w #1, d4
  bra @known
@side:
  lea view_side, a0
  move.b 0(a0,d5.w), d4
@known:
  cmpi.w #last_look, d4
  bls @done
  move.w #last_look, d4
@done:
  rts

; counter_draw, counter_bare: a unit with its border, if it has one.
; in: d5.w = unit; d0, d1 = where the border begins; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0.
counter_draw:
counter_bare:
  movem.l d4/d6-d7/a2, -(sp)
  move.w d0, d6
  move.w d1, d7
  lea view_engaged, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  beq @plain
  bsr border_draw
@plain:
  addq.w #border_in, d6
  addq.w #border_in, d7
  bsr look
  lsl.w #4, d4
  lea view_symbol, a0
  move.b 0(a0,d5.w), d0
  andi.w #classes - 1, d0
  or.w d0, d4
  lsl.w #2, d4
  lea unit_pictures, a0
  movea.l 0(a0,d4.w), a0
  move.w d6, d0
  move.w d7, d1
  jsr object_draw
  bsr bar_draw
  bsr numbers_draw
  bsr marks_draw
  movem.l (sp)+, d4/d6-d7/a2
  rts

; border_draw: border of engagement d4 at d6, d7: black around the colour.
border_draw:
  movem.l d2-d5, -(sp)
  lea border_colours, a0
  move.b 0(a0,d4.w), d5
  ext.w d5
  move.w d6, d0
  move.w d7, d1
  moveq #0, d4
  move.l #border_wide << 16 | border_high, d3
  jsr box_draw
  move.w d6, d0
  addq.w #1, d0
  move.w d7, d1
  addq.w #1, d1
  move.w d5, d4
  move.l #(border_wide - 2) << 16 | (border_high - 2), d3
  jsr box_draw
  movem.l (sp)+, d2-d5
  rts

; bar_draw: strength of unit d5 of its full strength, from the bottom, on the counter at d6, d7.
bar_draw:
  movem.l d3-d4, -(sp)
  lea view_original, a0
  moveq #0, d1
  move.b 0(a0,d5.w), d1
  beq @done
  lea view_strength, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  move.w d0, d3
  mulu #bar_rows, d0
  add.w d1, d0
  subq.w #1, d0
  divu d1, d0                           ; rows, rounded up: what lives shows
  cmpi.w #bar_rows, d0
  bls @colour
  moveq #bar_rows, d0
@colour:
  moveq #25, d4                         ; over 66 % green, over 33 % yellow, else red
  mulu #3, d3
  add.w d1, d1
  cmp.w d1, d3
  bhi @rows
  moveq #18, d4
  lsr.w #1, d1
  cmp.w d1, d3
  bhi @rows
  moveq #17, d4
@rows:
  move.l #2 << 16, d3
  move.w d0, d3
  beq @done
  move.w d7, d1
  addi.w #bar_top + bar_rows, d1
  sub.w d0, d1
  move.w d6, d0
  addq.w #bar_x, d0
  jsr box_draw
@done:
  movem.l (sp)+, d3-d4
  rts

question: .asciiz "?"
.even

; numbers_draw: combat and movement number of unit d5.
numbers_draw:
  movem.l d3-d4/a2-a3, -(sp)
  lea view_combat, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  moveq #combat_x, d0
  cmpi.w #10, d4
  bcs @one
  subq.w #1, d0
@one:
  add.w d6, d0
  move.w d7, d1
  addi.w #number_y, d1
  moveq #1, d3
  cmpi.w #unknown, d4
  beq @question
  jsr number_draw
  bra @moves
@question:
  move.l a2, -(sp)
  lea question(pc), a3
  lea text_font6, a2
  jsr text_draw
  movea.l (sp)+, a2
@moves:
  bsr look
  lea moves_colours, a2
  add.w d4, d4
  adda.w d4, a2
  lea view_moves, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  move.w d4, -(sp)
  moveq #moves_x - 1, d0
  move.l #6 << 16 | 9, d3
  cmpi.w #10, d4
  bcs @narrow
  moveq #moves_x - 5, d0
  move.l #10 << 16 | 9, d3
@narrow:
  add.w d6, d0
  move.w d7, d1
  addi.w #number_y - 1, d1
  moveq #0, d4
  move.b (a2), d4
  move.w d0, -(sp)
  jsr box_draw
  move.w (sp)+, d0
  move.w (sp)+, d4
  addq.w #1, d0
  move.w d7, d1
  addi.w #number_y, d1
  moveq #0, d3
  move.b 1(a2), d3
  jsr number_draw
  movem.l (sp)+, d3-d4/a2-a3
  rts

; marks_draw: squares of a unit that fires, and of one that is fired at, in the colour of its engagement.
marks_draw:
  movem.l d3-d4, -(sp)
  lea view_fires, a0
  moveq #0, d1
  bsr mark_draw
  lea view_target, a0
  moveq #mark_size, d1
  bsr mark_draw
  movem.l (sp)+, d3-d4
  rts

; mark_draw: a0 = role that has its colour, d1 = rows below the counter's top.
mark_draw:
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  beq @none
  cmpi.w #last_colour, d4
  bls @known
  moveq #last_colour, d4
@known:
  add.w d7, d1
  movem.w d1/d4, -(sp)
  move.w d6, d0
  addi.w #mark_x, d0
  moveq #0, d4
  move.l #mark_size << 16 | mark_size, d3
  jsr box_draw
  movem.w (sp)+, d1/d4
  lea border_colours, a0
  move.b 0(a0,d4.w), d4
  addq.w #1, d1
  move.w d6, d0
  addi.w #mark_x + 1, d0
  move.l #(mark_size - 2) << 16 | (mark_size - 2), d3
  jmp box_draw
@none:
  rts

; counter_compose: a counter without its numbers.
; in: d0, d1 = its corner; d3 = side, d4 = class; a1, d2 = bitmap.  out: nothing; d0 and d1 are kept.  clobbers: d3, d4, a0.
counter_compose:
  movem.w d0-d1, -(sp)
  andi.w #1, d3
  lsl.w #4, d3
  andi.w #classes - 1, d4
  or.w d3, d4
  lsl.w #2, d4
  lea unit_pictures, a0
  movea.l 0(a0,d4.w), a0
  jsr object_draw
  movem.w (sp)+, d0-d1
  rts
