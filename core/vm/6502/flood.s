; Flood fill with movement points (README of hexfront-isa). Its operands are read in flood_set_up.s, the step back along it is in
; path.s.
;
; A cell of the result layer: points left + 1, 0 = not reached, bit 7 = the hex waits. The order of the search does not
; matter to the result: a step never gives points, more points never end as fewer. But who is taken early is often taken
; again, so those with the most points come first: the queue, a ring, holds hexes with about as many as the best that
; waits. The others keep their bit 7, and each stretch of 32 hexes the greatest cell among them: when the queue is empty
; those stretches are looked through that hold what is good enough by then. What the ring has no room for waits with them.

.include "vm.inc"
.include "flood_terms.inc"
.import on_map, edge_rows, step_low, step_high, set_up
.importzp f_hex, f_row, f_base, f_last, f_cell, f_left, f_dir, f_high, f_sides, f_river_sides, f_road_sides
.importzp f_result, f_terrain, f_bars, f_zones, f_head, f_tail, f_near, f_least, f_bound, f_use, f_from_zone
.importzp f_result_page, f_terrain_page, f_rivers_page, f_roads_page, f_closed_page, f_zones_page, f_bars_page
.importzp f_block
.export op_flood, run_flood, flood_take, flood_way, enter_grid, enter_sides, bound, spread_full, direction_bits, block, costs

NEAR = 8                        ; points that one in the queue may have less than the best when it was filled; any will do

; A stretch by its hexes' numbers: bits 5 to 7 above those of the high byte.
.if LAYER_PAGES <= 4
HIGH_BITS = 2
.elseif LAYER_PAGES <= 8
HIGH_BITS = 3
.else
HIGH_BITS = 4
.endif
STRETCHES = 8 << HIGH_BITS
STRETCH = 32

.include "flood_page.inc"
.align 256
costs:      .res 16             ; off road, by road; begins a page
block:      .res 8
waiting:    .res STRETCHES      ; the greatest cell of those that wait outside the queue, or more; 0: none does
queue_low:  .res 256 - RING
queue_high: .res 256 - RING

.assert (costs & $FF) = 0, lderror, "the kind of ground is put in as the low byte of a place in costs"

.include "flood.inc"

; Bits of the directions, as step_low is indexed.
direction_bits:
    .byte 0, 1, 2, 4, 8, 16, 32, 0
    .byte 0, 1, 2, 4, 8, 16, 32, 0

op_flood:
    jsr set_up
    jsr run_flood
    next

; run_flood: the flood, as its operands stand.
; in: as set_up leaves it.  out: the result; y as it was.  clobbers: a, x, t0, t1 and all that begins with f_.
run_flood:
    tya
    pha
    lda acc
    tay
    and acc + 1
    cmp #NONE
    beq @marked
    lda #0
    jsr fill_waiting
    sty t0
    lda acc + 1
    sta t1
    jsr on_map
    bcs flooded
    lda t1
    sta f_high
    clc
    adc f_result_page
    sta f_result + 1
    ldy t0
    lda (f_result),y
    ora #QUEUED
    jsr wait
    jmp refill
@marked:
    lda #QUEUED | POINTS        ; any hex may wait
    jsr fill_waiting
    jmp refill
flooded:
    pla
    tay
    rts

; The greatest cell of all stretches := A. Clobbers X.
fill_waiting:
    ldx #STRETCHES - 1
@stretch:
    sta waiting,x
    dex
    bpl @stretch
    rts

; Fills the queue with those that have the most points, and goes on; it is empty.
refill:
    lda #0
    ldx #STRETCHES - 1
@greatest:
    cmp waiting,x
    bcs @less
    lda waiting,x
@less:
    dex
    bpl @greatest
    tax
    beq flooded
    sbc #NEAR - 1               ; carry is clear
    bmi @near
    lda #QUEUED
@near:
    sta f_near
    ldx #STRETCHES - 1
@stretch:
    lda waiting,x
    cmp f_near
    bcc @next
    stx f_dir
    lda #0
    sta waiting,x
    jsr look_through
    ldx f_dir
@next:
    dex
    bpl @stretch

; The loop over the queue: plain on terrain alone, full with anything more.
resume:
    lda block
    and #RIVERS | ROADS | ROADS_ONLY | ZONES | BARS
    bne full_loop
