; overview: the two maps of small scale: half scale (page 3) shows 31 x 22 hexes with zones, the whole map (page 4) all.

.include "defs.inc"
.include "geometry.inc"
.include "overview.inc"
.import grid_columns, grid_rows
.import screen, object_draw, rectangle_fill, labels_draw
.import view_terrain, view_road, view_river, view_outline, view_first, view_next, view_hidden, view_side, view_symbol
.if RAILS
.import view_rail
.endif
.import view_dump_at, view_dump_number, view_dump_side, view_dump_at_count, view_target
.import half_grounds, whole_grounds, half_units, whole_units, whole_dumps, class_shades, ground_count, ground_city
.import object_whole_city
.import window_x, window_y, square_new
.export overview_draw, list_hex, scale, first_column, first_row


.segment "SHELLBSS"
.align 2
scale:        .res 4                    ; the page's
first_column: .res 2                    ; hex at the upper left
first_row:    .res 2

.segment "SHELL"

half:
  .word 10, 4, 10, 31, 22, 7, 5, 84, 65, 234, 10, 8, 1, 21, 9, 317, 10
whole:
  .word 6, 8, 13, 64, 64, 4, 3, 52, 41, 220, 7, 8, 2, 22, 10, 311, 6
whole_close:                            ; for more rows than find room
  .word 6, 8, 13, 64, 64, 4, 3, 52, 34, 220, 7, 8, 2, 22, 10, 311, 5

outlines: .byte 0, 17, 22, 18
.even

rail_colour   = 30
hollow        = 2                       ; in a unit that is a target
most_rows     = 34                      ; of hexes, as the whole map is drawn if they have room
map_end       = 236                     ; row of the screen below the map

; Ground of the whole map: slate, a line around the map's own black: x, y, width, height, colour.
whole_boxes:
  .word 0, 10, 320, 236, 6
  .word 5, 11, 308, 212, 4
  .word 6, 12, 306, 210, 0
  .word $FFFF

; overview_draw: all of it.
; in: d0.b = page.  out: scale, first_column, first_row.  clobbers: d0, d1, a0, a1.
overview_draw:
  movem.l d2-d7/a2-a5, -(sp)
  lea half(pc), a5
  cmpi.b #page_half, d0
  beq @scale
  lea whole_boxes(pc), a3
  bsr boxes_draw
  lea whole(pc), a5
  move.w #grid_rows, d1
  cmpi.w #most_rows, d1
  ble @scale
  lea whole_close(pc), a5
@scale:
  move.l a5, scale
  jsr square_new
  bsr corner_find
  lea hex_ground(pc), a4
  bsr hexes
  lea hex_lines(pc), a4
  bsr hexes
  lea hex_units(pc), a4
  bsr hexes
  bsr dumps_draw
  jsr labels_draw
  movem.l (sp)+, d2-d7/a2-a5
  rts

; boxes_draw: a3 = boxes, ended by -1. clobbers d0 to d4, a0, a1.
boxes_draw:
  move.w (a3)+, d0
  bmi @done
  movem.w (a3)+, d1-d4
  lea screen, a1
  jsr rectangle_fill
  bra boxes_draw
@done:
  rts

; corner_find: the part of the map that has the window in its middle.
corner_find:
  move.w window_x, d0
  lsr.w #5, d0
  subi.w #12, d0
  move.w #grid_columns, d1
  sub.w columns(a5), d1
  bpl @wide
  moveq #0, d1
@wide:
  clamp d0, d1
  move.w d0, first_column
  move.w window_y, d0
  lsr.w #5, d0
  subq.w #8, d0
  move.w #grid_rows, d1
  sub.w rows(a5), d1
  bpl @high
  moveq #0, d1
@high:
  clamp d0, d1
  move.w d0, first_row
  rts

; hexes: calls a4 for each hex that is shown: d5 = hex, d6, d7 = x, y of its corner on the screen. It keeps a4, a5.
hexes:
  move.w first_column, d0
