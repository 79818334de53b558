; load: reads a saved game.

.include "shell.inc"
.include "save.inc"
.importzp crc
.import disk_look, disk_close
.import packed_begin, packed_get, line_status
.import image_rewind, image_put, crc_begin, crc_byte, crc_end
.import part_again
.import save_begin, save_finish, slots_read, slots_none, header_read, slot_newer
.import header, slot, slot_state, result, spoilt
.export shell_load, image_read

.segment "SHELLBSS"
length:     .res 2              ; bytes of the image read so far
keep:       .res 1              ; 1: what is read becomes the state

.include "saving.inc"

; load io0: number of a game, else the first -> status: its newest whole slot. If none is whole, the state stays as it is.
shell_load:
    lda #1
    jsr save_begin
    jsr disk_look
    bne @out
    jsr slots_read
    cmp #save_no_drive
    beq @out
    jsr slot_newer
    bcs @none
@try:
    jsr load_slot
    beq @well
    cmp #save_damaged
    bne @out
    sta spoilt
    ldx slot
    sta slot_state,x            ; then the other one
    jsr slot_newer
    bcc @try
    lda #save_damaged
@out:
    jmp save_finish
@well:
    lda spoilt
    beq @out
    lda #save_older
    bne @out
@none:
    jmp slots_none

; load_slot: slot x becomes the state, when its whole image has been read once and is sound: a damaged one must not touch
; the state. out: a = result, z set if well.
load_slot:
    stx slot
    lda #0
    jsr pass
    bne @end
    lda #1
    jsr pass
    beq @end
    ldx keep
    beq @end
    jmp part_again              ; it was sound, and now half of it is the state: that is no game any more
@end:
    cmp #save_done
    rts

; pass: reads the slot's file, its image as image_read does with a. out: a = result, z set if well.
pass:
    pha
    jsr header_read
    pla
    ldx result
    bne @close
    jsr image_read
    sta result
@close:
    jsr disk_close
    lda result
    rts

; image_read: the image of the open file, as the header tells it.
; in: a = 1: it becomes the state, 0: it is only checked.  out: a = result, z set if whole.  clobbers: x, y, crc, t0 to t7.
image_read:
    sta keep
    jsr crc_begin
    jsr image_rewind
    lda #0
    sta length
    sta length + 1
    jsr packed_begin
@byte:
    lda length
    cmp header + at_length
    bne @next
    lda length + 1
    cmp header + at_length + 1
    beq @whole
@next:
    jsr packed_get
    bcs @broken
    ldx keep
    beq @look
    bank_game
    pha
    jsr image_put
    pla
    bank_disk
@look:
    jsr crc_byte
    inc length
    bne @byte
    inc length + 1
    jmp @byte
@whole:
    jsr crc_end
    ldx #3
@crc:
    lda crc,x
    cmp header + at_crc,x
    bne @damaged
    dex
    bpl @crc
    lda #save_done
    rts
@broken:
    lda line_status
    bmi @gone
@damaged:
    lda #save_damaged
    rts
@gone:
    lda #save_no_drive
    rts
