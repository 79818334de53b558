; changes: which hexes of the buffers look otherwise than they were drawn, so that a refresh of the whole map draws only
; these. Of each hex a sum is kept of what it was drawn from.

.include "defs.inc"
.include "geometry.inc"
.import hexes_do, range_all, range_left, range_right, range_top, range_bottom, buffer_column, buffer_top, stack_find, stack, stack_high, names_shown, name_state
.import view_terrain, view_road, view_river, view_blown, view_site, view_chosen
.import view_side, view_symbol, view_nation, view_strength, view_original, view_combat, view_moves, view_engaged, view_fires
.if RAILS
.import view_rail
.endif
.if HEIGHTS
.import view_high, view_slope
.endif
.if LETTERED
.import stack_units, works_find, view_full_moves, view_mobility, view_unit_name
.endif
.import view_target, view_size, view_mode, view_attack, view_owner, view_dump_at, view_dump_number, view_dump_side, view_dump_at_count, view_place_at, view_place_at_count
.export changes_find, changes_of_hex, changes_taken, changes_none, changed, changed_count, changed_ground, chosen_hex, unit_sum

; Hexes by the low four bits of column and row: the buffers reach over fewer than sixteen of each.
cells       = 256
ground_sum  = 4
sums_size   = 8

.segment "SHELLBSS"
.align 2
sums:          .res sums_size * cells  ; of each its units, and its ground
dumps_sum:     .res 4
chosen_hex:    .res 2                   ; the hex that is drawn black, no_hex none
changed:       .res 2 * most_changed    ; hexes, with ground_flag or name_flag
changed_count: .res 2                   ; above most_changed: too many
changed_ground: .res 2                  ; not 0: not units alone

.segment "SHELL"

; of_role: a role of a unit or a hex joins a sum. clobbers a0.
.macro of_role role, of, bits, value, sum
  lea role, a0
  move.b 0(a0,of.w), value
  rol.l #bits, sum
  add.l value, sum
.endmacro

.if LETTERED
sum_bytes = 16

; gathered: a role of unit d6 at a1. clobbers a0.
.macro gathered role
  lea role, a0
  move.b 0(a0,d6.w), (a1)+
.endmacro
.endif

; changes_none: everything is about to be drawn as it is; changes_taken of all hexes comes behind that.
; in: nothing.  out: chosen_hex.  clobbers: d0, d1, a0.
changes_none:
  move.l d2, -(sp)
  bsr chosen_now
  move.w d0, chosen_hex
  bsr dumps_sum_now
  move.l d1, dumps_sum
  move.l (sp)+, d2
  rts

; changes_taken: the hexes in range are drawn as they are.
; in: the range.  out: nothing.  clobbers: d0, d1, a0, a2.
changes_taken:
  move.l a5, -(sp)
  lea take(pc), a5
  jsr hexes_do
  movea.l (sp)+, a5
  rts

; changes_of_hex: that hex alone, as if it had changed, which is taken as it is, and names.
; in: d5.w = hex.  out: changed, changed_count; the range is that of range_all.  clobbers: d0, d1, a0.
changes_of_hex:
  movem.l d2-d7/a2-a3/a5, -(sp)
  clr.w changed_count
  jsr range_all
  move.w d5, d0
  hex_split d0, d1
  sub.w buffer_column, d0
  cmp.w range_left, d0
  blt looked
  cmp.w range_right, d0
  bge looked
  sub.w buffer_top, d1
  cmp.w range_top, d1
  blt looked
  cmp.w range_bottom, d1
  bge looked
  bsr take
  bsr ground_changed
  bra looked

; changes_find: the hexes of the buffers that have changed since; they count as drawn from now on.
; in: nothing.  out: changed, changed_count; chosen_hex; the range is that of range_all.  clobbers: d0, d1, a0.
changes_find:
  movem.l d2-d7/a2-a3/a5, -(sp)
  clr.w changed_count
  clr.w changed_ground
  jsr range_all
  lea look(pc), a5
  jsr hexes_do
  bsr chosen_now
  move.w chosen_hex, d5
  cmp.w d0, d5
  beq @dumps
  move.w d0, chosen_hex
  bsr ground_changed
  move.w chosen_hex, d5
  bsr ground_changed
@dumps:
  bsr dumps_sum_now
  cmp.l dumps_sum, d1
  beq looked
  move.l d1, dumps_sum
  move.w #most_changed + 1, changed_count ; seldom
  move.w #1, changed_ground
looked:
  bsr names_look
  movem.l (sp)+, d2-d7/a2-a3/a5
  rts

; chosen_now: d0 = the hex that the game shows black.
chosen_now:
  move.b view_chosen, d0
  lsl.w #8, d0
  move.b view_chosen + 1, d0
  rts

; take: for hexes_do: the sums of hex d5.
take:
  bsr sums_find
  move.l d0, (a2)
  move.l d1, ground_sum(a2)
  rts

; look: for hexes_do: is hex d5 as it was?
look:
  bsr sums_find
  cmp.l ground_sum(a2), d1
  beq @units
  move.l d1, ground_sum(a2)
  move.l d0, (a2)
  bra ground_changed
@units:
  cmp.l (a2), d0
  beq @same
  move.l d0, (a2)
  move.w d5, d0
  bra note
@same:
  rts

