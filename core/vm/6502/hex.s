; Geometry of the hex grid: neighbours, distance, direction.

.include "vm.inc"
.export op_hexn, op_hexdist, op_hexdir, neighbour, on_map, edge_rows, step_low, step_high
.export make_edges
.segment "VMBSS"
edge_rows:  .res 16             ; by direction and parity: the row from which the step leaves the map, $FF = none

.segment "VM"

; Steps by direction, 8 more in columns that lie lower: what they add to the hex number. No direction: off the map.
; Every user compares the row with edge_rows first and adds with the carry of that comparison: it is set for steps up
; (the row is above 0) and clear for all others, so steps up stand here with 1 less.
step_low:
    .byte $00, <-2, <(COLUMN - 2), <COLUMN, <1, <-COLUMN, <(-COLUMN - 2), $00
    .byte $00, <-2, <COLUMN, <(COLUMN + 1), <1, <(1 - COLUMN), <-COLUMN, $00
step_high:
    .byte $80, >-2, >(COLUMN - 2), >COLUMN, >1, >-COLUMN, >(-COLUMN - 2), $80
    .byte $80, >-2, >COLUMN, >(COLUMN + 1), >1, >(1 - COLUMN), >-COLUMN, $80
; The change of the row: 1 up, 2 down, 0 none.
row_change:
    .byte 0, 1, 1, 0, 2, 0, 1, 0
    .byte 0, 1, 0, 2, 2, 2, 0, 0

; make_edges: the rows from which steps leave the map.
; in: row_count.  out: edge_rows.  clobbers: a, x.
make_edges:
    ldx #15
@entry:
    lda row_change,x
    beq @none
    lsr
    beq @up
    lda row_count               ; down: the last row
    sec
    sbc #1
    jmp @put
@up:
    lda #0
    beq @put                    ; always
@none:
    lda #$FF
@put:
    sta edge_rows,x
    dex
    bpl @entry
    rts

; on_map: whether a hex is on the map.
; in: hex t0, t1.  out: carry clear if it is.  clobbers: a.
on_map:
    lda t0
    and #ROW_MASK
    cmp row_count
    bcs @out
    lda t0
    cmp limit
    lda t1
    sbc limit + 1
@out:
    rts

; neighbour: the next hex in a direction; 64 cycles and more.
; in: hex t0, t1 on the map, direction a (0 to 7).  out: neighbour t2, t3; carry set if there is none.  clobbers: a, x; t2, t3
; without one.
neighbour:
    sta t2
    lda t0
    column_parity
    ora t2
    tax
    lda t0
    and #ROW_MASK
    cmp edge_rows,x
    beq @out                    ; carry is set
    lda t0
    adc step_low,x
    sta t2
    lda t1
    adc step_high,x
    sta t3
    cmp limit + 1
    bcc @out
    bne @none
    lda t2
    cmp limit
@out:
    rts
@none:
    sec
    rts

; hexn hex direction. The routine `neighbour` written out: rules ask for one neighbour more often than for anything else
; of the grid.
op_hexn:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    cmp limit + 1
    bcs @last_page
@column:
    operand_v8
    and #7
    sta t4
    lda t0
    and #ROW_MASK
    cmp row_count
    bcs no_hex
    sta t2
    lda t0
    column_parity
    ora t4
    tax
    lda t2
    cmp edge_rows,x
    beq no_hex
    lda t0
    adc step_low,x
    sta acc
    lda t1
    adc step_high,x
    cmp limit + 1
    bcs @edge
@on:
    sta acc + 1
    next
@edge:
    bne no_hex
    ldx acc
    cpx limit
    bcc @on
    bcs no_hex                  ; always
@last_page:
    bne @off
    lda t0
    cmp limit
    bcc @column
@off:
    iny
no_hex:
    lda #NONE
    sta acc
    sta acc + 1
    next

; hexdir v: direction from hex A to hex v.
op_hexdir:
    operand_v8
    sta t5
    lda vm_v + 1,x
    sta t6
    lda acc
    sta t0
    lda acc + 1
    sta t1
    jsr on_map
    bcs @none
    lda #1
    sta t4
@try:
    lda t4
    jsr neighbour
    bcs @next
    lda t2
    cmp t5
    bne @next
    lda t3
    cmp t6
    beq @found
@next:
    inc t4
    lda t4
    cmp #7
    bne @try
@none:
    lda #0
    sta t4
@found:
    lda t4
    next_a8

; hexdist v: the largest of |dq|, |dr|, |dq + dr| with q = column, r = row - (column or the next) / 2.
op_hexdist:
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    jsr on_map
    bcs no_hex
    jsr axial
    sta t4
    stx t5
    lda acc
    sta t0
    lda acc + 1
    sta t1
    jsr on_map
    bcs no_hex
    jsr axial
    sec
    sbc t4
    sta t4                      ; dq
    txa
    sec
    sbc t5
    sta t5                      ; dr
    clc
    adc t4
    jsr magnitude
    sta t6
    lda t4
    jsr magnitude
    cmp t6
    bcc @second
    sta t6
@second:
    lda t5
    jsr magnitude
    cmp t6
    bcs @largest
    lda t6
@largest:
    next_a8

; A := |A|, signed.
magnitude:
    cmp #$80
    bcc @out
    eor #$FF
    adc #0                      ; carry is set
@out:
    rts

; in: hex t0, t1.  out: q in a, r in x (signed).  clobbers: t1, t2, t3.
axial:
    lda t0
    .repeat 8 - ROW_BITS        ; column = what stands above the row
    asl
    rol t1
    .endrepeat
    lda t1
    ldx odd_flip
    beq @raised
    clc
    adc #1
@raised:
    lsr
    sta t2
    lda t0
    and #ROW_MASK
    sec
    sbc t2
    tax
    lda t1
    rts
