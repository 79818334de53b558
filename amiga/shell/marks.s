; marks: what stands on a page beside text: boxes, bars, counters, emblems, pieces of map art.

.include "defs.inc"
.include "window.inc"
.import vm_v, screen, rectangle_fill, bevel_draw, counter_draw, object_draw, glyph_draw, window, window_here, page_ground
.import text_corner, text_colour, unit_marker, piece_draw
.import panel_reached, counter_note, page_now
.import ground_tiles, ground_count, side_emblems, side_grounds, side_marks
.export call_box, call_bar, counter_now, symbol_now

io0 = vm_v
io1 = vm_v + 2
io2 = vm_v + 4
io3 = vm_v + 6

kind_emblem  = 9
kind_mark    = 10
kind_marker  = 11
sides        = 2

tight        = 10                       ; on a machine of 200 rows they just do
roomy        = 12                       ; from this row pitch on boxes of neighbouring rows do not touch
bar_parts    = 10
bar_high     = 9
above_text   = 3                        ; rows of the strip above the letters of a row
panel_x      = 8                        ; of a counter in the panel, from its left edge
counter_rows = 3                        ; of the panel, that a counter lies on
marker_rows  = 2
mark_wide    = 13
mark_high    = 10
.if LETTERED
counter_wide = 32
counter_high = 28
counter_edge = 0
.else
counter_wide = 26
counter_high = 22
counter_edge = 3                        ; a border around it
.endif
marker_wide  = 21
marker_high  = 13

.segment "SHELLBSS"
.align 2
corner: .res 8

.segment "SHELL"

; Ground, upper left and lower right line of a box: sunken, raised, lit, for letters.
boxes:
  .word 6, 0, 4
  .word 5, 4, 0
  .word 27, 0, 4
  .word 0, 6, 4
box_kinds = 4

; place: the text cursor. out: d5, d6 = x, y of its cell; a4 = the window. clobbers d0, d1, a0, a1.
place:
  jsr page_ground
  lea corner, a1
  jsr text_corner
  move.w corner, d5
  move.w corner + 2, d6
  jsr window_here
  movea.l a0, a4
  rts

; box io0 to io2: kind, columns, rows, from the text cursor on: its line lies outside of the letters. clobbers d0 to d6, a0,
; a1, a4.
call_box:
  bsr place
  move.w io0, d0
  cmpi.w #box_kinds, d0
  bcc @done
  mulu #6, d0
  lea boxes(pc), a0
  adda.w d0, a0
  move.w d5, d0
  subq.w #4, d0
  move.w window_pitch_y(a4), d3
  mulu io2, d3
  moveq #2, d1                          ; rows above the letters
  moveq #-2, d4                         ; rows less than those of the window
  cmpi.w #roomy, window_pitch_y(a4)
  bcc @rows
  moveq #1, d1
  moveq #-1, d4
  cmpi.w #tight, window_pitch_y(a4)
  bcc @rows
  moveq #3, d1
  moveq #5, d4
@rows:
  add.w d4, d3
  neg.w d1
  add.w d6, d1
  move.w io1, d2
  mulu window_pitch_x(a4), d2
  addq.w #6, d2
  movem.w (a0), d4-d6
  jmp bevel_draw
@done:
  rts

; bar io0 to io2: value of most, in so many columns from the text cursor on, in the colour of the ink. clobbers d0 to d7,
; a0, a1, a4.
call_bar:
  bsr place
  move.w io2, d7
  mulu window_pitch_x(a4), d7           ; width
  move.w d5, d0
  move.w d6, d1
  move.w d7, d2
  moveq #bar_high, d3
  movem.w d5-d6, -(sp)
  moveq #6, d4
  moveq #0, d5
  moveq #4, d6
  jsr bevel_draw
  movem.w (sp)+, d5-d6
  subq.w #2, d7
  move.w io0, d2
  move.w io1, d0
  beq @parts
  cmp.w d0, d2
  bls @some
  move.w d0, d2
@some:
  mulu d7, d2
  divu d0, d2
  tst.w d2
  beq @parts
  move.w d2, -(sp)
  addq.w #1, d5
  move.w text_colour, d4
  moveq #2, d1
  moveq #bar_high - 3, d3
  bsr @line
  move.w (sp)+, d2
  moveq #1, d4                          ; light falls on it
  moveq #1, d1
  moveq #1, d3
  bsr @line
  subq.w #1, d5
@parts:
  moveq #bar_parts - 1, d2
@part:
  move.w d2, d0
  mulu d7, d0
  divu #bar_parts, d0
  add.w d5, d0
  move.w d6, d1
  addq.w #1, d1
  movem.w d2, -(sp)
  moveq #1, d2
  moveq #bar_high - 2, d3
  moveq #0, d4
  lea screen, a1
  jsr rectangle_fill
  movem.w (sp)+, d2
  subq.w #1, d2
  bne @part
  rts
