; Lists of the records in a hex: a layer holds the first record, a field the next one; ascending, ended by NONE.
; A list that was spoiled may run in a circle: it is left as it is after so many links.

.include "vm.inc"
MOST_LINKS = 255
.export op_place, op_lift, op_rebuild
.segment "VM"

; Takes the operands field and layer: a1 the field, a0 the cell of hex A, d3 its first record, d1 = U, d4 = MOST_LINKS.
; Goes on with the next instruction if A is no place in a layer.
.macro cell
    .local @inside
    operand_page
    lea 0(a3,d3.l),a1
    operand_page
    cmp.w #LAYER,d7
    bcs @inside
    next
@inside:
    add.w d7,d3
    lea 0(a3,d3.l),a0
    moveq #0,d3
    move.b (a0),d3
    move.w d6,d1
    move.w #MOST_LINKS,d4
.endmacro

; place field layer: puts U into the list of hex A.
op_place:
    cell
@walk:
    cmp.w d1,d3                 ; a0: what leads to record d3
    bcc @here
    lea 0(a1,d3.w),a0
    move.b (a0),d3
    dbra d4,@walk
    next
@here:
    beq @done
    move.b d1,(a0)
    move.b d3,0(a1,d1.w)
@done:
    next

; lift field layer: takes U out of the list of hex A.
op_lift:
    cell
    cmp.w #NONE,d1
    beq @done
@walk:
    cmp.w d1,d3
    beq @found
    cmp.w #NONE,d3
    beq @done
    lea 0(a1,d3.w),a0
    move.b (a0),d3
    dbra d4,@walk
    next
@found:
    move.b 0(a1,d1.w),(a0)
@done:
    next

; rebuild field layer hexes n: builds all lists from the word field of hexes.
op_rebuild:
    operand_page
    move.w d3,d1                ; field
    operand_page
    lea 0(a3,d3.l),a0
    moveq #-1,d4
    move.w #LAYER / 16 - 1,d5
@empty:
    move.l d4,(a0)+
    move.l d4,(a0)+
    move.l d4,(a0)+
    move.l d4,(a0)+
    dbra d5,@empty
    lea -LAYER(a0),a0
    operand_page                ; hexes
    lea 0(a3,d3.l),a1
    move.w d1,d3
    operand                     ; records left
    movem.l a2/a5,-(sp)
    lea 0(a3,d3.l),a2           ; field
    lea 256(a1),a5              ; high bytes of the hexes
    bra @count
@record:
    move.b 0(a5,d0.w),(a4)
    move.w (a4),d5
    move.b 0(a1,d0.w),d5
    cmp.w #LAYER,d5
    bcc @count
    move.b 0(a0,d5.w),0(a2,d0.w)
    move.b d0,0(a0,d5.w)
@count:
    dbra d0,@record
    moveq #0,d0
    movem.l (sp)+,a2/a5
    next
