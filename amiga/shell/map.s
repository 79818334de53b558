; map: the map window. Two buffers of the same shape hold the land around it: the ground alone (ground.s), and the ground
; with counters, from which the window is copied to the screen at any pixel. When the window leaves the buffers, they move
; along by a hex and what comes in is drawn; when it jumps, they are drawn anew around it.

.include "defs.inc"
.include "geometry.inc"
.import record_end
.import vm_v, view_first, grid_columns, grid_rows, map_high
.import screen, ground_bitmap, map_bitmap, ground_draw, hexes_do, rectangle_copy, counters_draw
.import buffer_column, buffer_top, page_now, page_clear, memory_move, ground_strip, range_all
.import names_draw, plates_draw, scroll_step
.import range_left, range_right, range_top, range_bottom
.import cursor_place, changes_find, changes_taken, changes_none, changed, changed_count, names_drawn
.export call_in_view, call_map, call_refresh, call_show_units, map_start, map_move, window_show, window_x, window_y, map_shown

io0 = vm_v
io1 = vm_v + 2

window_wide = 272                       ; pixels
margin_x    = 32                        ; of a hex in view to the window's rim
margin_y    = 32
slack_x     = buffer_words * 16 - window_wide
slack_y     = buffer_rows - map_rows
usual_step  = 8                         ; pixels that a cursor key scrolls by, until F1 to F10 say otherwise
steps_at_most = 6                       ; of the buffers, before it is better to draw them anew

.segment "SHELLBSS"
.align 2
window_x:    .res 2                     ; pixels of the map at the window's upper left
window_y:    .res 2
map_shown:   .res 1                     ; 1: the buffers hold the map around the window
units_shown: .res 1                     ; 0: counters are hidden
.align 2
copy_top:    .res 2                     ; rows of the window that go to the screen
copy_rows:   .res 2
touched_top: .res 2                     ; rows of the buffers that were drawn on
touched_end: .res 2

.segment "SHELL"

map_start:
  clr.b map_shown
  move.b #1, units_shown
  move.w #usual_step, scroll_step
  rts

; map io0, io1: hex in view; io1 = 1 centres on it.
call_map:
  jsr record_end
  cmpi.b #page_map, page_now
  beq @page
  move.w #page_map, d0
  jsr page_clear
@page:
  move.w io0, d0
  hex_corner d0, d1
  tst.w io1
  bne @centre
  tst.b map_shown
  beq @centre
  move.w d0, d2
  sub.w window_x, d2
  cmpi.w #margin_x, d2
  blt @centre
  cmpi.w #window_wide - margin_x - 44, d2
  bgt @centre
  move.w d1, d2
  sub.w window_y, d2
  cmpi.w #margin_y, d2
  blt @centre
  addi.w #margin_y + 32, d2
  cmp.w map_high, d2
  bgt @centre
  rts
@centre:
  subi.w #(window_wide - 44) / 2, d0
  move.w map_high, d2
  subi.w #hex_pitch_y, d2
  lsr.w #1, d2
  sub.w d2, d1
; falls through to map_move

; map_move: d0, d1 = where the window is to be, as near as the map allows. clobbers d0 to d3.
map_move:
  move.w #grid_columns, d2
  lsl.w #5, d2
  addi.w #12 - window_wide, d2
  clamp d0, d2
  move.w #grid_rows, d2
  lsl.w #5, d2
  addi.w #hex_half, d2
  sub.w map_high, d2
  clamp d1, d2
  move.w d0, window_x
  move.w d1, window_y
; falls through to window_show

; window_show: the window's part of the map on the screen. clobbers d0 to d3, a0, a1.
window_show:
  tst.b map_shown
  beq buffers_draw
  moveq #steps_at_most, d2
@look:
  move.w window_x, d0
  move.w buffer_column, d1
  lsl.w #5, d1
  sub.w d1, d0
  bmi @left
  cmpi.w #slack_x, d0
  bgt @right
  move.w window_y, d0
  move.w buffer_top, d1
  lsl.w #5, d1
  sub.w d1, d0
  bmi @up
  cmpi.w #slack_y, d0
  ble window_copy
  lea step_down(pc), a0
  bra @step
