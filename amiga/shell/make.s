; make: a counter with names, made by the processor in a room of its own: row by row five longs, one a plane, so that nothing is cut or
; shifted. Ground, sign and bars are written once; words are put together in five longs, which lie over their rows then.

.include "defs.inc"
.include "geometry.inc"
.import view_symbol, view_strength, view_original, view_moves, view_full_moves, view_engaged, view_fires
.import view_target, view_size, view_mobility, look, ground_look, units_here, works_here, border_colours
.import counter_grounds, counter_signs, counter_inks, sign_vehicles, size_marks, size_count, mobility_letters, mobility_count
.import words_find, word_rows, letter_rows
.export counter_make

last_colour = 13                        ; of border_colours
classes     = 16

; Of a counter, from its upper left corner.
row         = 4 * depth                 ; bytes of a row
bar_top     = 1
bar_rows    = 26
bars_end    = bar_top + bar_rows
sign_y      = 7                         ; rows between the words, the first of them those of the sign
sign_rows   = 10
field_y     = sign_y + sign_rows
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

white       = 1
orange      = 23
number_room = 4
number_bytes = 4 * 5
kept_numbers = 16

.segment "SHELLBSS"
.align 2
number:     .res number_room
.align 2
; Rows of numbers, 0: not made yet; every digit has pixels in its first one. Those that are not kept take the place of the first.
numbers:    .res number_bytes * kept_numbers
lit:        .res row                    ; of bars, by plane: what is other than without any in the row that is made
left_from:  .res 2                      ; the first row with a bar at the left, at the right; bars_end: none
right_from: .res 2
right_lit:  .res 4                      ; the colour's lit_bars

.segment "SHELL"

; What is other where a bar is lit than where it is not (colour 6), by plane. That at the left has colours 21 and 22: light falls on it
; from there. Those at the right are red, yellow and green: 17, 18, 25.
moves_bars: .dword $40000000, $40000000, 0, 0, $60000000
red_bars:   .dword 6, 6, 6, 0, 6
yellow_bars: .dword 0, 0, 6, 0, 6
green_bars: .dword 6, 6, 6, 6, 6

; counter_make: a unit's counter.
; in: d5.w = unit; units_here, works_here; a1 = room, made_bytes.  out: nothing.  clobbers: d0, d1, a0.
counter_make:
  movem.l d2-d7/a1-a5, -(sp)
  movea.l a1, a5
  jsr ground_look
  lsl.w #2, d4
  lea counter_grounds, a0
  movea.l 0(a0,d4.w), a0
  movea.l object_image(a0), a2
  lea counter_inks, a4
  adda.w d4, a4
  jsr look
  lea view_symbol, a0
  moveq #classes - 1, d0
  and.b 0(a0,d5.w), d0
  lsl.w #4, d4
  or.w d0, d4
  lsl.w #2, d4
  lea counter_signs, a0
  movea.l 0(a0,d4.w), a0
  movea.l object_image(a0), a3
  move.l a4, -(sp)
  move.w d5, -(sp)
  bsr bars_find
  bsr rows_make
  move.w (sp)+, d5
  movea.l (sp)+, a2
  move.w d5, -(sp)
  bsr words_make
  move.w (sp), d5
  bsr low_make
  move.w (sp)+, d5
  bsr marks_make
  move.w works_here, d0
  beq @units
  moveq #works_y, d1
  moveq #orange, d2
  bsr tab_make
@units:
  move.w units_here, d0
  cmpi.w #2, d0
  bcs @done
  moveq #units_y, d1
  moveq #white, d2
  bsr tab_make
@done:
  movem.l (sp)+, d2-d7/a1-a5
  rts

