; Rows of a table.

.include "vm.inc"
.export op_copyrow, op_fillrow
.segment "VM"

; copyrow to o from q n: n bytes from q + A on.
op_copyrow:
    operand_page
    move.b (a5)+,d3
    moveq #0,d4
    move.w d3,d4
    operand_page
    move.b (a5)+,d3
    add.b d7,d3
    move.b (a5)+,d2
@byte:
    move.b 0(a3,d3.l),0(a3,d4.l)
    addq.b #1,d3
    addq.b #1,d4
    subq.b #1,d2
    bne @byte
    next

; fillrow to o n: n bytes := A.
op_fillrow:
    operand_page
    move.b (a5)+,d3
    move.b (a5)+,d2
@byte:
    move.b d7,0(a3,d3.l)
    addq.b #1,d3
    subq.b #1,d2
    bne @byte
    next
