; choose: which unit or item lies under the pointer. Counters in the panel beside the map are those of their units, so that each unit of a
; stack can be chosen there.

.include "defs.inc"
.include "geometry.inc"
.import pointer_x, pointer_y, window_x, window_y, stack_find, stack, stack_high, stack_places, view_engaged
.import hex_at
.export unit_under, item_under, item_now, items_clear, counter_under, counters_clear, counter_note

most_items = 128
most_counters = 4                       ; in the panel

; An item: number, x, y, right, bottom.
item_size = 10

counter_wide = 26
counter_high = 22
border       = 3

.segment "SHELLBSS"
.align 2
item_count: .res 2
items:      .res item_size * most_items
counter_count: .res 2
counters:   .res item_size * most_counters

.segment "SHELL"

; unit_under: the unit whose counter is on top under the pointer, which is in the map window.
; in: nothing.  out: d0 = $4000 + unit; 0, z set: there is none.  clobbers: d1, a0.
unit_under:
  movem.l d2-d7/a2-a3, -(sp)
  bsr hex_at
  cmpi.w #no_hex, d0
  beq @none
  moveq #0, d5
  move.w d0, d5
  bsr stack_find
  move.w stack_high, d4
  beq @none
  move.w d5, d2
  hex_corner d2, d3
  sub.w window_x, d2
  sub.w window_y, d3
  addi.w #map_top, d3                   ; the hex's corner on the screen
  move.w pointer_x, d6
  sub.w d2, d6
  move.w pointer_y, d7
  sub.w d3, d7                          ; the pointer in the hex
  move.w d4, d0
  subq.w #1, d0
  mulu #12, d0
  lea stack_places, a2
  adda.w d0, a2
@counter:
  subq.w #1, d4
  bmi @none
  move.w d4, d0
  lsl.w #2, d0
  move.w d6, d2
  sub.w 0(a2,d0.w), d2
  move.w d7, d3
  sub.w 2(a2,d0.w), d3
  lea stack, a3
  moveq #0, d5
  move.b 0(a3,d4.w), d5
  moveq #counter_wide + 2 * border, d0
  moveq #counter_high + 2 * border, d1
.if LETTERED
  bra @inside                           ; it is as large as others with their borders
.endif
  lea view_engaged, a0
  tst.b 0(a0,d5.w)
  bne @inside
  subq.w #border, d2
  subq.w #border, d3
  moveq #counter_wide, d0
  moveq #counter_high, d1
@inside:
  cmp.w d0, d2                          ; unsigned: left of it is far right
  bcc @counter
  cmp.w d1, d3
  bcc @counter
  move.w d5, d0
  ori.w #$4000, d0
  bra @done
@none:
  moveq #0, d0
@done:
  movem.l (sp)+, d2-d7/a2-a3
  tst.w d0
  rts

; items_clear: forgets all items.
; in: nothing.  out: nothing.  clobbers: nothing.
items_clear:
  clr.w item_count
  rts

.import vm_v, text_corner
io0 = vm_v

; item_now: what is printed next in this row is an item.
; in: io0 = its number; the text cursor.  out: nothing.  clobbers: d0, d1, a0, a1.
item_now:
  move.w item_count, d0
  cmpi.w #most_items, d0
  bcc @full
  addq.w #1, item_count
  mulu #item_size, d0
  lea items, a1
  adda.l d0, a1
  move.w io0, (a1)+
  jmp text_corner                       ; x, y, right, bottom of the rest of the row to a1
@full:
  rts

; item_under: the item under the pointer.
; in: nothing.  out: d0 = $2000 + its number; 0, z set: there is none.  clobbers: d1, a0.
item_under:
  lea items, a0
  move.w item_count, d1
; falls through to place_under

; place_under: the place under the pointer.
; in: a0 = places, d1.w = how many.  out: d0 = $2000 + its number; 0, z set: there is none.  clobbers: d1, a0.
place_under:
@item:
  subq.w #1, d1
  bmi @none
  move.w pointer_x, d0
  cmp.w 2(a0), d0
  bcs @next
  cmp.w 6(a0), d0
  bcc @next
  move.w pointer_y, d0
  cmp.w 4(a0), d0
  bcs @next
  cmp.w 8(a0), d0
  bcc @next
  move.w (a0), d0
  addi.w #$2000, d0
  rts
@next:
  lea item_size(a0), a0
  bra @item
@none:
  moveq #0, d0
  rts

; counters_clear: the panel shows no counters.
; in: nothing.  out: nothing.  clobbers: nothing.
counters_clear:
  clr.w counter_count
  rts

; counter_note: the counter of a unit stands in the panel.
; in: d5.w = unit; d0, d1 = x, y; d2, d3 = width, height.  out: nothing.  clobbers: nothing.
counter_note:
  movem.l d2-d4/a0, -(sp)
  move.w counter_count, d4
  cmpi.w #most_counters, d4
  bcc @full
  addq.w #1, counter_count
  mulu #item_size, d4
  lea counters, a0
  adda.w d4, a0
  move.w d5, d4
  addi.w #$4000 - $2000, d4             ; a unit's answer, in the place of an item's
  move.w d4, (a0)+
  move.w d0, (a0)+
  move.w d1, (a0)+
  add.w d0, d2
  move.w d2, (a0)+
  add.w d1, d3
  move.w d3, (a0)+
@full:
  movem.l (sp)+, d2-d4/a0
  rts

; counter_under: the unit whose counter in the panel is under the pointer.
; in: nothing.  out: d0 = $4000 + unit; 0, z set: there is none.  clobbers: d1, a0.
counter_under:
  lea counters, a0
  move.w counter_count, d1
  bra place_under
