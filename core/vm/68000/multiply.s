; Multiplication and division.

.include "vm.inc"
.export op_muli8, op_mul8, op_mul16, op_divi8, op_div8, op_div16, op_modi8, op_mod16
.export op_muldivi, op_muldiv8, op_muldiv, op_muldiv3
.segment "VM"

op_muli8:
    operand
    mulu d0,d7
    next

op_mul8:
    operand
    move.b 0(a3,d0.w),d0
    mulu d0,d7
    next

op_mul16:
    operand
    mulu 0(a3,d0.w),d7
    next

; A := A / a word register; by 0 $FFFF.
.macro divide divisor
    .local @zero
    moveq #0,d4
    move.w d7,d4
    moveq #-1,d7
    tst.w divisor
    beq @zero
    divu divisor,d4
    move.w d4,d7
@zero:
    next
.endmacro

; A := A modulo a word register; by 0 it is 0.
.macro modulo divisor
    .local @zero
    moveq #0,d4
    move.w d7,d4
    moveq #0,d7
    tst.w divisor
    beq @zero
    divu divisor,d4
    swap d4
    move.w d4,d7
@zero:
    next
.endmacro

op_divi8:
    operand
    divide d0

op_div8:
    operand
    move.b 0(a3,d0.w),d0
    divide d0

op_div16:
    operand
    move.w 0(a3,d0.w),d5
    divide d5

op_modi8:
    operand
    modulo d0

op_mod16:
    operand
    move.w 0(a3,d0.w),d5
    modulo d5

; A := d7.l / a word register; above $FFFF and by 0 $FFFF.
.macro divide_product divisor
    .local @most
    .local @done
    tst.w divisor
    beq @most
    divu divisor,d7
    bvc @done
@most:
    moveq #-1,d7
@done:
    next
.endmacro

; muldivi n m: A * n / m.
op_muldivi:
    operand
    mulu d0,d7
    operand
    divide_product d0

; muldiv8 v n: A * v / n.
op_muldiv8:
    operand
    move.b 0(a3,d0.w),d0
    mulu d0,d7
    operand_word d4
    divide_product d4

; muldiv v w: A * v / w.
op_muldiv:
    operand
    mulu 0(a3,d0.w),d7
    operand
    move.w 0(a3,d0.w),d4
    divide_product d4

; muldiv3 v w k n: A * v * w / (k * 65536 + n), product modulo 2^32.
op_muldiv3:
    operand
    mulu 0(a3,d0.w),d7
    operand
    move.w 0(a3,d0.w),d4
    move.l d7,d5
    swap d5
    mulu d4,d5                  ; high half times w: its low word goes on top
    mulu d4,d7
    swap d5
    clr.w d5
    add.l d5,d7
    operand
    move.w d0,d5
    operand_word d4
    tst.w d5
    bne @long
    divide_product d4
; The divisor is above $FFFF: 16 bits of quotient, the upper word of the product is remainder from the start.
@long:
    swap d5
    move.w d4,d5                ; divisor
    move.w d7,d2                ; bits of the dividend leave at the top, bits of the quotient enter below
    clr.w d7
    swap d7                     ; remainder
    moveq #15,d1
@bit:
    add.w d2,d2
    addx.l d7,d7
    cmp.l d5,d7
    bcs @next
    sub.l d5,d7
    addq.w #1,d2
@next:
    dbra d1,@bit
    move.w d2,d7
    next
