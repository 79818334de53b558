; ground: the buffer of the land alone: terrain, rivers, roads, bridges, towns. Counters are drawn on a copy of it (buffers.s),
; so that a hex can be had without them again.
;
; Places in the buffers are counted from hex column buffer_column and row buffer_top (buffers.s). A part of them is drawn through the
; clip (clip.s): all that reaches into it, in one order, so that it looks the same whatever was drawn before.

.include "defs.inc"
.include "geometry.inc"
.import object_draw, object_copy, rectangle_clear, ground_bitmap, grid_columns, grid_rows, buffer_column, buffer_top, part_origin
.import view_terrain, view_road, view_river, view_blown, view_site
.import ground_tiles, ground_count, ground_city, object_plain0, side_dumps, side_plates
.import object_river1, object_river2, object_river3
.import object_road1, object_road2, object_road3, object_road4, object_road5, object_road6
.if RAILS
.import view_rail, object_rail1, object_rail2, object_rail3, object_rail4, object_rail5, object_rail6
.endif
.if HEIGHTS
.import view_high, view_slope, object_high
.import object_slope1, object_slope2, object_slope3, object_slope4, object_slope5, object_slope6
.endif
.import object_bridge1, object_bridge2, object_bridge3, object_blown1, object_blown2, object_blown3
.import object_house0, object_house1, object_house2
.if KEYED
.import view_owner, site_kinds, site_count, side_grounds, object_objective, object_exit
.endif
.import box_draw, number_draw, chosen_hex, object_hole
.import stack_find, stack_high, clip_left, clip_right, clip_top, clip_bottom
.import view_dump_at, view_dump_number, view_dump_side, view_dump_at_count
.export list_place, plates_draw, ground_draw, range_all, range_clip, range_names, hexes_do
.export range_left, range_right, range_top, range_bottom, range_alike

dot_x         = 20                     ; of an owner's dot
dot_y         = 26
site_objective = 2                      ; of site_kinds (amiga/src/art/plan.rs)
site_exit     = 3
plate_x       = 8 + 15                  ; of a dump's number, from the hex's corner
plate_y       = 5 + 1
raised_x      = 31                     ; of a plate above units
raised_y      = 1

.segment "SHELLBSS"
.align 2
; Hexes that are drawn, from the buffers' first: columns, and rows of even ones and of odd ones, the last excluded.
range_left:    .res 2
range_right:   .res 2
range_top:     .res 2
range_bottom:  .res 2
range_top_odd: .res 2
range_bottom_odd: .res 2

.segment "SHELL"

; Nothing shows that neighbours are alike: plain snow is mostly bare.
variants: .byte 0, 3, 1, 0, 2, 0, 0, 3, 1, 0, 3, 2, 0, 1, 0, 3

rivers:  .dword object_river1, object_river2, object_river3
roads:   .dword object_road1, object_road2, object_road3, object_road4, object_road5, object_road6
.if RAILS
rails:   .dword object_rail1, object_rail2, object_rail3, object_rail4, object_rail5, object_rail6
.endif
.if HEIGHTS
slopes:  .dword object_slope1, object_slope2, object_slope3, object_slope4, object_slope5, object_slope6
.endif
houses:  .dword object_house0, object_house1, object_house2
bridges: .dword object_bridge1, object_bridge2, object_bridge3
broken:  .dword object_blown1, object_blown2, object_blown3

; Rows that what belongs to a hex reaches above its corner, bridges, and ends below it, stacks.
reach_up   = 8
reach_down = 38
; Columns that a name reaches to the left and right of its hex.
name_left  = 2
name_right = 3

; range_all: hexes_do goes over all hexes that reach into the buffers, whichever half of a column they begin with.
; in: nothing.  out: the range.  clobbers: nothing.
range_all:
  move.l #-1 << 16 | range_columns, range_left
  move.l #-1 << 16 | (buffer_rows / hex_pitch_y + 1), range_top
; falls through to range_alike

; range_alike: of odd columns the same rows as of even ones.
; in: the range of even ones.  out: that of odd ones.  clobbers: nothing.
range_alike:
  move.l range_top, range_top_odd
  rts

