; Multiplication and division.

.include "vm.inc"
.export op_muli8, op_mul8, op_mul16, op_divi8, op_div8, op_div16, op_modi8, op_mod16
.export op_muldivi, op_muldiv8, op_muldiv, op_muldiv3
.export divide
.segment "VM"

op_muli8:
    operand
    jmp multiply_byte

op_mul8:
    operand_v8
; falls through to multiply_byte

; acc := acc * A; ends early: about 30 cycles a significant bit of A.
multiply_byte:
    sta t0
    lda #0
    sta t1                      ; product, low
    tax                         ; product, high
    lsr t0
    bcc @even
@add:
    clc
    lda t1
    adc acc
    sta t1
    txa
    adc acc + 1
    tax
@even:
    lda t0
    beq @done
@shift:
    asl acc
    rol acc + 1
    lsr t0
    bcs @add
    bne @shift
@done:
    lda t1
    sta acc
    stx acc + 1
    next

; mul16 v: the low word of the product; ends early: about 34 cycles a significant bit of v, 22 more where it is set.
op_mul16:
    operand_v8
    sta t2
    lda vm_v + 1,x
    sta t3
    lda #0
    sta t4                      ; product, low
    tax                         ; product, high
@bit:
    lsr t3
    ror t2
    bcc @even
    clc
    lda t4
    adc acc
    sta t4
    txa
    adc acc + 1
    tax
@even:
    lda t2
    ora t3
    beq @done
    asl acc
    rol acc + 1
    jmp @bit
@done:
    lda t4
    sta acc
    stx acc + 1
    next

; t4..t7 := acc * (t2, t3), 32 bits; ends early: about 40 cycles a bit of (t2, t3), 40 more where it is set.
; Clobbers A, acc, t2, t3, t8, t9; X and Y are kept.
multiply_words:
    lda #0
    sta t4
    sta t5
    sta t6
    sta t7
    sta t8                      ; the upper word of the shifted acc
    sta t9
@bit:
    lsr t3
    ror t2
    bcc @even
    clc
    lda t4
    adc acc
    sta t4
    lda t5
    adc acc + 1
    sta t5
    lda t6
    adc t8
    sta t6
    lda t7
    adc t9
    sta t7
@even:
    lda t2
    ora t3
    beq @done
    asl acc
    rol acc + 1
    rol t8
    rol t9
    jmp @bit
@done:
    rts

op_divi8:
    operand
    jmp divide_byte

op_div8:
    operand_v8
; falls through to divide_byte

divide_byte:
    sta t0
    lda #0
    sta t1
    jsr divide
    next

op_div16:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    jsr divide
    next

op_modi8:
    operand
    sta t0
    lda #0
    sta t1
    jsr divide
    jmp remainder

op_mod16:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    jsr divide
; falls through to remainder

remainder:
    lda t2
    sta acc
    lda t3
    sta acc + 1
    next

; divide: by 0 the quotient is $FFFF, the remainder 0.
; in: acc, divisor t0, t1.  out: quotient acc, remainder t2, t3.  clobbers: a, x.
; A byte divisor takes about 23 cycles a bit of the dividend, its leading zero byte none.
divide:
    lda #0
    sta t2
    sta t3
    lda t1
    bne @wide
    lda t0
    beq @zero
    ldx #16
    lda acc + 1
    bne @byte
    ldx acc
    stx acc + 1
    sta acc
    ldx #8
@byte:
    lda #0
@byte_bit:
    asl acc
    rol acc + 1
    rol
    bcs @byte_less
    cmp t0
    bcc @byte_next
@byte_less:
    sbc t0
    inc acc
@byte_next:
    dex
    bne @byte_bit
    sta t2
    rts
@wide:
    ldx #8                      ; the divisor is above 255: the first byte of the dividend is remainder
    lda acc + 1
    sta t2
    lda t1                      ; if the divisor is above 16 times that byte, four bits of the quotient are 0
    cmp #16
    bcs @small
    asl
    asl
    asl
    asl
    cmp t2
    bcc @wide_bit
    beq @wide_bit
