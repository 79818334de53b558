; lettered: a counter of 32 x 28 pixels that says who a unit is: its division at the head, its own name at the foot, between them the
; sign of its class, size and mobility; bars of movement and of strength at its sides; on the map the number of units that lie in its
; hex, and above it the strength of the works there. Of a stack the one on top is seen, and the edge of another below it.

.include "defs.inc"
.include "geometry.inc"
.import object_draw, box_draw, glyph_draw, text_unpack, letters_draw, letter_draw, border_colours
.import stack, stack_units
.import view_side, view_symbol, view_nation, view_strength, view_original, view_moves, view_full_moves, view_engaged, view_fires
.import view_target, view_size, view_mobility, view_unit_name, view_works_at, view_works_strength, view_works_at_count
.import counter_grounds, counter_signs, counter_edges, counter_inks, sign_vehicles, size_marks, size_count
.import mobility_letters, mobility_count, last_look
.if KEYED = 0
.import cache_draw
.export units_here, works_here
.endif
.export counter_draw, counter_bare, counter_compose, look, stack_draw, works_find

last_colour = 13                        ; of border_colours
classes     = 16

; Of a counter, from its upper left corner.
wide        = 32
high        = 28
bar_top     = 1
bar_rows    = 26
bar_wide    = 2
moves_x     = 1
strength_x  = 29
words_x     = 3
words_wide  = 26
head_y      = 1
foot_y      = 21
size_x      = 13
size_y      = 18
size_rows   = 3                         ; of the five of a mark, those in the middle
mobility_x  = 27                        ; its right
mobility_y  = 16
mark_x      = 24
mark_size   = 4
fires_y     = 7
target_y    = 11
tab_x       = 4
tab_size    = 7
works_y     = 7
units_y     = 14
number_x    = 5
number_wide = 6
; Of a stack, from the corner of its hex.
stack_x     = 6
stack_y     = 2

white       = 1
orange      = 23
name_room   = 24

.segment "SHELLBSS"
.align 2
units_here: .res 2                      ; units in the hex of the counter that is drawn, 0: not on the map
works_here: .res 2                      ; strength of the works there
name:       .res name_room

.segment "SHELL"

; look: how the army of a unit looks: as its side does.
; in: d5.w = unit.  out: d4.w = its look.  clobbers: a0.
look:
  lea view_side, a0
  moveq #1, d4
  and.b 0(a0,d5.w), d4
  rts

; ground_look: d5 = unit. out: d4.w = the look of its ground: of its nation, if it has one. clobbers a0.
ground_look:
  lea view_nation, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  beq look
  addq.w #1, d4
  cmpi.w #last_look, d4
  bls @known
  move.w #last_look, d4
@known:
  rts

; stack_draw: the counter on top of a hex, with all that is told of the hex.
; in: stack, stack_units; d5.w = hex; d0, d1 = its corner; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, d5, a0.
stack_draw:
  move.w d0, -(sp)
  bsr works_find
  move.w d0, works_here
  move.w (sp)+, d0
  moveq #0, d5
  move.b stack, d5
  addq.w #stack_x, d0
  addq.w #stack_y, d1
  move.w stack_units, units_here
.if KEYED
  bsr counter_draw
.else
  cmpi.w #2, units_here
  bcs @counter
  movem.l d3-d4/d6-d7/a2, -(sp)
  move.w d0, d6
  move.w d1, d7
  bsr ground_look
  movea.w d4, a2
  bsr edge_draw
  move.w d6, d0
  move.w d7, d1
  movem.l (sp)+, d3-d4/d6-d7/a2
@counter:
  jsr cache_draw
.endif
  clr.w units_here
  clr.w works_here
  rts

; works_find: how strong the works of a hex are.
; in: d5.w = hex.  out: d0.w = their strength, 0: there are none.  clobbers: a0.
works_find:
  movem.l d1-d2, -(sp)
  move.w #view_works_at_count, d1
@works:
  subq.w #1, d1
  bmi @none
  lea view_works_at, a0
  list_word d1, d2
  cmp.w d2, d5
  bne @works
  lea view_works_strength, a0
  moveq #0, d0
  move.b 0(a0,d1.w), d0
  bra @done
@none:
  moveq #0, d0
@done:
  movem.l (sp)+, d1-d2
  rts

; counter_draw, counter_bare: a unit.
; in: d5.w = unit; d0, d1 = its corner; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0.
counter_draw:
counter_bare:
  movem.l d3-d4/d6-d7/a2-a3, -(sp)
  move.w d0, d6
  move.w d1, d7
  bsr ground_look
  movea.w d4, a2                        ; its ground
  cmpi.w #2, units_here
  bcs @ground
  bsr edge_draw