; bars_find: where the bars of unit d5 begin, and the colour of that at the right: over 66 % green, over 33 % yellow, else red.
; clobbers d0, d1, d3, a0.
bars_find:
  lea view_moves, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  moveq #0, d1
  move.b view_full_moves, d1
  bsr rows_of
  move.w d0, left_from
  lea view_strength, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  lea view_original, a0
  moveq #0, d1
  move.b 0(a0,d5.w), d1
  lea red_bars(pc), a0
  move.w d0, d3
  add.w d3, d3
  add.w d0, d3
  cmp.w d1, d3
  bls @colour
  lea yellow_bars(pc), a0
  sub.w d1, d3
  cmp.w d1, d3
  bls @colour
  lea green_bars(pc), a0
@colour:
  move.l a0, right_lit
  bsr rows_of
  move.w d0, right_from
  rts

; rows_of: value d0 of d1. out: d0 = first row of a bar, rounded up: what is left shows. clobbers d1.
rows_of:
  tst.w d1
  beq @none
  cmp.w d1, d0
  bcc @full
  mulu #bar_rows, d0
  add.w d1, d0
  subq.w #1, d0
  divu d1, d0
  neg.w d0
  addi.w #bars_end, d0
  rts
@full:
  moveq #bar_top, d0
  rts
@none:
  moveq #bars_end, d0
  rts

; rows_make: ground a2 and sign a3 with the bars, at a5. clobbers d0 to d7, a0, a1, a3, a4.
rows_make:
  movea.l a5, a1
  lea lit, a4
  moveq #0, d0
  moveq #0, d1
  moveq #0, d2
  moveq #0, d3
  moveq #0, d4
  movem.l d0-d4, (a1)                   ; the uppermost row is black, the lowermost, too
  movem.l d0-d4, bars_end * row(a1)
  movem.l d0-d4, (a4)
  lea row(a1), a1
  moveq #bar_top, d7                    ; the row
; So many rows are alike, or of the sign, with the same bars.
@run:
  cmp.w left_from, d7
  bne @right
  lea moves_bars(pc), a0
  bsr light
@right:
  cmp.w right_from, d7
  bne @lit
  movea.l right_lit, a0
  bsr light
@lit:
  moveq #bars_end, d5                   ; where it ends
  lea field_y * row(a2), a0
  cmpi.w #foot_y, d7
  bcs @field
  lea foot_y * row(a2), a0
  bra @bars
@field:
  moveq #foot_y, d5
  cmpi.w #field_y, d7
  bcc @bars
  moveq #field_y, d5
  cmpi.w #sign_y, d7
  bcc @bars
  moveq #sign_y, d5
  lea head_y * row(a2), a0
@bars:
  cmp.w left_from, d7
  bcc @right_end
  cmp.w left_from, d5
  bls @right_end
  move.w left_from, d5
@right_end:
  cmp.w right_from, d7
  bcc @end
  cmp.w right_from, d5
  bls @end
  move.w right_from, d5
@end:
  move.w d5, d6
  exg d5, d7                            ; the next row
  sub.w d5, d6
  subq.w #1, d6
  cmpi.w #sign_y, d5
  bcs @alike
  cmpi.w #field_y, d5
  bcs @sign
@alike:
  movem.l (a4), d0-d4
  move.l (a0)+, d5
  eor.l d5, d0
  move.l (a0)+, d5
  eor.l d5, d1
  move.l (a0)+, d5
  eor.l d5, d2
  move.l (a0)+, d5
  eor.l d5, d3
  move.l (a0)+, d5
  eor.l d5, d4
@row:
  movem.l d0-d4, (a1)
  lea row(a1), a1
  dbra d6, @row
  bra @next
@sign:
  movem.l (a4), d0-d4
@sign_row:
  move.l (a3)+, d5
  eor.l d0, d5
  move.l d5, (a1)+
  move.l (a3)+, d5
  eor.l d1, d5
  move.l d5, (a1)+
  move.l (a3)+, d5
  eor.l d2, d5
  move.l d5, (a1)+
  move.l (a3)+, d5
  eor.l d3, d5
  move.l d5, (a1)+
  move.l (a3)+, d5
  eor.l d4, d5
  move.l d5, (a1)+
  dbra d6, @sign_row
