; Zero page of the shared shell: every byte, and how long it lives: within one shell call, unless a line says more. The
; machine's own bytes lie in the same segment.

.segment "SHELLZP": zeropage

; frame clock and queue: written while frames pass, read by all
.exportzp frames, key_head, key_tail
frames:     .res 1      ; counts frames; the machine does
key_head:   .res 1      ; next key to take
key_tail:   .res 1      ; next free place

; pointers for one routine each
.exportzp src, dst
src:        .res 2
dst:        .res 2

; a column of hexes: addresses of its row 0 in each layer. Their high bytes last: they are those of this_page (column.s)
.exportzp p_terrain, p_left, p_road, p_river, p_blown, p_owner, p_site, p_first
p_terrain:  .res 2
p_left:     .res 2      ; terrain of the column to the left
p_road:     .res 2
p_river:    .res 2
p_blown:    .res 2
p_owner:    .res 2
p_site:     .res 2
p_first:    .res 2

; the hex being drawn, and the three characters of its half
.exportzp hex_x, hex_y, hex_odd, hex_terrain, hex_sides, hex_temp, cell_edge, cell_left, cell_right
hex_x:      .res 1
hex_y:      .res 1
hex_odd:    .res 1
hex_terrain: .res 1
hex_sides:  .res 1
hex_temp:   .res 1
cell_edge:  .res 1
cell_left:  .res 1
cell_right: .res 1

; unpacking a part of the game (unpack.inc)
.exportzp unpack_offset, unpack_count, unpack_bits
unpack_offset: .res 2
unpack_count:  .res 2
unpack_bits:   .res 1

; scratch
.exportzp count, row, column
count:      .res 1
row:        .res 1
column:     .res 1
