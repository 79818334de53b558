; map: the map window: which part of the map it shows. It moves over buffers that hold the land around it (buffers.s); when it
; leaves them, they move along, and when it jumps, they are drawn anew around it.

.include "defs.inc"
.include "geometry.inc"
.import record_end, page_now, page_clear
.import vm_v, grid_columns, grid_rows, map_high
.import around_x, around_y, around_all
.import buffers_known, buffers_again, buffer_word, buffer_top, buffers_step, buffers_draw, window_copy, map_shown, units_shown
.if KEYED
.import walking
.else
.import scroll_step, pointed_hex, cursor_room, narrow
.endif
.export call_in_view, call_map, map_start, map_move, on_map, window_show, window_x, window_y

io0 = vm_v
io1 = vm_v + 2

window_wide = map_words * 16            ; pixels
margin_x    = 32                        ; of a hex in view to the window's rim
margin_y    = 24                        ; so that one two rows above the middle may stay, over a requester
keyed_margin = 32
slack_x     = buffer_words * 16 - window_wide
slack_y     = buffer_rows - map_rows
usual_step  = 8                         ; pixels that a cursor key scrolls by, until F1 to F10 say otherwise
far_away      = 4 * hex_pitch_x         ; pixels, with keys: then the hex comes into the middle
most_words    = 10                      ; that the buffers move along by, a row counted as two, before it is better to draw them anew

.segment "SHELLBSS"
.align 2
window_x:    .res 2                     ; pixels of the map at the window's upper left
window_y:    .res 2
asked_hex:   .res 2                     ; the hex that was to be in view last, no_hex none yet
.if KEYED
margin:      .res 2                     ; keyed_margin, or nothing
.endif

.segment "SHELL"

; map_start: no map is shown yet.
; in: nothing.  out: nothing.  clobbers: nothing.
map_start:
  clr.b map_shown
  clr.w buffers_known
  move.w #no_hex, asked_hex
  move.b #1, units_shown
.if KEYED = 0
  move.w #usual_step, scroll_step
  move.w #window_wide, cursor_room
.endif
  rts

.if KEYED
; map io0, io1: hex in view; io1 = 1 centres on it. The window moves as far as it takes, unless it is far away; not at all for the
; hex that was asked for last, and no further than it must where the mouse has sent the cursor: the next click may be meant for a
; neighbour.
call_map:
  jsr record_end
  cmpi.b #page_map, page_now
  beq @page
  moveq #page_map, d0
  jsr page_clear
@page:
  move.w io0, d0
  cmpi.w #no_hex, d0
  beq @stay
  move.w asked_hex, d3
  move.w d0, asked_hex
  hex_corner d0, d1
  tst.w io1
  bne centre
  cmpi.w #no_hex, d3
  beq centre
  cmp.w io0, d3
  beq @stay
  move.w #keyed_margin, margin
  tst.w walking
  beq @margin
  clr.w margin
@margin:
  move.w d0, d2
  sub.w margin, d2
  sub.w window_x, d2                    ; so far too far left
  bmi @across
  add.w margin, d2
  add.w margin, d2
  addi.w #44 - window_wide, d2
  bpl @across
  moveq #0, d2
@across:
  move.w d1, d3
  sub.w margin, d3
  sub.w window_y, d3
  bmi @down
  add.w margin, d3
  add.w margin, d3
  addi.w #32, d3
  sub.w map_high, d3
  bpl @down
  moveq #0, d3
@down:
  cmpi.w #far_away, d2
  bgt centre
  cmpi.w #-far_away, d2
  blt centre
  cmpi.w #far_away, d3
  bgt centre
  cmpi.w #-far_away, d3
  blt centre
  move.w d2, d0
  or.w d3, d0
  beq @stay
  move.w window_x, d0
  add.w d2, d0
  move.w window_y, d1
  add.w d3, d1
  bra map_move
@stay:
  tst.b map_shown
  beq window_show
  rts
.else
; map io0, io1: hex in view; io1 = 1 centres on it. The window stays where it is for a hex that was asked for before, whatever the
; player has scrolled to since or has looked at on another page, and for one that he pointed at: the next click may be meant for
; its neighbour.
call_map:
  jsr record_end
  cmpi.b #page_map, page_now
  beq @page
  moveq #page_map, d0
  jsr page_clear
