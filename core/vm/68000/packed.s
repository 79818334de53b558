; Packed layers (README of hexfront-isa).

.include "vm.inc"
.export op_ldp, op_stp
.segment "VM"

; From the operands of a packed layer: d3 := place of the byte, d5 := bits below what the hex holds, d2 := its mask.
.macro packed_hex
    operand_page
    move.b (a5)+,d3
    moveq #0,d2
    move.b (a5)+,d2             ; b
    operand
    move.w 0(a3,d0.w),d4
    layer_place d4
    move.w d4,d5
    lsr.w d2,d4
    add.w d4,d3
    moveq #1,d1
    lsl.w d2,d1
    subq.w #1,d1
    and.w d1,d5                 ; number of the hex in its byte
    moveq #3,d1
    sub.w d2,d1
    lsl.w d1,d5
    moveq #1,d4
    lsl.w d1,d4                 ; bits a hex
    moveq #1,d2
    lsl.w d4,d2
    subq.w #1,d2
.endmacro

; ldp p o b h: A := what the layer holds.
op_ldp:
    packed_hex
    moveq #0,d7
    move.b 0(a3,d3.l),d7
    lsr.w d5,d7
    and.w d2,d7
    next

; stp p o b h: the layer holds A.
op_stp:
    packed_hex
    move.b d7,d1
    and.b d2,d1
    lsl.b d5,d1
    lsl.b d5,d2
    not.b d2
    and.b 0(a3,d3.l),d2
    or.b d1,d2
    move.b d2,0(a3,d3.l)
    next
