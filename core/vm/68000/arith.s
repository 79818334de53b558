; Arithmetic in A, 16 bits, wrapping: sums, bits, limits.

.include "vm.inc"
.export op_addi8, op_addi16, op_add8, op_add16, op_addf, op_subi8, op_sub8, op_sub16, op_subf
.export op_neg, op_andi8, op_ori8, op_shl, op_shr, op_dirbit, op_not, op_abs
.export op_and16, op_or16, op_xor16
.export op_mini8, op_mini16, op_maxi8, op_maxi16, op_min16, op_max16, op_sat8, op_sat16
.export op_addsv, op_subsv
.segment "VM"

op_addi8:
    operand
    add.w d0,d7
    next

op_add8:
    operand
    move.b 0(a3,d0.w),d0
    add.w d0,d7
    next

op_addf:
    operand_page
    move.b d6,d3
    move.b 0(a3,d3.l),d0
    add.w d0,d7
    next

op_addi16:
    operand_word d4
    add.w d4,d7
    next

op_add16:
    operand
    add.w 0(a3,d0.w),d7
    next

op_subi8:
    operand
    sub.w d0,d7
    next

op_sub8:
    operand
    move.b 0(a3,d0.w),d0
    sub.w d0,d7
    next

op_subf:
    operand_page
    move.b d6,d3
    move.b 0(a3,d3.l),d0
    sub.w d0,d7
    next

op_sub16:
    operand
    sub.w 0(a3,d0.w),d7
    next

op_abs:
    tst.w d7
    bmi op_neg
    next

op_neg:
    neg.w d7
    next

op_andi8:
    operand
    and.w d0,d7
    next

op_ori8:
    operand
    or.w d0,d7
    next

op_and16:
    operand
    and.w 0(a3,d0.w),d7
    next

op_or16:
    operand
    or.w 0(a3,d0.w),d7
    next

op_xor16:
    operand
    move.w 0(a3,d0.w),d4
    eor.w d4,d7
    next

op_not:
    not.w d7
    next

op_shl:
    operand
    and.w #15,d0
    lsl.w d0,d7
    next

op_shr:
    operand
    and.w #15,d0
    lsr.w d0,d7
    next

; Bits 1 to 6 of $7E are the directions; a bit of a side layer stands one lower.
op_dirbit:
    moveq #7,d4
    and.w d7,d4
    moveq #0,d7
    bset d4,d7
    and.w #$7E,d7
    lsr.w #1,d7
    next

; A := the smaller of A and a register.
.macro take_smaller bound
    .local @done
    cmp.w bound,d7
    bls @done
    move.w bound,d7
@done:
    next
.endmacro

; A := the larger of A and a register.
.macro take_larger bound
    .local @done
    cmp.w bound,d7
    bcc @done
    move.w bound,d7
@done:
    next
.endmacro

op_mini8:
    operand
    take_smaller d0

op_mini16:
    operand_word d4
    take_smaller d4

op_min16:
    operand
    move.w 0(a3,d0.w),d4
    take_smaller d4

op_maxi8:
    operand
    take_larger d0

op_maxi16:
    operand_word d4
    take_larger d4

op_max16:
    operand
    move.w 0(a3,d0.w),d4
    take_larger d4

; sat8 n: clamps signed A to 0..n.
op_sat8:
    operand
    tst.w d7
    bmi clamp_zero
    take_smaller d0

op_sat16:
    operand_word d4
    tst.w d7
    bmi clamp_zero
    take_smaller d4

clamp_zero:
    moveq #0,d7
    next

; addsv d n: d := the smaller of d + A and n.
op_addsv:
    operand
    lea 0(a3,d0.w),a0
    operand_word d4
    move.w (a0),d5
    add.w d7,d5
    bcs @bound
    cmp.w d4,d5
    bls @put
@bound:
    move.w d4,d5
@put:
    move.w d5,(a0)
    next

; subsv d: d := d - A, 0 if that is below 0.
op_subsv:
    operand
    lea 0(a3,d0.w),a0
    move.w (a0),d4
    sub.w d7,d4
    bcc @put
    moveq #0,d4
@put:
    move.w d4,(a0)
    next
