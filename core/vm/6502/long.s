; Long fields: of more records than a page has bytes (README of hexfront-isa).

.include "vm.inc"
.export op_ldl, op_stl, op_ldlw, op_stlw, op_forw, op_findl
.segment "VM"

at = t0                         ; address of an element
index = t2                      ; number of the element, or how many there are

; ldl p o k v: A := byte v.
op_ldl:
    jsr long_byte
    ldy #0
    lda (at),y
    ldy t4
    next_a8

; stl p o k v: byte v := A.
op_stl:
    jsr long_byte
    ldy #0
    lda acc
    sta (at),y
    ldy t4
    next

; ldlw p o k v: A := word v.
op_ldlw:
    jsr long_word
    ldy #0
    lda (at),y
    sta acc
    iny
    lda (at),y
    sta acc + 1
    ldy t4
    next

; stlw p o k v: word v := A.
op_stlw:
    jsr long_word
    ldy #0
    lda acc
    sta (at),y
    iny
    lda acc + 1
    sta (at),y
    ldy t4
    next

; long_word: takes the operands of a long field of words.
; in: y at the code byte.  out: at; t4 = y at the last operand.  clobbers: a, x, y, index.
long_word:
    jsr long_byte
    jmp add_index

; long_byte: takes the operands of a long field of bytes.
; in: y at the code byte.  out: at; t4 = y at the last operand.  clobbers: a, x, y, index.
long_byte:
    operand
    sta at + 1
    iny
    lda (ip),y
    sta at
    iny
    lda (ip),y
    sta index + 1               ; last page
    operand_x
    sty t4
    lda vm_v,x
    sta index
    lda vm_v + 1,x
    cmp index + 1
    beq @inside
    bcc @inside
    lda #NONE                   ; the element before the first
    sta index
@inside:
    sta index + 1
; falls through to add_index

; add_index: at := at + index.
; in: at, index.  out: at.  clobbers: a.
add_index:
    lda at
    clc
    adc index
    sta at
    lda at + 1
    adc index + 1
    sta at + 1
    rts

; forw v n target: if v <> n: v := v + 1, go.
op_forw:
    operand_x
    operand
    iny
    cmp vm_v + 1,x
    bne @on
    lda (ip),y
    cmp vm_v,x
    beq @done
@on:
    inc vm_v,x
    bne @go
    inc vm_v + 1,x
@go:
    take
@done:
    pass

; findl v n p o w target: searches bytes v + 1 to n - 1 for the value of w. 17 cycles an element.
op_findl:
    operand_x
    stx t9
    lda vm_v,x
    clc
    adc #1
    sta t6                      ; the first to look at
    lda vm_v + 1,x
    adc #0
    sta t7
    operand
    sta index + 1               ; n
    operand
    sta index
    operand
    clc
    adc t7
    sta at + 1
    operand
    clc
    adc t6
    sta at
    bcc @placed
    inc at + 1
@placed:
    operand_v8
    sta t4
    sty t5
    lda index
    sec
    sbc t6
    tax                         ; elements left, X the low byte
    lda index + 1
    sbc t7
    sta t8
    bcc @none
    txa
    bne @search
    dec t8                      ; X counts 256
    bmi @none
@search:
    ldy #0
    lda t4
@try:
    cmp (at),y
    beq @found
    iny
    bne @count
    inc at + 1
@count:
    dex
    bne @try
    dec t8
    bpl @try
@none:
    ldx t9
    lda index
    sta vm_v,x
    lda index + 1
    sta vm_v + 1,x
    ldy t5
    pass
@found:
    stx t4                      ; v := n less those that are left
    txa
    bne @left
    inc t8
@left:
    ldx t9
    lda index
    sec
    sbc t4
    sta vm_v,x
    lda index + 1
    sbc t8
    sta vm_v + 1,x
    ldy t5
    take
