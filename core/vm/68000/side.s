; Natives on layers: hexside bits, rings, counting.

.include "vm.inc"
.import neighbour, hex_kind, steps, LIMIT
.export op_setside, op_clrside, op_ring, op_countl
.segment "VM"

; The bit of direction d2 at hex d4 of the layer at d3 := 1 or 0, as `change` says. Clobbers d1, d5.
.macro put_side change
    move.w d4,d5
    layer_place d5
    add.w d3,d5
    and.l #$FFFF,d5
    move.b 0(a3,d5.l),d1
    add.b d1,d1                 ; bits 1 to 6 are the directions; bit 7 of the layer's byte is in X
    change d2,d1
    roxr.b #1,d1
    move.b d1,0(a3,d5.l)
.endmacro

; Takes the operands layer, hex and direction: d3, d4, d2.
.macro side_operands
    operand_page
    operand
    move.w 0(a3,d0.w),d4
    operand
    moveq #7,d2
    and.b 0(a3,d0.w),d2
.endmacro

; setside and clrside alike: in both hexes. No direction: nothing.
.macro both_sides change
    .local @done
    .local @back
    side_operands
    tst.w d2
    beq @done
    cmp.w #7,d2
    beq @done
    put_side change
    bsr neighbour
    beq @done
    add.w d5,d4
    addq.w #3,d2
    cmp.w #7,d2
    bcs @back
    subq.w #6,d2
@back:
    put_side change
@done:
    next
.endmacro

op_setside:
    both_sides bset

op_clrside:
    both_sides bclr

; ring layer bits hex: ORs bits into the layer at the neighbours of a hex.
op_ring:
    operand_page
    move.b (a5)+,d4
    operand
    move.w 0(a3,d0.w),d2
    cmp.w #LIMIT,d2
    bcc @off
    lea hex_kind,a0
    moveq #0,d5
    move.b 0(a0,d2.w),d5
    lsl.w #4,d5
    lea steps + 2,a1
    adda.w d5,a1
    lea 0(a3,d3.l),a0
    adda.w d2,a0
    moveq #5,d1
@direction:
    move.w (a1)+,d5
    beq @next
    or.b d4,0(a0,d5.w)
@next:
    dbra d1,@direction
@off:
    next

; countl layer mask value: number of hexes of the map with layer and mask = value.
op_countl:
    operand_page
    lea 0(a3,d3.l),a0
    move.b (a5)+,d4
    move.b (a5)+,d5
    moveq #0,d7
    move.w #grid_columns - 1,d3
@column:
    move.w #grid_rows - 1,d2
@row:
    move.b (a0)+,d1
    and.b d4,d1
    cmp.b d5,d1
    bne @next
    addq.w #1,d7
@next:
    dbra d2,@row
    lea COLUMN(a0),a0
    suba.w #grid_rows,a0
    dbra d3,@column
    moveq #0,d3
    next
