; hex: the six characters of a hex, by table look-ups from what it holds.
;
;   up   tl tr      a hex's left boundary is an edge character over another, / over \ ; its core is two by two
;   down bl br
;
; The layers of a column lie 32 bytes a column, eight columns a page: one offset serves them all.

.include "defs.inc"
.importzp p_terrain, p_left, p_road, p_river, p_bridge, p_blown, p_owner, p_mark, p_town, p_first
.importzp hex_x, hex_y, hex_odd, hex_terrain, hex_side, hex_temp
.importzp cell_up, cell_tl, cell_tr, cell_down, cell_bl, cell_br
.import view_terrain, view_road, view_river, view_bridge, view_blown, view_owner, view_mark, view_town, view_first
.import view_next, view_side, view_symbol, view_size, view_mode, grid_columns, grid_rows
.import core_tl, core_tr, core_bl, core_br, cross_tl, cross_tr, map_marks
.import edge_up, edge_up_cross, edge_up_rim, edge_down, edge_down_cross, edge_down_rim
.import top_l, top_r, bottom_l, bottom_r
.export hex_column, hex_cells, hex_edges, hex_on_map, units_shown

terrain_forest = 2
terrain_town   = 3
terrain_victory = 4             ; town that counts: our tables only
town_victory   = 2              ; view_town

; indexes of map_marks
mark_paper = 0
mark_off   = 1
mark_exit  = 2

.segment "SHELLBSS"
units_shown: .res 1             ; 0: counters are hidden
column_on:   .res 1             ; 1: hex_x is on the map
this_on:     .res 1             ; 1: the hex is on the map

.segment "SHELL"

.macro layer pointer, symbol
  tya
  clc
  adc #>symbol
  sta pointer + 1
.endmacro