@column:
  cmpi.w #grid_columns, d0
  bcc @done
  move.w d0, d1
  sub.w first_column, d1
  cmp.w columns(a5), d1
  bcc @done
  move.w d0, -(sp)
  move.w first_row, d1
  moveq #0, d5
  hex_number d0, d1, d5
  bsr place
  move.w #grid_rows, d2
  sub.w first_row, d2
  cmp.w rows(a5), d2
  ble @rows
  move.w rows(a5), d2
@rows:
  subq.w #1, d2
@row:
  movem.l d2/d5-d7, -(sp)
  jsr (a4)
  movem.l (sp)+, d2/d5-d7
  addq.w #1, d5
  add.w row_pitch(a5), d7
  dbra d2, @row
  move.w (sp)+, d0
  addq.w #1, d0
  bra @column
@done:
  rts

; place: d0, d1 = column, row. out: d6, d7 = corner on the screen.
place:
  move.w d0, d6
  sub.w first_column, d6
  mulu pitch(a5), d6
  add.w left(a5), d6
  move.w d1, d7
  sub.w first_row, d7
  mulu row_pitch(a5), d7
  add.w top(a5), d7
  btst #0, d0
  beq @even
  move.w row_pitch(a5), d2
  lsr.w #1, d2
  add.w d2, d7
@even:
  rts

; hex_ground: terrain.
hex_ground:
  lea half_grounds, a0
  lea whole_grounds, a1
  bsr terrain_here
; falls through to piece_draw

; piece_draw: piece d4 of the table at a0 (half scale) or a1 (whole map) at d6, d7. clobbers d0 to d4, a0, a1.
piece_draw:
  cmpi.w #half_pitch, pitch(a5)
  beq @half
  movea.l a1, a0
@half:
  lsl.w #2, d4
  movea.l 0(a0,d4.w), a0
; falls through to object_here

; object_here: object a0 at d6, d7. clobbers d0 to d3, a0, a1.
object_here:
  move.w d6, d0
  move.w d7, d1
  lea screen, a1
  moveq #screen_bytes, d2
  jmp object_draw

; terrain_here: d4 = kind of hex d5 that has a picture. clobbers a2.
terrain_here:
  lea view_terrain, a2
  moveq #0, d4
  move.b 0(a2,d5.w), d4
  cmpi.w #ground_count, d4
  bcs @known
  moveq #0, d4
@known:
  rts

; hex_lines: rivers on sides 1 to 3, roads and above them railways in directions 1 to 3, the outline.
hex_lines:
  blit_wait
  lea view_outline, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  beq @rivers
  cmpi.w #half_pitch, pitch(a5)
  bne @rivers
  lea outlines(pc), a0
  andi.w #3, d0
  move.b 0(a0,d0.w), d4
  ext.w d4
  bsr outline_draw
@rivers:
  lea view_river, a0
  lea river_steps(pc), a3
  lea small_river_steps(pc), a2
  move.w river(a5), d4
  bsr lines_draw
  lea view_road, a0
  lea road_steps(pc), a3
  lea small_road_steps(pc), a2
  move.w road(a5), d4
.if RAILS
  bsr lines_draw
  lea view_rail, a0
  lea road_steps(pc), a3
  lea small_road_steps(pc), a2
  moveq #rail_colour, d4
.endif
; falls through to lines_draw

; lines_draw: of hex d5, the lines to its sides 1 to 3 that are set in the role at a0, in colour d4; a3, a2 = their pixels in
; half and in whole scale.
lines_draw:
  move.b 0(a0,d5.w), d0
  andi.w #7, d0
  beq @done
  cmpi.w #half_pitch, pitch(a5)
  beq @half
  movea.l a2, a3
@half:
  move.w d0, -(sp)
  bsr steps_draw
  addq.l #2, sp
@done:
  rts

; Lines as pixels from the hex's corner: count, then x, y of each; for sides or directions 1, 2, 3.
river_steps:
  .byte 8, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 0, 10, 0
  .byte 5, 10, 0, 11, 1, 11, 2, 12, 3, 13, 4
  .byte 5, 13, 5, 12, 6, 11, 7, 11, 8, 10, 9
small_river_steps:
  .byte 4, 2, 0, 3, 0, 4, 0, 5, 0
  .byte 3, 6, 0, 6, 1, 7, 2
  .byte 3, 7, 3, 6, 4, 6, 5