; A box of the bar: d1 = rows below its top, d2, d3 = width, height, d4 = colour.
@line:
  move.w d5, d0
  add.w d6, d1
  lea screen, a1
  jmp rectangle_fill

; cell: d0, d1 = column, row of the window -> x, y of the screen. clobbers a0, a4.
cell:
  movem.w d0-d1, -(sp)
  jsr page_ground
  jsr window_here
  movea.l a0, a4
  movem.w (sp)+, d0-d1
  mulu window_pitch_x(a4), d0
  add.w window_x(a4), d0
  mulu window_pitch_y(a4), d1
  add.w window_y(a4), d1
  cmpi.w #window_strip, window
  bne @done
  subq.w #above_text, d1
@done:
  rts

; counter_now: the counter of a unit at a column and row of the window; in the strip in small.
; in: io0 = unit, io1, io2 = column, row.  out: nothing.  clobbers: d0 to d7, a0, a1, a4.
counter_now:
  move.w io1, d0
  move.w io2, d1
  bsr cell
  move.w io0, d5
  andi.w #$FF, d5
  cmpi.w #window_strip, window
  beq unit_small
  cmpi.w #window_info, window
  bne @page
  move.w io2, d2
  addq.w #counter_rows, d2
  cmp.w window_rows(a4), d2
  bhi @none                             ; the panel has no room for it
  addq.w #panel_x, d0
  subq.w #1, d1
  move.l #counter_wide << 16 | counter_high, d3
  moveq #counter_edge, d4
  bsr choice
  bra @draw
@page:
  subq.w #2, d1
@draw:
  lea screen, a1
  moveq #screen_bytes, d2
  jmp counter_draw
@none:
  rts

; unit_small: unit d5 in small at d0, d1.
unit_small:
  move.w d0, d7
  move.w d1, d6
  jmp unit_marker

; symbol_now: terrain, emblem of a side, its mark, marker of a unit, and what pieces.s has, at a column and row of the window.
; in: io0 = kind, io1 = which, io2, io3 = column, row.  out: nothing.  clobbers: d0 to d7, a0, a1, a4.
symbol_now:
  move.w io2, d0
  move.w io3, d1
  bsr cell
  move.w io1, d3
  lea ground_tiles, a0
  move.w #ground_count, d2
  tst.w io0
  beq @ground
  lea side_emblems, a0
  moveq #sides, d2
  cmpi.w #kind_emblem, io0
  beq @object
  cmpi.w #kind_mark, io0
  beq mark_draw
  cmpi.w #kind_marker, io0
  beq @marker
  jmp piece_draw
@marker:
  move.w io3, d2
  addq.w #marker_rows, d2
  cmp.w window_rows(a4), d2
  bhi @none                             ; the window has no room for it
  moveq #0, d5
  move.b io1 + 1, d5
  cmpi.w #window_info, window
  bne unit_small
  move.l #marker_wide << 16 | marker_high, d3
  moveq #0, d4
  bsr choice
  bra unit_small
@none:
  rts
@ground:
  cmp.w d2, d3
  bcc @none
  lsl.w #2, d3                          ; four tiles each
  bra @picture
@object:
  cmp.w d2, d3
  bcc @none
@picture:
  lsl.w #2, d3
  move.l 0(a0,d3.w), d2
  beq @none
  movea.l d2, a0
  lea screen, a1
  moveq #screen_bytes, d2
  jmp object_draw

; Marks of the sides: a cross or a star, seven rows.

; mark_draw: the mark of side io1 at d0, d1: a field of its colour with its sign. clobbers d0 to d6, a0, a1.
mark_draw:
  move.w io1, d3
  cmpi.w #sides, d3
  bcc @none
  lea side_grounds, a0
  moveq #0, d4
  move.b 0(a0,d3.w), d4
  lsl.w #3, d3
  movem.w d0-d1/d3, -(sp)
  subq.w #1, d1
  moveq #mark_wide, d2
  moveq #mark_high, d3
  moveq #0, d5
  moveq #0, d6
  jsr bevel_draw
  movem.w (sp)+, d0-d1/d3
  lea side_marks, a0
  adda.w d3, a0
  addq.w #3, d0
  moveq #7, d4
  moveq #1, d3
  moveq #screen_bytes, d2
  lea screen, a1
  blit_wait
  jmp glyph_draw
@none:
  rts

; choice: unit d5 stands in the panel at d0, d1, its picture d4 pixels inside, of d3 = width, height. d2 = the row behind it. On the page
; of the map it can be chosen there. clobbers d2 to d4.
choice:
  cmpi.b #page_map, page_now
  bne @no
  movem.w d0-d1, -(sp)
  move.w d2, d0
  subq.w #1, d0
  jsr panel_reached
  movem.w (sp), d0-d1
  add.w d4, d0
  add.w d4, d1
  move.w d3, d4
  swap d3
  move.w d3, d2
  move.w d4, d3
  jsr counter_note
  movem.w (sp)+, d0-d1
@no:
  rts