@page:
  move.w io0, d0
  move.w asked_hex, d3
  move.w d0, asked_hex
  hex_corner d0, d1
  tst.w io1
  bne centre
  cmpi.w #no_hex, d3
  beq centre
  move.w io0, d2
  cmp.w d3, d2
  beq @stay
  cmp.w pointed_hex, d2
  beq @stay
  move.w d0, d2
  sub.w window_x, d2
  cmpi.w #margin_x, d2
  blt centre
  cmpi.w #window_wide - margin_x - 44, d2
  bgt centre
  move.w d1, d2
  sub.w window_y, d2
  cmpi.w #margin_y, d2
  blt centre
  addi.w #margin_y + 32, d2
  cmp.w map_high, d2
  bgt centre
@stay:
  tst.b map_shown
  beq window_show
  rts
.endif
centre:
  subi.w #(window_wide - 44) / 2, d0
  move.w map_high, d2
  subi.w #hex_pitch_y, d2
  lsr.w #1, d2
  sub.w d2, d1
  bra map_move

; map_move: the window goes there, or as near as the map allows.
; in: d0.w, d1.w = pixels of the map.  out: nothing.  clobbers: d0 to d3, a0 to a2.
map_move:
  bsr on_map
  move.w d0, window_x
  move.w d1, window_y
; falls through to window_show

; window_show: the window's part of the map on the screen.
; in: nothing.  out: nothing.  clobbers: d0 to d3, a0 to a2.
window_show:
.if KEYED
  tst.b map_shown
  beq buffers_draw
.else
  tst.b map_shown
  bne @shown
  tst.w buffers_known
  beq @anew
  bsr ways
  or.w d1, d0
  bne @anew
  bsr settle
  jmp buffers_again
@anew:
  move.w #1, narrow                     ; there is nothing of it yet
  bra buffers_draw
@shown:
.endif
  bsr ways
  move.w d1, d2
  bpl @down
  neg.w d2
@down:
  add.w d2, d2
  move.w d0, d3
  bpl @across
  neg.w d3
@across:
  add.w d3, d2
  beq @within
  cmpi.w #most_words, d2
  bhi buffers_draw                      ; too far: all of it
  movem.w d0-d1, -(sp)
  jsr around_all
  movem.w (sp)+, d0-d1
  bsr buffers_step
  bra window_copy
@within:
  bsr settle
  bra window_copy

; settle: where the window has moved within the buffers, all of them is drawn. clobbers d0, d1, a0, a1.
settle:
  move.w window_x, d0
  sub.w around_x, d0
  bne around_all
  move.w window_y, d0
  sub.w around_y, d0
  bne around_all
  rts

; ways: d0, d1 = words and rows of hexes that the buffers go, so that the window is in them. clobbers d2, d3.
ways:
  move.w window_y, d0
  move.w buffer_top, d1
  moveq #5, d2
  move.w #slack_y, d3
  bsr way
  move.w d0, -(sp)
  move.w window_x, d0
  move.w buffer_word, d1
  moveq #4, d2
  moveq #slack_x, d3
  bsr way
  move.w (sp)+, d1
  rts

; way: how far the buffers go on an axis, so that the window is in them.
; in: d0 = where the window begins, in pixels; d1, d2 = where they begin, and how many pixels such a unit has, a power of 2; d3 = their
; room beyond the window.  out: d0.w = units, signed.  clobbers: d1, d3.
way:
  lsl.w d2, d1
  sub.w d1, d0
  bmi @back
  sub.w d3, d0
  ble @none
  moveq #1, d1
  lsl.w d2, d1
  subq.w #1, d1
  add.w d1, d0
@back:
  asr.w d2, d0                          ; down, so that it is enough
  rts
@none:
  moveq #0, d0
  rts

; on_map: the nearest place of the window to that on the map.
; in: d0.w, d1.w = pixels of the map, signed.  out: d0, d1 likewise.  clobbers: d2.
on_map:
  move.w #grid_columns, d2
  lsl.w #5, d2
  addi.w #12 - window_wide, d2
  clamp d0, d2
  move.w #grid_rows, d2
  lsl.w #5, d2
  addi.w #hex_half, d2
  sub.w map_high, d2
  clamp d1, d2
  rts

; in_view io0 -> 1 if the whole of a hex is in the window.
call_in_view:
  move.w io0, d0
  cmpi.w #no_hex, d0
  beq @no
  hex_corner d0, d1
  sub.w window_x, d0
  bmi @no
  cmpi.w #window_wide - 44, d0
  bgt @no
  sub.w window_y, d1
  bmi @no
  addi.w #32, d1
  cmp.w map_high, d1
  bgt @no
  moveq #1, d0
  rts
@no:
  moveq #0, d0
  rts
