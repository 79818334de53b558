; Flood fill with movement points (README of hexfront-isa) and the step back along it.
;
; A cell of the result layer: points left + 1, 0 = not reached, bit 7 = the hex waits in the queue. The order of the search
; does not matter to the result: a step never gives points, more points never end as fewer. So the hex with the most points
; comes first: hexes wait in lists by the value they had when they were queued.
;
; The queue: 128 words, the first hex for each value, then a word for each hex: the next hex of its list. Hexes stand in them
; as the places of their words, NODES + 2 * hex; 0 ends a list. Between floods all lists are empty.
;
; While a flood runs: a0 the hex's cell, a1 its ground, a2 its zones, a3 its bars; a4 flood_data; a5 the hex's place in the
; queue a6, d6 place of the greatest value that has a list; d0 the cell less what leaving costs and less the least cost of a
; step, which the costs are taken less too: a neighbour that has as much already is passed by at once; d5 road sides, and
; river sides in its upper word; d4 POINTS, and the flags in its upper word.

.include "vm.inc"
.include "flood.inc"
.import neighbour, hex_kind, steps, LIMIT
.export op_flood, op_pathstep, flood_take, flood_take_barred, flood_take_full, flood_queue, clear_queue
.export set_up, run_flood, flooded, one_step, flood_data

.segment "VMBSS"
.align 2
flood_data: .res DATA_BYTES
flood_queue: .res NODES + (LAYER << 1)

.segment "VM"

op_flood:
    bsr set_up
    lea resume,a0
; run_flood: the flood, by the loop at a0; falls in from above.
; in: a0; as set_up leaves it; d7 = the start.  out: goes on with the next instruction.  clobbers: d0 to d5, a0, a1.
run_flood:
    move.w d7,d1
    movem.l d6-d7/a2-a6,-(sp)
    lea flood_data,a4
    move.l a0,LOOP_AT(a4)
    lea flood_queue,a6
    moveq #0,d6
    cmp.w #NO_HEX,d1
    beq scan
    cmp.w #LIMIT,d1
    bcc flooded
    lea hex_kind,a0
    cmp.b #NO_KIND,0(a0,d1.w)
    beq flooded
    movea.l RESULT_AT(a4),a0
    moveq #POINTS,d3
    and.b 0(a0,d1.w),d3
    or.b #QUEUED,0(a0,d1.w)
    add.w d1,d1
    add.w #NODES,d1
    push run_loop
run_loop:
    movea.l LOOP_AT(a4),a0
    jmp (a0)

; The loop over the queue: plain on ground alone, barred with whole bars, full with anything more.
resume:
    movea.l RESULT_AT(a4),a2
    movea.l TERRAIN_AT(a4),a3
    moveq #0,d4
    move.b FLAGS(a4),d4
    swap d4
    move.w #POINTS,d4
    moveq #0,d5
    tst.b FULL(a4)
    bne full
    move.b BAR_MASK(a4),d5
    tst.b BARRED(a4)
    bne barred
    moveq #0,d5

plain:
    pop plain,flooded
; flood_take: a place in the loop, for instruments: a hex is taken.
; in: d1 = its place in the queue, d2 = its number.  out: goes on with the loop.  clobbers: d0 to d3, a0, a1, a5.
flood_take:
    movea.w d1,a5
    lea 0(a2,d2.w),a0
    move.b (a0),d0
    and.b d4,d0
    move.b d0,(a0)
    sub.b MINIMUM(a4),d0
    bls plain                   ; no step can be made
    lea hex_kind,a1
    moveq #0,d1
    move.b 0(a1,d2.w),d1
    lea 0(a3,d2.w),a1
    cmp.w #1,d1
    bhi border
    beq @lower
    ground_steps 0
    bra plain
@lower:
    ground_steps_lower 0
    bra plain

barred:
    pop barred,flooded
; flood_take_barred: the same in the second loop.
; in: d1 = its place in the queue, d2 = its number.  out: goes on with the loop.  clobbers: d0 to d3, a0, a1, a3, a5.
flood_take_barred:
    movea.w d1,a5
    lea 0(a2,d2.w),a0
    move.b (a0),d0
    and.b d4,d0
    move.b d0,(a0)
    sub.b MINIMUM(a4),d0
    bls barred                  ; no step can be made
    lea hex_kind,a1
    moveq #0,d1
    move.b 0(a1,d2.w),d1
    movea.l TERRAIN_AT(a4),a1
    adda.w d2,a1
    movea.l BARS_AT(a4),a3
    adda.w d2,a3
    cmp.w #1,d1
    bhi barred_border
    beq @lower
    ground_steps 1
    bra barred
