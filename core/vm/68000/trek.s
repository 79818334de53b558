; The flood for marches (README of hexfront-isa): a loop of its own, which makes each step with so much less as going up and
; leaving the waters cost.
;
; While it runs: as in flood.s, but a5 the row of `steps`, d7 twice the direction.

.include "vm.inc"
.include "flood.inc"
.import set_up, run_flood, flooded, one_step, flood_data, hex_kind, steps
.export op_trek

; Bits of the flags that mean something else here.
SLOPES = CLOSED
LEAVING = 7

WATERS = 7 << 3                 ; mask of the waters in the ground

.segment "VMBSS"
.align 2
heights_at: .res 4              ; address of the heights; of those of the hex
here_at:    .res 4
leaving:    .res 8              ; what leaving costs, by the waters
trek_flags: .res 1
ends:       .res 1              ; zones of these bits are never left
high_mask:  .res 1              ; bits of heights
up:         .res 1              ; what a step up costs
slopes:     .res 1              ; sides of the hex with a slope
waters:     .res 1              ; its waters
leave:      .res 1              ; what leaving them costs
cell:       .res 1              ; its cell, as d0

.segment "VM"

op_trek:
    bsr set_up
    lea flood_data,a1
    moveq #0,d0
    move.b -9(a5),d0
    move.b 0(a3,d0.w),d1        ; the flags as they stand in V
    move.b d1,trek_flags
    moveq #0,d0
    btst #ZONES,d1
    beq @ends
    move.b ENTER_COST(a1),d0
@ends:
    move.b d0,ends
    moveq #0,d0
    btst #BARS,d1
    beq @bars
    move.b BAR_MASK(a1),d0
@bars:
    move.b d0,ANY_BAR(a1)
    move.b EXTRA_MASK(a1),high_mask
    move.b EXTRA_COST(a1),up
    clr.b ENTER_COST(a1)
    and.b #1 << RIVERS | 1 << ROADS | 1 << ZONES | 1 << BARS,d1
    btst #RIVERS,d1
    beq @flags
    bset #MORE_SIDES,d1
@flags:
    move.b d1,FLAGS(a1)
    operand_page
    lea 0(a3,d3.l),a0
    move.l a0,heights_at
    moveq #0,d3
    move.b -8(a5),d3            ; page of the costs, then where they begin
    lsl.w #8,d3
    move.b -7(a5),d3
    add.b #16,d3                ; behind those of the ground
    lea leaving,a0
    moveq #7,d1
@cost:
    move.b 0(a3,d3.l),(a0)+     ; within the page
    addq.b #1,d3
    dbra d1,@cost
    moveq #0,d3
    lea trek,a0
    bra run_flood

trek:
    moveq #0,d4
    move.b FLAGS(a4),d4
    swap d4
    move.w #POINTS,d4
next_hex:
    pop next_hex,flooded
    movea.w d1,a5
    movea.l RESULT_AT(a4),a0
    adda.w d2,a0
    move.b (a0),d0
    and.b d4,d0
    move.b d0,(a0)
    movea.l ZONES_AT(a4),a2
    move.b ends,d3
    and.b 0(a2,d2.w),d3
    bne next_hex
    surroundings d2
    bls next_hex                ; no step can be made
    move.w a5,NODE(a4)
    lea steps,a5
    lsl.w #4,d1
    adda.w d1,a5
    move.b d0,cell
    bsr look_around
    moveq #2 * 6,d7             ; twice the direction
@direction:
    move.w 0(a5,d7.w),d4
    beq @next
    moveq #POINTS,d3
    and.b 0(a0,d4.w),d3
    cmp.b d0,d3
    bcc @next                   ; it has as much as the cheapest step would leave
    move.w d7,d1
    lsr.w #1,d1
    bsr price
    bls @again
    bsr one_step
@again:
    move.b cell,d0
@next:
    subq.w #2,d7
    bne @direction
    move.w #POINTS,d4
    bra next_hex

; The slopes, the waters and what leaving them costs, of hex d2, whose ground is at a1. Clobbers d1, d3.
look_around:
    move.l a2,-(sp)
    moveq #0,d1
    moveq #0,d3
    btst #SLOPES,trek_flags
    beq @slopes
    movea.l CLOSED_AT(a4),a2
    move.b 0(a2,d2.w),d1
@slopes:
    move.b d1,slopes
    movea.l heights_at,a2
    adda.w d2,a2
    move.l a2,here_at
    btst #LEAVING,trek_flags
    beq @waters
    moveq #WATERS,d3
    and.b (a1),d3
@waters:
    move.b d3,waters
    lsr.b #3,d3
    lea leaving,a2
    move.b 0(a2,d3.w),leave
    movea.l (sp)+,a2
    rts

; d0, the cell, less what the step in direction d1, d4 away, costs beside the ground; lower or same if nothing is left. Clobbers d2, d3.
price:
    move.w d1,d2
    subq.w #1,d2
    btst d2,d5                  ; by road
    bne @paid
    btst d2,slopes
    beq @level
    move.l a2,-(sp)
    movea.l here_at,a2
    move.b 0(a2,d4.w),d3
    movea.l (sp)+,a2
    and.b high_mask,d3
    beq @level
    sub.b up,d0
    bls @end
@level:
    move.b waters,d3
    beq @paid
    and.b 0(a1,d4.w),d3
    bne @paid
    sub.b leave,d0
@end:
    rts
@paid:
    cmp.b #0,d0
    rts
