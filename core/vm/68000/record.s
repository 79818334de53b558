; Fields of records, layers, tables.

.include "vm.inc"
.export op_ldf, op_stf, op_ldfw, op_stfw, op_lx, op_sx, op_lxw, op_sxw
.export op_ll, op_sl, op_lla, op_llf, op_lt, op_lt8, op_ltw, op_ltw8, op_lt2
.segment "VM"

; A := the byte at place d3.
.macro load_place
    moveq #0,d7
    move.b 0(a3,d3.l),d7
.endmacro

op_ldf:
    operand_page
    move.b d6,d3
    load_place
    next

op_stf:
    operand_page
    move.b d6,d3
    move.b d7,0(a3,d3.l)
    next

op_ldfw:
    operand_page
    move.b d6,d3
    split_word d7
    next

op_stfw:
    operand_page
    move.b d6,d3
    put_split_word
    next

op_lx:
    operand_page
    operand
    move.b 0(a3,d0.w),d3
    load_place
    next

op_sx:
    operand_page
    operand
    move.b 0(a3,d0.w),d3
    move.b d7,0(a3,d3.l)
    next

op_lxw:
    operand_page
    operand
    move.b 0(a3,d0.w),d3
    split_word d7
    next

op_sxw:
    operand_page
    operand
    move.b 0(a3,d0.w),d3
    put_split_word
    next

op_ll:
    operand_page
    operand
    move.w 0(a3,d0.w),d4
    layer_place d4
    add.w d4,d3
    load_place
    next

op_sl:
    operand_page
    operand
    move.w 0(a3,d0.w),d4
    layer_place d4
    add.w d4,d3
    move.b d7,0(a3,d3.l)
    next

op_lla:
    operand_page
    layer_place d7
    add.w d7,d3
    load_place
    next

; llf layer field: the layer at the hex that the word field of U holds.
op_llf:
    operand_page
    move.w d3,d5
    operand_page
    move.b d6,d3
    split_word d4
    layer_place d4
    move.w d5,d3
    add.w d4,d3
    load_place
    next

; lt8 v page offset: A := v first.
op_lt8:
    operand
    move.b 0(a3,d0.w),d7
; falls through to op_lt

op_lt:
    operand_page
    move.b (a5)+,d3
    add.b d7,d3
    load_place
    next

; ltw8 v page offset: A := v first.
op_ltw8:
    operand
    move.b 0(a3,d0.w),d7
; falls through to op_ltw

op_ltw:
    operand_page
    move.b (a5)+,d3
    add.b d7,d3
    split_word d7
    next

; lt2 page offset n v: row A of n bytes, column v.
op_lt2:
    operand_page
    move.b (a5)+,d3
    operand
    mulu d7,d0                  ; of the product only the low byte counts
    add.b d0,d3
    moveq #0,d0
    operand
    add.b 0(a3,d0.w),d3
    load_place
    next