@small:
    lda t2
    asl acc
    rol
    rol t3
    asl acc
    rol
    rol t3
    asl acc
    rol
    rol t3
    asl acc
    rol
    rol t3
    sta t2
    ldx #4
@wide_bit:
    asl acc                     ; bits of the dividend leave at the top, bits of the quotient enter below
    rol t2
    rol t3
    bcs @wide_less
    lda t3
    cmp t1
    bcc @wide_next
    bne @wide_less
    lda t2
    cmp t0
    bcc @wide_next
@wide_less:
    lda t2                      ; carry is set
    sbc t0
    sta t2
    lda t3
    sbc t1
    sta t3
    inc acc
@wide_next:
    dex
    bne @wide_bit
    stx acc + 1
    rts
@zero:
    lda #$FF
    sta acc
    sta acc + 1
    rts

; acc := (t4..t7) / (t0, t1, t2), the dividend 32 bits, the divisor 24; above $FFFF and by 0: $FFFF.
; Clobbers A, X, t2..t9; Y is kept.
divide_wide:
    lda t2
    ora t6
    ora t7
    bne @long
    lda t4                      ; a word by a word
    sta acc
    lda t5
    sta acc + 1
    jmp divide
@long:
    lda t0
    ora t1
    ora t2
    beq @most
    lda #0
    sta t3                      ; remainder t3, t8, t9
    sta t8
    sta t9
    ldx #32
@bit:
    asl t4
    rol t5
    rol t6
    rol t7
    rol t3
    rol t8
    rol t9
    bcs @less
    lda t3
    cmp t0
    lda t8
    sbc t1
    lda t9
    sbc t2
    bcc @next
@less:
    lda t3
    sbc t0
    sta t3
    lda t8
    sbc t1
    sta t8
    lda t9
    sbc t2
    sta t9
    inc t4
@next:
    dex
    bne @bit
    lda t6
    ora t7
    bne @most
    lda t4
    sta acc
    lda t5
    sta acc + 1
    rts
@most:
    lda #$FF
    sta acc
    sta acc + 1
    rts

; muldivi n m: A * n / m.
op_muldivi:
    operand
    sta t2
    lda #0
    sta t3
    iny
    lda (ip),y
    pha
    jsr multiply_words
    pla
    sta t0
    lda #0
    sta t1
    sta t2
    jsr divide_wide
    next

; muldiv8 v n: A * v / n.
op_muldiv8:
    operand_v8
    sta t2
    lda #0
    sta t3
    jsr multiply_words
    iny
    lda (ip),y
    sta t1
    iny
    lda (ip),y
    sta t0
    lda #0
    sta t2
    jsr divide_wide
    next

; muldiv v w: A * v / w.
op_muldiv:
    operand_v8
    sta t2
    lda vm_v + 1,x
    sta t3
    jsr multiply_words
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    lda #0
    sta t2
    jsr divide_wide
    next

; muldiv3 v w k n: A * v * w / (k * 65536 + n), product modulo 2^32.
op_muldiv3:
    operand_v8
    sta t2
    lda vm_v + 1,x
    sta t3
    jsr multiply_words          ; t4..t7
    operand_v8
    sta t2
    lda vm_v + 1,x
    sta t3
    lda t6                      ; high half * w, of which the low word counts, goes on top
    pha
    lda t7
    pha
    lda t2
    pha
    lda t3
    pha
    lda t4
    sta acc
    lda t5
    sta acc + 1
    jsr multiply_words          ; low half * w
    pla
    sta t9
    pla
    sta t8
    pla
    sta acc + 1
    pla
    sta acc
@add:                           ; (t6, t7) += acc * (t8, t9), modulo 65536
    lsr t9
    ror t8
    bcc @even
    clc
    lda t6
    adc acc
    sta t6
    lda t7
    adc acc + 1
    sta t7
@even:
    asl acc
    rol acc + 1
    lda t8
    ora t9
    bne @add
    iny
    lda (ip),y
    sta t2
    iny
    lda (ip),y
    sta t1
    iny
    lda (ip),y
    sta t0
    jsr divide_wide
    next
