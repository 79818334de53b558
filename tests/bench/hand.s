; What a programmer would write in assembly for one game: the measure of the natives. Each routine ends with rts;
; the bench fills the pages and compares the result.

.export hand_sum, hand_counteq, hand_fornext, hand_fill, hand_countl, hand_ring, hand_hexn, hand_scan
.export field, wanted, layer, hex, result, direction, column, line

RECORDS = 199
ROWS = 32
COLUMNS = 31

.segment "ZP" : zeropage
result:     .res 2
wanted:     .res 1
hex:        .res 2
direction:  .res 1
row:        .res 1
index:      .res 1
pointer:    .res 2
column:     .res 1
line:       .res 1

.segment "DATA"
field:      .res 256
layer:      .res 1024

.segment "CODE"

; result := sum of the field.
hand_sum:
    ldx #RECORDS - 1
    lda #0
    sta result + 1
    clc
@entry:
    adc field,x
    bcc @next
    inc result + 1
    clc
@next:
    dex
    bne @entry
    adc field
    sta result
    bcc @done
    inc result + 1
@done:
    rts

; result := number of entries that are `wanted`.
hand_counteq:
    ldx #RECORDS - 1
    ldy #0
    lda wanted
@entry:
    cmp field,x
    bne @next
    iny
@next:
    dex
    bne @entry
    cmp field
    bne @done
    iny
@done:
    sty result
    rts

; result := first entry that is `wanted`, RECORDS if there is none.
hand_fornext:
    ldx #0
    lda wanted
@entry:
    cmp field,x
    beq @done
    inx
    cpx #RECORDS
    bne @entry
@done:
    stx result
    rts

; The four pages of the layer := 255, as short as the native.
hand_fill:
    lda #>layer
    sta pointer + 1
    lda #<layer
    sta pointer
    ldx #4
    lda #255
    ldy #0
@byte:
    sta (pointer),y
    iny
    bne @byte
    inc pointer + 1
    dex
    bne @byte
    rts

; result := number of hexes that are `wanted` in the low two bits.
hand_countl:
    lda #0
    sta result
    sta result + 1
    tay
    lda #>layer
    sta pointer + 1
    lda #<layer
    sta pointer
    ldx #4
@hex:
    lda (pointer),y
    and #3
    cmp wanted
    bne @next
    inc result
    bne @next
    inc result + 1
@next:
    iny
    cpy #<(COLUMNS * 32)
    beq @perhaps
    tya
    bne @hex
    inc pointer + 1
    dex
    bne @hex
    rts
@perhaps:
    cpx #1
    bne @hex
    rts

; result := sum of the strengths (fourth page of the layer) of the records whose side (first), column (second) and line
; (third) are wanted.
hand_scan:
    lda #0
    sta result
    sta result + 1
    tax
@record:
    lda layer,x
    cmp wanted
    bne @next
    lda layer + $100,x
    cmp column
    bne @next
    lda layer + $200,x
    cmp line
    bne @next
    clc
    lda layer + $300,x
    adc result
    sta result
    bcc @next
    inc result + 1
@next:
    inx
    cpx #RECORDS
    bne @record
    rts

steps_low:
    .byte $00, <-1, <31, <32, <1, <-32, <-33, $00
    .byte $00, <-1, <32, <33, <1, <-31, <-32, $00
steps_high:
    .byte $80, >-1, >31, >32, >1, >-32, >-33, $80
    .byte $80, >-1, >32, >33, >1, >-31, >-32, $80
edges:
    .byte $FF, 0, 0, $FF, ROWS - 1, $FF, 0, $FF
    .byte $FF, 0, $FF, ROWS - 1, ROWS - 1, ROWS - 1, $FF, $FF

; result := neighbour of `hex` in `direction`; carry set if there is none.
hand_hexn:
    lda hex
    and #31
    sta row
    lda hex
    and #32
    lsr
    lsr
    ora direction
    tax
    lda row
    cmp edges,x
    beq @out
    clc
    lda hex
    adc steps_low,x
    sta result
    lda hex + 1
    adc steps_high,x
    sta result + 1
    cmp #>(COLUMNS * 32)
    bcc @out
    bne @none
    lda result
    cmp #<(COLUMNS * 32)
@out:
    rts
@none:
    sec
    rts

; ORs 1 into the layer at the neighbours of `hex`.
hand_ring:
    lda hex
    and #31
    sta row
    lda hex
    and #32
    lsr
    lsr
    sta index
    adc #6                      ; carry is clear
    tax
@direction:
    lda row
    cmp edges,x
    beq @next
    clc
    lda hex
    adc steps_low,x
    tay
    lda hex + 1
    adc steps_high,x
    cmp #>(COLUMNS * 32)
    bcs @edge
@on:
    adc #>layer                 ; carry is clear
    sta pointer + 1
    lda #<layer
    sta pointer
    lda (pointer),y
    ora #1
    sta (pointer),y
@next:
    dex
    cpx index
    bne @direction
    rts
@edge:
    bne @next
    cpy #<(COLUMNS * 32)
    bcc @on
    bcs @next                   ; always