road_steps:
  .byte 11, 7, 5, 7, 4, 7, 3, 7, 2, 7, 1, 7, 0, 7, 255, 7, 254, 7, 253, 7, 252, 7, 251
  .byte 11, 7, 5, 8, 5, 9, 4, 10, 4, 11, 3, 12, 3, 13, 2, 14, 2, 15, 1, 16, 1, 17, 0
  .byte 11, 7, 5, 8, 5, 9, 6, 10, 6, 11, 7, 12, 7, 13, 8, 14, 8, 15, 9, 16, 9, 17, 10
small_road_steps:
  .byte 7, 4, 3, 4, 2, 4, 1, 4, 0, 4, 255, 4, 254, 4, 253
  .byte 7, 4, 3, 5, 3, 6, 2, 7, 2, 8, 1, 9, 1, 10, 0
  .byte 7, 4, 3, 5, 3, 6, 4, 7, 4, 8, 5, 9, 5, 10, 6
; The outline, a word a row. It is two pixels wide, or it is lost among rivers and woods: the second line lies within the first, so that
; those of neighbours keep apart.
outline_rows:
  .word %0000111111000000
  .word %0001111111100000
  .word %0011100001110000
  .word %0011000000110000
  .word %0110000000011000
  .word %0110000000011000
  .word %0011000000110000
  .word %0001100001100000
  .word %0001111111100000
  .word %0000111111000000
outline_high = (* - outline_rows) / 2

; steps_draw: 4(sp) = bits; of the lines at a3 those whose bits are set, in colour d4.
steps_draw:
  move.w 4(sp), d2
@line:
  moveq #0, d1
  move.b (a3)+, d1
  lsr.w #1, d2
  bcs @draw
  adda.w d1, a3
  adda.w d1, a3
  bra @next
@draw:
  bsr pixels
@next:
  tst.w d2
  bne @line
  rts

; outline_draw: the outline of a hex at d6, d7, in colour d4; of its rows those that lie on the map's part of the screen. A row of a
; plane in one go: on the page of Where hundreds are drawn. clobbers d0 to d3, a0, a1.
outline_draw:
  movem.l d5/d6, -(sp)
  move.w #map_end, d3
  sub.w d7, d3
  ble @done
  cmpi.w #outline_high, d3
  bls @rows
  moveq #outline_high, d3
@rows:
  subq.w #1, d3
  move.w d7, d0
  mulu #screen_row, d0
  lea screen, a0
  adda.l d0, a0
  move.w d6, d0
  lsr.w #4, d0
  add.w d0, d0
  adda.w d0, a0
  moveq #15, d2
  and.w d6, d2
  lea outline_rows(pc), a1
@row:
  moveq #0, d0
  move.w (a1)+, d0
  swap d0
  lsr.l d2, d0
  move.l d0, d1
  not.l d1
  move.w d4, d5
  moveq #depth - 1, d6
@plane:
  lsr.w #1, d5
  bcs @set
  and.l d1, (a0)
  bra @next
@set:
  or.l d0, (a0)
@next:
  lea screen_bytes(a0), a0              ; at last the row below
  dbra d6, @plane
  dbra d3, @row
@done:
  movem.l (sp)+, d5/d6
  rts

; pixels: d1 pixels at a3, x and signed y from d6, d7, in colour d4. Those off the map's part of the screen are left out.
pixels:
  movem.l d2/d5/a1, -(sp)
  lea screen, a1
  move.w d1, d5
  bra @count
@pixel:
  moveq #0, d0
  move.b (a3)+, d0
  add.w d6, d0
  move.b (a3)+, d1
  ext.w d1
  add.w d7, d1
  cmpi.w #320, d0
  bcc @count
  cmpi.w #map_top, d1
  blt @count
  cmpi.w #map_end, d1
  bge @count
  mulu #screen_row, d1
  lea 0(a1,d1.l), a0
  move.w d0, d2
  lsr.w #3, d2
  adda.w d2, a0
  not.w d0                              ; bit of the byte, modulo 8
  move.w d4, d1
  lsr.w #1, d1
  bcs @set0
  bclr d0, (a0)
  bra @plane1
