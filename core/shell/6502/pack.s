; pack: the state image in a file: behind two equal bytes stands how many more of them follow, 0 to 255; then counting begins
; anew.

.include "shell.inc"
.import disk_put, disk_get
.export packed_begin, packed_put, packed_end, packed_get, line_status

.segment "SHELLBSS"
pair:       .res 1              ; 1: byte is the last one of the image; writing, 2: it was there twice, and is counted
byte:       .res 1
more:       .res 1              ; how often it follows yet
line_status: .res 1              ; what came with the last byte read: the file's end, or trouble

.include "saving.inc"

; packed_begin: before the first byte of the image, written or read.
; in: nothing.  out: line_status.  clobbers: a.
packed_begin:
    lda #0
    sta line_status
    sta pair
    sta more
    rts

; packed_put: the next byte of the image into the file.
; in: a.  out: z set if well.  clobbers: a, x.
packed_put:
    ldx pair
    cpx #2
    bne @single
    cmp byte
    bne @another
    inc more
    ldx more
    inx
    beq packed_end              ; 255: a count holds no more
    lda #0
    rts
@another:
    pha
    jsr packed_end
    tax                         ; status of the line
    pla
    cpx #0
    bne @end
@single:
    ldx pair
    beq @new
    cmp byte
    beq @twice
@new:
    ldx #0
    stx pair
@twice:
    inc pair
    ldx #0
    stx more
    sta byte
    jmp disk_put
@end:
    rts

; packed_end: the count of a run, if one is under way.
; in: nothing.  out: a = status of the line, z set if well.  clobbers: x.
packed_end:
    ldx pair
    cpx #2
    lda #0
    bcc @end
    sta pair
    lda more
    jmp disk_put
@end:
    tax
    rts

; packed_get: the next byte of the image from the file.
; in: nothing.  out: a, c clear; c set if the file has none: line_status says why.  clobbers: x.
packed_get:
    ldx more
    bne @again
    jsr next
    bcs @end
    ldx pair
    beq @single
    dec pair
    cmp byte
    bne @single
    jsr next
    bcs @end
    sta more
    lda byte
    rts
@again:
    dec more
    lda byte
    clc
    rts
@single:
    sta byte
    ldx #1
    stx pair
    clc
@end:
    rts

; next: out: a = next byte of the file, c set if there is none; line_status says why.
next:
    lda line_status
    cmp #1
    bcs @end
    jsr disk_get
    stx line_status
    pha
    txa
    and #255 - line_last        ; the last byte comes with the end of the file
    cmp #1
    pla
@end:
    rts