; range_tiles: over those whose own pixels the clip has: from its corner a hex is three words wide.
; in: the clip.  out: the range.  clobbers: d0, d1.
range_tiles:
  move.l #hex_pitch_y << 16, d1
  bra range_reach

; range_clip: the same with all that is drawn in a hex.
; in: the clip.  out: the range.  clobbers: d0, d1.
range_clip:
  move.l #reach_down << 16 | reach_up, d1
; falls through to range_reach

; range_reach: d1 = rows that it ends below the corner << 16 | rows that it begins above. clobbers d0, d1.
range_reach:
  move.w clip_left, d0
  subq.w #1, d0
  asr.w #1, d0
  move.w d0, range_left
  move.w clip_right, d0
  addq.w #1, d0
  asr.w #1, d0
  move.w d0, range_right
  move.w clip_bottom, d0
  add.w d1, d0
  addi.w #hex_pitch_y - 1, d0
  move.w d0, -(sp)
  asr.w #5, d0
  move.w d0, range_bottom
  move.w (sp)+, d0
  subi.w #hex_half, d0
  asr.w #5, d0
  move.w d0, range_bottom_odd
  swap d1
  move.w clip_top, d0
  sub.w d1, d0
  move.w d0, d1
  asr.w #5, d0
  addq.w #1, d0
  move.w d0, range_top
  subi.w #hex_half, d1
  asr.w #5, d1
  addq.w #1, d1
  move.w d1, range_top_odd
  rts

; range_names: the same, of hexes whose names reach into it.
; in: the clip.  out: the range.  clobbers: d0, d1.
range_names:
  bsr range_clip
  subq.w #name_left, range_left
  addq.w #name_right, range_right
  rts

; ground_draw: the ground in the clip: tiles; then, on all of them, what lies there. Off the map it is black.
; in: the clip.  out: the range is that of range_clip.  clobbers: d0, d1, a0, a1.
ground_draw:
  movem.l d2-d7/a2-a5, -(sp)
  bsr range_tiles
  bsr is_covered
  beq @tiles
  lea ground_bitmap, a1
  adda.l part_origin, a1
  move.w clip_top, d0
  mulu #buffer_row, d0
  adda.l d0, a1
  move.w clip_left, d2
  adda.w d2, a1
  adda.w d2, a1
  neg.w d2
  add.w clip_right, d2
  move.w clip_bottom, d3
  sub.w clip_top, d3
  move.w #buffer_bytes, d1
  jsr rectangle_clear
@tiles:
  lea ground_bitmap, a1
  adda.l part_origin, a1
  move.w #buffer_bytes, d2
  lea tile_of_even(pc), a5
  bsr hexes_do
  lea tile_of_odd(pc), a5
  bsr hexes_do
  bsr range_clip
.if HEIGHTS
  lea draw_heights(pc), a5
  bsr hexes_do
.endif
  lea draw_rivers(pc), a5
  bsr hexes_do
  lea draw_roads(pc), a5
  bsr hexes_do
.if RAILS
  lea draw_rails(pc), a5
  bsr hexes_do
.endif
  lea draw_works(pc), a5
  bsr hexes_do
  bsr draw_dumps
  bsr draw_chosen
  movem.l (sp)+, d2-d7/a2-a5
  rts

; is_covered: z set: all hexes in range are on the map. clobbers d0, d1.
is_covered:
  move.w buffer_column, d0
  add.w range_left, d0
  bmi @no
  move.w buffer_column, d0
  add.w range_right, d0
  cmpi.w #grid_columns, d0
  bgt @no
  move.w buffer_top, d0
  add.w range_top_odd, d0               ; never below that of even columns
  bmi @no
  move.w buffer_top, d0
  add.w range_bottom, d0
  cmpi.w #grid_rows, d0
  bgt @no
  moveq #0, d0
  rts
@no:
  moveq #1, d0
  rts

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
  cmp.w range_top_odd, d1
  blt @done
  cmp.w range_bottom, d1
  bge @done
  hex_place d4, d5, d0, d1
  lea object_plain0, a0
  jmp object_hole
@done:
  rts

