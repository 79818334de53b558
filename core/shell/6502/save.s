; save: writes the game to a disk. A slot is a header (header.s) and the state image, packed (pack.s).
;
; Power-cut safe: the slot that does not hold the newest whole save is written, then read back. A slot whose writing was
; cut short cannot be opened (the DOS calls it a file left open), so it never counts as whole. The next save has the drive
; take it off the disk (disk_validate); it is never scratched, because nobody knows where its last block leads.

.include "shell.inc"
.include "calls.inc"
.include "save.inc"
.importzp count, crc
.import disk_look_send, disk_status, disk_close, disk_put, disk_to, disk_scratch, disk_validate
.import game_bank, rom_bank
.import image_rewind, image_next, crc_begin, crc_byte, crc_end
.import view_campaign
.import packed_begin, packed_put, packed_end
.import save_begin, save_finish, slots_read, header_read, slot_open, slot_name, slot_newer, image_read
.import header, header_make, over, shown, slot, slot_low, slot_high, slot_campaign, result, unclosed
.ifdef saves_offer
.import disk_fits, disk_offer
.endif
.export shell_save

.include "saving.inc"

; save io0: number of a game, and 4 more if another campaign may lie there; else the first -> status.
shell_save:
.ifdef saves_offer
    jsr save_once
    jsr disk_offer
    bcs shell_save
    rts

save_once:
.endif
    lda #0
    jsr save_begin
    jsr disk_look_send
    jsr image_crc               ; meanwhile
    jsr disk_status
    bne @out
    jsr slots_read
    cmp #save_no_drive
    beq @out
.ifdef saves_offer
    jsr disk_fits
    bne @out
.endif
    jsr slot_newer
    bcs @free
    stx shown                   ; for look
    jsr game_bank
    lda slot_campaign,x
    eor view_campaign
    jsr rom_bank
    beq @free
    lda #save_campaign
    ldx over
    beq @out
@free:
    jsr older
    jsr header_make
    jsr write
    bne @out
    jsr verify
@out:
    jmp save_finish

; image_crc: crc of the state image.
image_crc:
    jsr game_bank
    jsr crc_begin
    jsr image_rewind
@byte:
    jsr image_next
    bcs @end
    jsr crc_byte
    jmp @byte
@end:
    jsr crc_end
    jmp rom_bank

; older: slot = the one to write; header's generation = the newest and one.
older:
    jsr slot_newer
    bcs @empty
    lda slot_low,x
    ldy slot_high,x
    dex                         ; the other one
    beq @slot
    ldx #1
    bne @slot
@empty:
    lda #0
    tay
    tax
@slot:
    stx slot
    sta header + at_generation
    sty header + at_generation + 1
    inc header + at_generation
    bne @end
    inc header + at_generation + 1
@end:
    rts

; write: the slot anew. out: a = result, z set if well.
write:
    lda unclosed
    beq @sound
    jsr disk_validate
    bne @end
@sound:
    jsr scratch
    bne @end
    ldy #to_write
    jsr slot_open
    bne @end
    jsr disk_to
    bcs @gone
    ldy #0
@header:
    sty count
    lda header,y
    jsr disk_put
    bne @failed
    ldy count
    iny
    cpy #header_size
    bne @header
    jsr image_rewind
    jsr packed_begin
@byte:
    bank_game
    jsr image_next
    bank_disk
    bcs @written
    jsr packed_put
    beq @byte
@failed:
    jsr disk_close
    jsr disk_status
    bne @drop
    lda #save_error
@drop:
    sta result
    cmp #save_no_drive
    beq @gone
    jsr disk_validate           ; what was cut short is no save, closed or not
    jsr scratch
    lda result
@end:
    rts
@written:
    jsr packed_end
    bne @failed
    jsr disk_close
    jsr disk_status
    bne @drop
    rts
@gone:
    lda #save_no_drive
    rts

; scratch: deletes the slot's file. out: as disk_status.
scratch:
    jsr slot_name
    jmp disk_scratch

; verify: reads the slot back. out: a = result, z set if it is whole.
verify:
    jsr header_read
    bne @end
    lda #0                      ; only look
    jsr image_read
    beq @end
    cmp #save_no_drive
    beq @end
    lda #save_error
@end:
    rts
