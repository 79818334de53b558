; cursor: a frame of two sprites around a hex, for games that are worked by keys; marks of battle and aircraft alike.

.include "defs.inc"
.include "geometry.inc"
.import vm_v, window_x, window_y, page_now, map_high
.export call_cursor, cursor_hex, cursor_place
.if KEYED
.import shape_set
.else
.export call_compass, cursor_room
.endif

io0 = vm_v
io1 = vm_v + 2

frame_wide   = 32
frame_rows   = 32
first_column = $80
inset        = 6                        ; of the frame in the hex

.segment "SHELLBSS"
.align 2
cursor_hex: .res 2                      ; no_hex: hidden
.if KEYED = 0
cursor_room: .res 2                     ; pixels across in which it is seen: the window's
.endif

.segment "SHELL"

; cursor io0, io1: a hex, no_hex hides it; the shape. With a pointer every shape is the frame.
call_cursor:
.if KEYED
  move.w io1, d0
  jsr shape_set
.endif
  move.w io0, cursor_hex
; falls through to cursor_place

; cursor_place: the frame where its hex is in the window; hidden if it is not wholly there.
; in: window_x, window_y.  out: nothing.  clobbers: d0, d1, a0.
cursor_place:
  movem.l d2-d4, -(sp)
  cmpi.b #page_map, page_now
  bne @hide
  move.w cursor_hex, d0
  cmpi.w #no_hex, d0
  beq @hide
  hex_corner d0, d1
  addq.w #inset, d0
  sub.w window_x, d0
  bmi @hide
.if KEYED
  cmpi.w #map_words * 16 - frame_wide, d0
.else
  move.w cursor_room, d2
  subi.w #frame_wide, d2
  cmp.w d2, d0
.endif
  bgt @hide
  sub.w window_y, d1
  bmi @hide
  move.w map_high, d2
  subi.w #frame_rows, d2
  cmp.w d2, d1
  bgt @hide
  addi.w #first_column, d0
  addi.w #map_top + first_line, d1
  lea cursor_left, a0
  bsr sprite_place
  addi.w #frame_wide / 2, d0
  lea cursor_right, a0
  bsr sprite_place
  bra @done
@hide:
  clr.l cursor_left
  clr.l cursor_right
@done:
  movem.l (sp)+, d2-d4
  rts

; sprite_place: a0 = sprite; d0, d1 = position in the registers' units. keeps d0, d1. clobbers d2 to d4.
sprite_place:
  moveq #0, d2
  move.w d0, d3
  lsr.w #1, d3
  bcc @even
  addq.w #1, d2
@even:
  move.w d1, d4
  lsl.w #8, d4
  bcc @start
  addq.w #4, d2
@start:
  move.b d3, d4
  move.w d1, d3
  addi.w #frame_rows, d3
  lsl.w #8, d3
  bcc @end
  addq.w #2, d2
@end:
  or.w d3, d2
  move.w d4, (a0)
  move.w d2, 2(a0)
  rts

.if KEYED = 0
; compass io0: hexes are chosen with the pointer here, so that none is shown.
call_compass:
  rts
.endif

; The frame: four corners in colour 23, colour 3 of the sprites 2 and 3.

.segment "SPRITES"
.even
.export cursor_left, cursor_right
cursor_left:
  .word 0, 0
  .repeat 2
  .word $FF00, $FF00
  .endrepeat
  .repeat 6
  .word $C000, $C000
  .endrepeat
  .repeat 16
  .word 0, 0
  .endrepeat
  .repeat 6
  .word $C000, $C000
  .endrepeat
  .repeat 2
  .word $FF00, $FF00
  .endrepeat
  .word 0, 0
cursor_right:
  .word 0, 0
  .repeat 2
  .word $00FF, $00FF
  .endrepeat
  .repeat 6
  .word $0003, $0003
  .endrepeat
  .repeat 16
  .word 0, 0
  .endrepeat
  .repeat 6
  .word $0003, $0003
  .endrepeat
  .repeat 2
  .word $00FF, $00FF
  .endrepeat
  .word 0, 0
