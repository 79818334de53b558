; Natives on whole pages and fields.

.include "vm.inc"
.export op_fill, op_fillbits, op_copy, op_sum, op_sumeq, op_counteq, op_maxf
.segment "VM"

; fill page n byte: fills n pages.
op_fill:
    operand
    sta @page + 2
    operand_x
    stx t0
    iny
    lda (ip),y
    ldx t0
    beq @done
    ldx #0
@page:
    sta $FF00,x                 ; patched
    inx
    bne @page
    inc @page + 2
    dec t0
    bne @page
@done:
    next

; fillbits page n keep set: in n pages keeps some bits and sets others. 19 cycles a byte.
op_fillbits:
    operand
    sta @page + 2
    sta @store + 2
    iny
    lda (ip),y
    sta t0
    iny
    lda (ip),y
    sta t1
    iny
    lda (ip),y
    sta t2
    ldx t0
    beq @done
    ldx #0
@page:
    lda $FF00,x                 ; patched
    and t1
    ora t2
@store:
    sta $FF00,x                 ; patched
    inx
    bne @page
    inc @page + 2
    inc @store + 2
    dec t0
    bne @page
@done:
    next

; copy to from n: copies n pages.
op_copy:
    operand
    sta @to + 2
    iny
    lda (ip),y
    sta @from + 2
    iny
    lda (ip),y
    beq @done
    sta t0
    ldx #0
@from:
    lda $FF00,x                 ; patched
@to:
    sta $FF00,x                 ; patched
    inx
    bne @from
    inc @from + 2
    inc @to + 2
    dec t0
    bne @from
@done:
    next

; sum f n: A := f[0] + .. + f[n-1]. 12 cycles an entry.
op_sum:
    operand
    sta @entry + 2
    sta @first + 2
    operand_x
    lda #0
    sta acc + 1
    cpx #0
    beq @done
    clc
    dex
    beq @first
@entry:
    adc $FF00,x                 ; patched
    bcc @next
    inc acc + 1
    clc
@next:
    dex
    bne @entry
@first:
    adc $FF00                   ; patched
    bcc @done
    inc acc + 1
@done:
    sta acc
    next

; sumeq f g v n: sum of f over the entries where g = v.
op_sumeq:
    operand
    sta @value + 2
    iny
    lda (ip),y
    sta @entry + 2
    operand_v8
    sta t0
    operand_x
    lda #0
    sta acc
    sta acc + 1
    cpx #0
    beq @done
@next:
    dex
    lda t0
@entry:
    cmp $FF00,x                 ; patched
    bne @end
    clc
@value:
    lda $FF00,x                 ; patched
    adc acc
    sta acc
    bcc @end
    inc acc + 1
@end:
    txa
    bne @next
@done:
    next

; counteq f v n: number of entries that are v.
op_counteq:
    operand
    sta @entry + 2
    sta @first + 2
    operand_v8
    sta t0
    operand_x
    lda #0
    sta acc + 1
    sta t1
    cpx #0
    beq @done
    lda t0
    dex
    beq @first
@entry:
    cmp $FF00,x                 ; patched
    bne @next
    inc t1
@next:
    dex
    bne @entry
@first:
    cmp $FF00                   ; patched
    bne @done
    inc t1
@done:
    lda t1
    sta acc
    next

; maxf f n: A := the largest entry, U := the first that has it; n = 0: 0 and NONE.
op_maxf:
    operand
    sta @entry + 2
    sta @better + 2
    sta @start + 2
    iny
    lda (ip),y
    sta t0
    ldx #NONE
    stx rec
    lda #0
    sta acc + 1
    ldx t0
    beq @done
    ldx #0
@start:
    lda $FF00                   ; patched
    stx rec
    inx
    cpx t0
    beq @done
@entry:
    cmp $FF00,x                 ; patched
    bcc @better
@next:
    inx
    cpx t0
    bne @entry
@done:
    sta acc
    next
@better:
    lda $FF00,x                 ; patched
    stx rec
    jmp @next
