; Loads and stores of A and U.

.include "vm.inc"
.export op_ldi8, op_ldi16, op_ld8, op_ld16, op_st8, op_st16, op_ldu, op_st8u, op_stu, op_tua, op_tau
.segment "VM"

op_ldi8:
    moveq #0,d7
    move.b (a5)+,d7
    next

op_ldi16:
    operand_word d7
    next

op_ld8:
    operand
    moveq #0,d7
    move.b 0(a3,d0.w),d7
    next

op_ld16:
    operand
    move.w 0(a3,d0.w),d7
    next

op_st8:
    operand
    move.b d7,0(a3,d0.w)
    next

op_st16:
    operand
    move.w d7,0(a3,d0.w)
    next

op_ldu:
    operand
    move.b 0(a3,d0.w),d6
    next

op_st8u:
    operand
    move.b d7,0(a3,d0.w)
    move.b d7,d6
    next

op_stu:
    operand
    move.b d6,0(a3,d0.w)
    next

op_tua:
    move.w d6,d7
    next

op_tau:
    move.b d7,d6
    next
