; hex: the six characters of a hex, by table look-ups from what it holds, in two halves of three.
;
;   upper half:  edge /   core, core          the left boundary is an edge over another, / over \;
;   lower half:  edge \   core, core          the core is two by two
;
; The layers of a column lie 32 bytes a column, eight columns a page: one offset serves them all. A road over a river has
; a bridge, whole or blown.

.include "defs.inc"
.importzp p_terrain, p_left, p_road, p_river, p_blown, p_owner, p_site, p_first
.importzp hex_x, hex_y, hex_odd, hex_terrain, hex_sides, hex_temp, cell_edge, cell_left, cell_right
.import view_terrain, view_road, view_river, view_blown, view_owner, view_site, view_first
.import view_next, view_side, view_symbol, view_size, view_mode, view_attack, grid_columns, grid_rows
.import core_tl, core_tr, core_bl, core_br, cross_tl, cross_tr, map_marks
.import edge_up, edge_up_cross, edge_up_rim, edge_down, edge_down_cross, edge_down_rim
.import top_l, top_r, bottom_l, bottom_r, arrow_l, arrow_r, left_bits, right_bits
.import terrain_town, terrain_other, site_victory, site_exit, kind_count      ; the game's values, by their names
.export hex_column, hex_upper, hex_lower, units_shown, edge_only, this_page

; indexes of map_marks
mark_off   = 1
mark_exit  = 2

; indexes of the rim tables
rim_left  = 0
rim_right = 1
rim_both  = 2

.segment "SHELLBSS"
units_shown: .res 1             ; 0: counters are hidden
edge_only:   .res 1             ; 1: only the boundary is asked for
this_page:   .res 1             ; page of the column in its layers; $FF unknown
columns_here: .res 1            ; rows of the map in this column: 0 off the map
rows_left:   .res 1             ; the same of the column to the left

.segment "SHELL"

.macro layer pointer, symbol
  tya
  clc
  adc #>symbol
  sta pointer + 1
.endmacro

; times_32: a = x mod 8 times 32, y = x / 8. in: x.
.macro times_32
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
.endmacro

; hex_column: prepares a column.
; in: hex_x; from the map's width on a column is off the map.  out: hex_odd, the pointers of the column's layers.
; clobbers: a, x, y.
hex_column:
  ldx hex_x
  txa
  and #1
  sta hex_odd
  lda #0
  sta columns_here
  sta rows_left
  cpx #<grid_columns
  bcs @left
  lda #<grid_rows
  sta columns_here
  times_32
  sta p_terrain
  sta p_road
  sta p_river
  sta p_blown
  sta p_owner
  sta p_site
  sta p_first
  cpy this_page
  beq @left
  sty this_page
  layer p_terrain, view_terrain
  layer p_road, view_road
  layer p_river, view_river
  layer p_blown, view_blown
  layer p_owner, view_owner
  layer p_site, view_site
  layer p_first, view_first
@left:
  dex
  cpx #<grid_columns            ; nor is there a column to the left of the first
  bcs @end
  lda #<grid_rows
  sta rows_left
  times_32
  sta p_left
  layer p_left, view_terrain
@end:
  rts

; find_hex: y = hex_y, hex_terrain; c set if the hex is off the map. clobbers x.
.macro find_hex
.local end, other
  ldy hex_y
  cpy columns_here
  bcs end
  lda (p_terrain), y
  eor #<terrain_town            ; keeps carry clear
  bne other
  lda (p_site), y
  eor #<site_victory
  beq other                     ; the towns that count are those of the tables
  lda #<terrain_other ^ <terrain_town
other:
  eor #<terrain_town
  sta hex_terrain
end:
.endmacro

; find_edge: x = index of an edge table by what lies on both sides; hex_sides bit 6: a town.
; in: y = row of the left neighbour. out: y = hex_y. goes to rim if that is off the map.
.macro find_edge rim
  cpy rows_left
  bcs rim
  lda (p_left), y
  tax
  lda left_bits, x
  ldx hex_terrain
  ora right_bits, x
  sta hex_sides
  and #%1100
  tax
  ldy hex_y
.endmacro

; edge_character: the left boundary's character on a side, from its tables.
.macro edge_character side, plain, cross
.local bridge, whole, dry, river, road, open, done
  lda (p_river), y
  and #side
  beq dry
  and (p_road), y
  beq river
  bne bridge
dry:
  lda (p_road), y
  and #side
  bne road
  bit hex_sides
  bvc open
  inx                           ; kinds: plain, road, river, beside a town
river:
  inx
road:
  inx
open:
  lda plain, x
  jmp done
bridge:
  ldx #0
  lda (p_blown), y
  and #side
  beq whole
  inx
whole:
  lda cross, x
done:
  sta cell_edge
.endmacro

; Upper half of a hex off the map: its rim shows where the left neighbour is on it. in: y = hex_y, z set: even column.
upper_off:
  bne @level_off
  dey
@level_off:
  ldx #rim_both
  cpy rows_left
  bcs @alone
  dex
@alone:
  lda edge_up_rim, x
; falls through to off_map

