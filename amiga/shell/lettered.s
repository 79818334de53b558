; lettered: a counter of 32 x 28 pixels that says who a unit is: its division at the head, its own name at the foot, between them the
; sign of its class, size and mobility; bars of movement and of strength at its sides; on the map the number of units that lie in its
; hex, and above it the strength of the works there. Of a stack the one on top is seen, and the edge of another below it.

.include "defs.inc"
.include "geometry.inc"
.import object_draw, counter_make
.import stack, stack_units
.import view_side, view_nation, view_works_at, view_works_strength, view_works_at_count
.import counter_grounds, counter_signs, counter_edges, last_look
.if KEYED = 0
.import cache_draw
.import made
.endif
.export made_head, counter_draw, counter_bare, counter_compose, look, ground_look, stack_draw, works_find
.export edge_draw, stack_tell, stack_told, units_here, works_here

classes     = 16

; Of a stack, from the corner of its hex.
stack_x     = 6
stack_y     = 2

.segment "SHELLBSS"
.align 2
units_here: .res 2                      ; units in the hex of the counter that is drawn, 0: not on the map
works_here: .res 2                      ; strength of the works there
made_head:  .res 16                     ; of the counter that is drawn (object_draw)
.if KEYED
made:       .res made_bytes
.endif

.segment "SHELL"

; look: how the army of a unit looks: as its side does.
; in: d5.w = unit.  out: d4.w = its look.  clobbers: a0.
look:
  lea view_side, a0
  moveq #1, d4
  and.b 0(a0,d5.w), d4
  rts

; ground_look: of which look a unit's ground is: its nation's, if it has one.
; in: d5.w = unit.  out: d4.w = the look.  clobbers: a0.
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
; in: stack, stack_units; d5.w = hex; d0, d1 = its corner; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, d5, d6, a0.
stack_draw:
  move.w d0, -(sp)
  bsr stack_tell
  move.w (sp)+, d0
  addq.w #stack_x, d0
  addq.w #stack_y, d1
.if KEYED
  cmpi.w #2, units_here
  bcs @counter
  movem.w d0-d1, -(sp)
  bsr edge_draw
  movem.w (sp)+, d0-d1
@counter:
  bsr counter_draw
.else
  jsr cache_draw
.endif
; falls through to stack_told

; stack_told: counters stand beside the map again.
; in: nothing.  out: nothing.  clobbers: nothing.
stack_told:
  clr.l units_here
.assert works_here = units_here + 2, error, "both are cleared in one go"
  rts

; stack_tell: the counter on top of a hex is that of a hex: what is told of that, up to stack_told.
; in: stack, stack_units; d5.w = hex.  out: d5.w = the unit, d6.w = hex; units_here, works_here.  clobbers: d0, a0.
stack_tell:
  bsr works_find
  move.w d0, works_here
  move.w stack_units, units_here
  move.w d5, d6
  moveq #0, d5
  move.b stack, d5
  rts

; works_find: how strong the works of a hex are.
; in: d5.w = hex.  out: d0.w = their strength, 0: there are none.  clobbers: a0.
works_find:
  movem.l d1-d2, -(sp)
  moveq #0, d0
  move.w d5, d2
  lsr.w #8, d2                          ; the column alone tells most of them from others
  move.w #view_works_at_count, d1
  beq @none
  lea view_works_at + 256, a0
  adda.w d1, a0
  subq.w #1, d1
@works:
  cmp.b -(a0), d2
  dbeq d1, @works
  bne @none
  cmp.b -256(a0), d5
  dbeq d1, @works
  bne @none
  lea view_works_strength, a0
  move.b 0(a0,d1.w), d0
@none:
  movem.l (sp)+, d1-d2
  rts

; counter_draw, counter_bare: a unit.
; in: d5.w = unit; d0, d1 = its corner; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0.
counter_draw:
counter_bare:
  movem.w d0-d1, -(sp)
  move.l a1, -(sp)
  blit_wait                             ; the one that was made before is drawn
  lea made, a1
  jsr counter_make
  movea.l (sp)+, a1
  lea made_head, a0
  move.w #made_words, object_words(a0)
  move.w #made_high, object_rows(a0)
  move.l #made, object_image(a0)
  movem.w (sp)+, d0-d1
  jmp object_draw

; edge_draw: of the counter below one what is seen of it, in the colour of that one's ground.
; in: d5.w = unit; d0, d1 = its corner; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0.
edge_draw:
  movem.l d4/a2, -(sp)
  movem.w d0-d1, -(sp)
  bsr ground_look
  lsl.w #3, d4
  lea counter_edges, a2
  adda.w d4, a2
  movea.l (a2)+, a0
  jsr object_draw
  movem.w (sp)+, d0-d1
  movea.l (a2), a0
  jsr object_draw
  movem.l (sp)+, d4/a2
  rts

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
