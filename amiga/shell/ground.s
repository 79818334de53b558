; ground: the buffer of the land alone: terrain, rivers, roads, bridges, towns. Counters are drawn on a copy of it (buffers.s),
; so that a hex can be had without them again.
;
; Places in the buffers are counted from hex column buffer_column and row buffer_top (buffers.s). A part of them is drawn through the
; clip (clip.s): all that reaches into it, in one order, so that it looks the same whatever was drawn before.

.include "defs.inc"
.include "geometry.inc"
.import object_draw, object_copy, rectangle_clear, ground_at, buffer_column, buffer_top, part_origin
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
.import hexes_do, view_owner, site_kinds, site_count, side_grounds, object_objective, object_exit
.endif
.import box_draw, number_draw, chosen_hex, object_hole
.import stack_find, stack_high, clip_left, clip_right, clip_top, clip_bottom
.import view_dump_at, view_dump_number, view_dump_side, view_dump_at_count
.import range_tiles, range_clip, range_covered, hexes_even, hexes_odd, hexes_where, list_place, range_left, range_right, range_bottom, range_top_odd
.export plates_draw, ground_draw

dot_x         = 20                     ; of an owner's dot
dot_y         = 26
site_objective = 2                      ; of site_kinds (amiga/src/art/plan.rs)
site_exit     = 3
plate_x       = 8 + 15                  ; of a dump's number, from the hex's corner
plate_y       = 5 + 1
raised_x      = 31                     ; of a plate above units
raised_y      = 1

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

; ground_draw: the ground in the clip, into the buffer at ground_at: tiles; then, on all of them, what lies there. Off the map it is black.
; in: the clip.  out: the range is that of range_clip.  clobbers: d0, d1, a0, a1.
ground_draw:
  movem.l d2-d7/a2-a5, -(sp)
  jsr range_tiles
  jsr range_covered
  beq @tiles
  movea.l ground_at, a1
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
  movea.l ground_at, a1
  adda.l part_origin, a1
  move.w #buffer_bytes, d2
  lea tile_of_even(pc), a5
  jsr hexes_even
  lea tile_of_odd(pc), a5
  jsr hexes_odd
  jsr range_clip
.if HEIGHTS
  lea view_high, a3
  lea draw_high(pc), a5
  jsr hexes_where
  lea view_slope, a3
  lea draw_slopes(pc), a5
  jsr hexes_where
.endif
  lea view_river, a3
  lea draw_rivers(pc), a5
  jsr hexes_where
  lea view_road, a3
  lea draw_roads(pc), a5
  jsr hexes_where
.if RAILS
  lea view_rail, a3
  lea draw_rails(pc), a5
  jsr hexes_where
.endif
.if KEYED
  lea draw_works(pc), a5
  jsr hexes_do
.else
  lea view_river, a3
  lea draw_bridges(pc), a5
  jsr hexes_where
  lea view_site, a3
  lea draw_houses(pc), a5
  jsr hexes_where
.endif
  bsr draw_dumps
  bsr draw_chosen
  movem.l (sp)+, d2-d7/a2-a5
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

; tile_of_even, tile_of_odd: hexes of every second column do not touch each other, so that those of even ones are copied, corners and
; all, before those of odd ones are cut in between them.
tile_of_even:
  bsr tile_find
  jmp object_copy
tile_of_odd:
  bsr tile_find
  jmp object_draw

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
; draw_high: streaks on high ground.
draw_high:
  lea object_high, a0
  jmp object_draw

; draw_slopes: the foot of each slope, where it is not high.
draw_slopes:
  lea view_high, a0
  tst.b 0(a0,d5.w)
  bne nothing
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

.if KEYED
; draw_works: bridges, and what lies on the hex: a dot or a house does not cover the bridge of a later hex.
draw_works:
  bsr draw_bridges
  bra draw_site
.endif

; draw_bridges: over sides 1 to 3.
draw_bridges:
  lea view_river, a0
  move.b 0(a0,d5.w), d4
  lea view_road, a0
  and.b 0(a0,d5.w), d4
  andi.w #%111, d4
  beq nothing
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
  bra draw_bits

.if KEYED
; draw_site: the owner's dot, and what stands there.
draw_site:
  bsr draw_owner
  lea view_site, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  cmpi.w #site_count, d4
  bcc draw_houses
  lea site_kinds, a0
  move.b 0(a0,d4.w), d4
  beq nothing
  lea object_exit, a0
  cmpi.b #site_exit, d4
  beq @piece
  cmpi.b #site_objective, d4
  bne draw_houses
  bsr draw_houses
  lea object_objective, a0
@piece:
  movem.w d0-d1, -(sp)
  jsr object_draw
  movem.w (sp)+, d0-d1
  rts
.endif

; draw_houses: of a town.
draw_houses:
  move.w d5, -(sp)
  bsr terrain_here
  move.w d5, d4
  move.w (sp)+, d5
  cmpi.w #ground_city, d4
  beq nothing                           ; it has houses of its own
  moveq #%111, d4
  lea houses(pc), a2
  bra draw_bits
nothing:
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
  jsr list_place
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
  jsr list_place
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
