; ground: the buffer of the land alone: terrain, rivers, roads, bridges, towns. Counters are drawn on a copy of it (map.s),
; so that a hex can be had without them again.
;
; The buffer begins at hex column buffer_column (even) and row buffer_row and holds 11 columns of 32 pixels, 8.5 rows.

.include "defs.inc"
.include "geometry.inc"
.import object_draw, ground_bitmap, grid_columns, grid_rows
.import view_terrain, view_road, view_river, view_blown, view_site
.import object_plain0, object_plain1, object_plain2, object_plain3, object_forest0, object_forest1, object_forest2
.import object_mountain0, object_mountain1, object_mountain2, object_city0, object_city1, object_siegfried0, object_siegfried1
.import object_river1, object_river2, object_river3
.import object_road1, object_road2, object_road3, object_road4, object_road5, object_road6
.import object_bridge1, object_bridge2, object_bridge3, object_blown1, object_blown2, object_blown3
.import object_house0, object_house1, object_house2
.import object_dump_german, object_dump_allied, box_draw, number_draw, names_shown, chosen_hex, object_hole
.import stack_find, stack_high
.import view_dump_at, view_dump_number, view_dump_side, view_dump_at_count
.export list_place, plates_draw, ground_draw, ground_strip, range_all, hexes_do, buffer_column, buffer_top
.export range_left, range_right, range_top, range_bottom

terrain_kinds = 5
terrain_city  = 3
plate_x       = 8 + 15                  ; of a dump's number, from the hex's corner
plate_y       = 5 + 1
raised_x      = 31                     ; of a plate above units
raised_y      = 1

.segment "SHELLBSS"
.align 2
buffer_column: .res 2                   ; hex column at the buffer's left edge, even
buffer_top:    .res 2                   ; hex row at its top
; Hexes that are drawn, from the buffer's first: columns and rows, the last excluded.
range_left:    .res 2
range_right:   .res 2
range_top:     .res 2
range_bottom:  .res 2

.segment "SHELL"

; Four pictures of each kind of terrain.
tiles:
  .dword object_plain0, object_plain1, object_plain2, object_plain3
  .dword object_forest0, object_forest1, object_forest2, object_forest1
  .dword object_mountain0, object_mountain1, object_mountain2, object_mountain1
  .dword object_city0, object_city1, object_city0, object_city1
  .dword object_siegfried0, object_siegfried1, object_siegfried1, object_siegfried1
; Nothing shows that neighbours are alike: plain snow is mostly bare.
variants: .byte 0, 3, 1, 0, 2, 0, 0, 3, 1, 0, 3, 2, 0, 1, 0, 3

rivers:  .dword object_river1, object_river2, object_river3
roads:   .dword object_road1, object_road2, object_road3, object_road4, object_road5, object_road6
houses:  .dword object_house0, object_house1, object_house2
bridges: .dword object_bridge1, object_bridge2, object_bridge3
broken:  .dword object_blown1, object_blown2, object_blown3

; ground_draw: the whole buffer anew.
ground_draw:
  movem.l d2-d7/a2-a5, -(sp)
  bsr range_all
  lea ground_bitmap, a1
  bsr buffer_clear
  lea names_shown, a0
  moveq #256 / 4 - 1, d0
@name:
  clr.l (a0)+
  dbra d0, @name
  bsr layers_draw
  movem.l (sp)+, d2-d7/a2-a5
  rts

; range_all: hexes_do goes over all hexes that reach into the buffer.
range_all:
  move.l #-1 << 16 | buffer_words / 2, range_left
  move.l #-1 << 16 | (buffer_rows / hex_pitch_y + 1), range_top
  rts

; ground_strip: what is in range, over what was there: the tiles in range, all else a hex wider, because it reaches over.
ground_strip:
  movem.l d2-d7/a2-a5, -(sp)
  bsr layers_draw
  movem.l (sp)+, d2-d7/a2-a5
  rts

; layers_draw: tiles in range; then, a hex more to all sides, what lies on them. The range is left so.
layers_draw:
  lea ground_bitmap, a1
  move.w #buffer_bytes, d2
  move.w #buffer_rows, d3
  lea draw_tile(pc), a5
  bsr hexes_do
  subq.w #1, range_left
  addq.w #1, range_right
  subq.w #1, range_top
  addq.w #1, range_bottom
  lea draw_rivers(pc), a5
  bsr hexes_do
  lea draw_roads(pc), a5
  bsr hexes_do
  lea draw_works(pc), a5
  bsr hexes_do
  bsr draw_dumps
; falls through to draw_chosen

