; The state image, byte by byte, and its CRC-32, 4 bytes, high byte first. The shell saves and loads with these routines.
;
; state_map (cartridge): entries of 4 words: kind, place in the data of the first (low) byte, number of elements, bits that the
; numbers have of bytes that others share, or 0 for all; ended by kind 0. SHARED_STATE: whether there are such numbers. Kinds: 1 bytes; 2 words whose high bytes lie a page behind the low ones; 3 words in V.

.include "vm.inc"
.import state_map
.export image_rewind, image_next, image_put, crc_begin, crc_byte, crc_end, crc
.export op_hash

BYTES = 1                       ; kinds
SPLIT = 2
WORDS = 3
ENTRY = 8                       ; bytes of an entry

.segment "VMBSS"
.align 2
entry:      .res 4              ; the entry of state_map behind the current one
place:      .res 4              ; address of the current element
kind:       .res 2
left:       .res 2              ; elements left, this one included
upper:      .res 2              ; not 0: the low byte of a word is done
crc:        .res 4
.if SHARED_STATE
bits:       .res 2              ; those that the field has of each byte; 0: all
.endif

.segment "VM"

; image_rewind: the walk through the image is before the first byte.
; in: nothing.  out: nothing.  clobbers: nothing.
image_rewind:
    move.l #state_map,entry
    clr.w left
    clr.w upper
    rts

; image_put: the next byte of the image.
; in: d0.b.  out: d0.b as it was, carry clear; carry set if there is none.  clobbers: the rest of d0, d1, a0, a1.
image_put:
    move.b d0,-(sp)
    bsr step
    bcs @none
    move.b (sp)+,d0
.if SHARED_STATE
    move.w bits,d1
    bne @shared
.endif
    move.b d0,(a0)              ; carry is clear
    rts
.if SHARED_STATE
@shared:
    move.b d0,-(sp)
@up:
    lsr.w #1,d1
    bcs @at_0
    add.b d0,d0
    bra @up
@at_0:
    move.w bits,d1
    and.b d1,d0
    not.b d1
    and.b d1,(a0)
    or.b d0,(a0)
    move.b (sp)+,d0             ; carry is clear
    rts
.endif
@none:
    move.b (sp)+,d0
    move.w #1,ccr               ; carry
    rts

; image_next: the next byte of the image.
; in: nothing.  out: d0.b, carry clear; carry set if there is none.  clobbers: the rest of d0, d1, a0, a1.
image_next:
    bsr step
    bcs @none
    move.b (a0),d0              ; carry is clear
.if SHARED_STATE
    move.w bits,d1
    beq @none
    and.b d1,d0
@down:
    lsr.w #1,d1
    bcs @at_0
    lsr.b #1,d0
    bra @down
@at_0:
    tst.b d0                    ; carry is clear
.endif
@none:
    rts

; a0 := address of the next byte; carry set if there is none. Clobbers d0, d1, a1.
step:
    tst.w left
    bne @element
    movea.l entry,a1            ; the next field
    move.w (a1),d0
    beq @end
    move.w d0,kind
    moveq #0,d1
    move.w 2(a1),d1
    lea vm_v,a0
    adda.l d1,a0
    move.l a0,place
    move.w 4(a1),left
.if SHARED_STATE
    move.w 6(a1),bits
.endif
    addq.l #ENTRY,a1
    move.l a1,entry
    bra step                    ; it may have no elements
@element:
    movea.l place,a0
    move.w kind,d0
    subq.w #SPLIT,d0
    bcs @moved                  ; bytes
    beq @split
    tst.w upper
    bne @word_upper
    addq.l #1,a0                ; low byte of a word in V
@lower:
    move.w #1,upper
    tst.w d0                    ; carry is clear
    rts
@word_upper:
    addq.l #1,place             ; one more is counted below
    bra @whole
@split:
    tst.w upper
    beq @lower
    lea 256(a0),a0
@whole:
    clr.w upper
@moved:
    addq.l #1,place
    subq.w #1,left
    tst.w d0                    ; carry is clear
    rts
@end:
    move.w #1,ccr               ; carry
    rts

; crc_begin: the sum of nothing, to begin with.
; in: nothing.  out: crc.  clobbers: d0.
crc_begin:
    moveq #-1,d0
    move.l d0,crc
    rts

; crc_byte: one more byte, four bits at a time.
; in: d0.b, crc.  out: crc.  clobbers: d0, d1, a0.
crc_byte:
    move.l crc,d1
    eor.b d0,d1
    lea nibbles(pc),a0
.repeat 2
    moveq #15,d0
    and.w d1,d0
    add.w d0,d0
    add.w d0,d0
    lsr.l #4,d1
    move.l 0(a0,d0.w),d0
    eor.l d0,d1
.endrepeat
    move.l d1,crc
    rts

; crc_end: the sum of all bytes.
; in: crc.  out: crc, to be written and compared.  clobbers: nothing.
crc_end:
    not.l crc
    rts

; What four bits that leave do to the sum: polynomial $EDB88320.
nibbles:
    .dword $00000000, $1DB71064, $3B6E20C8, $26D930AC, $76DC4190, $6B6B51F4, $4DB26158, $5005713C
    .dword $EDB88320, $F00F9344, $D6D6A3E8, $CB61B38C, $9B64C2B0, $86D3D2D4, $A00AE278, $BDBDF21C

; hash: io0, io1 := CRC-32 of the state image.
op_hash:
    bsr image_rewind
    bsr crc_begin
@byte:
    bsr image_next
    bcs @end
    bsr crc_byte
    bra @byte
@end:
    bsr crc_end
    move.l crc,d1
    swap d1
    move.l d1,IO0(a3)
    moveq #0,d0
    next