; ground_changed: notes hex d5 with its ground, if it is one. clobbers d0, d1, a0.
ground_changed:
  cmpi.w #no_hex, d5
  beq nothing
  move.w #1, changed_ground
  move.w d5, d0
  bset #ground_flag, d0
; falls through to note

; note: d0 joins those that have changed.
note:
  move.w changed_count, d1
  cmpi.w #most_changed, d1
  bhi nothing
  addq.w #1, changed_count
  cmpi.w #most_changed, d1
  beq nothing
  add.w d1, d1
  lea changed, a0
  move.w d0, 0(a0,d1.w)
nothing:
  rts

; sums_find: d5 = hex. out: d0, d1 = sums of its units and of its ground, a2 = where they are kept. clobbers a0.
sums_find:
  movem.l d2-d3/d6/a4, -(sp)
  moveq #0, d1
  moveq #0, d2
.if KEYED
  of_role view_owner, d5, 6, d2, d1
.endif
.if RAILS
  of_role view_rail, d5, 6, d2, d1
.endif
.if HEIGHTS
  of_role view_high, d5, 6, d2, d1
  of_role view_slope, d5, 6, d2, d1
.endif
  of_role view_terrain, d5, 6, d2, d1
  of_role view_road, d5, 6, d2, d1
  of_role view_river, d5, 6, d2, d1
  of_role view_blown, d5, 6, d2, d1
  of_role view_site, d5, 6, d2, d1
  move.l d1, -(sp)
  jsr stack_find
  moveq #0, d0
  move.w stack_high, d3
  move.w d3, d0
.if LETTERED
  beq @none
  jsr works_find
  ror.l #8, d0
  add.w stack_units, d0
@none:
.endif
  lea stack, a4
@unit:
  subq.w #1, d3
  bmi @place
  moveq #0, d6
  move.b (a4)+, d6
  bsr unit_sum
  bra @unit
@place:
  move.w d5, d4
  hex_split d4, d1
  andi.w #15, d4
  andi.w #15, d1
  lsl.w #4, d4
  or.w d1, d4
  lsl.w #3, d4
  lea sums, a2
  adda.w d4, a2
  move.l (sp)+, d1
  movem.l (sp)+, d2-d3/d6/a4
  rts

; unit_sum: adds the look of a unit to a sum.
; in: d6.w = unit, d0 = sum of others.  out: d0 = with its look.  clobbers: d1, a0.
unit_sum:
.if LETTERED
  move.l a1, -(sp)
  lea -sum_bytes(sp), sp
  movea.l sp, a1
  move.b view_full_moves, (a1)+         ; what the bar of movement is part of
  gathered view_side
  gathered view_symbol
  gathered view_nation
  gathered view_strength
  gathered view_original
  gathered view_moves
  gathered view_engaged
  gathered view_fires
  gathered view_target
  gathered view_size
  gathered view_mobility
  gathered view_unit_name
  gathered view_unit_name + 256
  clr.w (a1)                            ; up to sum_bytes
  .repeat sum_bytes / 4
  rol.l #7, d0
  add.l (sp)+, d0
  .endrepeat
  movea.l (sp)+, a1
.else
  moveq #0, d1
  of_role view_side, d6, 7, d1, d0
  of_role view_symbol, d6, 7, d1, d0
.if CLASSIC
  of_role view_size, d6, 7, d1, d0
  of_role view_mode, d6, 7, d1, d0
  of_role view_attack, d6, 7, d1, d0
.else
  of_role view_nation, d6, 7, d1, d0
  of_role view_strength, d6, 7, d1, d0
  of_role view_original, d6, 7, d1, d0
  of_role view_combat, d6, 7, d1, d0
  of_role view_moves, d6, 7, d1, d0
  of_role view_engaged, d6, 7, d1, d0
  of_role view_fires, d6, 7, d1, d0
  of_role view_target, d6, 7, d1, d0
.endif
.endif
  rts

; dumps_sum_now: d1 = sum of all dumps. clobbers d0, d2, a0.
dumps_sum_now:
  moveq #0, d0
  moveq #0, d1
  moveq #0, d2
@dump:
  cmpi.w #view_dump_at_count, d0
  bcc @done
  lea view_dump_at, a0
  list_word d0, d2
  rol.l #5, d1
  add.l d2, d1
  moveq #0, d2
  lea view_dump_number, a0
  move.b 0(a0,d0.w), d2
  rol.l #5, d1
  add.l d2, d1
  lea view_dump_side, a0
  move.b 0(a0,d0.w), d2
  rol.l #3, d1
  add.l d2, d1
  addq.w #1, d0
  bra @dump
@done:
  rts

; names_look: places whose name is to be seen and was not, or the other way about, or elsewhere: a unit came or went.
names_look:
  moveq #0, d7
@place:
  cmpi.w #view_place_at_count, d7
  bcc nothing
  lea names_shown, a0
  move.b 0(a0,d7.w), d6
  beq @next                             ; not in the buffers
  lea view_place_at, a0
  list_word d7, d5
  jsr name_state
  cmp.b d0, d6
  beq @next
  lea names_shown, a0
  move.b d0, 0(a0,d7.w)
  move.w d5, d0
  bset #name_flag, d0
  bsr note
@next:
  addq.w #1, d7
  bra @place