; hexes_do: calls a routine for every hex of the map in range, column by column, with d0, d1 = its x, y in the buffers, d5 = its
; number, d6, d7 = its column and row. It may change d0, d1, d4, d5, a0 and a2.
; in: a5 = the routine; the range; what it wants, as a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0, a2.
hexes_do:
  movem.l d3-d7/a3-a4, -(sp)
  move.w buffer_column, d6
  add.w range_left, d6
@column:
  tst.w d6
  bmi @next_column
  cmpi.w #grid_columns, d6
  bge @done
  moveq #0, d4
  move.l range_top, d3
  btst #0, d6
  beq @rows
  moveq #hex_half, d4
  move.l range_top_odd, d3
@rows:
  move.l d3, d7
  swap d7
  move.w buffer_top, d0
  add.w d0, d3                          ; the last excluded
  add.w d0, d7
  bpl @top
  moveq #0, d7
@top:
  cmpi.w #grid_rows, d3
  ble @bottom
  move.w #grid_rows, d3
@bottom:
  sub.w d7, d3
  ble @next_column
  subq.w #1, d3
  hex_number d6, d7, d5
  movea.w d5, a4
  neg.w d0
  add.w d7, d0
  lsl.w #5, d0
  add.w d4, d0
  movea.w d0, a3                        ; y
  move.w d6, d0
  sub.w buffer_column, d0
  lsl.w #5, d0
  move.w d0, -(sp)                      ; x
@row:
  move.w (sp), d0
  move.w a3, d1
  move.w a4, d5
  jsr (a5)
  lea hex_pitch_y(a3), a3
  addq.w #1, a4
  addq.w #1, d7
  dbra d3, @row
  addq.l #2, sp
@next_column:
  addq.w #1, d6
  move.w d6, d0
  sub.w buffer_column, d0
  cmp.w range_right, d0
  blt @column
@done:
  movem.l (sp)+, d3-d7/a3-a4
  rts

; tile_of_even, tile_of_odd: hexes of every second column do not touch each other, so that those of even ones are copied, corners and
; all, before those of odd ones are cut in between them.
tile_of_even:
  btst #0, d6
  bne @none
  bsr tile_find
  jmp object_copy
@none:
  rts
tile_of_odd:
  btst #0, d6
  beq @none
  bsr tile_find
  jmp object_draw
@none:
  rts

; tile_find: by terrain, one of four pictures by place. out: a0 = its head.
tile_find:
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
  lea ground_tiles, a0
  movea.l 0(a0,d4.w), a0
  rts

; terrain_here: d5 = kind of hex d5, one that has a picture. clobbers a0.
terrain_here:
  lea view_terrain, a0
  move.b 0(a0,d5.w), d5
  andi.w #$FF, d5
  cmpi.w #ground_count, d5
  bcs @known
  moveq #0, d5
@known:
  rts

.if HEIGHTS
; draw_heights: streaks on high ground; below it the foot of each slope.
draw_heights:
  lea view_high, a0
  tst.b 0(a0,d5.w)
  beq @low
  lea object_high, a0
  jmp object_draw
@low:
  lea view_slope, a0
  lea slopes(pc), a2
  bra draw_spokes
.endif

; draw_rivers: sides 1 to 3 of the hex; the others belong to its neighbours.
draw_rivers:
  lea view_river, a0
  move.b 0(a0,d5.w), d4
  andi.w #%111, d4
  lea rivers(pc), a2
  bra draw_bits

.if RAILS
; draw_rails: above the roads, a spoke to each side.
draw_rails:
  lea view_rail, a0
  lea rails(pc), a2
  bra draw_spokes
.endif

; draw_roads: a spoke to each side.
draw_roads:
  lea view_road, a0
  lea roads(pc), a2
; falls through to draw_spokes

; draw_spokes: of the objects in a2, those whose bits are set in the role at a0.
draw_spokes:
  move.b 0(a0,d5.w), d4
  andi.w #%111111, d4
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
.if KEYED
  bsr draw_owner
  lea view_site, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  cmpi.w #site_count, d4
  bcc @houses
  lea site_kinds, a0
  move.b 0(a0,d4.w), d4
  beq @done
  lea object_exit, a0
  cmpi.b #site_exit, d4
  beq @piece
  cmpi.b #site_objective, d4
  bne @houses
  bsr @houses
  lea object_objective, a0
