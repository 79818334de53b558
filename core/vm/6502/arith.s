; Arithmetic in A, 16 bits, wrapping: sums, bits, limits.

.include "vm.inc"
.export op_addi8, op_addi16, op_add8, op_add16, op_addf, op_subi8, op_sub8, op_sub16, op_subf
.export op_neg, op_andi8, op_ori8, op_shl, op_shr, op_dirbit, op_not, op_abs
.export op_and16, op_or16, op_xor16
.export op_mini8, op_mini16, op_maxi8, op_maxi16, op_min16, op_max16, op_sat8, op_sat16
.export op_addsv, op_subsv, side_bits
.segment "VM"

op_addi8:
    operand
add_byte:
    clc
    adc acc
    sta acc
    bcc @done
    inc acc + 1
@done:
    next

op_add8:
    operand_v8
    jmp add_byte

op_addf:
    operand
    sta @page + 2
    ldx rec
@page:
    lda $FF00,x                 ; patched
    jmp add_byte

op_addi16:
    operand
    tax
    iny
    lda (ip),y
    clc
    adc acc
    sta acc
    txa
    adc acc + 1
    sta acc + 1
    next

op_add16:
    operand_v8
    clc
    adc acc
    sta acc
    lda vm_v + 1,x
    adc acc + 1
    sta acc + 1
    next

op_subi8:
    operand
sub_byte:
    sta t0
    lda acc
    sec
    sbc t0
    sta acc
    bcs @done
    dec acc + 1
@done:
    next

op_sub8:
    operand_v8
    jmp sub_byte

op_subf:
    operand
    sta @page + 2
    ldx rec
@page:
    lda $FF00,x                 ; patched
    jmp sub_byte

op_sub16:
    operand_x
    lda acc
    sec
    sbc vm_v,x
    sta acc
    lda acc + 1
    sbc vm_v + 1,x
    sta acc + 1
    next

op_abs:
    lda acc + 1
    bmi op_neg
    next

op_neg:
    sec
    lda #0
    sbc acc
    sta acc
    lda #0
    sbc acc + 1
    sta acc + 1
    next

op_andi8:
    operand
    and acc
    next_a8

op_ori8:
    operand
    ora acc
    sta acc
    next

op_and16:
    operand_v8
    and acc
    sta acc
    lda vm_v + 1,x
    and acc + 1
    sta acc + 1
    next

op_or16:
    operand_v8
    ora acc
    sta acc
    lda vm_v + 1,x
    ora acc + 1
    sta acc + 1
    next

op_xor16:
    operand_v8
    eor acc
    sta acc
    lda vm_v + 1,x
    eor acc + 1
    sta acc + 1
    next

op_not:
    lda acc
    eor #$FF
    sta acc
    lda acc + 1
    eor #$FF
    sta acc + 1
    next

op_shl:
    operand
    and #15
    beq @done
    tax
    lda acc
@bit:
    asl
    rol acc + 1
    dex
    bne @bit
    sta acc
@done:
    next

op_shr:
    operand
    and #15
    beq @done
    tax
    lda acc
@bit:
    lsr acc + 1
    ror
    dex
    bne @bit
    sta acc
@done:
    next

op_dirbit:
    lda acc
    and #7
    tax
    lda side_bits,x
    next_a8

; Bits of the directions 0 to 7 in a side layer.
side_bits:
    .byte 0, 1, 2, 4, 8, 16, 32, 0

; Limits: a bound in X (low) and A (high), compared with acc.

op_mini8:
    operand_x
    lda #0
    beq take_smaller            ; always

op_mini16:
    operand
    sta t0
    operand_x
    lda t0
    jmp take_smaller

op_min16:
    operand_x
    lda vm_v + 1,x
    sta t0
    lda vm_v,x
    tax
    lda t0
; falls through to take_smaller

; acc := the smaller of acc and X, A.
take_smaller:
    cmp acc + 1
    bcc @bound
    bne @done
    cpx acc
    bcs @done
@bound:
    stx acc
    sta acc + 1
@done:
    next

op_maxi8:
    operand_x
    lda #0
    beq take_larger             ; always

op_maxi16:
    operand
    sta t0
    operand_x
    lda t0
    jmp take_larger

op_max16:
    operand_x
    lda vm_v + 1,x
    sta t0
    lda vm_v,x
    tax
    lda t0
; falls through to take_larger

; acc := the larger of acc and X, A.
take_larger:
    cmp acc + 1
    bcc @done
    bne @bound
    cpx acc
    bcc @done
@bound:
    stx acc
    sta acc + 1
@done:
    next

; sat8 n: clamps signed acc to 0..n.
op_sat8:
    operand_x
    lda acc + 1
    bmi clamp_zero
    bne @bound
    cpx acc
    bcs @done
@bound:
    stx acc
    lda #0
    sta acc + 1
@done:
    next

op_sat16:
    operand
    sta t0
    operand_x
    lda acc + 1
    bmi clamp_zero
    lda t0
    jmp take_smaller

clamp_zero:
    lda #0
    sta acc
    sta acc + 1
    next

; addsv d n: d := the smaller of d + A and n.
op_addsv:
    operand_x
    stx t2
    iny
    lda (ip),y
    sta t1
    iny
    lda (ip),y
    sta t0                      ; t0, t1 = n
    lda vm_v,x
    clc
    adc acc
    sta t3
    lda vm_v + 1,x
    adc acc + 1
    bcs @bound
    sta t4
    cmp t1
    bcc @sum
    bne @bound
    lda t3
    cmp t0
    bcs @bound
@sum:
    lda t3
    sta vm_v,x
    lda t4
    sta vm_v + 1,x
    next
@bound:
    lda t0
    sta vm_v,x
    lda t1
    sta vm_v + 1,x
    next

; subsv d: d := d - A, 0 if that is below 0.
op_subsv:
    operand_v8
    sec
    sbc acc
    sta t0
    lda vm_v + 1,x
    sbc acc + 1
    bcs @done
    lda #0
    sta t0
@done:
    sta vm_v + 1,x
    lda t0
    sta vm_v,x
    next
