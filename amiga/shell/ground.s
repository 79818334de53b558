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
.export ground_draw, hexes_do, buffer_column, buffer_top

terrain_kinds = 5
site_town     = 1

.segment "SHELLBSS"
.align 2
buffer_column: .res 2                   ; hex column at the buffer's left edge, even
buffer_top:    .res 2                   ; hex row at its top

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
bridges: .dword object_bridge1, object_bridge2, object_bridge3
broken:  .dword object_blown1, object_blown2, object_blown3

; ground_draw: the whole buffer anew.
ground_draw:
  movem.l d2-d7/a2-a5, -(sp)
  lea ground_bitmap, a1
  move.w #buffer_bytes, d2
  move.w #buffer_rows, d3
  bsr buffer_clear
  lea draw_tile(pc), a5
  bsr hexes_do
  lea draw_rivers(pc), a5
  bsr hexes_do
  lea draw_roads(pc), a5
  bsr hexes_do
  lea draw_works(pc), a5
  bsr hexes_do
  movem.l (sp)+, d2-d7/a2-a5
  rts

; buffer_clear: a1 = buffer. Off the map it is black.
buffer_clear:
  blit_wait
  move.l #$01000000, BLTCON0(a6)
  clr.w BLTDMOD(a6)
  move.l a1, BLTDPT(a6)
  move.w #(buffer_rows * depth / 2) << 6 | buffer_bytes, BLTSIZE(a6) ; two lines at once
  rts

; hexes_do: calls a5 for every hex of the map that reaches into the buffer, column by column, with d0, d1 = its x, y in the
; buffer and d5 = its number; a1, d2, d3 = bitmap as given. a5 may change d0, d1, d4, a0, a2.
hexes_do:
  movem.l d4-d7, -(sp)
  move.w buffer_column, d6
  subq.w #1, d6
@column:
  tst.w d6
  bmi @next_column
  cmpi.w #grid_columns, d6
  bge @done
  move.w buffer_top, d7
  subq.w #1, d7
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
  cmpi.w #buffer_rows / hex_pitch_y + 1, d0
  blt @row
@next_column:
  addq.w #1, d6
  move.w d6, d0
  sub.w buffer_column, d0
  cmpi.w #buffer_words / 2, d0
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
  lea view_terrain, a0
  moveq #0, d5
  hex_number d6, d7, d5
  move.b 0(a0,d5.w), d5
  cmpi.w #terrain_kinds, d5
  bcs @known
  moveq #0, d5
@known:
  lsl.w #2, d5
  add.w d5, d4
  lsl.w #2, d4
  lea tiles(pc), a0
  movea.l 0(a0,d4.w), a0
  jmp object_draw

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
  rts