; off_map: a = edge: a core of nothing.
off_map:
  sta cell_edge
  lda map_marks + mark_off
  sta cell_left
  sta cell_right
  rts

; hex_upper: upper half of a hex of the prepared column; rows off the map count too.
; in: hex_y, edge_only, units_shown.  out: cell_edge; cell_left, cell_right unless only the edge is asked for.
; clobbers: a, x, y, hex_terrain, hex_sides, hex_temp.
hex_upper:
  find_hex
  lda hex_odd                   ; neighbour 6: row hex_y - 1 + odd
  bcs upper_off
  bne @level
  dey
@level:
  find_edge upper_rim
  edge_character side_6, edge_up, edge_up_cross
  jmp upper_core
upper_rim:
  lda edge_up_rim + rim_left
  sta cell_edge
  ldy hex_y
upper_core:
  lda edge_only
  bne @end
  lda (p_river), y
  and #side_1
  sta hex_temp
  lda units_shown
  beq @ground
  lda (p_first), y
  cmp #no_unit
  bne @counter
@ground:
  lda hex_temp
  and (p_road), y
  bne @crossing                 ; it hides the terrain
  ; right: terrain, link 2, river; left: terrain, links 1 and 6, river
  lda hex_terrain
  asl a
  asl a
  sta hex_sides
  lda (p_road), y
  and #side_2                   ; bit 1 already
  ora hex_sides
  ora hex_temp
  tax
  lda core_tr, x
  sta cell_right
  asl hex_sides
  lda (p_road), y
  asl a
  asl a
  and #%100                     ; link 1
  ora hex_sides
  ora hex_temp
  tax
  lda (p_road), y
  and #side_6
  beq @left
  inx
  inx
@left:
  lda core_tl, x
  sta cell_left
@end:
  rts

@counter:
  tax
  sta hex_sides                 ; the one on top
@unit:
  ldy view_attack, x            ; of any in the stack
  bne @arrow
  lda view_next, x
  tax
  cpx #no_unit
  bne @unit
  ldx hex_sides
  lda view_side, x
  asl a
  asl a
  ora view_size, x
  asl a
  ora view_mode, x
  asl a
  ora hex_temp
  tax
  lda top_l, x
  sta cell_left
  lda top_r, x
  sta cell_right
  rts

@arrow:
  lda arrow_l - 1, y
  sta cell_left
  lda arrow_r - 1, y
  sta cell_right
  rts

@crossing:
  lda (p_blown), y
  and #side_1
  asl a
  tax
  lda (p_road), y
  and #side_6
  beq @cross_left
  inx
@cross_left:
  lda cross_tl, x
  sta cell_left
  txa
  and #%10
  tax
  lda (p_road), y
  and #side_2
  beq @cross_right
  inx
@cross_right:
  lda cross_tr, x
  sta cell_right
  rts

; Lower half of a hex off the map.
lower_off:
  beq @level_off
  iny
@level_off:
  ldx #rim_both
  cpy rows_left
  bcs @alone
  dex
@alone:
  lda edge_down_rim, x
  jmp off_map

; hex_lower: the lower half.
; in: hex_y, edge_only, units_shown.  out: cell_edge; cell_left, cell_right unless only the edge is asked for.
; clobbers: a, x, y, hex_terrain, hex_sides.
hex_lower:
  find_hex
  lda hex_odd                   ; neighbour 5: row hex_y + odd
  bcs lower_off
  beq @level
  iny
@level:
  find_edge lower_rim
  edge_character side_5, edge_down, edge_down_cross
  jmp lower_core
lower_rim:
  lda edge_down_rim + rim_left
  sta cell_edge
  ldy hex_y
lower_core:
  lda edge_only
  bne @end
  lda units_shown
  beq @ground
  lda (p_first), y
  cmp #no_unit
  bne @counter
@ground:
  ; right: terrain, link 3, owner dot, or an exit mark
  lda hex_terrain
  asl a
  asl a
  sta hex_sides
  tax
  lda (p_owner), y
  beq @mine
  inx
@mine:
  lda (p_road), y
  and #side_3
  beq @right
  inx
  inx
@right:
  lda (p_site), y
  cmp #<site_exit
  bne @plain
  lda map_marks + mark_exit
  bne @store                    ; its code is not 0
@plain:
  lda core_br, x
@store:
  sta cell_right
  ; left: terrain, links 4 and 5
  lda (p_road), y
  lsr a
  lsr a
  lsr a
  and #%011
  tax
  lda swap_links, x
  ora hex_sides
  tax
  lda core_bl, x
  sta cell_left
@end:
  rts

@counter:
  tax
  lda view_side, x
  beq @us
  lda #<kind_count              ; types a side
@us:
  clc
  adc view_symbol, x
  asl a
  ldy view_next, x
  cpy #no_unit
  beq @single
  ora #1
@single:
  tax
  lda bottom_l, x
  sta cell_left
  lda bottom_r, x
  sta cell_right
  rts

; Links 4 and 5 as core_bl wants them: link 4 the higher bit.
swap_links: .byte %00, %10, %01, %11