@up:
  lea step_up(pc), a0
  bra @step
@left:
  lea step_left(pc), a0
  bra @step
@right:
  lea step_right(pc), a0
@step:
  subq.w #1, d2
  bmi buffers_draw                      ; too far: all of it
  bsr buffers_step
  bra @look

; A step of the buffers: columns, rows; what is new: range_left, range_right, range_top, range_bottom.
last_column = buffer_words / 2
last_row    = buffer_rows / hex_pitch_y + 1
step_right: .word 1, 0, last_column - 1, last_column, -1 & $FFFF, last_row
step_left:  .word -1 & $FFFF, 0, -1 & $FFFF, 1, -1 & $FFFF, last_row
step_down:  .word 0, 1, -1 & $FFFF, last_column, last_row - 2, last_row
step_up:    .word 0, -1 & $FFFF, -1 & $FFFF, last_column, -1 & $FFFF, 1

; buffers_step: a0 = step: both buffers move by a hex, and what comes in is drawn.
buffers_step:
  movem.l d2-d5/a2/a5, -(sp)
  movea.l a0, a2
  move.w (a2)+, d0
  move.w (a2)+, d1
  add.w d0, buffer_column
  add.w d1, buffer_top
  muls #hex_pitch_x / 8, d0
  muls #hex_pitch_y, d1
  muls #buffer_row, d1
  add.l d1, d0
  move.l d0, d5                         ; bytes
  lea ground_bitmap, a1
  jsr memory_move
  lea map_bitmap, a1
  move.l d5, d0
  jsr memory_move
  move.l (a2), range_left
  move.l 4(a2), range_top
  jsr ground_strip
  move.l (a2), range_left
  move.l 4(a2), range_top
  bsr units_strip
  move.l (a2), range_left
  move.l 4(a2), range_top
  jsr changes_taken
  movem.l (sp)+, d2-d5/a2/a5
  rts

; units_strip: ground and counters of what is in range, on the map buffer: the ground a hex wider, for counters that reach
; over, and counters another one.
units_strip:
  movem.l d2-d5/a5, -(sp)
  subq.w #1, range_left
  addq.w #1, range_right
  subq.w #1, range_top
  addq.w #1, range_bottom
  move.w range_left, d0
  bpl @left
  moveq #0, d0
@left:
  move.w range_right, d4
  cmpi.w #last_column + 1, d4
  ble @right
  moveq #last_column + 1, d4            ; the guard too
@right:
  sub.w d0, d4
  add.w d4, d4                          ; words
  move.w range_top, d1
  bpl @top
  moveq #0, d1
@top:
  lsl.w #5, d1
  move.w range_bottom, d3
  lsl.w #5, d3
  cmpi.w #buffer_rows, d3
  ble @bottom
  move.w #buffer_rows, d3
@bottom:
  sub.w d1, d3                          ; rows
  ble @counters
  mulu #buffer_row, d1
  lsl.w #2, d0
  ext.l d0
  add.l d0, d1
  lea ground_bitmap, a0
  adda.l d1, a0
  lea map_bitmap, a1
  adda.l d1, a1
  move.w #buffer_bytes, d0
  move.w d0, d1
  move.w d4, d2
  jsr rectangle_copy
@counters:
  tst.b units_shown
  beq @done
  subq.w #1, range_left
  subq.w #1, range_top
  lea map_bitmap, a1
  move.w #buffer_bytes, d2
  move.w #buffer_rows, d3
  jsr names_draw
  lea counters_draw, a5
  jsr hexes_do
  jsr plates_draw
@done:
  movem.l (sp)+, d2-d5/a5
  rts

; buffers_draw: both buffers anew around the window.
buffers_draw:
  move.w window_x, d0
  lsr.w #5, d0
  beq @column
  subq.w #1, d0
@column:
  move.w d0, buffer_column
  move.w window_y, d0
  lsr.w #5, d0
  beq @row
  subq.w #1, d0
@row:
  move.w d0, buffer_top
  jsr changes_none
  jsr ground_draw
  bsr units_draw
  move.b #1, map_shown
; falls through to window_copy

; window_copy: from the map buffer to the screen, at any pixel.
window_copy:
  clr.w copy_top
  move.w #map_rows, copy_rows
