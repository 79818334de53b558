; locator: the whole map in small in the panel beside the map window, a pixel a hex: units that are seen over ground, rivers and
; cities; on it the square of the window. Units come and go all over the map, so a few columns are looked at in every frame.

.include "defs.inc"
.include "geometry.inc"
.import grid_columns, grid_rows
.import screen, rectangle_copy, rectangle_clear, box_draw, pixel_put, view_terrain, view_river, view_first, view_next, view_hidden
.import ground_count, ground_plain, ground_colours, side_dots, view_side, page_now, window_x, window_y, map_shown, is_ntsc, gliding
.export locator_draw, locator_frame, locator_known

left          = 272                     ; of the screen: with a line around it
top           = 45
low_top       = 10                      ; with 200 rows, where it stands in the place of the emblem
words         = 3
high          = 36
columns       = 46
rows          = 34
first_column  = 2                       ; of a map that is wider than the picture
frame_columns = 3                       ; looked at in a frame
square_wide   = 10
square_high   = 8
river         = 22
river_sides   = %011                    ; of those that belong to a hex; all three would make two lines of one
unknown       = 255

.segment "SHELLBSS"
.align 2
column:   .res 2                        ; the next one that is looked at
square_x: .res 2                        ; where the square is drawn
square_y: .res 2
stale:    .res 2                        ; not 0: the screen shows another picture
locator_known: .res 2                        ; not 0: picture and colours are what was seen last
colours:  .res columns * rows           ; of each hex, unknown: none yet

.segment "BUFFERS"
.align 2
picture:  .res words * 2 * depth * high ; without the square

.segment "SHELL"

; locator_draw: all of it, or as it was seen last: what has changed since is found as in any other frame.
; in: window_x, window_y.  out: nothing.  clobbers: d0, d1, a0, a1.
locator_draw:
  movem.l d2-d7/a2-a3, -(sp)
  tst.w locator_known
  bne @show
  move.w #1, locator_known
  lea colours, a0
  move.w #columns * rows - 1, d0
@hex:
  move.b #unknown, (a0)+
  dbra d0, @hex
  lea picture, a1
  move.w #words * 2, d1
  moveq #words, d2
  moveq #high, d3
  jsr rectangle_clear
  clr.w column
  moveq #columns - 1, d7
@column:
  bsr column_look
  dbra d7, @column
@show:
  bsr square_find
  bsr show
  movem.l (sp)+, d2-d7/a2-a3
  rts

; locator_frame: once a frame: some columns; the picture, if it changed or the window moved; nothing while that glides, for the panel
; is not seen.
; in: window_x, window_y.  out: nothing.  clobbers: d0, d1, a0, a1.
locator_frame:
  tst.w gliding
  bne @no
  cmpi.b #page_map, page_now
  beq @seen
  cmpi.b #page_requester, page_now      ; the window may have moved just before a question
  bne @no
@seen:
  tst.b map_shown
  beq @no
  movem.l d2-d7/a2-a3, -(sp)
  moveq #frame_columns - 1, d7
@column:
  bsr column_look
  dbra d7, @column
  bsr square_find
  cmp.w square_x, d5
  bne @show
  cmp.w square_y, d6
  bne @show
  tst.w stale
  beq @done
@show:
  bsr show
@done:
  movem.l (sp)+, d2-d7/a2-a3
@no:
  rts

; column_look: the hexes of the next column, those that changed into the picture. clobbers d0 to d6, a0 to a3.
column_look:
  move.w column, d6
  move.w d6, d0
  addq.w #1, d0
  cmpi.w #columns, d0
  bcs @next
  moveq #0, d0
@next:
  move.w d0, column
  bsr first_find
  move.w d6, d5
  add.w d0, d5
  cmpi.w #grid_columns, d5
  bcc @done
  moveq #0, d4
  move.w d5, d4
  lsl.w #ROW_BITS, d4                   ; its first hex
  move.w d6, d0
  mulu #rows, d0
  lea colours, a3
  adda.w d0, a3
  blit_wait
  moveq #0, d5                          ; row
