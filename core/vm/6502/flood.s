; Flood fill with movement points (README of hexfront-isa); the step back along it is in path.s.
;
; A cell of the result layer: points left + 1, 0 = not reached, bit 7 = the hex waits in the queue. The queue is a
; ring of 255 hexes; what does not fit keeps its bit 7 and is found by a scan of the layer when the queue is empty.
; The order of the search does not matter to the result: a step never gives points, more points never end as fewer.

.include "vm.inc"
.import on_map, edge_rows, step_low, step_high
.importzp f_hex, f_row, f_base, f_last, f_cell, f_left, f_dir, f_high, f_sides, f_river_sides, f_road_sides
.importzp f_result, f_terrain, f_bars, f_zones, f_head, f_tail, f_more, f_use, f_from_zone
.importzp f_result_page, f_terrain_page, f_rivers_page, f_roads_page, f_closed_page, f_zones_page, f_bars_page
.importzp f_block
.export op_flood, flood_take, set_up, enter_grid, enter_sides, spread_full

QUEUED = $80
POINTS = $7F                    ; mask of a cell

; Flags of the block.
RIVERS = 1
ROADS = 2
ROADS_ONLY = 4
ZONES = 8
BARS = 16
STOP = 32
CLOSED = 64

; Places in the block.
RIVER_COST = 1
ZONE_MASK = 2
ENTER_COST = 3
LEAVE_COST = 4
BAR_MASK = 5
EXTRA_MASK = 6
EXTRA_COST = 7

; f_use
USE_BARS = $80
USE_ZONES = $40

.include "flood_page.inc"
.align 256
queue_low:  .res 256
queue_high: .res 256
costs:      .res 16             ; off road, by road; begins a page
block:      .res 8

.assert (costs & $FF) = 0, lderror, "the kind of ground is put in as the low byte of a place in costs"

.include "flood.inc"

; Bits of the directions, as step_low is indexed.
bits:
    .byte 0, 1, 2, 4, 8, 16, 32, 0
    .byte 0, 1, 2, 4, 8, 16, 32, 0

op_flood:
    jsr set_up
    tya
    pha
    lda acc
    sta t0
    and acc + 1
    cmp #NONE
    beq scan
    lda acc + 1
    sta t1
    jsr on_map
    bcs @done
    lda t1
    sta f_high
    clc
    adc f_result_page
    sta f_result + 1
    ldy t0
    lda (f_result),y
    ora #QUEUED
    sta (f_result),y
    jsr push
    jmp resume
@done:
    pla
    tay
    next

; The loop over the queue: plain on terrain alone, full with anything more.
resume:
    lda block
    and #RIVERS | ROADS | ROADS_ONLY | ZONES | BARS
    bne @full
@plain:
    ldx f_head
    cpx f_tail
    beq @empty
    jsr flood_take
    jsr spread_plain
    jmp @plain
@full:
    ldx f_head
    cpx f_tail
    beq @empty
    jsr flood_take
    jsr enter_sides
    bcs @full                   ; not even the cost of leaving is left
    lda f_base
    adc #6                      ; carry is clear
    tax
    jsr spread_full
    jmp @full
@empty:
    lda f_more
    bne scan                    ; some hexes wait outside the queue
    pla
    tay
    next

; Queues all hexes of the map that wait.
scan:
    lda #0
    sta f_more
    sta f_high
    lda f_result_page
    sta f_result + 1
    ldy #0
@hex:
    lda (f_result),y
    bpl @next
    tya
    and #ROW_MASK
    cmp row_count
    bcs @next
    jsr push
@next:
    iny
    bne @more
    inc f_high
    inc f_result + 1
@more:
    cpy limit
    bne @hex
    lda f_high
    cmp limit + 1
    bne @hex
    jmp resume

; Queues hex Y, f_high. Clobbers A, X.
push:
    ldx f_tail
    tya
    sta queue_low,x
    lda f_high
    sta queue_high,x
    inx
    cpx f_head
    beq @full
    stx f_tail
    rts
@full:
    lda #1
    sta f_more
    rts