@next:
  cmpi.w #bars_end, d7
  bne @run
  rts

; light: the bar at a0 is lit from here on. clobbers d0 to d4, a0.
light:
  movem.l (a0), d0-d4
  eor.l d0, (a4)
  eor.l d1, 4(a4)
  eor.l d2, 8(a4)
  eor.l d3, 12(a4)
  eor.l d4, 16(a4)
  rts

; words_make: the first word of unit d5's name at the head, in the ink of its ground, the second at the foot. a2 = counter_inks of its
; ground. out: a2 = colour of the field. clobbers d0 to d4, d6, d7, a0, a1, a3.
words_make:
  jsr words_find
  movea.l a0, a3
  lea head_y * row(a5), a1
  moveq #0, d7
  move.b (a2)+, d7
  bsr word
  moveq #white, d7
  lea foot_y * row(a5), a1
; falls through to word

; word: the five longs at a3 on the rows at a1, a band, in colour d7; a2 = where it is cleared. out: a2, a3 behind them.
; clobbers d0 to d4, d6, d7, a0.
word:
  movem.l (a3)+, d0-d4
  bsr set
  moveq #0, d6
  move.b (a2)+, d6
; falls through to clear

; clear: the pixels of longs d0 to d4 on five rows at a1 are 0 in the planes for which d6 has ones. clobbers d0 to d4, d6, a0.
clear:
  not.l d0
  not.l d1
  not.l d2
  not.l d3
  not.l d4
  movea.l a1, a0
@plane:
  lsr.w #1, d6
  bcc @next
  and.l d0, (a0)
  and.l d1, row(a0)
  and.l d2, 2 * row(a0)
  and.l d3, 3 * row(a0)
  and.l d4, 4 * row(a0)
@next:
  addq.l #4, a0
  tst.w d6
  bne @plane
  rts

; set: the pixels of longs d0 to d4 on five rows at a1 have colour d7, as far as it has ones. clobbers d7, a0.
set:
  movea.l a1, a0
@plane:
  lsr.w #1, d7
  bcc @next
  or.l d0, (a0)
  or.l d1, row(a0)
  or.l d2, 2 * row(a0)
  or.l d3, 3 * row(a0)
  or.l d4, 4 * row(a0)
@next:
  addq.l #4, a0
  tst.w d7
  bne @plane
  rts

; low_make: below the sign of unit d5 the mark of its size, which a vehicle has not, and the first letter of how it moves, both black.
; a2 = colour of the field. clobbers d0 to d4, d6, d7, a0, a1.
low_make:
  moveq #0, d0
  moveq #0, d1
  moveq #0, d2
  moveq #0, d3
  moveq #0, d4
  lea view_mobility, a0
  moveq #0, d6
  move.b 0(a0,d5.w), d6
  cmpi.w #mobility_count, d6
  bcc @size
  lea mobility_letters, a0
  move.b 0(a0,d6.w), d6
  moveq #mobility_x, d7
  jsr letter_rows
@size:
  lea view_symbol, a0
  moveq #classes - 1, d6
  and.b 0(a0,d5.w), d6
  lea sign_vehicles, a0
  tst.b 0(a0,d6.w)
  bne @lay
  lea view_size, a0
  moveq #0, d6
  move.b 0(a0,d5.w), d6
  cmpi.w #size_count, d6
  bcc @lay
  lsl.w #3, d6
  lea size_marks + 1, a0
  adda.w d6, a0
  moveq #24 - size_x, d7
.assert size_y = mobility_y + 2 && size_rows = 3, error, "sizes end where mobilities do"
  moveq #0, d6
  move.b (a0)+, d6
  lsl.l d7, d6
  or.l d6, d2
  moveq #0, d6
  move.b (a0)+, d6
  lsl.l d7, d6
  or.l d6, d3
  moveq #0, d6
  move.b (a0)+, d6
  lsl.l d7, d6
  or.l d6, d4
