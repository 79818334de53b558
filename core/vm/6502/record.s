; Fields of records, layers, tables. The page operand is put into the instruction that uses it; such an
; instruction names $FF00 and is marked "patched".

.include "vm.inc"
.export op_ldf, op_stf, op_ldfw, op_stfw, op_lx, op_sx, op_lxw, op_sxw
.export op_ll, op_sl, op_lla, op_llf, op_lt, op_lt8, op_ltw, op_ltw8, op_lt2
.segment "VM"

op_ldf:
    operand
    sta @page + 2
    ldx rec
@page:
    lda $FF00,x                 ; patched
    next_a8

op_stf:
    operand
    sta @page + 2
    ldx rec
    lda acc
@page:
    sta $FF00,x                 ; patched
    next

op_ldfw:
    operand_x
    sta @low + 2
    inx
    stx @high + 2
    ldx rec
@low:
    lda $FF00,x                 ; patched
    sta acc
@high:
    lda $FF00,x                 ; patched
    sta acc + 1
    next

op_stfw:
    ldx rec
    operand
    jmp store_word

op_lx:
    operand
    sta @page + 2
    operand_v8
    tax
@page:
    lda $FF00,x                 ; patched
    next_a8

op_sx:
    operand
    sta @page + 2
    operand_v8
    tax
    lda acc
@page:
    sta $FF00,x                 ; patched
    next

op_lxw:
    operand
    sta @low + 2
    tax
    inx
    stx @high + 2
    operand_v8
    tax
@low:
    lda $FF00,x                 ; patched
    sta acc
@high:
    lda $FF00,x                 ; patched
    sta acc + 1
    next

op_sxw:
    operand
    sta t0
    operand_v8
    tax
    lda t0
; falls through to store_word

; Word field of page A, record X := acc.
store_word:
    sta @low + 2
    clc
    adc #1
    sta @high + 2
    lda acc
@low:
    sta $FF00,x                 ; patched
    lda acc + 1
@high:
    sta $FF00,x                 ; patched
    next

op_ll:
    operand
    sta t0
    operand_x
    lda vm_v + 1,x
    layer_page
    clc
    adc t0
    sta @page + 2
    lda vm_v,x
    tax
@page:
    lda $FF00,x                 ; patched
    next_a8

op_sl:
    operand
    sta t0
    operand_x
    lda vm_v + 1,x
    layer_page
    clc
    adc t0
    sta @page + 2
    lda vm_v,x
    tax
    lda acc
@page:
    sta $FF00,x                 ; patched
    next

op_lla:
    operand
    sta t0
    lda acc + 1
    layer_page
    clc
    adc t0
    sta @page + 2
    ldx acc
@page:
    lda $FF00,x                 ; patched
    next_a8

; llf layer field: the layer at the hex that the word field of U holds.
op_llf:
    operand
    sta t0
    operand_x
    sta @low + 2
    inx
    stx @high + 2
    ldx rec
@high:
    lda $FF00,x                 ; patched
    layer_page
    clc
    adc t0
    sta @layer + 2
@low:
    lda $FF00,x                 ; patched
    tax
@layer:
    lda $FF00,x                 ; patched
    next_a8

; lt8 v page offset: A := v first.
op_lt8:
    operand_v8
    sta acc
; falls through to op_lt

op_lt:
    operand
    sta @page + 2
    iny
    lda (ip),y
    clc
    adc acc
    tax
@page:
    lda $FF00,x                 ; patched
    next_a8

; ltw8 v page offset: A := v first.
op_ltw8:
    operand_v8
    sta acc
; falls through to op_ltw

op_ltw:
    operand_x
    sta @low + 2
    inx
    stx @high + 2
    iny
    lda (ip),y
    clc
    adc acc
    tax
@low:
    lda $FF00,x                 ; patched
    sta acc
@high:
    lda $FF00,x                 ; patched
    sta acc + 1
    next

; lt2 page offset n v: row A of n bytes, column v.
op_lt2:
    operand
    sta @page + 2
    iny
    lda (ip),y
    sta t0                      ; index so far
    iny
    lda (ip),y
    sta t1                      ; n
    ldx acc
@multiply:                      ; t0 += X * t1, modulo 256
    txa
    lsr
    tax
    bcc @even
    lda t0
    clc
    adc t1
    sta t0
    txa
@even:
    beq @column
    asl t1
    bne @multiply
@column:
    operand_v8
    clc
    adc t0
    tax
@page:
    lda $FF00,x                 ; patched
    next_a8
