; What stands for rules machine, cartridge and art: a map of the size that a test wants, a state of 700 bytes, parts that are not
; in memory: the third lies within the first, the tenth within the second; the first and the second take each other's place, and the
; tenth that of the third and the ninth.

.include "shell.inc"
.export vm_start, vm_trap, absent, stopped, moment, moment_high, fetch_stub
.export grid_columns, grid_rows, game_version, image_length, game_id, state_map, state
.export vm_v, view_turn, view_phase, view_campaign
.export part_start_high, part_with_high, part_out_high
.export part_count, part_start, part_with, part_out, part_codes, part_texts, code_map, code_home, text_map, text_home

grid_columns = GRID_COLUMNS
grid_rows = GRID_ROWS
game_version = 3
image_length = 700
part_count = 11
part_start = %0
part_start_high = 0

.segment "SHELL"
absent:
    inc stopped
vm_start:
fetch_stub:
    rts

.segment "TABLES"
game_id:    .byte "FLAT", 0, 0, 0, 0, 0, 0, 0, 0
; a byte more: of a part that there is none
part_with:       .byte 0, %1, %10, %101, %1000, %10000, %100000, %1000000, %10000000, 0, %10, %11111111
part_with_high:  .byte 0, 0, 0, 0, 0, 0, 0, 0, 0, %1, %10
part_out:        .byte 0, %10, %1, 0, 0, 0, 0, 0, 0, 0, %100
part_out_high:   .byte 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, %1
part_codes: .byte 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12
part_texts: .byte 0, 0, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3
code_home:  .byte $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $2A, $2B
code_map:   .res 12, 0
text_home:  .byte $30, $31, $32
text_map:   .res 3, 0
state_map:  .byte >state, 0, 0, <image_length, >image_length, 0

; All art is one table: what stands at a place is its number.
.export arrow_l, arrow_r, bottom_l, bottom_r, core_bl, core_br, core_tl, core_tr, cross_tl, cross_tr
.export edge_down, edge_down_cross, edge_down_rim, edge_up, edge_up_cross, edge_up_rim, map_marks
.export top_l, top_r, text_top_l, text_top_r, text_bottom_l, text_bottom_r, left_bits, right_bits, symbol_pictures
    .align 256
arrow_l:
arrow_r:
bottom_l:
bottom_r:
core_bl:
core_br:
core_tl:
core_tr:
cross_tl:
cross_tr:
edge_down:
edge_down_cross:
edge_down_rim:
edge_up:
edge_up_cross:
edge_up_rim:
map_marks:
top_l:
top_r:
text_top_l:
text_top_r:
text_bottom_l:
text_bottom_r:
.repeat 256, i
    .byte i
.endrepeat
left_bits:
right_bits: .res 32, 0
    .res 256 - 32 - 16, 0
symbol_pictures:                ; across a page's end
.repeat 160, i
    .byte i
.endrepeat

.export glyph_box, glyph_leader, glyph_lower, glyph_slope_down, glyph_slope_up, glyph_upper
.export glyph_town_0, glyph_town_1, glyph_unit_0, glyph_unit_1
.export ground_clear, ground_count, kind_count, side_ink_0, side_ink_1, side_paper_0
.export edge_bits, site_exit, site_victory, terrain_other, terrain_town
glyph_box = '#'
glyph_leader = '.'
glyph_lower = ','
glyph_upper = '`'
glyph_slope_down = '\'
glyph_slope_up = '/'
glyph_town_0 = 'o'
glyph_town_1 = 'O'
glyph_unit_0 = '*'
glyph_unit_1 = 'x'
ground_clear = 0
ground_count = 4
kind_count = 6
side_ink_0 = dark_grey
side_ink_1 = white
side_paper_0 = grey
site_exit = 3
site_victory = 2
terrain_other = 4
edge_bits = %1100
terrain_town = 3

.segment "LAYERS"
.export view_terrain, view_road, view_river, view_blown, view_owner, view_site, view_first
.export view_next, view_side, view_symbol, view_size, view_mode, view_attack
    .align 256
layer_bytes = 256 * LAYER_PAGES
vm_v:         .res 256
view_turn = vm_v + 8
view_phase = vm_v + 9
view_campaign = vm_v + 10
state:        .res 1024
view_terrain: .res layer_bytes
view_road:    .res layer_bytes
view_owner:   .res layer_bytes
view_site:    .res layer_bytes
view_first:   .res layer_bytes
view_next:    .res 256
view_side:    .res 256
view_symbol:  .res 256
view_size:
view_mode:    .res 256          ; the tests' counters have both alike
view_attack:  .res 256

.segment "RIVERS"
    .align 256
view_river:   .res layer_bytes
view_blown:   .res layer_bytes

.segment "SHELLBSS"
vm_trap:      .res 1
stopped:      .res 1            ; how often code was absent
moment:       .res 1
moment_high:  .res 1
