; Long fields: of more records than a page has bytes (README of hexfront-isa).

.include "vm.inc"
.export op_ldl, op_stl, op_ldlw, op_stlw, op_forw, op_findl
.segment "VM"

; d3 := place of the element of a long field of bytes that the operands name; d4 its number. 96 cycles.
.macro long_byte
    .local @inside
    operand_page
    move.b (a5)+,d3
    move.b (a5)+,d1             ; last page
    operand
    move.w 0(a3,d0.w),d4
    cmp.b 0(a3,d0.w),d1         ; with the upper byte
    bcc.s @inside
    moveq #-1,d4                ; the element before the first
@inside:
    add.w d4,d3
.endmacro

; The same of words; a0 := its address.
.macro long_word
    long_byte
    add.w d4,d3
    lea 0(a3,d3.l),a0
.endmacro

; ldl p o k v: A := byte v.
op_ldl:
    long_byte
    moveq #0,d7
    move.b 0(a3,d3.l),d7
    next

; stl p o k v: byte v := A.
op_stl:
    long_byte
    move.b d7,0(a3,d3.l)
    next

; ldlw p o k v: A := word v.
op_ldlw:
    long_word
    move.b 1(a0),(a4)
    move.w (a4),d7
    move.b (a0),d7
    next

; stlw p o k v: word v := A.
op_stlw:
    long_word
    move.b d7,(a0)
    move.w d7,-(sp)
    move.b (sp)+,1(a0)
    next

; forw v n target: if v <> n: v := v + 1, go.
op_forw:
    operand
    operand_word d4
    cmp.w 0(a3,d0.w),d4
    beq @done
    addq.w #1,0(a3,d0.w)
    take
@done:
    pass

; findl v n p o w target: searches bytes v + 1 to n - 1 for the value of w. 18 cycles an element.
op_findl:
    operand
    lea 0(a3,d0.w),a0           ; v
    operand_word d5
    operand_page
    move.b (a5)+,d3
    operand
    move.b 0(a3,d0.w),d4
    move.w (a0),d1
    addq.w #1,d1
    move.w d5,d2
    sub.w d1,d2                 ; elements left
    bls @none
    add.w d1,d3
    lea 0(a3,d3.l),a1
    subq.w #1,d2
@next:
    cmp.b (a1)+,d4
    dbeq d2,@next
    bne @none
    subq.w #1,d5
    sub.w d2,d5
    move.w d5,(a0)
    take
@none:
    move.w d5,(a0)
    pass
