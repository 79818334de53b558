; Natives on layers: hexside bits, rings, counting.

.include "vm.inc"
.import neighbour, on_map, side_bits
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
    and #LAYER_MASK
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
    jsr on_map
    bcs @done
    lda #6
    sta t6
@direction:
    lda t6
    jsr neighbour
    bcs @next
    lda t3
    adc t4                      ; carry is clear
    sta @read + 2
    sta @write + 2
    ldx t2
    lda t5
@read:
    ora $FF00,x                 ; patched
@write:
    sta $FF00,x                 ; patched
@next:
    dec t6
    bne @direction
@done:
    next

; countl layer mask value: number of hexes of the map with layer and mask = value.
op_countl:
    operand
    sta @page + 2
    iny
    lda (ip),y
    sta t0
    iny
    lda (ip),y
    sta t1
    lda #0
    sta acc
    sta acc + 1
    sta t2                      ; high byte of the hex number
    tax
@hex:
    txa
    and #ROW_MASK
    cmp row_count
    bcs @next
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
    bne @more
    inc @page + 2
    inc t2
@more:
    cpx limit
    bne @hex
    lda t2
    cmp limit + 1
    bne @hex
    next