@lower:
    ground_steps_lower 1
    bra barred

; flooded: the queue is empty.
; in: as run_flood leaves it.  out: goes on with the next instruction.  clobbers: d0, d3, d6, d7, a2 to a6.
flooded:
    movem.l (sp)+,d6-d7/a2-a6
    moveq #0,d0
    moveq #0,d3
    next

; Queues all hexes of the map that wait. Four cells at a time: few do. 11 cycles a cell.
scan:
    movea.l RESULT_AT(a4),a0
    move.w #NODES,d1
    move.w #grid_columns << (ROW_BITS - 2),d5
    move.l #QUEUED << 24 | QUEUED << 16 | QUEUED << 8 | QUEUED,d4
    bra @count
@four:
    move.l (a0)+,d3
    and.l d4,d3
    bne @some
    addq.w #8,d1
@count:
    dbra d5,@four
    bra run_loop
@some:
    subq.l #4,a0
    moveq #3,d2
@cell:
    move.b (a0)+,d3
    bpl @next
    move.w d1,d0
    lsr.w #1,d0
    and.w #ROW_MASK,d0          ; NODES is a whole number of columns
    cmp.w #grid_rows,d0
    bcc @next
    and.w #POINTS,d3
    push @next
@next:
    addq.w #2,d1
    dbra d2,@cell
    bra @count

full:
    pop full,flooded
; flood_take_full: the same in the third loop.
; in: d1 = its place in the queue, d2 = its number.  out: goes on with the loop.  clobbers: d0 to d3, d5, a0 to a3, a5.
flood_take_full:
    movea.w d1,a5
    movea.l RESULT_AT(a4),a0
    adda.w d2,a0
    move.b (a0),d0
    and.b d4,d0
    move.b d0,(a0)
    surroundings d2
    bls full                    ; no step can be made
    cmp.w #1,d1
    bhi border
    beq @lower
    inner_step -1,1
    inner_step COLUMN - 1,2
    inner_step COLUMN,3
    inner_step 1,4
    inner_step -COLUMN,5
    inner_step -COLUMN - 1,6
    bra full
@lower:
    inner_step -1,1
    inner_step COLUMN,2
    inner_step COLUMN + 1,3
    inner_step 1,4
    inner_step 1 - COLUMN,5
    inner_step -COLUMN,6
    bra full

barred_border:
    moveq #0,d5                 ; no sides
; falls through to border

; A hex of kind d1 at the border of the map.
border:
    move.w a5,NODE(a4)
    lsl.w #4,d1
    lea steps,a5
    adda.w d1,a5
    move.b #6,DIRECTION(a4)
@direction:
    moveq #0,d1
    move.b DIRECTION(a4),d1
    move.w d1,d2
    add.w d2,d2
    move.w 0(a5,d2.w),d4
    beq @next
    bsr one_step
@next:
    subq.b #1,DIRECTION(a4)
    bne @direction
    move.w #POINTS,d4
    tst.b FULL(a4)
    bne full
    tst.b BARRED(a4)
    beq plain
    move.b BAR_MASK(a4),d5
    bra barred

; one_step: from the hex at NODE to the neighbour in direction d1.
; in: d4 = how far that is; d0, d5, a0 to a3 as surroundings leave them.  out: the neighbour's cell, and the queue.
; clobbers: d1 to d3.
one_step:
    moveq #15,d2
    add.w d1,d2
    subq.w #1,d1
    full_step {0(a0,d4.w)},{0(a1,d4.w)},{0(a2,d4.w)},{0(a3,d4.w)},d1,d2,{NODE(a4)},d4,#POINTS
    rts

; clear_queue: empties the lists.
; in: nothing.  out: flood_queue.  clobbers: d0, a0.
clear_queue:
    lea flood_queue,a0
    moveq #VALUES / 2 - 1,d0
@lists:
    clr.l (a0)+
    dbra d0,@lists
    rts

; set_up: takes the ten operands that all three natives have.
; in: a5.  out: flood_data.  clobbers: d0 to d5, a0, a1.
set_up:
    lea flood_data,a1
    operand_page
    lea 0(a3,d3.l),a0
    move.l a0,RESULT_AT(a1)
    operand
    lea 0(a3,d0.w),a0
    lea FLAGS(a1),a1
.repeat 8
    move.b (a0)+,(a1)+
