; The state image, byte by byte, and its CRC-32. The shell saves and loads with these routines.
;
; image_rewind    before the first byte.
; image_next      A := next byte of the image, carry set if there is none. Clobbers X, Y.
; image_put       next byte of the image := A. Clobbers X, Y.
; crc_begin       before the first byte. crc_byte takes A (clobbers A, X, Y); crc_end turns crc into the sum.
; crc             4 bytes, low byte first.
;
; state_map (cartridge): entries of 5 bytes: page of the (low) bytes, page of the high bytes or 0 for bytes or $FF
; for words in place, offset, number of elements (low, high); ended by page 0.

.include "vm.inc"
.import state_map
.export image_rewind, image_next, image_put, crc_begin, crc_byte, crc_end, crc
.export op_hash

IN_PLACE = $FF

.segment "VMBSS"
entry:      .res 2              ; the entry of state_map behind the current one
place:      .res 2              ; address of the next byte
high:       .res 1              ; page of the high bytes, 0 = none, IN_PLACE
odd:        .res 1              ; 1 if the next byte is a high byte
left:       .res 2              ; elements left
direction:  .res 1              ; 0 read, $80 write
value:      .res 1
crc:        .res 4

.segment "VM"
image_rewind:
    lda #<state_map
    sta entry
    lda #>state_map
    sta entry + 1
    lda #0
    sta left
    sta left + 1
    sta odd
    rts

image_put:
    sta value
    lda #$80
    bne step                    ; always

image_next:
    lda #0
step:
    sta direction
    lda left
    ora left + 1
    bne @element
    lda entry                   ; the next field
    sta t0
    lda entry + 1
    sta t1
    ldy #0
    lda (t0),y
    bne @field
    sec
    rts
@field:
    sta place + 1
    iny
    lda (t0),y
    sta high
    iny
    lda (t0),y
    sta place
    iny
    lda (t0),y
    sta left
    iny
    lda (t0),y
    sta left + 1
    lda entry
    clc
    adc #5
    sta entry
    bcc @element
    inc entry + 1
@element:
    lda place
    sta t0
    lda place + 1
    sta t1
    lda odd
    beq @low
    lda high
    cmp #IN_PLACE
    beq @low                    ; `place` has moved on by itself
    sta t1                      ; the high byte of a word in two pages
@low:
    ldy #0
    bit direction
    bmi @write
    lda (t0),y
    sta value
    jmp @moved
@write:
    lda value
    sta (t0),y
@moved:
    lda high
    beq @next_element
    lda odd
    eor #1
    sta odd
    beq @next_element           ; both bytes of a word are done
    lda high
    cmp #IN_PLACE
    bne @done
    inc place
    bne @done
    inc place + 1
    jmp @done
@next_element:
    inc place
    bne @count
    inc place + 1
@count:
    lda left
    bne @less
    dec left + 1
@less:
    dec left
@done:
    lda value
    clc
    rts

crc_begin:
    lda #$FF
    sta crc
    sta crc + 1
    sta crc + 2
    sta crc + 3
    rts

; Takes A, bit by bit: about 300 cycles.
crc_byte:
    eor crc
    sta crc
    ldx #8
@bit:
    lsr crc + 3
    ror crc + 2
    ror crc + 1
    ror crc
    bcc @next
    lda crc + 3                 ; the polynomial $EDB88320
    eor #$ED
    sta crc + 3
    lda crc + 2
    eor #$B8
    sta crc + 2
    lda crc + 1
    eor #$83
    sta crc + 1
    lda crc
    eor #$20
    sta crc
@next:
    dex
    bne @bit
    rts

crc_end:
    ldx #3
@byte:
    lda crc,x
    eor #$FF
    sta crc,x
    dex
    bpl @byte
    rts

; hash: io0, io1 := CRC-32 of the state image.
op_hash:
    tya
    pha
    jsr image_rewind
    jsr crc_begin
@byte:
    jsr image_next
    bcs @end
    jsr crc_byte
    jmp @byte
@end:
    jsr crc_end
    ldx #3
@copy:
    lda crc,x
    sta io0,x
    dex
    bpl @copy
    pla
    tay
    next
