; panel: what stands beside the map window but its text: the emblem of the side to move, the whole map in small with the
; window's square, the weather.

.include "defs.inc"
.include "geometry.inc"
.import grid_columns, grid_rows
.import screen, object_draw, rectangle_copy, box_draw, view_terrain, view_river, view_weather, page_now, window_x, window_y
.import map_shown
.import object_emblem_german, object_emblem_allied, object_weather_clear, object_weather_overcast, object_weather_fog
.import object_weather_snow, pixel_put
.export panel_draw, panel_frame, panel_side

panel_x    = 272
emblem_x   = 275
emblem_y   = 12
locator_x  = 273
locator_y  = 48
locator_columns = 46
locator_words = 3                       ; from the pixel before it
locator_rows  = 34
first_column  = 2
square_wide   = 10
square_high   = 8
weather_x  = 275
weather_y  = 201

.segment "SHELLBSS"
.align 2
panel_side:   .res 2                    ; whose turn it is
square_x:     .res 2                    ; window when the square was drawn
square_y:     .res 2

; The locator without the square.
.segment "BUFFERS"
locator: .res locator_words * 2 * depth * locator_rows

.segment "SHELL"

emblems:  .dword object_emblem_german, object_emblem_allied
weathers: .dword object_weather_clear, object_weather_overcast, object_weather_fog, object_weather_snow
; Colour of a hex in the locator by terrain: plain, forest, mountain, city, Siegfried line; where a river runs in the open.
grounds:  .byte 2, 8, 10, 30, 4
river     = 22
.even

; panel_draw: all of it.
panel_draw:
  movem.l d2-d7/a2-a3, -(sp)
  move.w panel_side, d0
  andi.w #1, d0
  lsl.w #2, d0
  lea emblems(pc), a0
  movea.l 0(a0,d0.w), a0
  move.w #emblem_x, d0
  moveq #emblem_y, d1
  bsr draw
  move.b view_weather, d0
  andi.w #3, d0
  lsl.w #2, d0
  lea weathers(pc), a0
  movea.l 0(a0,d0.w), a0
  move.w #weather_x, d0
  move.w #weather_y, d1
  bsr draw
  bsr locator_draw
  movem.l (sp)+, d2-d7/a2-a3
  rts

draw:
  lea screen, a1
  moveq #screen_bytes, d2
  move.w #screen_rows, d3
  jmp object_draw

; locator_draw: a pixel a hex, columns from the third on as far as they fit, and the square.
locator_draw:
  blit_wait
  moveq #first_column, d6
@column:
  cmpi.w #grid_columns, d6
  bcc @keep
  cmpi.w #locator_columns + first_column, d6
  bcc @keep
  moveq #0, d7
@row:
  moveq #0, d5
  hex_number d6, d7, d5
  bsr ground
  move.w d6, d0
  addi.w #locator_x - first_column, d0
  move.w d7, d1
  addi.w #locator_y, d1
  jsr pixel_put
  addq.w #1, d7
  cmpi.w #grid_rows, d7
  bcc @next
  cmpi.w #locator_rows, d7
  bcs @row
@next:
  addq.w #1, d6
  bra @column
@keep:
  bsr locator_place
  jsr rectangle_copy
; falls through to square_draw

; square_draw: a white rectangle around a blue one where the window is.
square_draw:
  move.w window_x, square_x
  move.w window_y, square_y
  move.w square_x, d5
  lsr.w #5, d5
  addi.w #locator_x - first_column - 1, d5
  cmpi.w #locator_x, d5
  bge @right
  move.w #locator_x, d5
@right:
  cmpi.w #locator_x + locator_columns - square_wide, d5
  ble @rows
  move.w #locator_x + locator_columns - square_wide, d5
@rows:
  move.w square_y, d6
  lsr.w #5, d6
  addi.w #locator_y - 1, d6
  cmpi.w #locator_y, d6
  bge @white
  move.w #locator_y, d6
@white:
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
  bsr column
  add.w d7, d0
  jsr box_draw
  bsr column
  addi.w #square_wide - 1, d0
  sub.w d7, d0
  jmp box_draw

; row, column: d0, d1, d3, a1, d2 of a box that is a row or a column of the frame.
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
column:
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

; ground: d5 = hex. out: d3 = its colour. clobbers d0, a0.
ground:
  lea view_terrain, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  bne @known
  lea view_river, a0
  tst.b 0(a0,d5.w)
  beq @plain
  moveq #river, d3
  rts
@known:
  cmpi.b #4, d0
  bls @plain
  moveq #0, d0
@plain:
  lea grounds(pc), a0
  moveq #0, d3
  move.b 0(a0,d0.w), d3
  rts

; locator_place: for rectangle_copy: from the screen to where it is kept. clobbers a1.
locator_place:
  lea screen + locator_y * screen_row + (locator_x - 1) / 8, a0
  lea locator, a1
  move.w #screen_bytes, d0
  move.w #locator_words * 2, d1
  moveq #locator_words, d2
  moveq #locator_rows, d3
  rts

; panel_frame: once a frame: the square, if the window has moved.
panel_frame:
  cmpi.b #page_map, page_now
  bne @done
  tst.b map_shown
  beq @done
  move.w window_x, d0
  cmp.w square_x, d0
  bne @moved
  move.w window_y, d0
  cmp.w square_y, d0
  beq @done
@moved:
  movem.l d2-d7/a2-a3, -(sp)
  bsr locator_place
  exg a0, a1
  exg d0, d1
  jsr rectangle_copy
  bsr square_draw
  movem.l (sp)+, d2-d7/a2-a3
@done:
  rts
