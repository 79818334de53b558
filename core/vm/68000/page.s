; Natives on whole pages and fields.

.include "vm.inc"
.export op_fill, op_fillbits, op_copy, op_sum, op_sumeq, op_counteq, op_maxf
.segment "VM"

; fill page n byte: fills n pages. 3.6 cycles a byte.
op_fill:
    operand_page
    lea 0(a3,d3.l),a0
    operand_page                ; n * 256
    move.b (a5),(a4)
    move.w (a4),d4
    move.b (a5)+,d4
    move.w d4,d5
    swap d4
    move.w d5,d4
    lsr.w #5,d3
    bra @count
@bytes:
.repeat 8
    move.l d4,(a0)+
.endrepeat
@count:
    dbra d3,@bytes
    moveq #0,d3
    next

; fillbits page n keep set: in n pages keeps some bits and sets others. 34 cycles a byte.
op_fillbits:
    operand_page
    lea 0(a3,d3.l),a0
    operand_page                ; n * 256
    move.b (a5)+,d4
    move.b (a5)+,d5
    bra @count
@byte:
    and.b d4,(a0)
    or.b d5,(a0)+
@count:
    dbra d3,@byte
    moveq #0,d3
    next

; copy to from n: copies n pages.
op_copy:
    operand_page
    lea 0(a3,d3.l),a1
    operand_page
    lea 0(a3,d3.l),a0
    operand_page                ; n * 256
    lsr.w #5,d3
    bra @count
@bytes:
.repeat 8
    move.l (a0)+,(a1)+
.endrepeat
@count:
    dbra d3,@bytes
    moveq #0,d3
    next

; sum f n: A := f[0] + .. + f[n-1]. 22 cycles an entry.
op_sum:
    operand_page
    lea 0(a3,d3.l),a0
    moveq #0,d5
    move.b (a5)+,d5
    moveq #0,d7
    bra @count
@entry:
    move.b (a0)+,d0
    add.w d0,d7
@count:
    dbra d5,@entry
    next

; sumeq f g v n: sum of f over the entries where g = v.
op_sumeq:
    operand_page
    lea 0(a3,d3.l),a0
    operand_page
    lea 0(a3,d3.l),a1
    operand
    move.b 0(a3,d0.w),d4
    moveq #0,d5
    move.b (a5)+,d5
    moveq #0,d7
    bra @count
@entry:
    move.b (a0)+,d0
    cmp.b (a1)+,d4
    bne @count
    add.w d0,d7
@count:
    dbra d5,@entry
    next

; counteq f v n: number of entries that are v.
op_counteq:
    operand_page
    lea 0(a3,d3.l),a0
    operand
    move.b 0(a3,d0.w),d4
    moveq #0,d5
    move.b (a5)+,d5
    moveq #0,d7
    bra @count
@found:
    addq.w #1,d7
@count:
    subq.w #1,d5
    bcs @done
@entry:
    cmp.b (a0)+,d4
    dbeq d5,@entry
    beq @found
@done:
    next

; maxf f n: A := the largest entry, U := the first that has it; n = 0: 0 and NONE.
op_maxf:
    operand_page
    lea 0(a3,d3.l),a0
    operand
    moveq #0,d7
    move.w #NONE,d6
    move.w d0,d5
    beq @done
    moveq #0,d6
    move.b (a0)+,d7             ; the first
    moveq #1,d1
    bra @count
@entry:
    cmp.b (a0)+,d7
    bcs @better
@next:
    addq.w #1,d1
@count:
    cmp.w d1,d5
    bne @entry
@done:
    next
@better:
    move.b -1(a0),d7
    move.w d1,d6
    bra @next