@piece:
  movem.w d0-d1, -(sp)
  jsr object_draw
  movem.w (sp)+, d0-d1
  rts
@houses:
.else
  lea view_site, a0
  tst.b 0(a0,d5.w)
  beq @done
.endif
  move.w d5, -(sp)
  bsr terrain_here
  move.w d5, d4
  move.w (sp)+, d5
  cmpi.w #ground_city, d4
  beq @done                             ; it has houses of its own
  moveq #%111, d4
  lea houses(pc), a2
  bra draw_bits
@done:
  rts

.if KEYED
; draw_owner: the dot of ground that the second side holds. keeps d0, d1.
draw_owner:
  lea view_owner, a0
  tst.b 0(a0,d5.w)
  bne dot_draw
  rts

; dot_draw: an owner's dot in a hex.
; in: d0, d1 = the hex's corner; a1, d2 = bitmap.  out: nothing; d0 and d1 are kept.  clobbers: a0.
dot_draw:
  movem.l d0-d1/d3-d4, -(sp)
  addi.w #dot_x, d0
  addi.w #dot_y, d1
  moveq #0, d4
  move.l #5 << 16 | 5, d3
  jsr box_draw
  movem.l (sp), d0-d1
  addi.w #dot_x + 1, d0
  addi.w #dot_y + 1, d1
  moveq #0, d4
  move.b side_grounds + 1, d4
  move.l #3 << 16 | 3, d3
  jsr box_draw
  movem.l (sp)+, d0-d1/d3-d4
  rts
.export dot_draw
.endif

; draw_dumps: barrels and the number, on the ground; a1, d2 = bitmap.
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
  moveq #0, d5
  lea view_dump_side, a2
  moveq #0, d4
  move.b 0(a2,d7.w), d4
  andi.w #1, d4
  lsl.w #2, d4
  lea side_dumps, a0
  movea.l 0(a0,d4.w), a0
  movem.w d0-d1, -(sp)
  jsr object_draw
  movem.w (sp)+, d0-d1
  lea view_dump_number, a0
  moveq #0, d4
  move.b 0(a0,d7.w), d4
  addi.w #plate_x, d0
  addi.w #plate_y, d1
  bsr plate_draw
@next:
  addq.w #1, d7
  bra @dump
@done:
  movem.l (sp)+, d4-d7
  rts

; plates_draw: of dumps in range whose barrels lie below units that are seen the plate, at the upper right of the hex.
; in: a1, d2 = bitmap; the range.  out: nothing.  clobbers: d0, d1, a0.
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
  lea view_dump_side, a0
  moveq #1, d3
  and.b 0(a0,d7.w), d3
  lea side_plates, a0
  moveq #0, d4
  move.b 0(a0,d3.w), d4
  move.l #6 << 16 | 9, d3
  jsr box_draw
  movem.w (sp)+, d0-d1/d4
  addq.w #1, d0
  addq.w #1, d1
  moveq #0, d3
  jsr number_draw
  movem.l (sp)+, d3-d5
  rts

; list_place: where the hex of an entry of a word list is.
; in: a0 = list, d7.w = entry; the range.  out: d0, d1 = its corner in the buffers; carry set if it is not in range; a0 is kept.
; clobbers: d4.
list_place:
  movem.l d5-d6, -(sp)
  list_word d7, d5
  cmpi.w #no_hex, d5
  beq @no
  move.w d5, d4
  hex_split d4, d5
  move.w d4, d6
  sub.w buffer_column, d6
  cmp.w range_left, d6
  blt @no
  cmp.w range_right, d6
  bge @no
  move.w d5, d6
  sub.w buffer_top, d6
  btst #0, d4
  bne @odd
  cmp.w range_top, d6
  blt @no
  cmp.w range_bottom, d6
  bge @no
  bra @yes
@odd:
  cmp.w range_top_odd, d6
  blt @no
  cmp.w range_bottom_odd, d6
  bge @no
@yes:
  hex_place d4, d5, d0, d1
  movem.l (sp)+, d5-d6
  andi #$FE, ccr
  rts
@no:
  movem.l (sp)+, d5-d6
  ori #1, ccr
  rts
