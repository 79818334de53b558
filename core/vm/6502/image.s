; The state image, byte by byte, and its CRC-32. The shell saves and loads with these routines. The walk through the image is
; kept in t0 to t7, the sum in crc: 4 bytes of the zero page, low byte first.
;
; state_map (cartridge): entries of 5 bytes: page of the (low) bytes, page of the high bytes or 0 for bytes or $FF
; for words in place or 1 for numbers in bits of bytes that others share, offset (of those: the bits; they begin at offset 0),
; number of elements (low, high); ended by page 0. SHARED_STATE: whether there are such numbers.

.include "vm.inc"
.import state_map
.importzp crc
.export image_rewind, image_next, image_put, crc_begin, crc_byte, crc_end
.export op_hash

IN_PLACE = $FF
BITS     = 1

; Where the walk through the image is; nothing else uses these bytes before its end.
byte_at = t0                    ; address of the next byte
field   = t2                    ; the entry of state_map behind the current one

left    = t4                    ; bytes left in the field, a word
flip    = t6                    ; from the page of low bytes to that of high ones and back; 0: bytes in a row
value   = t7

.if SHARED_STATE
.segment "VMBSS"
bits:       .res 1              ; those that the field has of each byte
shift:      .res 1              ; the lowest of them
.endif

.include "image.inc"

; image_rewind: the walk is before the first byte.
; in: nothing.  out: nothing.  clobbers: a, t2 to t5.
image_rewind:
    lda #<state_map
    sta field
    lda #>state_map
    sta field + 1
    lda #0
    sta left
    sta left + 1
    rts

; image_put: the next byte of the image; there must be one.
; in: a.  out: a as it was, carry clear.  clobbers: x, y, t0 to t7.
image_put:
    pha
    lda left
    ora left + 1
    bne @there
    jsr next_field
@there:
    pla
    ldy #0
.if SHARED_STATE
    ldx shift
    beq @at_0
@up:
    asl
    dex
    bne @up
@at_0:
    eor (byte_at),y
    and bits
    eor (byte_at),y
.endif
    sta (byte_at),y
; falls through to image_next, which passes it

; image_next: the next byte of the image.
; in: nothing.  out: a, carry clear; carry set if there is none.  clobbers: a, x, y, t0 to t7.
image_next:
    lda left
    bne @byte
    lda left + 1
    bne @page
    jsr next_field
    bcs @end
    bcc image_next              ; always
@page:
    dec left + 1
@byte:
    dec left
    ldy #0
    lda (byte_at),y
.if SHARED_STATE
    and bits
    ldx shift
    beq @at_0
@down:
    lsr
    dex
    bne @down
@at_0:
.endif
    sta value
    lda flip
    bne @word
@next:
    inc byte_at
    bne @done
    inc byte_at + 1
@done:
    lda value
    clc
@end:
    rts
@word:
    eor byte_at + 1
    sta byte_at + 1
    lda left
    lsr
    bcc @next                   ; the high byte is done
    bcs @done                   ; always

; next_field: the walk is before the first byte of the next field; carry set if there is none.
next_field:
    ldy #0
    lda (field),y
    beq @none
    sta byte_at + 1
.if SHARED_STATE
    lda #$FF
    sta bits
.endif
    iny
    ldx #0                      ; bytes
    lda (field),y
    beq @shape
.if SHARED_STATE
    cmp #BITS
    beq @bits
.endif
    inx                         ; words
    cmp #IN_PLACE
    beq @shape
    eor byte_at + 1
    bne @split
@shape:
    lda #0
@split:
    sta flip
    iny
    lda (field),y
    sta byte_at
@count:
    iny
    lda (field),y
    sta left
    iny
    lda (field),y
    sta left + 1
    dex
    bne @length
    asl left
    rol left + 1
@length:
    lda field
    clc
    adc #5
    sta field
    bcc @found
    inc field + 1
@found:
.if SHARED_STATE
    lda bits
    ldx #$FF
@low:
    inx
    lsr
    bcc @low
    stx shift
.endif
    clc
    rts
.if SHARED_STATE
@bits:
    iny
    lda (field),y
    sta bits
    txa
    sta flip
    sta byte_at
    beq @count                  ; always
.endif
@none:
    sec
    rts

; crc_begin: the sum of nothing, to begin with.
; in: nothing.  out: crc.  clobbers: a.
crc_begin:
    lda #$FF
    sta crc
    sta crc + 1
    sta crc + 2
    sta crc + 3
    rts

; crc_byte: one more byte; about 90 cycles. What a byte adds to the sum is what its halves add.
; in: a, crc.  out: crc.  clobbers: a, x, y.
crc_byte:
    eor crc
    tay
    and #15
    tax
    tya
    lsr
    lsr
    lsr
    lsr
    tay
    lda crc + 1
    eor low_half,x
    eor high_half,y
    sta crc
    lda crc + 2
    eor low_half + 16,x
    eor high_half + 16,y
    sta crc + 1
    lda crc + 3
    eor low_half + 32,x
    eor high_half + 32,y
    sta crc + 2
    lda low_half + 48,x
    eor high_half + 48,y
    sta crc + 3
    rts

; crc_end: the sum of all bytes.
; in: crc.  out: crc, to be written and compared.  clobbers: a, x.
crc_end:
    ldx #3
@byte:
    lda crc,x
    eor #$FF
    sta crc,x
    dex
    bpl @byte
    rts

; The sums of the bytes $00 to $0F, and of $00, $10 to $F0: all first bytes, low ones first, then all second ones, and so on.
low_half:
    .byte $00, $96, $2C, $BA, $19, $8F, $35, $A3
    .byte $32, $A4, $1E, $88, $2B, $BD, $07, $91
    .byte $00, $30, $61, $51, $C4, $F4, $A5, $95
    .byte $88, $B8, $E9, $D9, $4C, $7C, $2D, $1D
    .byte $00, $07, $0E, $09, $6D, $6A, $63, $64
    .byte $DB, $DC, $D5, $D2, $B6, $B1, $B8, $BF
    .byte $00, $77, $EE, $99, $07, $70, $E9, $9E
    .byte $0E, $79, $E0, $97, $09, $7E, $E7, $90
high_half:
    .byte $00, $64, $C8, $AC, $90, $F4, $58, $3C
    .byte $20, $44, $E8, $8C, $B0, $D4, $78, $1C
    .byte $00, $10, $20, $30, $41, $51, $61, $71
    .byte $83, $93, $A3, $B3, $C2, $D2, $E2, $F2
    .byte $00, $B7, $6E, $D9, $DC, $6B, $B2, $05
    .byte $B8, $0F, $D6, $61, $64, $D3, $0A, $BD
    .byte $00, $1D, $3B, $26, $76, $6B, $4D, $50
    .byte $ED, $F0, $D6, $CB, $9B, $86, $A0, $BD

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