; hex_column: prepares column hex_x (0 to the map's width; that one is off the map). clobbers a, x, y.
hex_column:
  lda hex_x
  and #1
  sta hex_odd
  lda #0
  sta column_on
  lda hex_x
  cmp #<grid_columns
  bcs @left
  inc column_on
  lsr a
  lsr a
  lsr a
  tay                           ; page of the column
  lda hex_x
  asl a
  asl a
  asl a
  asl a
  asl a
  sta p_terrain
  sta p_road
  sta p_river
  sta p_bridge
  sta p_blown
  sta p_owner
  sta p_mark
  sta p_town
  sta p_first
  layer p_terrain, view_terrain
  layer p_road, view_road
  layer p_river, view_river
  layer p_bridge, view_bridge
  layer p_blown, view_blown
  layer p_owner, view_owner
  layer p_mark, view_mark
  layer p_town, view_town
  layer p_first, view_first
@left:
  ldx hex_x
  beq @end
  dex
  txa
  lsr a
  lsr a
  lsr a
  tay
  txa
  asl a
  asl a
  asl a
  asl a
  asl a
  sta p_left
  layer p_left, view_terrain
@end:
  rts

; hex_on_map: is (hex_x, hex_y) on the map? Rows above it count as 255 and down. out: y = hex_y, c clear = yes.
hex_on_map:
  ldy hex_y
  cpy #<grid_rows
  bcs @end
  lda column_on
  eor #1
  lsr a
@end:
  rts

; hex_cells: all six characters of hex (hex_x, hex_y) of the prepared column. clobbers a, x, y.
hex_cells:
  jsr hex_edges
  lda this_on
  bne @on
  lda map_marks + mark_off
  sta cell_tl
  sta cell_tr
  sta cell_bl
  sta cell_br
  rts
@on:
  ldy hex_y
  lda units_shown
  beq @ground
  lda (p_first), y
  cmp #no_unit
  beq @ground
  jmp counter
@ground:
  ; lower right: terrain, link 3, owner dot
  lda (p_mark), y
  beq @owner
  lda map_marks + mark_exit
  bne @have_br
@owner:
  lda hex_terrain
  asl a
  asl a
  tax
  lda (p_owner), y
  beq @link_3
  inx
@link_3:
  lda (p_road), y
  and #side_3
  beq @take_br
  inx
  inx
@take_br:
  lda core_br, x
@have_br:
  sta cell_br
  ; lower left: terrain, links 4 and 5
  lda (p_road), y
  lsr a
  lsr a
  lsr a                         ; link 4 in bit 0, link 5 in bit 1
  and #%011
  tax
  lda hex_terrain
  asl a
  asl a
  ora swap_links, x
  tax
  lda core_bl, x
  sta cell_bl
  ; upper half: a crossing hides the terrain
  lda (p_bridge), y
  and #side_1
  bne @crossing
  lda hex_terrain
  asl a
  asl a
  sta hex_temp
  lda (p_road), y
  and #side_2
  ora hex_temp                  ; link 2 is bit 1 already
  tax
  lda (p_river), y
  and #side_1
  sta hex_side
  beq @dry_tr
  inx
@dry_tr:
  lda core_tr, x
  sta cell_tr
  asl hex_temp
  lda (p_road), y
  asl a
  asl a
  and #%100                     ; link 1
  ora hex_temp
  ora hex_side
  tax
  lda (p_road), y
  and #side_6
  beq @take_tl
  inx
  inx
@take_tl:
  lda core_tl, x
  sta cell_tl
  rts

@crossing:
  lda (p_blown), y
  and #side_1
  asl a
  tax
  stx hex_temp
  lda (p_road), y
  and #side_6
  beq @cross_tl
  inx
@cross_tl:
  lda cross_tl, x
  sta cell_tl
  ldx hex_temp
  lda (p_road), y
  and #side_2
  beq @cross_tr
  inx
@cross_tr:
  lda cross_tr, x
  sta cell_tr
  rts

; Links 4 and 5 as core_bl wants them: link 4 the higher bit.
swap_links: .byte %00, %10, %01, %11

; counter: the core shows unit a. in: y = hex_y.
counter:
  tax
  lda (p_river), y
  and #side_1
  sta hex_temp
  lda view_side, x
  asl a
  asl a
  ora view_size, x
  asl a
  ora view_mode, x
  asl a
  ora hex_temp
  tay
  lda top_l, y
  sta cell_tl
  lda top_r, y
  sta cell_tr
  ; bottom: (side * 6 + type) * 2 + more below
  lda view_side, x
  beq @us
  lda #6
@us:
  clc
  adc view_symbol, x
  asl a
  ldy view_next, x
  cpy #no_unit
  beq @single
  ora #1
@single:
  tay
  lda bottom_l, y
  sta cell_bl
  lda bottom_r, y
  sta cell_br
  rts

; hex_edges: the two characters left of hex (hex_x, hex_y); sets this_on and hex_terrain. clobbers a, x, y.
hex_edges:
  jsr hex_on_map
  lda #0
  rol a
  eor #1
  sta this_on
  beq @upper
  lda (p_terrain), y
  cmp #terrain_town
  bne @terrain
  lda (p_town), y
  cmp #town_victory
  lda #terrain_town
  adc #0                        ; one more for a victory town
@terrain:
  sta hex_terrain
@upper:
  ; neighbour 6: row hex_y - 1 + odd; neighbour 5 one below
  lda hex_y
  clc
  adc hex_odd
  pha
  tay
  dey
  jsr left_kind
  bcs @rim_up
  ; x = forests
  lda (p_bridge), y
  and #side_6
  bne @cross_up
  lda (p_river), y
  and #side_6
  bne @river_up
  lda (p_road), y
  and #side_6
  bne @road_up
  lda hex_side                  ; beside a town?
  beq @plain_up
  inx
@river_up:
  inx
@road_up:
  inx
@plain_up:
  lda edge_up, x
  bne @have_up
@cross_up:
  ldx #0
  lda (p_blown), y
  and #side_6
  beq @whole_up
  inx
@whole_up:
  lda edge_up_cross, x
  bne @have_up
@rim_up:
  lda edge_up_rim, x
@have_up:
  sta cell_up
  pla
  tay
  jsr left_kind
  bcs @rim_down
  lda (p_bridge), y
  and #side_5
  bne @cross_down
  lda (p_river), y
  and #side_5
  bne @river_down
  lda (p_road), y
  and #side_5
  bne @road_down
  lda hex_side
  beq @plain_down
  inx
@river_down:
  inx
@road_down:
  inx
@plain_down:
  lda edge_down, x
  sta cell_down
  rts
@cross_down:
  ldx #0
  lda (p_blown), y
  and #side_5
  beq @whole_down
  inx
@whole_down:
  lda edge_down_cross, x
  sta cell_down
  rts
@rim_down:
  lda edge_down_rim, x
  sta cell_down
  rts

; left_kind: what stands left of an edge. in: y = row of the left neighbour.
; out: c clear: x = forests times 4, hex_side = 1 if one of both is a town, y = hex_y.
;      c set: x = 0 left off the map, 1 right off the map; both off: x = 2, the solid character's place.
left_kind:
  lda hex_x
  beq @left_off
  cpy #<grid_rows
  bcs @left_off
  lda this_on
  beq @right_off
  lda #0
  sta hex_side
  ldx #0
  lda (p_left), y
  cmp #terrain_forest
  bne @left_open
  ldx #8
@left_open:
  cmp #terrain_town
  bne @left_field
  inc hex_side
@left_field:
  lda hex_terrain
  cmp #terrain_forest
  bne @right_open
  inx
  inx
  inx
  inx
@right_open:
  cmp #terrain_town
  bcc @right_field
  inc hex_side
@right_field:
  ldy hex_y
  clc
  rts
@left_off:
  ldx #0
  lda this_on
  bne @off
  ldx #2
@off:
  sec
  rts
@right_off:
  ldx #1
  sec
  rts
