; Rows of a table.

.include "vm.inc"
.export op_copyrow, op_fillrow
.segment "VM"

; copyrow to o from q n: n bytes from q + A on.
op_copyrow:
    operand
    sta @to + 2
    iny
    lda (ip),y
    sta t0
    iny
    lda (ip),y
    sta @from + 2
    iny
    lda (ip),y
    clc
    adc acc
    tax
    iny
    lda (ip),y
    sta t1
    sty t2
    ldy t0
@from:
    lda $FF00,x                 ; patched
@to:
    sta $FF00,y                 ; patched
    inx
    iny
    dec t1
    bne @from
    ldy t2
    next

; fillrow to o n: n bytes := A.
op_fillrow:
    operand
    sta @to + 2
    operand_x
    iny
    lda (ip),y
    sta t0
    lda acc
@to:
    sta $FF00,x                 ; patched
    inx
    dec t0
    bne @to
    next
