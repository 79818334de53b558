; Zero page of the shell, $50 to $8F. "irq" bytes belong to the interrupt alone; all others live within one shell call
; unless a line says more.

.segment "SHELLZP": zeropage

; raster and frame interrupt
.exportzp irq_sp, irq_split, irq_key, irq_mask
irq_sp:     .res 1      ; irq: stack pointer before the nested interrupt
irq_split:  .res 1      ; irq: next split
irq_key:    .res 1      ; irq: key found by the scan
irq_mask:   .res 1      ; irq: column of the keyboard

; frame clock and queue: written by irq, read by all
.exportzp frames, key_head, key_tail
frames:     .res 1      ; counts frames
key_head:   .res 1      ; next key to take
key_tail:   .res 1      ; next free place

; pointers for one routine each
.exportzp src, dst, text_row, text_ink_row
src:        .res 2
dst:        .res 2
text_row:     .res 2    ; lasts: start of the text cursor's row, screen
text_ink_row: .res 2    ; lasts: the same in colour RAM

; a column of hexes: addresses of its row 0 in each layer
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