.endrepeat
    lea flood_data,a1
    operand_page
    lea 0(a3,d3.l),a0
    move.l a0,TERRAIN_AT(a1)
    operand_page
    move.b (a5)+,d3
    moveq #15,d1
@cost:
    move.b 0(a3,d3.l),(a1)+     ; within the page
    addq.b #1,d3
    dbra d1,@cost
    lea flood_data + RIVERS_AT,a1
    moveq #4,d1
@layer:
    operand_page
    lea 0(a3,d3.l),a0
    move.l a0,(a1)+
    dbra d1,@layer
    lea flood_data,a1
    move.b FLAGS(a1),d1
    bclr #MORE_SIDES,FLAGS(a1)
    move.b d1,d2
    and.b #1 << RIVERS | 1 << CLOSED,d2
    beq @few
    bset #MORE_SIDES,FLAGS(a1)
@few:
    and.b #1 << RIVERS | 1 << ROADS | 1 << ROADS_ONLY | 1 << ZONES | 1 << BARS,d1
    sne FULL(a1)
    sf BARRED(a1)
    cmp.b #1 << BARS,d1
    bne @sides
    tst.b EXTRA_MASK(a1)
    bne @sides
    st BARRED(a1)
    clr.b FULL(a1)
@sides:
    btst #ROADS_ONLY,d1
    beq @off_road
    moveq #-1,d2
    move.l d2,COSTS(a1)
    move.l d2,COSTS + 4(a1)
@off_road:
    btst #ZONES,d1
    bne @zones
    clr.b ZONE_MASK(a1)
@zones:
    moveq #0,d2
    btst #BARS,d1
    beq @no_bars
    move.b BAR_MASK(a1),d2
    or.b EXTRA_MASK(a1),d2
@no_bars:
    move.b d2,ANY_BAR(a1)
    moveq #7,d2                 ; costs that count, less 1
    btst #ROADS,d1
    beq @ground
    moveq #15,d2
@ground:
    lea COSTS(a1),a0
    moveq #-1,d3
@least:
    cmp.b (a0)+,d3
    bls @not_less
    move.b -1(a0),d3
@not_less:
    dbra d2,@least
    move.b d3,MINIMUM(a1)
    lea COSTS(a1),a0
    moveq #15,d2
@less:
    sub.b d3,(a0)+
    dbra d2,@less
    moveq #0,d3
    rts

; pathstep: A := direction from hex A to the neighbour with the greatest cell whose step to A ends with A's cell.
; Each candidate's step is made into A's cell, set to 0 for it.
op_pathstep:
    bsr set_up
    movem.l d6/a2-a6,-(sp)
    lea flood_data,a4
    moveq #0,d6                 ; greatest cell so far, and its direction above it
    moveq #0,d4
    move.b FLAGS(a4),d4
    swap d4
    clr.b DIRECTION(a4)
@try:
    addq.b #1,DIRECTION(a4)
    moveq #7,d2
    and.b DIRECTION(a4),d2
    cmp.w #7,d2
    beq @done
    move.w d7,d4                ; A
    bsr neighbour
    beq @try
    move.w d7,d1
    add.w d5,d1                 ; from there
    move.w d5,d4
    neg.w d4                    ; the step back
    movea.l RESULT_AT(a4),a0
    move.b 0(a0,d1.w),d0
    and.b #POINTS,d0
    cmp.b d0,d6
    bcc @try
    move.b 0(a0,d7.w),d3
    and.b #POINTS,d3
    beq @try
    cmp.b d0,d3
    bcc @try
    move.b d0,-(sp)
    adda.w d1,a0
    move.w d1,d2
    surroundings d2
    bls @skip
    move.b 0(a0,d4.w),-(sp)     ; A's cell, which waits for now so that it is not queued
    move.b #QUEUED,0(a0,d4.w)
    moveq #0,d1
    move.b DIRECTION(a4),d1     ; the direction back
    addq.w #3,d1
    cmp.w #7,d1
    bcs @back
    subq.w #6,d1
@back:
    bsr one_step
    move.b 0(a0,d4.w),d1
    move.b (sp)+,d2
    move.b d2,0(a0,d4.w)
    eor.b d2,d1
    and.b #POINTS,d1
    bne @skip
    move.b (sp)+,d6
    move.b DIRECTION(a4),d5
    bra @next
@skip:
    addq.l #2,sp
    bra @try
@next:
    swap d6
    move.b d5,d6
    swap d6
    bra @try
@done:
    swap d6
    moveq #0,d7
    move.b d6,d7
    movem.l (sp)+,d6/a2-a6
    moveq #0,d0
    moveq #0,d3
    next
