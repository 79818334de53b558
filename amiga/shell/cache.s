; cache: counters with names as they were composed last, where a menu keeps what it covers while it hangs. A counter is drawn on the map
; many times before it changes: as land comes in, on both sides of a word, whenever its hex is drawn anew. While nothing else is to be done
; those of other hexes are made, so that few are left where the window jumps to.

.include "defs.inc"
.include "geometry.inc"
.import menu_room, made_head, object_draw, counter_make, unit_sum, units_here, works_here
.import clip_left, clip_right, clip_top, clip_bottom, window_x, window_y
.import grid_columns, grid_rows, view_first, stack_find, stack_high, stack_tell, stack_told, edge_draw
.export cache_draw, cache_forget, cache_ahead

stack_x     = 6                         ; of a counter on the map, from a word (lettered.s)
minterm_stack = stack_x << 12 | minterm_cookie & $F7FF ; A from its data register
slots       = (menu_rows * screen_row - outline_room) / made_bytes - 1 ; another one is made for windows (memory.s)

.segment "SHELLBSS"
.align 2
sums:    .res 4 * slots                 ; of what each was composed from
slot_of: .res 256                       ; of a unit and one more, 0: it has none
unit_of: .res slots                     ; of a slot
.align 2
hex_of:  .res 2 * slots                 ; of a slot, with the flags below
drawn:   .res 4                         ; the bytes of the slot that was drawn last
oldest:  .res 2                         ; the slot that gives way next
ahead:   .res 2                         ; the hex that was looked at last
pass:    .res 2                         ; how often all have been

; A slot that was of no use for two passes is free.
used_now    = 15                        ; it was drawn, or found on the map, in this pass
used_before = 14                        ; in the one before
flags       = 1 << used_now | 1 << used_before
; Where a stack ends, from the corner of its hex.
stack_right  = 40
stack_bottom = 32
looks       = 32                        ; hexes that are looked at in one go

.segment "SHELL"

; cache_forget: nothing is kept: something else lies there.
; in: nothing.  out: nothing.  clobbers: d0, a0.
cache_forget:
  lea slot_of, a0
  moveq #256 / 4 - 1, d0
@clear:
  clr.l (a0)+
  dbra d0, @clear
  lea hex_of, a0
  moveq #slots / 2 - 1, d0
@free:
  clr.l (a0)+
  dbra d0, @free
  rts
.assert slots & 1 = 0, error, "a slot is not made free"

; cache_draw: a unit with all that is told of its hex.
; in: d5.w = unit, d6.w = its hex; units_here, works_here; d0, d1 = its corner; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0.
cache_draw:
  movem.l d3-d4, -(sp)
  movem.w d0-d1, -(sp)
  bsr slot_ready
  cmpi.w #2, units_here
  bcs @alone
  movem.w (sp), d0-d1
  jsr edge_draw
@alone:
  move.l d3, drawn
  movem.w (sp), d0-d1
; Most lie where a stack does in its hex, uncut: that is known beforehand.
  moveq #15, d4
  and.w d0, d4
  cmpi.w #stack_x, d4
  bne @any
  asr.w #4, d0
  cmp.w clip_left, d0
  blt @any
  moveq #made_words + 1, d4
  add.w d0, d4
  cmp.w clip_right, d4
  bgt @any
  cmp.w clip_top, d1
  blt @any
  moveq #made_high, d4
  add.w d1, d4
  cmp.w clip_bottom, d4
  bgt @any
  move.w d2, d4                         ; a row of the bitmap: five lines
  lsl.w #2, d4
  add.w d2, d4
  mulu d4, d1
  add.w d0, d0
  ext.l d0
  add.l d1, d0
  lea 0(a1,d0.l), a0
  move.w d2, d4
  subq.w #2 * (made_words + 1), d4
  blit_hold
  move.l #minterm_stack << 16 | stack_x << 12, BLTCON0(a6)
  move.l #$FFFF0000, BLTAFWM(a6)
  move.w #$FFFF, BLTADAT(a6)
  move.l d3, BLTBPT(a6)
  move.l a0, BLTCPT(a6)
  move.l a0, BLTDPT(a6)
  move.w d4, BLTCMOD(a6)
  move.w #-2 & $FFFF, BLTBMOD(a6)
  move.w d4, BLTDMOD(a6)
  move.w #made_high * depth << 6 | made_words + 1, BLTSIZE(a6)
  addq.l #4, sp
  movem.l (sp)+, d3-d4
  rts
@any:
  lea made_head, a0
  move.w #made_words, object_words(a0)
  move.w #made_high, object_rows(a0)
  move.l d3, object_image(a0)
  movem.w (sp)+, d0-d1
  jsr object_draw
  movem.l (sp)+, d3-d4
  rts

; cache_ahead: the counter of the next hex that has one, if its slot shows it otherwise, or if it has none and one is free. So that they lie
; all over the map, in one of four passes new ones are made of every fourth hex.
; in: the map is shown.  out: nothing.  clobbers: d0, d1, a0.
cache_ahead:
  movem.l d3-d6, -(sp)
  move.w ahead, d6
  moveq #looks - 1, d3
