; Geometry of the hex grid: neighbours, distance, direction.
;
; Hexes are of 32 kinds: lower or higher column, first or last row, first or last column. `hex_kind` holds the kind of
; every hex number below `limit`, NO_KIND for rows that the map has not; `steps` tells for each kind what to add to a hex
; number for each direction 0 to 7, 0 where that leads off the map or is no direction.

.include "vm.inc"
.export op_hexn, op_hexdist, op_hexdir, neighbour, hex_kind, steps, make_steps, LIMIT

LIMIT = grid_columns << ROW_BITS ; first hex number behind the last column

LOWER = 1                       ; bits of a kind
FIRST_ROW = 2
LAST_ROW = 4
FIRST_COLUMN = 8
LAST_COLUMN = 16
NO_KIND = 32
KINDS = 33
STEPS_SHIFT = 4                 ; bytes of a kind's steps, as a shift

.segment "VMBSS"
.align 2
steps:      .res KINDS << STEPS_SHIFT
hex_kind:   .res (LAYER_MASK + 1) << 8

.segment "VM"

; What each direction does to column and row, higher columns first.
moves:
    .byte 0, 0,  0, <-1,  1, <-1,  1, 0,  0, 1,  <-1, 0,  <-1, <-1,  0, 0
    .byte 0, 0,  0, <-1,  1, 0,  1, 1,  0, 1,  <-1, 1,  <-1, 0,  0, 0

; make_steps: the kinds of the map's hexes, and the steps from each kind.
; in: nothing.  out: steps, hex_kind.  clobbers: d0 to d5, a0, a1.
make_steps:
    lea steps,a0
    moveq #0,d0                 ; kind
@kind:
    lea moves(pc),a1
    btst #0,d0
    beq @higher
    lea 16(a1),a1
@higher:
    moveq #7,d5
@direction:
    move.b (a1)+,d1
    ext.w d1                    ; change of the column
    move.b (a1)+,d2
    ext.w d2                    ; change of the row
    moveq #0,d3
    btst #5,d0
    bne @put                    ; NO_KIND
    tst.w d1
    bmi @left
    beq @row
    btst #4,d0                  ; LAST_COLUMN
    bne @put
    bra @row
@left:
    btst #3,d0                  ; FIRST_COLUMN
    bne @put
@row:
    tst.w d2
    bmi @up
    beq @on
    btst #2,d0                  ; LAST_ROW
    bne @put
    bra @on
@up:
    btst #1,d0                  ; FIRST_ROW
    bne @put
@on:
    move.w d1,d3
    asl.w #ROW_BITS,d3
    add.w d2,d3
@put:
    move.w d3,(a0)+
    dbra d5,@direction
    addq.w #1,d0
    cmp.w #KINDS,d0
    bne @kind
; falls through to make_kinds

make_kinds:
    lea hex_kind,a0
    moveq #0,d1                 ; column
@column:
    move.w d1,d2
    and.w #1,d2
    eor.w #1 - grid_lower,d2    ; LOWER
    tst.w d1
    bne @not_first
    or.w #FIRST_COLUMN,d2
@not_first:
    cmp.w #grid_columns - 1,d1
    bne @not_last
    or.w #LAST_COLUMN,d2
@not_last:
    moveq #0,d3                 ; row
@row:
    move.w d2,d4
    tst.w d3
    bne @below
    or.w #FIRST_ROW,d4
@below:
    cmp.w #grid_rows - 1,d3
    bcs @put
    beq @last
    moveq #NO_KIND,d4
    bra @put
@last:
    or.w #LAST_ROW,d4
@put:
    move.b d4,(a0)+
    addq.w #1,d3
    cmp.w #COLUMN,d3
    bne @row
    addq.w #1,d1
    cmp.w #grid_columns,d1
    bne @column
    rts

; neighbour: the step to the next hex in a direction.
; in: any word d4, direction d2 (0 to 7).  out: d5.w the step from hex d4 to its neighbour; Z set and 0 if there is none.
; clobbers: a0.
neighbour:
    moveq #0,d5
    cmp.w #LIMIT,d4
    bcc @none
    lea hex_kind,a0
    move.b 0(a0,d4.w),d5
    lsl.w #STEPS_SHIFT - 1,d5
    add.w d2,d5
    add.w d5,d5
    lea steps,a0
    move.w 0(a0,d5.w),d5
    rts
@none:
    moveq #0,d5
    rts

; hexn hex direction.
op_hexn:
    operand
    move.w 0(a3,d0.w),d7
    operand
    moveq #7,d2
    and.b 0(a3,d0.w),d2
    cmp.w #LIMIT,d7
    bcc no_hex
    lea hex_kind,a0
    moveq #0,d5
    move.b 0(a0,d7.w),d5
    lsl.w #STEPS_SHIFT - 1,d5
    add.w d2,d5
    add.w d5,d5
    lea steps,a0
    move.w 0(a0,d5.w),d5
    beq no_hex
    add.w d5,d7
    next

no_hex:
    moveq #-1,d7
    next

; hexdir v: direction from hex A to hex v.
op_hexdir:
    operand
    move.w 0(a3,d0.w),d1
    sub.w d7,d1                 ; the step that it would be
    beq @none
    cmp.w #LIMIT,d7
    bcc @none
    lea hex_kind,a0
    moveq #0,d5
    move.b 0(a0,d7.w),d5
    lsl.w #STEPS_SHIFT,d5
    lea steps + 2,a0
    adda.w d5,a0
    moveq #1,d7
@try:
    cmp.w (a0)+,d1
    beq @found
    addq.w #1,d7
    cmp.w #7,d7
    bne @try
@none:
    moveq #0,d7
@found:
    next

; hexdist v: the largest of |dq|, |dr|, |dq + dr| with q = column, r = row - (column or the next) / 2.
op_hexdist:
    operand
    move.w 0(a3,d0.w),d4
    bsr axial
    bcs no_hex
    move.w d4,d1                ; q
    move.w d5,d2                ; r
    move.w d7,d4
    bsr axial
    bcs no_hex
    sub.w d1,d4                 ; dq
    sub.w d2,d5                 ; dr
    move.w d4,d7
    add.w d5,d7
    bpl @sum
    neg.w d7
@sum:
    tst.w d4
    bpl @columns
    neg.w d4
@columns:
    cmp.w d4,d7
    bcc @rows
    move.w d4,d7
@rows:
    tst.w d5
    bpl @last
    neg.w d5
@last:
    cmp.w d5,d7
    bcc @done
    move.w d5,d7
@done:
    next

; in: any word d4.  out: q in d4, r in d5; carry set if it is no hex of the map.  clobbers: a0.
axial:
    cmp.w #LIMIT,d4
    bcc @none
    move.w d4,d5
    and.w #ROW_MASK,d5
    cmp.w #grid_rows,d5
    bcc @none
    lsr.w #ROW_BITS,d4
    move.w d4,a0
    addq.w #1,d4
    sub.w #grid_lower,d4
    lsr.w #1,d4
    sub.w d4,d5
    move.w a0,d4
    tst.w d4                    ; carry is clear
    rts
@none:
    move.w #1,ccr               ; carry
    rts