; draw_chosen: the hex that the game shows black, where it is in range.
draw_chosen:
  move.w chosen_hex, d0
  cmpi.w #no_hex, d0
  beq @done
  move.w d0, d5
  hex_split d0, d5
  move.w d0, d4
  sub.w buffer_column, d0
  cmp.w range_left, d0
  blt @done
  cmp.w range_right, d0
  bge @done
  move.w d5, d1
  sub.w buffer_top, d1
  cmp.w range_top, d1
  blt @done
  cmp.w range_bottom, d1
  bge @done
  hex_place d4, d5, d0, d1
  lea object_plain0, a0
  jmp object_hole
@done:
  rts

; buffer_clear: a1 = buffer. Off the map it is black.
buffer_clear:
  blit_wait
  move.l #$01000000, BLTCON0(a6)
  clr.w BLTDMOD(a6)
  move.l a1, BLTDPT(a6)
  move.w #(buffer_rows * depth / 2) << 6 | buffer_bytes, BLTSIZE(a6) ; two lines at once
  rts

; range_clip: the range ends where the buffer's guard does: a hex before the first row and column, one behind the last row.
range_clip:
  tst.w range_left
  bpl @right
  move.w #-1, range_left
@right:
  cmpi.w #buffer_words / 2, range_right
  ble @top
  move.w #buffer_words / 2, range_right
@top:
  tst.w range_top
  bpl @bottom
  move.w #-1, range_top
@bottom:
  cmpi.w #buffer_rows / hex_pitch_y + 1, range_bottom
  ble @done
  move.w #buffer_rows / hex_pitch_y + 1, range_bottom
@done:
  rts

; hexes_do: calls a5 for every hex of the map in range, column by column, with d0, d1 = its x, y in the
; buffer and d5 = its number; a1, d2, d3 = bitmap as given. a5 may change d0, d1, d4, a0, a2.
hexes_do:
  movem.l d4-d7, -(sp)
  bsr range_clip
  move.w buffer_column, d6
  add.w range_left, d6
@column:
  tst.w d6
  bmi @next_column
  cmpi.w #grid_columns, d6
  bge @done
  move.w buffer_top, d7
  add.w range_top, d7
@row:
  tst.w d7
  bmi @next_row
  cmpi.w #grid_rows, d7
  bge @next_column
  hex_number d6, d7, d5
  hex_place d6, d7, d0, d1
  jsr (a5)
@next_row:
  addq.w #1, d7
  move.w d7, d0
  sub.w buffer_top, d0
  cmp.w range_bottom, d0
  blt @row
@next_column:
  addq.w #1, d6
  move.w d6, d0
  sub.w buffer_column, d0
  cmp.w range_right, d0
  blt @column
@done:
  movem.l (sp)+, d4-d7
  rts

; draw_tile: by terrain, one of four pictures by place.
draw_tile:
  move.w d6, d4
  mulu #5, d4
  add.w d7, d4
  add.w d7, d4
  add.w d7, d4
  andi.w #15, d4
  lea variants, a0
  move.b 0(a0,d4.w), d4
  ext.w d4
  bsr terrain_here
  lsl.w #2, d5
  add.w d5, d4
  lsl.w #2, d4
  lea tiles(pc), a0
  movea.l 0(a0,d4.w), a0
  jmp object_draw

; terrain_here: d5 = kind of hex d5, one that has a picture. clobbers a0.
terrain_here:
  lea view_terrain, a0
  move.b 0(a0,d5.w), d5
  andi.w #$FF, d5
  cmpi.w #terrain_kinds, d5
  bcs @known
  moveq #0, d5
@known:
  rts

; draw_rivers: sides 1 to 3 of the hex; the others belong to its neighbours.
draw_rivers:
  lea view_river, a0
  move.b 0(a0,d5.w), d4
  andi.w #%111, d4
  lea rivers(pc), a2
  bra draw_bits

; draw_roads: a spoke to each side.
draw_roads:
  lea view_road, a0
  move.b 0(a0,d5.w), d4
  andi.w #%111111, d4
  lea roads(pc), a2
; falls through to draw_bits

; draw_bits: of the objects in a2, those whose bits are set in d4.
draw_bits:
  movem.l d0-d1, -(sp)
@bit:
  tst.w d4
  beq @done
  lsr.w #1, d4
  bcc @next
  move.w 2(sp), d0
  move.w 6(sp), d1
  movea.l (a2), a0
  jsr object_draw
@next:
  addq.l #4, a2
  bra @bit
@done:
  movem.l (sp)+, d0-d1
  rts

; draw_works: bridges over sides 1 to 3, houses of a town.
draw_works:
  lea view_river, a0
  move.b 0(a0,d5.w), d4
  lea view_road, a0
  and.b 0(a0,d5.w), d4
  andi.w #%111, d4
  beq @town
  move.w d4, -(sp)
  lea view_blown, a0
  move.b 0(a0,d5.w), d4
  not.b d4
  and.w (sp), d4
  lea bridges(pc), a2
  bsr draw_bits
  lea view_blown, a0
  move.b 0(a0,d5.w), d4
  and.w (sp)+, d4
  lea broken(pc), a2
  bsr draw_bits