@ground:
  move.w a2, d4
  lsl.w #2, d4
  lea counter_grounds, a0
  movea.l 0(a0,d4.w), a0
  move.w d6, d0
  move.w d7, d1
  jsr object_draw
  bsr look
  lea view_symbol, a0
  move.b 0(a0,d5.w), d3
  bsr sign_draw
  bsr border_draw
  bsr bars_draw
  bsr words_draw
  bsr size_draw
  bsr mobility_draw
  lea view_fires, a0
  moveq #fires_y, d1
  bsr mark_draw
  lea view_target, a0
  moveq #target_y, d1
  bsr mark_draw
  move.w works_here, d0
  beq @units
  moveq #works_y, d1
  moveq #orange, d3
  bsr tab_draw
@units:
  move.w units_here, d0
  cmpi.w #2, d0
  bcs @done
  moveq #units_y, d1
  moveq #white, d3
  bsr tab_draw
@done:
  movem.l (sp)+, d3-d4/d6-d7/a2-a3
  rts

; box: d0, d1 = place on the counter, d3 = width << 16 | rows, d4 = colour. clobbers d0, d1, d3, a0.
box:
  add.w d6, d0
  add.w d7, d1
  jmp box_draw

; edge_draw: of the counter below what is seen of it, in the colour of ground a2. clobbers d0, d1, a0.
edge_draw:
  move.w a2, d0
  lsl.w #3, d0
  lea counter_edges, a0
  adda.w d0, a0
  move.l 4(a0), -(sp)
  movea.l (a0), a0
  bsr @part
  movea.l (sp)+, a0
@part:
  move.w d6, d0
  move.w d7, d1
  jmp object_draw

; sign_draw: sign of class d3.b of side d4. clobbers d0, d1, d3, d4, a0.
sign_draw:
  andi.w #classes - 1, d3
  lsl.w #4, d4
  or.w d3, d4
  lsl.w #2, d4
  lea counter_signs, a0
  movea.l 0(a0,d4.w), a0
  move.w d6, d0
  move.w d7, d1
  jmp object_draw

; border_draw: the outermost pixels have the colour of the unit's engagement, if it is in one. clobbers d0, d1, d3, d4, a0.
border_draw:
  lea view_engaged, a0
  moveq #0, d3
  move.b 0(a0,d5.w), d3
  beq @none
  lea border_colours, a0
  move.b 0(a0,d3.w), d4
  ext.w d4
  moveq #0, d0
  moveq #0, d1
  move.l #wide << 16 | 1, d3
  bsr box
  moveq #0, d0
  moveq #high - 1, d1
  move.l #wide << 16 | 1, d3
  bsr box
  moveq #0, d0
  moveq #0, d1
  move.l #1 << 16 | high, d3
  bsr box
  moveq #wide - 1, d0
  moveq #0, d1
  move.l #1 << 16 | high, d3
  bra box
@none:
  rts

; bars_draw: what is left of movement and of strength, from below. clobbers d0, d1, d3, d4, a0.
bars_draw:
  lea view_moves, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  moveq #0, d1
  move.b view_full_moves, d1
  bsr rows_of
  beq @strength
  moveq #22, d4
  move.w d0, -(sp)
  moveq #moves_x, d1
  bsr bar_draw
  move.w (sp)+, d0
  moveq #21, d4                         ; light falls on it from the left
  moveq #1, d3
  moveq #moves_x, d1
  bsr bar_part
@strength:
  lea view_strength, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  lea view_original, a0
  moveq #0, d1
  move.b 0(a0,d5.w), d1
  move.w d0, d3
  mulu #3, d3
  moveq #17, d4                         ; over 66 % green, over 33 % yellow, else red
  cmp.w d1, d3
  bls @colour
  moveq #18, d4
  sub.w d1, d3
  cmp.w d1, d3
  bls @colour
  moveq #25, d4
@colour:
  bsr rows_of
  beq @done
  moveq #strength_x, d1
  bra bar_draw
@done:
  rts

; bar_draw: d0 = rows, d1 = column, d4 = colour. clobbers d0, d1, d3, a0.
bar_draw:
  moveq #bar_wide, d3
; falls through to bar_part

; bar_part: the same, d3 columns of it.
bar_part:
  swap d3
  move.w d0, d3
  exg d0, d1
  neg.w d1
  addi.w #bar_top + bar_rows, d1
  bra box

; rows_of: value d0 of d1. out: d0 = rows of a bar, rounded up: what is left shows; z set: none. clobbers d1.
rows_of:
  tst.w d1
  beq @none
  mulu #bar_rows, d0
  add.w d1, d0
  subq.w #1, d0
  divu d1, d0
  cmpi.w #bar_rows, d0
  bls @fits
  moveq #bar_rows, d0