@set0:
  bset d0, (a0)
@plane1:
  lsr.w #1, d1
  bcs @set1
  bclr d0, screen_bytes(a0)
  bra @plane2
@set1:
  bset d0, screen_bytes(a0)
@plane2:
  lsr.w #1, d1
  bcs @set2
  bclr d0, 2 * screen_bytes(a0)
  bra @plane3
@set2:
  bset d0, 2 * screen_bytes(a0)
@plane3:
  lsr.w #1, d1
  bcs @set3
  bclr d0, 3 * screen_bytes(a0)
  bra @plane4
@set3:
  bset d0, 3 * screen_bytes(a0)
@plane4:
  lea 4 * screen_bytes(a0), a0
  lsr.w #1, d1
  bcs @set4
  bclr d0, (a0)
  bra @count
@set4:
  bset d0, (a0)
@count:
  dbra d5, @pixel
  movem.l (sp)+, d2/d5/a1
  rts

; hex_units: the first unit that is seen, in one of two shades of its side; on the whole map hollow if it is a target, and below it
; a city, which lies on the roads.
hex_units:
  cmpi.w #half_pitch, pitch(a5)
  beq @units
  lea view_terrain, a0
  cmpi.b #<ground_city, 0(a0,d5.w)
  bne @units
  lea object_whole_city, a0
  bsr object_here
@units:
  lea view_first, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
@unit:
  cmpi.w #no_unit, d0
  beq @none
  lea view_hidden, a0
  tst.b 0(a0,d0.w)
  beq @found
  lea view_next, a0
  move.b 0(a0,d0.w), d0
  bra @unit
@none:
  rts
@found:
  lea view_symbol, a0
  moveq #15, d2
  and.b 0(a0,d0.w), d2
  lea view_side, a0
  moveq #1, d4
  and.b 0(a0,d0.w), d4
  add.w d4, d4
  lea class_shades, a0
  or.b 0(a0,d2.w), d4
  lea half_units, a0
  lea whole_units, a1
  move.w d0, -(sp)
  bsr piece_draw
  move.w (sp)+, d0
  cmpi.w #half_pitch, pitch(a5)
  beq @solid
  lea view_target, a0
  tst.b 0(a0,d0.w)
  beq @solid
  move.w d6, d0                         ; hollow
  addq.w #2, d0
  move.w d7, d1
  addq.w #2, d1
  moveq #3, d2
  moveq #3, d3
  moveq #hollow, d4
  lea screen, a1
  jmp rectangle_fill
@solid:
  rts

; dumps_draw: yellow or white squares.
dumps_draw:
  move.w #view_dump_at_count, d0
  beq @done
  moveq #0, d5
@dump:
  lea view_dump_number, a0
  tst.b 0(a0,d5.w)
  beq @next
  lea view_dump_at, a0
  bsr list_hex
  bcs @next
  move.w middle_x(a5), d0
  subq.w #4, d0
  add.w d0, d6
  move.w middle_y(a5), d0
  subq.w #3, d0
  add.w d0, d7
  lea view_dump_side, a1
  moveq #1, d0
  and.b 0(a1,d5.w), d0
  lsl.w #2, d0
  lea whole_dumps, a0
  movea.l 0(a0,d0.w), a0
  bsr object_here
@next:
  addq.w #1, d5
  cmpi.w #view_dump_at_count, d5
  bcs @dump
@done:
  rts

; list_hex: where the hex of an entry of a word list is.
; in: a0 = list, d5.w = entry; a5 = scale.  out: d3 = hex; d6, d7 = its corner; carry set if it is not shown.  clobbers: d0 to d2.
list_hex:
  list_word d5, d0
  cmpi.w #no_hex, d0
  beq @no
  move.w d0, d3
  hex_split d0, d1
  move.w d0, d2
  sub.w first_column, d2
  bcs @no
  cmp.w columns(a5), d2
  bcc @no
  move.w d1, d2
  sub.w first_row, d2
  bcs @no
  cmp.w rows(a5), d2
  bcc @no
  bsr place
  cmp.w d0, d0                          ; carry clear
  rts
@no:
  cmp.w #1, d0
  ori #1, ccr
  rts
