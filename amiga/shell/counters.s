; counters: the units of a hex, on the map buffer. What a counter looks like is in numbers.s, in lettered.s for a game whose counters
; have names, or in classic.s for a game without the numbers.

.include "defs.inc"
.import counter_draw, view_first, view_next, view_front, view_hidden
.if LETTERED
.import stack_draw
.export stack_units
.endif
.export counters_draw, stack_find, stack, stack_high, stack_places, border_colours

most_shown = 3

.segment "SHELLBSS"
.align 2
stack:      .res most_shown             ; units shown in a hex, the lowest first
.align 2
stack_high: .res 2                      ; how many
.if LETTERED
stack_units: .res 2                     ; units in the hex, also those that are not seen
.endif

.segment "SHELL"

; Colours of engagements 1 to 12, and of a mark without one.
border_colours: .byte 0, 17, 23, 18, 24, 25, 26, 22, 27, 28, 29, 30, 1, 18
.even

; Places of the counters of a stack of one, two, three, the lowest first, borders included.
.if LETTERED
stack_places: .word 6, 2                ; only the one on top is seen
.else
stack_places:
  .word 9, 5, 0, 0, 0, 0
  .word 7, 4, 11, 7, 0, 0
  .word 5, 2, 9, 5, 13, 8
.endif

; counters_draw: the units of a hex, for hexes_do.
; in: d5.w = hex; d0, d1 = its corner; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, d4, a0.
counters_draw:
  lea view_first, a0
  cmpi.b #no_unit, 0(a0,d5.w)
  bne @units
  rts
@units:
  movem.l d5-d7/a2-a4, -(sp)
  move.w d0, d6
  move.w d1, d7
  bsr stack_find
  move.w stack_high, d4
  beq @done
.if LETTERED
  move.w d6, d0
  move.w d7, d1
  jsr stack_draw
.else
  move.w d4, d0
  subq.w #1, d0
  mulu #most_shown * 4, d0
  lea stack_places(pc), a2
  adda.w d0, a2
  lea stack, a3
@unit:
  move.w (a2)+, d0
  add.w d6, d0
  move.w (a2)+, d1
  add.w d7, d1
  moveq #0, d5
  move.b (a3)+, d5
  bsr counter_draw
  subq.w #1, d4
  bne @unit
.endif
@done:
  movem.l (sp)+, d5-d7/a2-a4
  rts

; stack_find: the units of a hex that are seen, three at most, the one on top last: that in front, or the first one of the hex;
; below it the others in their order. Where counters have names the one on top alone.
; in: d5.w = hex.  out: stack, stack_high.  clobbers: d0, a0.
stack_find:
  clr.w stack_high
  lea view_first, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  cmpi.b #no_unit, d0
  bne @some
  rts
@some:
.if LETTERED
  movem.l d2-d3/a2-a4, -(sp)
  lea view_hidden, a2
  lea view_front, a3
  lea view_next, a4
  moveq #0, d3                          ; how many
  move.w #no_unit, d2                   ; the one on top
@unit:
  addq.w #1, d3
  tst.b 0(a2,d0.w)
  bne @next
  cmpi.w #no_unit, d2
  beq @top
  tst.b 0(a3,d0.w)
  beq @next
  tst.b 0(a3,d2.w)
  bne @next                             ; there is one in front
@top:
  move.w d0, d2
@next:
  move.b 0(a4,d0.w), d0
  cmpi.b #no_unit, d0
  bne @unit
  cmpi.w #no_unit, d2
  beq @done                             ; none is seen
  move.b d2, stack
  move.w #1, stack_high
  move.w d3, stack_units
@done:
  movem.l (sp)+, d2-d3/a2-a4
  rts
.else
  movem.l d2-d3/a3, -(sp)
  move.w d0, d3
  lea view_hidden, a3
  move.w #no_unit, d2                   ; the one on top
@look:
  tst.b 0(a3,d0.w)
  bne @another
  cmpi.w #no_unit, d2
  bne @front
  move.w d0, d2
@front:
  lea view_front, a0
  tst.b 0(a0,d0.w)
  beq @another
  move.w d0, d2
  bra @found
@another:
  lea view_next, a0
  move.b 0(a0,d0.w), d0
  cmpi.w #no_unit, d0
  bne @look
  cmpi.w #no_unit, d2
  beq @done                             ; none is seen
@found:
  move.b d2, stack
  move.w #1, stack_high
@unit:
  cmp.w d2, d3
  beq @next
  tst.b 0(a3,d3.w)
  bne @next
  lea stack + 1, a0                     ; below those that are there
  move.b (a0), 1(a0)
  move.b -(a0), 1(a0)
  move.b d3, (a0)
  addq.w #1, stack_high
  cmpi.w #most_shown, stack_high
  beq @done
@next:
  lea view_next, a0
  move.b 0(a0,d3.w), d3
  cmpi.w #no_unit, d3
  bne @unit
@done:
  movem.l (sp)+, d2-d3/a3
  rts
.endif