@lay:
  lea mobility_y * row(a5), a1
.assert mobility_y = field_y - 1, error, "the first row of a mobility lies on the sign, the others on the field"
  not.l d0
  movea.l a1, a0
  .repeat depth
  and.l d0, (a0)+
  .endrepeat
  moveq #0, d0                          ; nothing more of it
  moveq #0, d6
  move.b (a2), d6
  bra clear

; marks_make: of unit d5 the border in the colour of its engagement, and squares of a unit that fires or is fired at.
; clobbers d0 to d4, d6, d7, a0, a1.
marks_make:
  lea view_engaged, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  beq @fires
  lea border_colours, a0
  move.b 0(a0,d0.w), d2
  moveq #-1, d0
  moveq #0, d1
  moveq #1, d3
  bsr box
  moveq #-1, d0
  moveq #made_high - 1, d1
  moveq #1, d3
  bsr box
  move.l #$80000001, d0
  moveq #0, d1
  moveq #made_high, d3
  bsr box
@fires:
  lea view_fires, a0
  moveq #fires_y, d1
  bsr @mark
  lea view_target, a0
  moveq #target_y, d1
@mark:
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  beq nothing
  cmpi.w #last_colour, d0
  bls @known
  moveq #last_colour, d0
@known:
  movem.w d0-d1, -(sp)
  move.l #$F0000000 >> mark_x, d0
  moveq #0, d2
  moveq #mark_size, d3
  bsr box
  movem.w (sp)+, d0-d1
  lea border_colours, a0
  move.b 0(a0,d0.w), d2
  move.l #$60000000 >> mark_x, d0
  addq.w #1, d1
  moveq #mark_size - 2, d3
; falls through to box

; box: of d3 rows from row d1 on the pixels of mask d0 have colour d2. clobbers d1, d3, d4, d6, d7, a0, a1.
box:
  move.w d2, -(sp)
  mulu #row, d1
  lea 0(a5,d1.w), a1
  move.l d0, d4
  not.l d4
  subq.w #1, d3
  moveq #depth - 1, d7
@plane:
  movea.l a1, a0
  move.w d3, d6
  lsr.w #1, d2
  bcc @clear
@set:
  or.l d0, (a0)
  lea row(a0), a0
  dbra d6, @set
  bra @next
@clear:
  and.l d4, (a0)
  lea row(a0), a0
  dbra d6, @clear
@next:
  addq.l #4, a1
  dbra d7, @plane
  move.w (sp)+, d2
nothing:
  rts

; tab_make: number d0 of up to two digits on a black tab: d1 = its row, d2 = colour. clobbers d0 to d7, a0, a1, a3.
tab_make:
  mulu #row, d1
  lea 0(a5,d1.w), a1
  move.w #~($FE00 >> tab_x) & $FFFF, d1
  movea.l a1, a0
  moveq #tab_size - 1, d3
@row:
  and.w d1, (a0)
  and.w d1, 4(a0)
  and.w d1, 8(a0)
  and.w d1, 12(a0)
  and.w d1, 16(a0)
  lea row(a0), a0
  dbra d3, @row
  lea row(a1), a1
  move.w d2, -(sp)
  lea numbers, a3
  cmpi.w #kept_numbers, d0
  bcc @made                             ; seldom
  move.w d0, d1
  mulu #number_bytes, d1
  adda.w d1, a3
  tst.l (a3)
  bne @known
@made:
  bsr number_make
@known:
  movem.l (a3), d0-d4
  move.w (sp)+, d7
  bra set

; number_make: the rows of number d0 at a3. clobbers d0 to d7, a0.
number_make:
  move.l a3, -(sp)
  lea number, a3
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
  lea number, a3
  moveq #number_x, d0
  moveq #number_wide, d1
  jsr word_rows
  movea.l (sp)+, a3
  movem.l d0-d4, (a3)
  rts
