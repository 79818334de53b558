; Compares of variables and fields with a branch.

.include "vm.inc"
.import side_bits
.export op_jveqi, op_jvnei, op_jvlti, op_jvgei, op_jveq, op_jvne, op_jvlt, op_jvge
.export op_jweq, op_jwne, op_jwlt, op_jwge
.export op_jfeqi, op_jfnei, op_jflti, op_jfgei, op_jfeq, op_jfne, op_jflt, op_jfge, op_jfweq, op_jfwne
.export op_jside, op_jnside
.segment "VM"

op_jveqi:
    operand_v8
    iny
    cmp (ip),y
    beq go_1
    pass

op_jvnei:
    operand_v8
    iny
    cmp (ip),y
    bne go_1
    pass

op_jvlti:
    operand_v8
    iny
    cmp (ip),y
    bcc go_1
    pass

op_jvgei:
    operand_v8
    iny
    cmp (ip),y
    bcs go_1
    pass

op_jveq:
    operand_v8
    sta t0
    operand_v8
    cmp t0
    beq go_1
    pass

go_1:
    take

op_jvne:
    operand_v8
    sta t0
    operand_v8
    cmp t0
    bne go_1
    pass

op_jvlt:
    operand_v8
    sta t0
    operand_x
    lda t0
    cmp vm_v,x
    bcc go_1
    pass

op_jvge:
    operand_v8
    sta t0
    operand_x
    lda t0
    cmp vm_v,x
    bcs go_1
    pass

op_jwlt:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    operand_x
    lda t0
    cmp vm_v,x
    lda t1
    sbc vm_v + 1,x
    bcc go_2
    pass

op_jwge:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    operand_x
    lda t0
    cmp vm_v,x
    lda t1
    sbc vm_v + 1,x
    bcs go_2
    pass

go_2:
    take

op_jweq:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    operand_x
    lda t0
    cmp vm_v,x
    bne pass_3
    lda t1
    cmp vm_v + 1,x
    beq go_3
pass_3:
    pass

op_jwne:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    operand_x
    lda t0
    cmp vm_v,x
    bne go_3
    lda t1
    cmp vm_v + 1,x
    bne go_3
    pass

op_jfeqi:
    operand
    sta @page + 2
    ldx rec
@page:
    lda $FF00,x                 ; patched
    iny
    cmp (ip),y
    beq go_3
    pass

go_3:
    take

op_jfnei:
    operand
    sta @page + 2
    ldx rec
@page:
    lda $FF00,x                 ; patched
    iny
    cmp (ip),y
    bne go_3
    pass

op_jflti:
    operand
    sta @page + 2
    ldx rec
@page:
    lda $FF00,x                 ; patched
    iny
    cmp (ip),y
    bcc go_4
    pass

op_jfgei:
    operand
    sta @page + 2
    ldx rec
@page:
    lda $FF00,x                 ; patched
    iny
    cmp (ip),y
    bcs go_4
    pass

op_jfeq:
    operand
    sta @page + 2
    operand_v8
    ldx rec
@page:
    cmp $FF00,x                 ; patched
    beq go_4
    pass

go_4:
    take

op_jfne:
    operand
    sta @page + 2
    operand_v8
    ldx rec
@page:
    cmp $FF00,x                 ; patched
    bne go_4
    pass

op_jflt:
    operand
    sta @page + 2
    operand_v8
    ldx rec
@page:
    cmp $FF00,x                 ; patched
    beq pass_5
    bcs go_5
pass_5:
    pass

op_jfge:
    operand
    sta @page + 2
    operand_v8
    ldx rec
@page:
    cmp $FF00,x                 ; patched
    beq go_5
    bcc go_5
    pass

go_5:
    take

op_jfweq:
    operand_x
    sta @low + 2
    inx
    stx @high + 2
    operand_x
    lda vm_v + 1,x
    sta t1
    lda vm_v,x
    ldx rec
@low:
    cmp $FF00,x                 ; patched
    bne pass_6
    lda t1
@high:
    cmp $FF00,x                 ; patched
    beq go_5

pass_6:
    pass

op_jfwne:
    operand_x
    sta @low + 2
    inx
    stx @high + 2
    operand_x
    lda vm_v + 1,x
    sta t1
    lda vm_v,x
    ldx rec
@low:
    cmp $FF00,x                 ; patched
    bne go_5
    lda t1
@high:
    cmp $FF00,x                 ; patched
    bne go_5
    pass

; jside layer hex direction target.
op_jside:
    operand
    sta @page + 2
    operand_x
    lda vm_v + 1,x
    layer_page
    clc
    adc @page + 2
    sta @page + 2
    lda vm_v,x
    sta @page + 1
    operand_v8
    and #7
    tax
    lda side_bits,x
@page:
    and $FF00                   ; patched, offset too
    bne go_7
    pass

go_7:
    take

op_jnside:
    operand
    sta @page + 2
    operand_x
    lda vm_v + 1,x
    layer_page
    clc
    adc @page + 2
    sta @page + 2
    lda vm_v,x
    sta @page + 1
    operand_v8
    and #7
    tax
    lda side_bits,x
@page:
    and $FF00                   ; patched, offset too
    beq go_7
    pass