; flood_take: takes the hex at the head of the queue.
; in: x = f_head, of a queue that is not empty.  out: f_hex, its points f_cell; it waits no more; as from enter_grid.
; clobbers: a, y, f_result.
flood_take:
    ldy queue_low,x
    sty f_hex
    lda queue_high,x
    sta f_hex + 1
    inc f_head
    clc
    adc f_result_page
    sta f_result + 1
    lda (f_result),y
    and #POINTS
    sta (f_result),y
    sta f_cell
; falls through to enter_grid

; enter_grid: the place of a hex in the grid.
; in: f_hex.  out: f_row, f_base and f_last = f_base; a = f_base, carry clear; y = low byte of f_hex.  clobbers: nothing else.
enter_grid:
    lda f_hex
    tay
    and #ROW_MASK
    sta f_row
    tya
    column_parity
    sta f_base
    sta f_last
    rts

; To all neighbours of f_hex, on terrain alone.
spread_plain:
    adc #6                      ; A = f_base, carry is clear
    tax
@direction:
    lda f_row
    cmp edge_rows,x
    beq @next
    lda f_hex
    adc step_low,x
    tay
    lda f_hex + 1
    adc step_high,x
    cmp limit + 1
    bcs @edge
@on:
    sta f_high
    adc f_result_page           ; carry is clear
    sta f_result + 1
    lda f_high
    adc f_terrain_page
    sta f_terrain + 1
    lda (f_terrain),y
    and #7
    sta @cost + 1
    lda f_cell
    sec
@cost:
    sbc costs                   ; patched: the kind
    bcc @next
    beq @next
    sta f_left
    lda (f_result),y
    and #POINTS
    cmp f_left
    bcs @next
    stx f_dir
    jsr better
    ldx f_dir
@next:
    dex
    cpx f_last
    bne @direction
    rts
@edge:
    bne @next
    cpy limit
    bcc @on
    bcs @next                   ; always

; The neighbour Y, f_high is reached with f_left: stores it and queues the hex unless it waits already.
better:
    lda f_left
    ora #QUEUED
    tax
    lda (f_result),y
    asl                         ; carry: it waits
    txa
    sta (f_result),y
    bcs @waits
    jmp push
@waits:
    rts

; enter_sides: the sides and the zone of a hex.
; in: f_hex, f_cell.  out: f_river_sides, f_road_sides, f_from_zone, f_cell less what leaving costs; carry set if that leaves no
; points.  clobbers: a, y, f_terrain, f_zones.
enter_sides:
    lda block
    and #STOP
    sta f_from_zone
    ldy f_hex
    lda #0
    sta f_river_sides
    sta f_road_sides
    lda block
    lsr
    bcc @no_rivers
    lda f_hex + 1
    clc
    adc f_rivers_page
    sta f_terrain + 1
    lda (f_terrain),y
    sta f_river_sides
@no_rivers:
    lda block
    and #ROADS
    beq @no_roads
    lda f_hex + 1
    clc
    adc f_roads_page
    sta f_terrain + 1
    lda (f_terrain),y
    sta f_road_sides
    bit block
    bvc @no_roads
    lda f_hex + 1
    clc
    adc f_closed_page
    sta f_terrain + 1
    lda (f_terrain),y
    eor #$FF
    and f_road_sides
    sta f_road_sides
@no_roads:
    bit f_use
    bvc @not_in_zone
    lda f_hex + 1
    clc
    adc f_zones_page
    sta f_zones + 1
    lda (f_zones),y
    and block + ZONE_MASK
    beq @not_in_zone
    lda f_cell
    sec
    sbc block + LEAVE_COST
    bcc @none
    beq @none
    sta f_cell
    clc
    rts
@not_in_zone:
    lda #0
    sta f_from_zone
    clc
    rts
@none:
    sec
    rts

