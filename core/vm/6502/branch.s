; Compares with a branch. A family shares one end that goes to the target and one that passes it by; both have Y
; at the operand before the target.

.include "vm.inc"
.export op_jz, op_jnz, op_jnone, op_jsome, op_jeqi, op_jnei, op_jlti, op_jgei, op_jneg, op_jbit, op_jnbit, op_jref
.export op_jeq8, op_jne8, op_jlt8, op_jge8, op_jeq16, op_jne16, op_jlt16, op_jge16, op_jle16, op_jgt16
.export op_jlts, op_jges, op_jles, op_jgts
.segment "VM"

op_jz:
    lda acc
    ora acc + 1
    beq go_1
    pass

op_jnz:
    lda acc
    ora acc + 1
    bne go_1
    pass

op_jnone:
    lda acc
    and acc + 1
    cmp #$FF
    beq go_1
    pass

op_jsome:
    lda acc
    and acc + 1
    cmp #$FF
    bne go_1
    pass

op_jneg:
    bit acc + 1
    bmi go_1
    pass

op_jbit:
    operand
    and acc
    bne go_1
    pass

op_jref:
    lda refused
    bne go_1
    pass

go_1:
    take

op_jnbit:
    operand
    and acc
    beq go_1
    pass

op_jeqi:
    operand
equal_byte:
    cmp acc
    bne pass_1
    lda acc + 1
    beq go_1
pass_1:
    pass

op_jeq8:
    operand_v8
    jmp equal_byte

op_jnei:
    operand
unequal_byte:
    cmp acc
    bne go_2
    lda acc + 1
    bne go_2
    pass

op_jne8:
    operand_v8
    jmp unequal_byte

op_jlti:
    operand
less_byte:
    ldx acc + 1
    bne pass_1
    cmp acc
    beq pass_1
    bcs go_2
    pass

op_jlt8:
    operand_v8
    jmp less_byte

go_2:
    take

op_jgei:
    operand
not_less_byte:
    ldx acc + 1
    bne go_2
    cmp acc
    beq go_2
    bcc go_2
    pass

op_jge8:
    operand_v8
    jmp not_less_byte

op_jeq16:
    operand_v8
    cmp acc
    bne pass_2
    lda vm_v + 1,x
    cmp acc + 1
    beq go_2
pass_2:
    pass

op_jne16:
    operand_v8
    cmp acc
    bne go_2
    lda vm_v + 1,x
    cmp acc + 1
    bne go_3
    pass

op_jlt16:
    operand_x
    lda acc
    cmp vm_v,x
    lda acc + 1
    sbc vm_v + 1,x
    bcc go_3
    pass

op_jge16:
    operand_x
    lda acc
    cmp vm_v,x
    lda acc + 1
    sbc vm_v + 1,x
    bcs go_3
    pass

go_3:
    take

op_jgt16:
    operand_v8
    cmp acc
    lda vm_v + 1,x
    sbc acc + 1
    bcc go_3
    pass

op_jle16:
    operand_v8
    cmp acc
    lda vm_v + 1,x
    sbc acc + 1
    bcs go_3
    pass

; Signed: the sign of the difference, turned over if it overflowed.

op_jlts:
    jsr signed_below
    bmi go_3
    pass

op_jges:
    jsr signed_below
    bpl go_3
    pass

op_jgts:
    jsr signed_above
    bmi go_3
    pass

op_jles:
    jsr signed_above
    bpl go_3
    pass

; N := signed acc < the word variable of the next operand.
signed_below:
    operand_x
    lda acc
    cmp vm_v,x
    lda acc + 1
    sbc vm_v + 1,x
    bvc @sign
    eor #$80
@sign:
    tax
    rts

; N := signed acc > the word variable of the next operand.
signed_above:
    operand_v8
    cmp acc
    lda vm_v + 1,x
    sbc acc + 1
    bvc @sign
    eor #$80
@sign:
    tax
    rts
