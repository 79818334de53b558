; Packed layers (README of hexfront-isa).

.include "vm.inc"
.export op_ldp, op_stp
.segment "VM"

at = t0                         ; address of the byte
mask = t6                       ; of what a hex holds, in the low bits

; By b: the bits of a hex number that tell the hexes of a byte apart, and the mask.
within: .byte 0, 1, 3, 7
masks:  .byte 0, 15, 3, 1

; ldp p o b h: A := what the layer holds.
op_ldp:
    jsr packed_hex
    lda (at),y
    cpx #0
    beq @low
@down:
    lsr
    dex
    bne @down
@low:
    and mask
    ldy t4
    next_a8

; stp p o b h: the layer holds A.
op_stp:
    jsr packed_hex
    lda acc
    and mask
    cpx #0
    beq @low
@up:
    asl
    asl mask
    dex
    bne @up
@low:
    sta t7
    lda mask
    eor #$FF
    and (at),y
    ora t7
    sta (at),y
    ldy t4
    next

; packed_hex: takes the operands of a packed layer.
; in: Y at the code byte.  out: at; mask; X = bits below what the hex holds; Y = 0; t4 = Y at the last operand.
; clobbers: A, t2, t5.
packed_hex:
    operand
    sta at + 1
    operand
    sta at
    operand
    sta t5                      ; b
    operand_x
    sty t4
    lda vm_v,x
    sta t2
    lda vm_v + 1,x
    layer_page
    ldy t5
    tax
    lda t2
    and within,y
    sta mask                    ; number of the hex in its byte
    txa
@byte:
    lsr
    ror t2
    dey
    bne @byte
    tax
    lda t2
    clc
    adc at
    sta at
    txa
    adc at + 1
    sta at + 1
    ldy t5
    lda mask
@bits:
    cpy #3
    bcs @counted
    asl
    iny
    bne @bits                   ; always
@counted:
    tax
    ldy t5
    lda masks,y
    sta mask
    ldy #0
    rts
