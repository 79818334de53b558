; Loops: count, walk a list, search records, walk the map.

.include "vm.inc"
.export op_forv, op_foru, op_forlist, op_fornext, op_fornext2, op_forhex, op_nexthex
.segment "VM"

; forv v n target: if v <> n: v := v + 1, go.
op_forv:
    operand
    move.b (a5)+,d4
    cmp.b 0(a3,d0.w),d4
    beq @done
    addq.b #1,0(a3,d0.w)
    take
@done:
    pass

op_foru:
    operand
    move.b 0(a3,d0.w),d4
    cmp.b (a5)+,d4
    beq @done
    addq.b #1,d4
    move.b d4,0(a3,d0.w)
    move.b d4,d6
    take
@done:
    pass

; forlist v f target: v := f[v]; U := v; go if it is a record.
op_forlist:
    operand
    operand_page
    move.b 0(a3,d0.w),d3
    move.b 0(a3,d3.l),d6
    move.b d6,0(a3,d0.w)
    cmp.b #NONE,d6
    go_unless beq

; fornext v n f w target: searches f from v + 1 to n - 1 for the value of w. 18 cycles a record.
op_fornext:
    operand
    lea 0(a3,d0.w),a0           ; v
    moveq #0,d5
    move.b (a5)+,d5
    operand_page
    moveq #0,d1
    move.b (a0),d1
    addq.b #1,d1
    move.b d1,d3
    operand
    move.b 0(a3,d0.w),d4
    sub.w d1,d5                 ; records to look at
    bls @none
    subq.w #1,d5
    lea 0(a3,d3.l),a1
@next:
    cmp.b (a1)+,d4
    dbeq d5,@next
    bne @none
    move.w a1,d6                ; the data begin a page: the low byte of the address is the record
    subq.b #1,d6
    and.w #$FF,d6
    move.b d6,(a0)
    take
@none:
    move.b -3(a5),(a0)          ; n
    pass

; fornext2 v n f w g x target: f as w and g as x.
op_fornext2:
    operand
    lea 0(a3,d0.w),a0           ; v
    moveq #0,d5
    move.b (a5)+,d5
    moveq #0,d1
    move.b (a0),d1
    addq.b #1,d1
    sub.w d1,d5                 ; records to look at
    operand_page
    move.l d3,d2
    neg.l d2
    move.b d1,d3
    lea 0(a3,d3.l),a1
    operand
    move.b 0(a3,d0.w),d4
    operand_page
    add.l d3,d2                 ; from f to g
    operand
    move.b 0(a3,d0.w),d1
    tst.w d5
    ble @none
    subq.w #1,d5
@next:
    cmp.b (a1)+,d4
    dbeq d5,@next
    bne @none
    cmp.b -1(a1,d2.l),d1
    beq @found
    dbra d5,@next
@none:
    move.b -5(a5),(a0)          ; n
    pass
@found:
    move.w a1,d6                ; the data begin a page: the low byte of the address is the record
    subq.b #1,d6
    and.w #$FF,d6
    move.b d6,(a0)
    take

; forhex v target: the next hex of the map, rows first.
op_forhex:
    operand
    move.w 0(a3,d0.w),d4
    addq.w #1,d4
    move.w d4,d5
    and.w #ROW_MASK,d5
    cmp.w #grid_rows,d5
    bcs @column
    subq.w #1,d4                ; behind the last row: the next column
    or.w #ROW_MASK,d4
    addq.w #1,d4
@column:
    cmp.w #grid_columns << ROW_BITS,d4
    bcc @done
    move.w d4,0(a3,d0.w)
    take
@done:
    pass

; nexthex v layer n target: the next hex where the layer is n or more. A column is looked through in 18 cycles a hex.
op_nexthex:
    operand
    operand_page
    lea 0(a3,d3.l),a0
    move.b (a5)+,d2
    move.w 0(a3,d0.w),d4
    addq.w #1,d4
    move.w d4,d5
    and.w #ROW_MASK,d5
    cmp.w #grid_rows,d5
    bcs @column
@next_column:
    or.w #ROW_MASK,d4
    addq.w #1,d4
    moveq #0,d5
@column:
    cmp.w #grid_columns << ROW_BITS,d4
    bcc @done
    lea 0(a0,d4.w),a1
    move.w #grid_rows - 1,d1
    sub.w d5,d1                 ; rows below this one
@row:
    cmp.b (a1)+,d2
    dbls d1,@row
    bhi @next_column
    move.l a1,d4
    sub.l a0,d4
    subq.w #1,d4
    move.w d4,0(a3,d0.w)
    take
@done:
    pass