@look:
  addq.w #1, d6
  move.w d6, d0
  hex_split d0, d1
  cmpi.w #grid_rows, d1
  bcs @row
  ori.w #(1 << ROW_BITS) - 1, d6        ; the next one is the next column's first
  addq.w #1, d0
  cmpi.w #grid_columns, d0
  bcs @next
  bsr pass_ends
  bra @end
@row:
  lea view_first, a0
  cmpi.b #no_unit, 0(a0,d6.w)
  bne @units
@next:
  dbra d3, @look
@end:
  move.w d6, ahead
@done:
  movem.l (sp)+, d3-d6
  rts
@units:
  move.w d6, ahead
  move.w d6, d5
  jsr stack_find
  tst.w stack_high
  beq @done                             ; none is seen
  jsr stack_tell
  lea slot_of, a0
  tst.b 0(a0,d5.w)
  bne @ready
  move.w d6, d0
  lsr.w #ROW_BITS, d0
  add.w d6, d0
  sub.w pass, d0
  andi.w #3, d0
  bne @none
  bsr slot_free
  bne @none
@ready:
  bsr slot_ready
@none:
  jsr stack_told
  bra @done

; pass_ends: all hexes have been looked at. out: d6 = before the first one. clobbers d0, d1, a0.
pass_ends:
  addq.w #1, pass
  moveq #-1, d6
  lea hex_of, a0
  moveq #slots - 1, d1
@slot:
  move.w (a0), d0
  bclr #used_before, d0
  bclr #used_now, d0
  beq @unused
  bset #used_before, d0
@unused:
  move.w d0, (a0)+
  dbra d1, @slot
  rts

; slot_free: the next one that is free becomes the oldest. out: z set if there is one. clobbers d0, d1, a0.
slot_free:
  moveq #slots - 1, d1
@slot:
  move.w oldest, d0
  add.w d0, d0
  lea hex_of, a0
  move.w 0(a0,d0.w), d0
  andi.w #flags, d0
  beq @done
  bsr slot_next
  dbra d1, @slot
@done:
  rts

; slot_next: the oldest is the next one. clobbers d0; z clear.
slot_next:
  move.w oldest, d0
  addq.w #1, d0
  cmpi.w #slots, d0
  bne @next
  moveq #0, d0
@next:
  move.w d0, oldest
  moveq #1, d0
  rts

; slot_ready: the slot of unit d5 in hex d6 shows it as it is. out: d3.l = its bytes. clobbers d0, d1, d4, a0.
slot_ready:
  move.w works_here, d0
  swap d0
  move.w units_here, d0
  move.w d6, -(sp)
  move.w d5, d6
  jsr unit_sum
  move.w (sp)+, d6
  move.l d0, d4
  lea slot_of, a0
  moveq #0, d3
  move.b 0(a0,d5.w), d3
  subq.w #1, d3
  bcs @new
  moveq #1, d0                          ; it is not new
  bra @slot
@new:
  bsr slot_take
@slot:
  move.w d3, d1
  add.w d1, d1
  lea hex_of, a0
  move.w d6, 0(a0,d1.w)
  bset #used_now - 8, 0(a0,d1.w)
  add.w d1, d1
  lea sums, a0
  tst.w d0
  beq @other
  cmp.l 0(a0,d1.w), d4
  beq slot_find
@other:
  move.l d4, 0(a0,d1.w)
  bsr slot_find
  move.l a1, -(sp)
  movea.l d3, a1
  cmpa.l drawn, a1
  bne @make
  blit_wait                             ; it may be read yet
@make:
  jsr counter_make
  movea.l (sp)+, a1
  rts

; slot_take: d3 = the slot that is unit d5's from now on: the oldest of those that are free or not seen in the window, or the oldest. d0 = 0.
; clobbers d1, a0.
slot_take:
  moveq #slots - 1, d3
@look:
  bsr may_go
  beq @take
  bsr slot_next
  dbra d3, @look
@take:
  move.w oldest, d3
  bsr slot_next
  lea unit_of, a0
  moveq #0, d1
  move.b 0(a0,d3.w), d1
  move.b d5, 0(a0,d3.w)
  lea slot_of, a0
  move.b 0(a0,d1.w), d0                 ; whose it was, if it is still his
  subq.b #1, d0
  cmp.b d0, d3
  bne @mine
  clr.b 0(a0,d1.w)
@mine:
  move.b d3, d0
  addq.b #1, d0
  move.b d0, 0(a0,d5.w)
  moveq #0, d0
  rts

; may_go: z set if the oldest is free, or its hex is not in the window. clobbers d0, d1, a0.
may_go:
  move.w oldest, d0
  add.w d0, d0
  lea hex_of, a0
  move.w 0(a0,d0.w), d0
  move.w d0, d1
  andi.w #flags, d1
  beq @may
  sub.w d1, d0
  hex_corner d0, d1
  sub.w window_x, d0
  addi.w #stack_right, d0
  cmpi.w #stack_right + map_words * 16, d0
  bcc @may
  sub.w window_y, d1
  addi.w #stack_bottom, d1
  cmpi.w #stack_bottom + map_rows, d1
  bcc @may
  rts                                   ; z clear
@may:
  moveq #0, d0
  rts

; slot_find: d3 = slot. out: d3.l = its bytes.
slot_find:
  mulu #made_bytes, d3
  addi.l #menu_room, d3
  rts
