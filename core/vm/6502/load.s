; Loads and stores of A and U.

.include "vm.inc"
.export op_ldi8, op_ldi16, op_ld8, op_ld16, op_st8, op_st16, op_ldu, op_st8u, op_stu, op_tua, op_tau
.segment "VM"

op_ldi8:
    operand
    next_a8

op_ldi16:
    operand
    sta acc + 1
    iny
    lda (ip),y
    sta acc
    next

op_ld8:
    operand_v8
    next_a8

op_ld16:
    operand_v8
    sta acc
    lda vm_v + 1,x
    sta acc + 1
    next

op_st8:
    operand_x
    lda acc
    sta vm_v,x
    next

op_st16:
    operand_x
    lda acc
    sta vm_v,x
    lda acc + 1
    sta vm_v + 1,x
    next

op_ldu:
    operand_v8
    sta rec
    next

op_st8u:
    operand_x
    lda acc
    sta vm_v,x
    sta rec
    next

op_stu:
    operand_x
    lda rec
    sta vm_v,x
    next

op_tua:
    lda rec
    next_a8

op_tau:
    lda acc
    sta rec
    next