@town:
  lea view_site, a0
  tst.b 0(a0,d5.w)
  beq @done
  move.w d5, -(sp)
  bsr terrain_here
  move.w d5, d4
  move.w (sp)+, d5
  cmpi.w #terrain_city, d4
  beq @done                             ; it has houses of its own
  moveq #%111, d4
  lea houses(pc), a2
  bra draw_bits
@done:
  rts

; draw_dumps: barrels and the number, on the ground; a1, d2, d3 = bitmap.
draw_dumps:
  movem.l d4-d7, -(sp)
  moveq #0, d7
@dump:
  cmpi.w #view_dump_at_count, d7
  bcc @done
  lea view_dump_number, a0
  tst.b 0(a0,d7.w)
  beq @next                             ; destroyed
  lea view_dump_at, a0
  bsr list_place
  bcs @next
  lea object_dump_german, a0
  moveq #0, d5
  lea view_dump_side, a2
  tst.b 0(a2,d7.w)
  beq @german
  lea object_dump_allied, a0
@german:
  movem.w d0-d1, -(sp)
  jsr object_draw
  movem.w (sp)+, d0-d1
  lea view_dump_number, a0
  moveq #0, d4
  move.b 0(a0,d7.w), d4
  cmpi.w #3, d4
  beq @next                             ; as it is drawn
  addi.w #plate_x, d0
  addi.w #plate_y, d1
  bsr plate_draw
@next:
  addq.w #1, d7
  bra @dump
@done:
  movem.l (sp)+, d4-d7
  rts

; plates_draw: of dumps in range whose barrels lie below units that are seen the plate, at the upper right of the hex; a1, d2,
; d3 = bitmap.
plates_draw:
  movem.l d3-d7, -(sp)
  moveq #0, d7
@dump:
  cmpi.w #view_dump_at_count, d7
  bcc @done
  lea view_dump_number, a0
  tst.b 0(a0,d7.w)
  beq @next
  lea view_dump_at, a0
  bsr list_place
  bcs @next
  movem.w d0-d1, -(sp)
  lea view_dump_at, a0
  moveq #0, d5
  list_word d7, d5
  jsr stack_find
  movem.w (sp)+, d0-d1
  tst.w stack_high
  beq @next
  addi.w #raised_x, d0
  addq.w #raised_y, d1
  movem.w d0-d1, -(sp)
  subq.w #1, d0
  subq.w #1, d1
  moveq #0, d4
  move.l #8 << 16 | 11, d3              ; its edge
  jsr box_draw
  movem.w (sp)+, d0-d1
  moveq #0, d4
  lea view_dump_number, a0
  move.b 0(a0,d7.w), d4
  bsr plate_draw
@next:
  addq.w #1, d7
  bra @dump
@done:
  movem.l (sp)+, d3-d7
  rts

; plate_draw: number d4 on the plate at d0, d1, in the colour the plate has there.
plate_draw:
  movem.l d3-d5, -(sp)
  movem.w d0-d1/d4, -(sp)
  moveq #1, d4
  lea view_dump_side, a0
  tst.b 0(a0,d7.w)
  beq @white
  moveq #18, d4
@white:
  move.l #6 << 16 | 9, d3
  jsr box_draw
  movem.w (sp)+, d0-d1/d4
  addq.w #1, d0
  addq.w #1, d1
  moveq #0, d3
  jsr number_draw
  movem.l (sp)+, d3-d5
  rts

; list_place: entry d7 of the word list of hexes at a0. out: d0, d1 = its corner in the buffer; carry set if the buffer has
; not all of it.
list_place:
  movem.l d5-d6, -(sp)
  list_word d7, d5
  cmpi.w #no_hex, d5
  beq @no
  move.w d5, d4
  hex_split d4, d5
  move.w d4, d6
  sub.w buffer_column, d6
  bcs @no
  cmpi.w #buffer_words / 2, d6
  bcc @no
  cmp.w range_left, d6
  blt @no
  cmp.w range_right, d6
  bge @no
  move.w d5, d6
  sub.w buffer_top, d6
  bcs @no
  cmp.w range_top, d6
  blt @no
  cmp.w range_bottom, d6
  bge @no
  cmpi.w #buffer_rows / hex_pitch_y - 1, d6
  bhi @no
  hex_place d4, d5, d0, d1
  movem.l (sp)+, d5-d6
  andi #$FE, ccr
  rts
@no:
  movem.l (sp)+, d5-d6
  ori #1, ccr
  rts