@fits:
  tst.w d0
  rts
@none:
  moveq #0, d0
  rts

; words_draw: the first word of the unit's name at the head, the second at the foot. a2 = its ground. clobbers d0, d1, d3, d4, a0,
; a3.
words_draw:
  lea view_unit_name, a0
  list_word d5, d0
  move.l a1, -(sp)
  lea name, a1
  moveq #name_room, d1
  jsr text_unpack
  movea.l (sp)+, a1
  lea counter_inks, a0
  moveq #0, d3
  move.b 0(a0,a2.w), d3
  lea name, a3
  moveq #head_y, d1
  bsr @word
  moveq #white, d3
@space:
  move.b (a3)+, d0
  beq @none
  cmpi.b #' ', d0
  bne @space
  moveq #foot_y, d1
@word:
  moveq #words_x, d0
  moveq #words_wide, d4
  bra word_draw
@none:
  rts

; word_draw: letters_draw with its place on the counter.
word_draw:
  add.w d6, d0
  add.w d7, d1
  jmp letters_draw

; size_draw: the mark of the unit's size; a vehicle has none. clobbers d0, d1, d3, d4, a0.
size_draw:
  lea view_symbol, a0
  moveq #classes - 1, d0
  and.b 0(a0,d5.w), d0
  lea sign_vehicles, a0
  tst.b 0(a0,d0.w)
  bne @none
  lea view_size, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  cmpi.w #size_count, d4
  bcc @none
  lsl.w #3, d4
  lea size_marks + 1, a0
  adda.w d4, a0
  moveq #size_rows, d4
  moveq #0, d3
  moveq #size_x, d0
  add.w d6, d0
  moveq #size_y, d1
  add.w d7, d1
  blit_wait
  jmp glyph_draw
@none:
  rts

; mobility_draw: the first letter of how the unit moves. clobbers d0, d1, d3, d4, a0.
mobility_draw:
  lea view_mobility, a0
  moveq #0, d3
  move.b 0(a0,d5.w), d3
  cmpi.w #mobility_count, d3
  bcc @none
  lea mobility_letters, a0
  move.b 0(a0,d3.w), d4
  moveq #0, d3
  moveq #mobility_x, d0
  add.w d6, d0
  moveq #mobility_y, d1
  add.w d7, d1
  jmp letter_draw
@none:
  rts

; mark_draw: a square of a unit that fires or is fired at, in the colour of its engagement: a0 = role that has it, d1 = its row.
; clobbers d0, d1, d3, d4, a0.
mark_draw:
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  beq @none
  cmpi.w #last_colour, d4
  bls @known
  moveq #last_colour, d4
@known:
  movem.w d1/d4, -(sp)
  moveq #mark_x, d0
  moveq #0, d4
  move.l #mark_size << 16 | mark_size, d3
  bsr box
  movem.w (sp)+, d1/d4
  lea border_colours, a0
  move.b 0(a0,d4.w), d4
  moveq #mark_x + 1, d0
  addq.w #1, d1
  move.l #(mark_size - 2) << 16 | (mark_size - 2), d3
  bra box
@none:
  rts

; tab_draw: number d0 of up to two digits on a black tab: d1 = its row, d3 = colour. clobbers d0, d1, d3, d4, a0, a3.
tab_draw:
  movem.w d0-d1/d3, -(sp)
  moveq #tab_x, d0
  moveq #0, d4
  move.l #tab_size << 16 | tab_size, d3
  bsr box
  movem.w (sp)+, d0-d1/d3
  lea name, a3
  andi.l #$FFFF, d0
  divu #10, d0
  beq @one
  addi.b #'0', d0
  move.b d0, (a3)+
@one:
  swap d0
  addi.b #'0', d0
  move.b d0, (a3)+
  clr.b (a3)
  lea name, a3
  moveq #number_x, d0
  addq.w #1, d1
  moveq #number_wide, d4
  bra word_draw

; counter_compose: a counter without what is told of its unit.
; in: d0, d1 = its corner; d3 = side, d4 = class; a1, d2 = bitmap.  out: nothing; d0 and d1 are kept.  clobbers: d3, d4, a0.
counter_compose:
  movem.l d6-d7, -(sp)
  movem.w d0-d1, -(sp)
  move.w d0, d6
  move.w d1, d7
  exg d3, d4
  andi.w #1, d4
  move.w d4, d0
  lsl.w #2, d0
  lea counter_grounds, a0
  movea.l 0(a0,d0.w), a0
  move.w d6, d0
  jsr object_draw
  bsr sign_draw
  movem.w (sp)+, d0-d1
  movem.l (sp)+, d6-d7
  rts
