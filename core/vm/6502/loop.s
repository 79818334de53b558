; Loops: count, walk a list, search records, walk the map.

.include "vm.inc"
.export op_forv, op_foru, op_forlist, op_fornext, op_fornext2, op_forhex, op_nexthex
.segment "VM"

; forv v n target: if v <> n: v := v + 1, go.
op_forv:
    operand_v8
    iny
    cmp (ip),y
    beq @done
    inc vm_v,x
    take
@done:
    pass

op_foru:
    operand_v8
    iny
    cmp (ip),y
    beq @done
    inc vm_v,x
    lda vm_v,x
    sta rec
    take
@done:
    pass

; forlist v f target: v := f[v]; U := v; go if it is a record.
op_forlist:
    operand_x
    stx t0
    iny
    lda (ip),y
    sta @page + 2
    lda vm_v,x
    tax
@page:
    lda $FF00,x                 ; patched
    ldx t0
    sta vm_v,x
    sta rec
    cmp #NONE
    beq @end
    take
@end:
    pass

; fornext v n f w target: searches f from v + 1 to n - 1 for the value of w. 14 cycles a record.
op_fornext:
    operand_x
    stx t0
    iny
    lda (ip),y
    sta t1
    iny
    lda (ip),y
    sta @page + 2
    lda vm_v,x
    sta t2
    operand_v8
    ldx t2
@next:
    inx
    cpx t1
    bcs @none
@page:
    cmp $FF00,x                 ; patched
    bne @next
    txa
    ldx t0
    sta vm_v,x
    sta rec
    take
@none:
    lda t1
    ldx t0
    sta vm_v,x
    pass

; fornext2 v n f w g x target: f as w and g as x.
op_fornext2:
    operand_x
    stx t0
    lda vm_v,x
    sta t2
    iny
    lda (ip),y
    sta t1
    iny
    lda (ip),y
    sta @first + 2
    operand_v8
    sta t3
    iny
    lda (ip),y
    sta @second + 2
    operand_v8
    sta t4
    ldx t2
@try:
    lda t3
@next:
    inx
    cpx t1
    bcs @none
@first:
    cmp $FF00,x                 ; patched
    bne @next
    lda t4
@second:
    cmp $FF00,x                 ; patched
    bne @try
    txa
    ldx t0
    sta vm_v,x
    sta rec
    take
@none:
    lda t1
    ldx t0
    sta vm_v,x
    pass

; t0, t1 := the hex behind that in t0, t1, rows first; goes to `none` behind the last of the map.
.macro step_hex none
    .local @row, @column
    inc t0
    bne @row
    inc t1
@row:
    lda t0
    and #ROW_MASK
    beq @column                 ; went past the last row there can be: this is the next column
    cmp row_count
    bcc @column
    lda t0
    ora #ROW_MASK
    clc
    adc #1
    sta t0
    bcc @column
    inc t1
@column:
    lda t0
    cmp limit
    lda t1
    sbc limit + 1
    bcs none
.endmacro

; forhex v target: the next hex of the map.
op_forhex:
    operand_x
    lda vm_v,x
    sta t0
    lda vm_v + 1,x
    sta t1
    step_hex @done
    lda t0
    sta vm_v,x
    lda t1
    sta vm_v + 1,x
    take
@done:
    pass

; nexthex v layer n target: the next hex where the layer is n or more.
op_nexthex:
    operand_x
    stx t2
    lda vm_v,x
    sta t0
    lda vm_v + 1,x
    sta t1
    operand
    sta t3
    operand
    sta t4
@step:
    step_hex @done
    lda t1
    clc
    adc t3
    sta @page + 2
    ldx t0
@page:
    lda $FF00,x                 ; patched
    cmp t4
    bcc @step
    ldx t2
    lda t0
    sta vm_v,x
    lda t1
    sta vm_v + 1,x
    take
@done:
    pass