@row:
  bsr colour
  cmp.b (a3)+, d3
  beq @same
  move.b d3, -1(a3)
  move.w #1, stale
  move.w d6, d0
  addq.w #1, d0
  move.w d5, d1
  addq.w #1, d1
  lea picture, a1
  moveq #words * 2, d2
  jsr pixel_put
@same:
  addq.w #1, d4
  addq.w #1, d5
  cmpi.w #grid_rows, d5
  bcc @done
  cmpi.w #rows, d5
  bcs @row
@done:
  rts

; colour: d4 = hex. out: d3 = its colour. clobbers d0, a0.
colour:
  lea view_first, a0
  moveq #0, d0
  move.b 0(a0,d4.w), d0
@unit:
  cmpi.w #no_unit, d0
  beq @ground
  lea view_hidden, a0
  tst.b 0(a0,d0.w)
  beq @seen
  lea view_next, a0
  move.b 0(a0,d0.w), d0
  bra @unit
@seen:
  lea view_side, a0
  move.b 0(a0,d0.w), d0
  andi.w #1, d0
  lea side_dots, a0
  moveq #0, d3
  move.b 0(a0,d0.w), d3
  rts
@ground:
  lea view_terrain, a0
  move.b 0(a0,d4.w), d0
  andi.w #$FF, d0
  cmpi.w #ground_plain, d0
  bne @kind
  lea view_river, a0
  moveq #river_sides, d3
  and.b 0(a0,d4.w), d3
  beq @known
  moveq #river, d3
  rts
@kind:
  cmpi.w #ground_count, d0
  bcs @known
  moveq #0, d0
@known:
  lea ground_colours, a0
  moveq #0, d3
  move.b 0(a0,d0.w), d3
  rts

; show: the picture on the screen, and the square at d5, d6. clobbers d0 to d4, d7, a0, a1.
show:
  clr.w stale
  move.w d5, square_x
  move.w d6, square_y
  lea picture, a0
  moveq #words * 2, d0
  lea screen + top * screen_row + left / 8, a1
  tst.w is_ntsc
  beq @there
  lea screen + low_top * screen_row + left / 8, a1
@there:
  moveq #screen_bytes, d1
  moveq #words, d2
  moveq #high, d3
  jsr rectangle_copy
  moveq #1, d4
  moveq #0, d7
  bsr frame_draw
  moveq #22, d4
  moveq #1, d7
; falls through to frame_draw

; frame_draw: in colour d4, d7 pixels inside the square at d5, d6.
frame_draw:
  bsr row
  add.w d7, d1
  jsr box_draw
  bsr row
  addi.w #square_high - 1, d1
  sub.w d7, d1
  jsr box_draw
  bsr line
  add.w d7, d0
  jsr box_draw
  bsr line
  addi.w #square_wide - 1, d0
  sub.w d7, d0
  jmp box_draw

; square_find: out: d5, d6 = where the square of the window is: inside of the lines. clobbers d0.
square_find:
  move.w window_x, d5
  lsr.w #5, d5
  bsr first_find
  sub.w d0, d5
  move.w #columns - square_wide, d0
  clamp d5, d0
  addi.w #left + 1, d5
  move.w window_y, d6
  lsr.w #5, d6
  move.w #rows - square_high, d0
  clamp d6, d0
  addi.w #top + 1, d6
  tst.w is_ntsc
  beq @there
  subi.w #top - low_top, d6
@there:
  rts

; first_find: out: d0 = the map's column at the left.
first_find:
  move.w #grid_columns, d0
  cmpi.w #columns, d0
  bhi @wider
  moveq #0, d0
  rts
@wider:
  moveq #first_column, d0
  rts

; row, line: d0, d1, d3, a1, d2 of a box that is a row or a column of the frame.
row:
  moveq #square_wide, d3
  sub.w d7, d3
  sub.w d7, d3
  swap d3
  move.w #1, d3
  move.w d5, d0
  add.w d7, d0
  move.w d6, d1
  bra bitmap
line:
  moveq #1, d3
  swap d3
  move.w #square_high, d3
  sub.w d7, d3
  sub.w d7, d3
  move.w d5, d0
  move.w d6, d1
  add.w d7, d1
bitmap:
  lea screen, a1
  moveq #screen_bytes, d2
  rts
