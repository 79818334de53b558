; map: the map window. Two buffers of the same shape hold the land around it: the ground alone (ground.s), and the ground
; with counters, from which the window is copied to the screen at any pixel. When the window leaves the buffers, they are
; drawn anew around it.

.include "defs.inc"
.include "geometry.inc"
.import vm_v, view_first, grid_columns, grid_rows
.import screen, ground_bitmap, map_bitmap, ground_draw, hexes_do, rectangle_copy, counters_draw
.import buffer_column, buffer_top, page_now, page_clear
.import cursor_place, panel_draw, view_chosen
.export call_in_view, call_map, call_refresh, call_show_units, map_start, map_move, window_show, window_x, window_y, map_shown

io0 = vm_v
io1 = vm_v + 2

window_wide = 272                       ; pixels
margin_x    = 32                        ; of a hex in view to the window's rim
margin_y    = 32
slack_x     = buffer_words * 16 - window_wide
slack_y     = buffer_rows - map_rows

.segment "SHELLBSS"
.align 2
window_x:    .res 2                     ; pixels of the map at the window's upper left
window_y:    .res 2
map_shown:   .res 1                     ; 1: the buffers hold the map around the window
units_shown: .res 1                     ; 0: counters are hidden

.segment "SHELL"

map_start:
  clr.b map_shown
  move.b #1, units_shown
  rts

; map io0, io1: hex in view; io1 = 1 centres on it.
call_map:
  cmpi.b #page_map, page_now
  beq @page
  move.w #page_map, d0
  jsr page_clear
@page:
  move.w io0, d0
  hex_split d0, d1
  lsl.w #5, d1
  btst #0, d0
  beq @even
  addi.w #hex_half, d1
@even:
  lsl.w #5, d0                          ; d0, d1 = the hex's corner on the map
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
  cmpi.w #map_rows - margin_y - 32, d2
  bgt @centre
  rts
@centre:
  subi.w #(window_wide - 44) / 2, d0
  subi.w #(map_rows - 32) / 2, d1
; falls through to map_move

; map_move: d0, d1 = where the window is to be, as near as the map allows. clobbers d0 to d3.
map_move:
  move.w #grid_columns, d2
  lsl.w #5, d2
  addi.w #12 - window_wide, d2
  clamp d0, d2
  move.w #grid_rows, d2
  lsl.w #5, d2
  addi.w #hex_half - map_rows, d2
  clamp d1, d2
  move.w d0, window_x
  move.w d1, window_y
; falls through to window_show

; window_show: the window's part of the map on the screen. clobbers d0 to d3, a0, a1.
window_show:
  tst.b map_shown
  beq @draw
  move.w window_x, d0
  move.w buffer_column, d1
  lsl.w #5, d1
  sub.w d1, d0
  cmpi.w #slack_x, d0                   ; unsigned: left of it is far right
  bhi @draw
  move.w window_y, d0
  move.w buffer_top, d1
  lsl.w #5, d1
  sub.w d1, d0
  cmpi.w #slack_y, d0
  bls window_copy
@draw:
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
  jsr ground_draw
  bsr units_draw
  move.b #1, map_shown
; falls through to window_copy

; window_copy: from the map buffer to the screen, at any pixel.
window_copy:
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
  mulu #buffer_row, d1
  lea map_bitmap, a0
  adda.l d1, a0
  move.w d0, d1
  lsr.w #4, d1
  add.w d1, d1
  adda.w d1, a0                         ; first word of the source
  lea screen + map_top * screen_row, a1
  andi.w #15, d0
  bne @shifted
  move.w #buffer_bytes, d0
  move.w #screen_bytes, d1
  moveq #map_words, d2
  move.w #map_rows, d3
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
  move.w #map_rows * depth, d3
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
  lea counters_draw, a5
  jsr hexes_do
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

; refresh io0: a hex whose contents changed; no hex: all.
call_refresh:
  tst.b map_shown
  beq @done
  cmpi.w #no_hex, io0
  bne @one
  jsr ground_draw
  bsr units_draw
  bra window_copy
@one:
  bsr units_draw
  bra window_copy
@done:
  rts

; in_view io0 -> 1 if the whole of a hex is in the window.
call_in_view:
  move.w io0, d0
  cmpi.w #no_hex, d0
  beq @no
  hex_split d0, d1
  lsl.w #5, d1
  btst #0, d0
  beq @even
  addi.w #hex_half, d1
@even:
  lsl.w #5, d0
  sub.w window_x, d0
  bmi @no
  cmpi.w #window_wide - 44, d0
  bgt @no
  sub.w window_y, d1
  bmi @no
  cmpi.w #map_rows - 32, d1
  bgt @no
  moveq #1, d0
  rts
@no:
  moveq #0, d0
  rts