; falls through to rows_copy

; rows_copy: copy_rows rows of it, from copy_top on.
rows_copy:
  jsr cursor_place
  movem.l d4-d5, -(sp)
  move.w window_x, d0
  move.w buffer_column, d1
  lsl.w #5, d1
  sub.w d1, d0
  move.w window_y, d1
  move.w buffer_top, d2
  lsl.w #5, d2
  sub.w d2, d1
  add.w copy_top, d1
  mulu #buffer_row, d1
  lea map_bitmap, a0
  adda.l d1, a0
  move.w d0, d1
  lsr.w #4, d1
  add.w d1, d1
  adda.w d1, a0                         ; first word of the source
  lea screen + map_top * screen_row, a1
  move.w copy_top, d1
  mulu #screen_row, d1
  adda.l d1, a1
  andi.w #15, d0
  bne @shifted
  move.w #buffer_bytes, d0
  move.w #screen_bytes, d1
  moveq #map_words, d2
  move.w copy_rows, d3
  jsr rectangle_copy
  movem.l (sp)+, d4-d5
  rts
; Shifted right by the rest, one word further left: the first word of a line is what is on the screen already (A, from
; its register, is 0 there).
@shifted:
  moveq #16, d1
  sub.w d0, d1
  ror.w #4, d1
  subq.l #2, a1
  move.w copy_rows, d3
  mulu #depth, d3
  blit_wait
  move.w #$07CA, BLTCON0(a6)            ; channels B C D; D = A ? B : C
  move.w d1, BLTCON1(a6)
  move.l #$0000FFFF, BLTAFWM(a6)
  move.w #$FFFF, BLTADAT(a6)
  move.w #buffer_bytes - 2 * (map_words + 1), BLTBMOD(a6)
  move.w #screen_bytes - 2 * (map_words + 1), d0
  move.w d0, BLTCMOD(a6)
  move.w d0, BLTDMOD(a6)
  move.l a0, BLTBPT(a6)
  move.l a1, BLTCPT(a6)
  move.l a1, BLTDPT(a6)
@part:
  move.w #1020, d4                      ; a blit has at most 1,023 lines
  cmp.w d4, d3
  bge @lines
  move.w d3, d4
@lines:
  sub.w d4, d3
  lsl.w #6, d4
  ori.w #map_words + 1, d4
  move.w d4, BLTSIZE(a6)
  tst.w d3
  beq @done
  blit_wait
  bra @part
@done:
  movem.l (sp)+, d4-d5
  rts

; units_draw: the whole map buffer: the ground, and counters where they are shown.
units_draw:
  movem.l d2-d3/a5, -(sp)
  lea ground_bitmap, a0
  lea map_bitmap, a1
  move.w #buffer_bytes, d0
  move.w d0, d1
  moveq #buffer_words + buffer_guard, d2
  move.w #buffer_rows, d3
  jsr rectangle_copy
  tst.b units_shown
  beq @done
  lea map_bitmap, a1
  move.w #buffer_bytes, d2
  move.w #buffer_rows, d3
  jsr range_all
  jsr names_draw
  lea counters_draw, a5
  jsr hexes_do
  jsr plates_draw
@done:
  movem.l (sp)+, d2-d3/a5
  rts

; show_units io0: shows or hides the counters.
call_show_units:
  move.w io0, d0
  move.b d0, units_shown
  tst.b map_shown
  beq @done
  bsr units_draw
  bra window_copy
@done:
  rts

; refresh io0: a hex whose contents changed; no hex: whichever changed.
call_refresh:
  jsr record_end
  tst.b map_shown
  beq nothing
  move.w io0, d5
  cmpi.w #no_hex, d5
  beq @all
  bsr hex_draw
  bra window_copy
@all:
  jsr changes_find
  move.w changed_count, d4
  beq nothing
  cmpi.w #most_changed, d4
  bhi @anew
  move.w #buffer_rows, touched_top
  clr.w touched_end
  lea changed, a2
@hex:
  move.w (a2)+, d5
  bclr #ground_flag, d5
  bne @ground
  bsr stack_draw
  bra @next
