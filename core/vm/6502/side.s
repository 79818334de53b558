; Natives on layers: hexside bits, rings, counting.

.include "vm.inc"
.import neighbour, on_map, side_bits, edge_rows, step_low, step_high
.importzp f_result
.export op_setside, op_clrside, op_ring, op_countl
.segment "VM"

; setside layer hex direction; clrside likewise: one side, in both hexes. t7 = $FF to set, 0 to clear.
op_setside:
    lda #$FF
    bne put_side                ; always

op_clrside:
    lda #0
put_side:
    sta t7
    operand
    sta t4                      ; layer
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    operand_v8
    and #7
    sta t5                      ; direction
    tax
    lda t0
    sta t2
    lda t1
    sta t3
    jsr put_bit
    jsr on_map
    bcs @done
    lda t5
    jsr neighbour
    bcs @done
    lda t5
    clc
    adc #3
    cmp #7
    bcc @back
    sbc #6
@back:
    tax
    jsr put_bit
@done:
    next

; The bit of direction X in hex t2, t3 of layer t4 := t7. Clobbers A, t6.
put_bit:
    lda t3
    layer_page
    clc
    adc t4
    sta @read + 2
    sta @write + 2
    lda t2
    sta @read + 1
    sta @write + 1
    lda side_bits,x
    sta t6
@read:
    lda $FF00                   ; patched, offset too
    ora t6
    bit t7
    bmi @write
    eor t6
@write:
    sta $FF00                   ; patched, offset too
    rts

; ring layer bits hex: ORs bits into the layer at the neighbours of a hex.
op_ring:
    operand
    sta t4
    iny
    lda (ip),y
    sta t5
    operand_v8
    sta t0
    lda vm_v + 1,x
    sta t1
    cmp limit + 1
    bcs @last_page
@column:
    lda t0
    and #ROW_MASK
    cmp row_count
    bcs @off
    sta t6
    lda t0
    column_parity
    sta t7
    adc #6                      ; carry is clear
    tax
    sty t8
@direction:
    lda t6
    cmp edge_rows,x
    beq @next
    lda t0
    adc step_low,x
    tay
    lda t1
    adc step_high,x
    cmp limit + 1
    bcs @edge
@on:
    adc t4                      ; carry is clear
    sta f_result + 1
    lda (f_result),y
    ora t5
    sta (f_result),y
@next:
    dex
    cpx t7
    bne @direction
    ldy t8
@off:
    next
@edge:
    bne @next
    cpy limit
    bcc @on
    bcs @next                   ; always
@last_page:
    bne @off
    lda t0
    cmp limit
    bcc @column
    next

; countl layer mask value: number of hexes of the map with layer and mask = value.
; t0 = mask, t1 = value, t2 = pages left, t3 = offset behind the last hex of this page.
op_countl:
    operand
    sta @page + 2
    sta @short_page + 2
    iny
    lda (ip),y
    sta t0
    iny
    lda (ip),y
    sta t1
    ldx #0
    stx acc
    stx acc + 1
    stx t3
    lda limit + 1
    sta t2
@page_start:
    lda t2
    bne @rows
    lda limit
    beq @done
    sta t3
@rows:
    lda row_count
    cmp #ROW_MASK + 1
    bne @short
@page:
    lda $FF00,x                 ; patched
    and t0
    cmp t1
    bne @next
    inc acc
    bne @next
    inc acc + 1
@next:
    inx
    cpx t3
    bne @page
@page_end:
    inc @page + 2
    inc @short_page + 2
    ldx #0
    dec t2
    bpl @page_start
@done:
    next
@short:                         ; fewer rows than a column has room for
    txa
    and #ROW_MASK
    cmp row_count
    bcs @short_next
@short_page:
    lda $FF00,x                 ; patched
    and t0
    cmp t1
    bne @short_next
    inc acc
    bne @short_next
    inc acc + 1
@short_next:
    inx
    cpx t3
    bne @short
    beq @page_end               ; always
