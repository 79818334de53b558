; Instructions on variables and fields that leave A alone.

.include "vm.inc"
.export op_mov8, op_mov16, op_movz, op_set8, op_set16, op_addi8v, op_addi16v, op_add8v, op_sub8v
.export op_add16v, op_sub16v, op_inc8, op_dec8, op_inc16, op_lxv, op_lxwv, op_movf, op_movfw
.export op_setf, op_stfv, op_addsf, op_subsf
.segment "VM"

op_mov8:
    operand
    sta t0
    operand_v8
    ldx t0
    sta vm_v,x
    next

op_movz:
    operand
    sta t0
    operand_v8
    ldx t0
    sta vm_v,x
    lda #0
    sta vm_v + 1,x
    next

op_mov16:
    operand
    sta t0
    operand_v8
    sta t1
    lda vm_v + 1,x
    ldx t0
    sta vm_v + 1,x
    lda t1
    sta vm_v,x
    next

op_set8:
    operand_x
    iny
    lda (ip),y
    sta vm_v,x
    next

op_set16:
    operand_x
    iny
    lda (ip),y
    sta vm_v + 1,x
    iny
    lda (ip),y
    sta vm_v,x
    next

op_addi8v:
    operand_v8
    iny
    clc
    adc (ip),y
    sta t0
    operand_x
    lda t0
    sta vm_v,x
    next

op_addi16v:
    operand_v8
    iny
    clc
    adc (ip),y
    sta t0
    lda vm_v + 1,x
    adc #0
    sta t1
; falls through to store_sum

; The word variable that the next operand names := t0, t1.
store_sum:
    operand_x
    lda t0
    sta vm_v,x
    lda t1
    sta vm_v + 1,x
    next

op_add8v:
    operand_v8
    sta t0
    operand_v8
    clc
    adc t0
    sta t0
    operand_x
    lda t0
    sta vm_v,x
    next

op_sub8v:
    operand_v8
    sta t0
    operand_x
    lda t0
    sec
    sbc vm_v,x
    sta t0
    operand_x
    lda t0
    sta vm_v,x
    next

op_add16v:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    operand_v8
    clc
    adc t0
    sta t0
    lda vm_v + 1,x
    adc t1
    sta t1
    jmp store_sum

op_sub16v:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    operand_x
    lda t0
    sec
    sbc vm_v,x
    sta t0
    lda t1
    sbc vm_v + 1,x
    sta t1
    jmp store_sum

op_inc8:
    operand_x
    inc vm_v,x
    next

op_dec8:
    operand_x
    dec vm_v,x
    next

op_inc16:
    operand_x
    inc vm_v,x
    bne @done
    inc vm_v + 1,x
@done:
    next

op_lxv:
    operand
    sta @page + 2
    operand_v8
    sta @page + 1
    operand_x
@page:
    lda $FF00                   ; patched, offset too
    sta vm_v,x
    next

op_lxwv:
    operand_x
    sta @low + 2
    inx
    stx @high + 2
    operand_v8
    sta @low + 1
    sta @high + 1
    operand_x
@low:
    lda $FF00                   ; patched, offset too
    sta vm_v,x
@high:
    lda $FF00                   ; patched, offset too
    sta vm_v + 1,x
    next

op_movf:
    operand
    sta @page + 2
    operand_x
    stx t0
    ldx rec
@page:
    lda $FF00,x                 ; patched
    ldx t0
    sta vm_v,x
    next

op_movfw:
    operand_x
    sta @low + 2
    inx
    stx @high + 2
    lda rec
    sta @low + 1
    sta @high + 1
    operand_x
@low:
    lda $FF00                   ; patched, offset too
    sta vm_v,x
@high:
    lda $FF00                   ; patched, offset too
    sta vm_v + 1,x
    next

op_setf:
    operand
    sta @page + 2
    ldx rec
    iny
    lda (ip),y
@page:
    sta $FF00,x                 ; patched
    next

op_stfv:
    operand
    sta @page + 2
    operand_v8
    ldx rec
@page:
    sta $FF00,x                 ; patched
    next

; addsf f n: f[U] := the smaller of f[U] + A and n.
op_addsf:
    operand
    sta @read + 2
    sta @write + 2
    iny
    ldx rec
@read:
    lda $FF00,x                 ; patched
    clc
    adc acc
    bcs @bound
    sta t0
    lda acc + 1
    bne @bound
    lda t0
    cmp (ip),y
    bcc @write
@bound:
    lda (ip),y
@write:
    sta $FF00,x                 ; patched
    next

; subsf f: f[U] := f[U] - A, at least 0.
op_subsf:
    operand
    sta @read + 2
    sta @write + 2
    ldx rec
    lda acc + 1
    bne @zero
@read:
    lda $FF00,x                 ; patched
    sec
    sbc acc
    bcs @write
@zero:
    lda #0
@write:
    sta $FF00,x                 ; patched
    next
