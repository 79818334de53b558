; Instructions on variables and fields that leave A alone.

.include "vm.inc"
.export op_mov8, op_mov16, op_movz, op_set8, op_set16, op_addi8v, op_addi16v, op_add8v, op_sub8v
.export op_add16v, op_sub16v, op_inc8, op_dec8, op_inc16, op_lxv, op_lxwv, op_movf, op_movfw
.export op_setf, op_stfv, op_addsf, op_subsf
.segment "VM"

op_mov8:
    moveq #0,d2
    move.b (a5)+,d2
    operand
    move.b 0(a3,d0.w),0(a3,d2.w)
    next

op_movz:
    moveq #0,d2
    move.b (a5)+,d2
    operand
    move.b 0(a3,d0.w),d0
    move.w d0,0(a3,d2.w)
    next

op_mov16:
    moveq #0,d2
    move.b (a5)+,d2
    operand
    move.w 0(a3,d0.w),0(a3,d2.w)
    next

op_set8:
    operand
    move.b (a5)+,0(a3,d0.w)
    next

op_set16:
    operand
    operand_word d4
    move.w d4,0(a3,d0.w)
    next

op_addi8v:
    operand
    move.b 0(a3,d0.w),d4
    add.b (a5)+,d4
    operand
    move.b d4,0(a3,d0.w)
    next

op_addi16v:
    operand
    move.w 0(a3,d0.w),d4
    operand
    add.w d0,d4
    operand
    move.w d4,0(a3,d0.w)
    next

op_add8v:
    operand
    move.b 0(a3,d0.w),d4
    operand
    add.b 0(a3,d0.w),d4
    operand
    move.b d4,0(a3,d0.w)
    next

op_sub8v:
    operand
    move.b 0(a3,d0.w),d4
    operand
    sub.b 0(a3,d0.w),d4
    operand
    move.b d4,0(a3,d0.w)
    next

op_add16v:
    operand
    move.w 0(a3,d0.w),d4
    operand
    add.w 0(a3,d0.w),d4
    operand
    move.w d4,0(a3,d0.w)
    next

op_sub16v:
    operand
    move.w 0(a3,d0.w),d4
    operand
    sub.w 0(a3,d0.w),d4
    operand
    move.w d4,0(a3,d0.w)
    next

op_inc8:
    operand
    addq.b #1,0(a3,d0.w)
    next

op_dec8:
    operand
    subq.b #1,0(a3,d0.w)
    next

op_inc16:
    operand
    addq.w #1,0(a3,d0.w)
    next

op_lxv:
    operand_page
    operand
    move.b 0(a3,d0.w),d3
    operand
    move.b 0(a3,d3.l),0(a3,d0.w)
    next

op_lxwv:
    operand_page
    operand
    move.b 0(a3,d0.w),d3
    split_word d4
    operand
    move.w d4,0(a3,d0.w)
    next

op_movf:
    operand_page
    move.b d6,d3
    operand
    move.b 0(a3,d3.l),0(a3,d0.w)
    next

op_movfw:
    operand_page
    move.b d6,d3
    split_word d4
    operand
    move.w d4,0(a3,d0.w)
    next

op_setf:
    operand_page
    move.b d6,d3
    move.b (a5)+,0(a3,d3.l)
    next

op_stfv:
    operand_page
    move.b d6,d3
    operand
    move.b 0(a3,d0.w),0(a3,d3.l)
    next

; addsf f n: f[U] := the smaller of f[U] + A and n.
op_addsf:
    operand_page
    move.b d6,d3
    lea 0(a3,d3.l),a0
    operand
    moveq #0,d4
    move.b (a0),d4
    add.w d7,d4
    bcs @bound
    cmp.w d0,d4
    bls @put
@bound:
    move.w d0,d4
@put:
    move.b d4,(a0)
    next

; subsf f: f[U] := f[U] - A, at least 0.
op_subsf:
    operand_page
    move.b d6,d3
    lea 0(a3,d3.l),a0
    moveq #0,d4
    move.b (a0),d4
    sub.w d7,d4
    bcc @put
    moveq #0,d4
@put:
    move.b d4,(a0)
    next
