; panel: what stands beside the map window: the emblem of the side to move, the whole map in small with the window's
; square, the unit under the pointer, the weather.

.include "defs.inc"
.include "geometry.inc"
.import grid_columns, grid_rows
.import screen, object_draw, rectangle_fill, box_draw, counter_draw, text_draw, text_font6, text_unpack, text_capitalize
.import view_terrain, view_weather, view_unit_name, unit_under, page_now, window_x, window_y, map_shown, frames
.import object_emblem_german, object_emblem_allied, object_weather_clear, object_weather_overcast, object_weather_fog
.import object_weather_snow, pixel_put
.export panel_draw, panel_frame, panel_side

panel_x    = 272
emblem_x   = 275
emblem_y   = 12
locator_x  = 273
locator_y  = 48
locator_columns = 46
unit_y     = 113
weather_x  = 275
weather_y  = 200
name_size  = 16

.segment "SHELLBSS"
.align 2
panel_side:   .res 2                    ; whose turn it is
unit_seen:    .res 2                    ; what was under the pointer, $FFFF: the panel is new
square_x:     .res 2                    ; window when the locator was drawn
square_y:     .res 2
name:         .res name_size

.segment "SHELL"

emblems:  .dword object_emblem_german, object_emblem_allied
weathers: .dword object_weather_clear, object_weather_overcast, object_weather_fog, object_weather_snow
; Colour of a hex in the locator by terrain: plain, forest, mountain, city, Siegfried line.
grounds:  .byte 2, 8, 10, 30, 4
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
  move.w #$FFFF, unit_seen
  movem.l (sp)+, d2-d7/a2-a3
  rts

draw:
  lea screen, a1
  moveq #screen_bytes, d2
  move.w #screen_rows, d3
  jmp object_draw

; locator_draw: a pixel a hex, columns from 2 on as far as they fit; the window's square in blue.
locator_draw:
  blit_wait
  lea view_terrain, a2
  moveq #2, d6
@column:
  cmpi.w #grid_columns, d6
  bcc @square
  cmpi.w #locator_columns + 2, d6
  bcc @square
  moveq #0, d7
@row:
  hex_number d6, d7, d0
  andi.l #$FFFF, d0
  move.b 0(a2,d0.l), d0
  cmpi.b #4, d0
  bls @known
  moveq #0, d0
@known:
  andi.w #7, d0
  lea grounds(pc), a0
  move.b 0(a0,d0.w), d3
  ext.w d3
  move.w d6, d0
  addi.w #locator_x - 2, d0
  move.w d7, d1
  addi.w #locator_y, d1
  jsr pixel_put
  addq.w #1, d7
  cmpi.w #grid_rows, d7
  bcs @row
  addq.w #1, d6
  bra @column
@square:
  move.w window_x, square_x
  move.w window_y, square_y
  move.w square_x, d5
  lsr.w #5, d5
  addi.w #locator_x - 2, d5
  move.w square_y, d6
  lsr.w #5, d6
  addi.w #locator_y, d6
  moveq #22, d4
  move.l #9 << 16 | 1, d3
  bsr box
  move.l #1 << 16 | 7, d3
  bsr box
  addq.w #8, d5
  move.l #1 << 16 | 7, d3
  bsr box
  subq.w #8, d5
  addq.w #6, d6
  move.l #9 << 16 | 1, d3
; falls through to box

box:
  move.w d5, d0
  move.w d6, d1
  lea screen, a1
  moveq #screen_bytes, d2
  jmp box_draw

; panel_frame: once a frame: the unit under the pointer, if it is another one; the square, if the window has moved.
panel_frame:
  cmpi.b #page_map, page_now
  bne @done
  tst.b map_shown
  beq @done
  movem.l d2-d7/a2-a3, -(sp)
  move.w window_x, d0
  cmp.w square_x, d0
  bne @moved
  move.w window_y, d0
  cmp.w square_y, d0
  beq @unit
@moved:
  bsr locator_draw
@unit:
  jsr unit_under
  cmp.w unit_seen, d0
  beq @same
  move.w d0, unit_seen
  bsr unit_show
@same:
  movem.l (sp)+, d2-d7/a2-a3
@done:
  rts

; unit_show: unit_seen: its counter and its name; nothing where there is none.
unit_show:
  move.w #panel_x + 1, d0
  move.w #unit_y - 2, d1
  moveq #47, d2
  moveq #44, d3
  moveq #5, d4
  lea screen, a1
  jsr rectangle_fill
  move.w unit_seen, d5
  andi.w #$FF, d5
  tst.w unit_seen
  beq @done
  move.w #panel_x + 8, d0
  move.w #unit_y, d1
  lea screen, a1
  moveq #screen_bytes, d2
  move.w #screen_rows, d3
  jsr counter_draw
  lea view_unit_name, a0
  moveq #0, d0
  list_word d5, d0
  lea name, a1
  moveq #8, d1
  jsr text_unpack
  jsr text_capitalize
  movea.l a1, a3
  lea text_font6, a2
  lea screen, a1
  moveq #screen_bytes, d2
  move.w #panel_x + 2, d0
  move.w #unit_y + 31, d1
  moveq #1, d3
  jsr text_draw
@done:
  rts
