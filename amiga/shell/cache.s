; cache: counters with names as they were composed last, where a menu keeps what it covers while it hangs. A counter is drawn on the map
; many times before it changes: as land comes in, on both sides of a word, whenever its hex is drawn anew.

.include "defs.inc"
.import menu_room, made_head, object_draw, counter_make, unit_sum, units_here, works_here
.import clip_left, clip_right, clip_top, clip_bottom
.export cache_draw, cache_forget

stack_x     = 6                         ; of a counter on the map, from a word (lettered.s)
minterm_stack = stack_x << 12 | minterm_cookie & $F7FF ; A from its data register
slots       = (menu_rows * screen_row - outline_room) / made_bytes - 1 ; another one is made for windows (memory.s)

.segment "SHELLBSS"
.align 2
sums:    .res 4 * slots                 ; of what each was composed from
slot_of: .res 256                       ; of a unit and one more, 0: it has none
unit_of: .res slots                     ; of a slot
.align 2
drawn:   .res 4                         ; the bytes of the slot that was drawn last
oldest:  .res 2                         ; the slot that gives way next

.segment "SHELL"

; cache_forget: nothing is kept: something else lies there.
; in: nothing.  out: nothing.  clobbers: d0, a0.
cache_forget:
  lea slot_of, a0
  moveq #256 / 4 - 1, d0
@clear:
  clr.l (a0)+
  dbra d0, @clear
  rts

; cache_draw: a unit with all that is told of its hex.
; in: d5.w = unit; units_here, works_here; d0, d1 = its corner; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0.
cache_draw:
  movem.l d3-d4/d6, -(sp)
  movem.w d0-d1, -(sp)
  bsr slot_ready
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
  movem.l (sp)+, d3-d4/d6
  rts
@any:
  lea made_head, a0
  move.w #made_words, object_words(a0)
  move.w #made_high, object_rows(a0)
  move.l d3, object_image(a0)
  movem.w (sp)+, d0-d1
  jsr object_draw
  movem.l (sp)+, d3-d4/d6
  rts

; slot_ready: the slot of unit d5 shows it as it is. out: d3.l = its bytes. clobbers d0, d1, d4, d6, a0.
slot_ready:
  move.w works_here, d0
  swap d0
  move.w units_here, d0
  move.w d5, d6
  jsr unit_sum
  move.l d0, d4
  lea slot_of, a0
  moveq #0, d3
  move.b 0(a0,d5.w), d3
  subq.w #1, d3
  bcs @new
  move.w d3, d1
  lsl.w #2, d1
  lea sums, a0
  cmp.l 0(a0,d1.w), d4
  beq slot_find
  bra @other
@new:
  bsr slot_take
@other:
  move.w d3, d1
  lsl.w #2, d1
  lea sums, a0
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
; slot_take: d3 = the slot that is unit d5's from now on. clobbers d0, d1, a0.
slot_take:
  move.w oldest, d3
  move.w d3, d0
  addq.w #1, d0
  cmpi.w #slots, d0
  bne @next
  moveq #0, d0
@next:
  move.w d0, oldest
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
  rts

; slot_find: d3 = slot. out: d3.l = its bytes.
slot_find:
  mulu #made_bytes, d3
  addi.l #menu_room, d3
  rts