@ground:
  bsr hex_draw
@next:
  subq.w #1, d4
  bne @hex
; The rows that were drawn on, as far as they are in the window.
  move.w buffer_top, d0
  lsl.w #5, d0
  sub.w window_y, d0                    ; from rows of the buffers to those of the window
  move.w touched_top, d1
  add.w d0, d1
  bpl @top
  moveq #0, d1
@top:
  add.w touched_end, d0
  cmpi.w #map_rows, d0
  ble @end
  move.w #map_rows, d0
@end:
  move.w d1, copy_top
  sub.w d1, d0
  ble nothing                           ; out of sight
  move.w d0, copy_rows
  bra rows_copy
@anew:
  jsr changes_none
  jsr ground_draw
  bsr units_draw
  bra window_copy

; range_hex: the range is hex d5 alone. out: carry clear if it is wholly in the buffers. clobbers d0, d1.
range_hex:
  move.w d5, d0
  hex_split d0, d1
  sub.w buffer_column, d0
  cmpi.w #last_column, d0
  bcc @outside                          ; or hardly in
  sub.w buffer_top, d1
  cmpi.w #last_row, d1
  bcc @outside
  move.w d0, range_left
  addq.w #1, d0
  move.w d0, range_right
  move.w d1, range_top
  addq.w #1, d1
  move.w d1, range_bottom
  andi #$FE, ccr
  rts
@outside:
  ori #1, ccr
nothing:
  rts

; touch: rows d0 to d1 of the buffers were drawn on. clobbers d0, d1.
touch:
  cmp.w touched_top, d0
  bge @end
  move.w d0, touched_top
@end:
  cmp.w touched_end, d1
  ble nothing
  move.w d1, touched_end
  rts

; hex_draw: hex d5 anew, ground and all.
hex_draw:
  bsr range_hex
  bcs nothing
  move.w range_top, d0
  lsl.w #5, d0
  move.w d0, d1
  subi.w #hex_pitch_y, d0
  addi.w #3 * hex_pitch_y, d1
  bsr touch
  move.l range_left, -(sp)
  move.l range_top, -(sp)
  jsr changes_taken
  move.l (sp), range_top
  move.l 4(sp), range_left
  jsr ground_strip                      ; bridges and dumps change too
  move.l (sp)+, range_top
  move.l (sp)+, range_left
  bra units_strip

stack_words = 3                         ; of the buffer, and rows, that a hex's counters lie on
stack_rows  = 38

; stack_draw: the counters of hex d5 anew, on its ground; those of its neighbours, and names, that reach over. clobbers d0 to d3.
stack_draw:
  bsr range_hex
  bcs nothing
  movem.l d4-d5/a5, -(sp)
  move.w d5, d0
  hex_split d0, d5
  hex_place d0, d5, d2, d1
  move.w d1, -(sp)
  move.w d1, d0
  addi.w #stack_rows, d1
  bsr touch
  move.w (sp)+, d1
  move.w #buffer_rows, d3
  sub.w d1, d3
  ble @done
  cmpi.w #stack_rows, d3
  ble @rows
  moveq #stack_rows, d3
@rows:
  mulu #buffer_row, d1
  asr.w #3, d2
  ext.l d2
  add.l d2, d1
  lea ground_bitmap, a0
  adda.l d1, a0
  lea map_bitmap, a1
  adda.l d1, a1
  move.w #buffer_bytes, d0
  move.w d0, d1
  moveq #stack_words, d2
  jsr rectangle_copy
  tst.b units_shown
  beq @done
  lea map_bitmap, a1
  move.w #buffer_bytes, d2
  move.w #buffer_rows, d3
  subq.w #2, range_left                 ; names reach two columns far
  addq.w #2, range_right
  subq.w #1, range_top
  addq.w #1, range_bottom
  jsr names_draw
  tst.w names_drawn
  beq @near
  subq.w #1, range_left                 ; what these may lie on
  addq.w #1, range_right
  bra @counters
@near:
  addq.w #1, range_left
  subq.w #1, range_right
@counters:
  lea counters_draw, a5
  jsr hexes_do
  jsr plates_draw
@done:
  movem.l (sp)+, d4-d5/a5
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
