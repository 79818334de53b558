; The zero page of the machine: every byte, who uses it and how long it lives.

.exportzp fetch, fetch_at, ip, jump, acc, rec, page
.exportzp t0, t1, t2, t3, t4, t5, t6, t7, t8, t9
.exportzp row_count, limit, odd_flip
.exportzp f_hex, f_row, f_base, f_last, f_cell, f_left, f_dir, f_high, f_sides
.exportzp f_river_sides, f_road_sides, f_result, f_terrain, f_bars, f_zones, f_head, f_tail, f_near, f_least, f_bound
.exportzp f_use, f_from_zone, f_result_page, f_terrain_page, f_rivers_page, f_roads_page, f_closed_page, f_zones_page, f_bars_page
.exportzp f_block
.exportzp crc

.segment "VMZP" : zeropage
; From vm_start until it returns.
fetch:      .res 1              ; iny
fetch_at:   .res 1              ; lda abs,y
ip:         .res 2              ; ... its operand: 0 and the page of the instruction pointer
            .res 2              ; sta jump + 1
jump:       .res 3              ; jmp (op_table + code)
acc:        .res 2              ; A
rec:        .res 1              ; U
page:       .res 1              ; virtual number of the code page at ip
row_count:  .res 1              ; rows of the map
limit:      .res 2              ; first hex number behind the last column
odd_flip:   .res 1              ; 0 if odd columns lie lower, else SIDE_FLIP
; Free within a handler, and between them for the shell's calls of the image routines.
t0:         .res 1
t1:         .res 1
t2:         .res 1
t3:         .res 1
t4:         .res 1
t5:         .res 1
t6:         .res 1
t7:         .res 1
t8:         .res 1
t9:         .res 1
; flood and pathstep, while they run.
f_hex:          .res 2          ; hex whose neighbours are visited
f_row:          .res 1          ; its row
f_base:         .res 1          ; index of its steps: 8 if its column lies lower
f_last:         .res 1          ; index before the last step to try
f_cell:         .res 1          ; its cell, less what leaving costs
f_left:         .res 1          ; cell of a neighbour if the step is made
f_dir:          .res 1          ; index of the step
f_high:         .res 1          ; high byte of the neighbour
f_sides:        .res 1          ; bit of the direction
f_river_sides:  .res 1          ; sides of the hex with a river
f_road_sides:   .res 1          ; sides of the hex with an open road
f_result:       .res 2          ; pointers into the layers, at the page: low bytes are 0 from vm_start on
f_terrain:      .res 2
f_bars:         .res 2
f_zones:        .res 2
f_head:         .res 1          ; queue
f_tail:         .res 1
f_near:         .res 1          ; the least cell that belongs into it, with bit 7
f_least:        .res 1          ; what a step costs at least
f_bound:        .res 1          ; the greatest cell that a neighbour can get
f_use:          .res 1          ; USE_BARS, USE_ZONES
f_from_zone:    .res 1          ; not 0: a step into a zone leaves no points
f_result_page:  .res 1          ; first pages of the layers
f_terrain_page: .res 1
f_rivers_page:  .res 1
f_roads_page:   .res 1
f_closed_page:  .res 1
f_zones_page:   .res 1
f_bars_page:    .res 1
f_block:        .res 1          ; offset of the block in V
crc:            .res 4          ; sum of the state image, while one is worked out and until the next