; spread_full: from a hex to some of its neighbours, with sides, bars and zones.
; in: f_hex and what enter_grid and enter_sides make of it; the directions x down to f_last + 1, as step_low is indexed.
; out: the cells of neighbours that have more now, which wait in the queue; x = f_last.
; clobbers: a, y, f_left, f_dir, f_high, f_sides, f_result, f_terrain, f_bars, f_zones.
spread_full:
    lda f_row
    cmp edge_rows,x
    beq @next
    lda f_hex
    adc step_low,x
    tay
    lda f_hex + 1
    adc step_high,x
    cmp limit + 1
    bcs @edge
@on:
    sta f_high
    adc f_result_page           ; carry is clear
    sta f_result + 1
    lda f_high
    adc f_terrain_page
    sta f_terrain + 1
    stx f_dir
    lda bits,x
    sta f_sides
    lda (f_terrain),y
    and #7
    tax
    lda f_sides
    and f_road_sides
    bne @road
    lda f_sides
    and f_river_sides
    bne @river
    lda f_cell
    sec
    sbc costs,x
@paid:
    bcc @no
    beq @no
    sta f_left
    lda (f_result),y            ; what is to come can only cost more
    and #POINTS
    cmp f_left
    bcc @cheaper
@no:
    ldx f_dir
@next:
    dex
    cpx f_last
    bne spread_full
    rts
@road:
    lda f_cell
    sec
    sbc costs + 8,x
    jmp @paid
@river:
    lda f_cell
    sec
    sbc costs,x
    bcc @no
    sbc block + RIVER_COST      ; carry is set
    jmp @paid
@edge:
    bne @next
    cpy limit
    bcc @on
    bcs @next                   ; always
@cheaper:
    bit f_use
    bpl @no_bars
    lda f_high
    adc f_bars_page             ; carry is clear
    sta f_bars + 1
    lda (f_bars),y
    tax
    and block + BAR_MASK
    bne @no
    txa
    and block + EXTRA_MASK
    beq @no_bars
    lda f_left
    sec
    sbc block + EXTRA_COST
    bcc @no
    beq @no
    sta f_left
@no_bars:
    bit f_use
    bvc @arrive
    lda f_high
    clc
    adc f_zones_page
    sta f_zones + 1
    lda (f_zones),y
    and block + ZONE_MASK
    beq @arrive
    lda f_left
    sec
    sbc block + ENTER_COST
    bcc @no
    beq @no
    sta f_left
    lda f_from_zone
    beq @arrive
    lda #1
    sta f_left
@arrive:
    lda (f_result),y
    and #POINTS
    cmp f_left
    bcs @no
    jsr better
    jmp @no

; set_up: takes the operands of both natives.
; in: y at the code byte.  out: y at the last operand; block, costs, f_block, f_use and the pages of the layers; an empty queue.
; clobbers: a, x, t0, t1.
set_up:
    operand
    sta f_result_page
    operand_x
    stx f_block
    iny
    lda (ip),y
    sta f_terrain_page
    iny
    lda (ip),y
    sta @cost + 2
    iny
    lda (ip),y
    sta t0                      ; offset of the costs
    iny
    lda (ip),y
    sta f_rivers_page
    iny
    lda (ip),y
    sta f_roads_page
    iny
    lda (ip),y
    sta f_closed_page
    iny
    lda (ip),y
    sta f_zones_page
    iny
    lda (ip),y
    sta f_bars_page
    ldx f_block
    sty t1
    ldy #0
@block:
    lda vm_v,x
    sta block,y
    inx
    iny
    cpy #8
    bne @block
    ldx t0
    ldy #0
@cost:
    lda $FF00,x                 ; patched
    sta costs,y
    inx
    iny
    cpy #16
    bne @cost
    lda block
    and #ROADS_ONLY
    beq @off_road
    lda #$FF
    ldx #7
@close:
    sta costs,x
    dex
    bpl @close
@off_road:
    lda #0
    sta f_head
    sta f_tail
    sta f_more
    sta f_use
    lda block
    and #BARS
    beq @no_bars
    lda #USE_BARS
    sta f_use
@no_bars:
    lda block
    and #ZONES
    beq @no_zones
    lda f_use
    ora #USE_ZONES
    sta f_use
@no_zones:
    ldy t1
    rts
