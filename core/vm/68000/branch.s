; Compares of A with a branch.

.include "vm.inc"
.export op_jz, op_jnz, op_jnone, op_jsome, op_jeqi, op_jnei, op_jlti, op_jgei, op_jneg, op_jbit, op_jnbit, op_jref
.export op_jeq8, op_jne8, op_jlt8, op_jge8, op_jeq16, op_jne16, op_jlt16, op_jge16, op_jle16, op_jgt16
.export op_jlts, op_jges, op_jles, op_jgts
.segment "VM"

op_jz:
    tst.w d7
    go_unless bne

op_jnz:
    tst.w d7
    go_unless beq

op_jnone:
    cmp.w #NO_HEX,d7
    go_unless bne

op_jsome:
    cmp.w #NO_HEX,d7
    go_unless beq

op_jneg:
    tst.w d7
    go_unless bpl

op_jref:
    tst.b REFUSED(a3)
    go_unless beq

op_jbit:
    operand
    and.w d7,d0
    go_unless beq

op_jnbit:
    operand
    and.w d7,d0
    go_unless bne

op_jeqi:
    operand
    cmp.w d0,d7
    go_unless bne

op_jnei:
    operand
    cmp.w d0,d7
    go_unless beq

op_jlti:
    operand
    cmp.w d0,d7
    go_unless bcc

op_jgei:
    operand
    cmp.w d0,d7
    go_unless bcs

op_jeq8:
    operand
    move.b 0(a3,d0.w),d0
    cmp.w d0,d7
    go_unless bne

op_jne8:
    operand
    move.b 0(a3,d0.w),d0
    cmp.w d0,d7
    go_unless beq

op_jlt8:
    operand
    move.b 0(a3,d0.w),d0
    cmp.w d0,d7
    go_unless bcc

op_jge8:
    operand
    move.b 0(a3,d0.w),d0
    cmp.w d0,d7
    go_unless bcs

op_jeq16:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless bne

op_jne16:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless beq

op_jlt16:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless bcc

op_jge16:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless bcs

op_jle16:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless bhi

op_jgt16:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless bls

; Signed.

op_jlts:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless bge

op_jges:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless blt

op_jles:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless bgt

op_jgts:
    operand
    cmp.w 0(a3,d0.w),d7
    go_unless ble