@plain:
    ldx f_head
    cpx f_tail
    beq refill
    jsr flood_take
    jsr bound
    bcs @plain                  ; not even the least cost of a step is left
    jsr spread_plain
    bcs @plain                  ; always, behind the last direction; so the next loop lies here
full_loop:
    ldx f_head
    cpx f_tail
    beq refill
    jsr flood_take
    jsr enter_sides
    bcs full_loop               ; nor with the cost of leaving
    adc #6                      ; carry is clear
    tax
; flood_way: from a hex to its neighbours; trek puts its own routine here.
; in: as spread_full.  out: goes on with the loop.  clobbers: as spread_full.
flood_way:
    jsr spread_full
    jmp full_loop

; Queues the hexes of stretch X that wait with enough points. Clobbers A, X, Y.
look_through:
    txa
    and #(1 << HIGH_BITS) - 1
    sta f_high
    txa
    and #7 << HIGH_BITS
    .repeat 5 - HIGH_BITS
    asl
    .endrepeat
    tay
    lda f_high
    cmp limit + 1
    bcc @on_map
    bne @no
    cpy limit
    bcs @no
@on_map:
    clc
    adc f_result_page
    sta f_result + 1
    tya
    clc
    adc #STRETCH
    sta f_last
@hex:
    lda (f_result),y
    bpl @next
    sta f_left
    tya
    and #ROW_MASK
    cmp row_count
    bcs @next
    lda f_left
    cmp f_near
    bcs @near
    jsr wait
    jmp @next
@near:
    jsr push
@next:
    iny
    cpy f_last
    bne @hex
@no:
    rts

; The neighbour Y, f_high is reached with f_left: stores it; the hex waits, in the queue if it has enough points.
better:
    lda f_left
    ora #QUEUED
    cmp f_near
    bcc wait
    tax
    lda (f_result),y
    cmp f_near                  ; carry: it waits, with enough points: it is in the queue
    txa
    sta (f_result),y
    bcs queued

; Queues hex Y, f_high. Clobbers A, X.
push:
    ldx f_tail
    tya
    sta queue_low - RING,x
    lda f_high
    sta queue_high - RING,x
    inx
    bne @end
    ldx #RING
@end:
    cpx f_head
    beq full
    stx f_tail
queued:
    rts
full:
    lda #QUEUED | POINTS
    bne note                    ; always

; Hex Y, f_high waits outside the queue with cell A, which is stored. Clobbers A, X, f_left.
wait:
    sta (f_result),y
note:
    sta f_left
    tya
    .repeat 5 - HIGH_BITS
    lsr
    .endrepeat
    and #7 << HIGH_BITS
    ora f_high
    tax
    lda f_left
    cmp waiting,x
    bcc @no
    sta waiting,x
@no:
    rts

; flood_take: takes the hex at the head of the queue.
; in: x = f_head, of a queue that is not empty.  out: f_hex, its points f_cell; it waits no more; as from enter_grid.
; clobbers: a, y, f_result.
flood_take:
    ldy queue_low - RING,x
    sty f_hex
    lda queue_high - RING,x
    sta f_hex + 1
    inx
    bne @head
    ldx #RING
@head:
    stx f_head
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
    lda (f_result),y
    and #POINTS
    cmp f_bound
    bcs @next
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

; enter_sides: the sides and the zone of a hex.
; in: f_hex, f_cell.  out: f_river_sides, f_road_sides, f_from_zone, f_cell less what leaving costs, f_bound; carry set if no
; step can be made.  clobbers: a, y, f_terrain, f_zones.
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
    bcc none
    sta f_cell
    jmp bound
@not_in_zone:
    lda #0
    sta f_from_zone
; falls through to bound

; bound: what a neighbour can get at most: who has as much is passed by.
; in: f_cell.  out: f_bound; carry set if that is nothing, else clear, and A = f_base.  clobbers: a.
bound:
    lda f_cell
    sec
    sbc f_least
    bcc none
    beq none
    sta f_bound
    lda f_base
    clc
    rts
none:
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
    lda (f_result),y
    and #POINTS
    cmp f_bound
    bcs @next
    lda f_high
    adc f_terrain_page
    sta f_terrain + 1
    stx f_dir
    lda direction_bits,x
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
