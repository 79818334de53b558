; Files of the smallest machine: nine of a KB in memory, eight of saved games and one of a part.

.include "shell.inc"
.export disk_begin, disk_end, disk_name, disk_name_open, disk_scratch, disk_to, disk_from, disk_put, disk_get, disk_close
.export disk_look, disk_look_send, disk_status, disk_validate, game_bank, rom_bank, game_again
.export name_save, name_part, dos_text, dos_length, lengths

files = $9000
name_save = 0
name_part = 8 - 1               ; part 1 is the ninth

.segment "SHELLZP": zeropage
at:         .res 2              ; the next byte of the open file

.segment "SHELLBSS"
lengths:    .res 18             ; of the files, low and high; 0: there is none
which:      .res 1              ; twice the number of the one that is meant
length:     .res 2              ; read so far
dos_length: .res 1
dos_text:

.segment "SHELL"

disk_name:
    cpy #name_part
    beq @part
    sec
    sbc #'A'
    jmp @number
@part:
    sec
    sbc #'0' - name_part
@number:
    asl
    sta which
    rts

disk_name_open:
    lda which
    asl                         ; four pages a file
    adc #>files
    sta at + 1
    lda #0
    sta at
    sta length
    sta length + 1
    ldx which
    cpy #to_write
    beq @well
    lda lengths,x
    ora lengths + 1,x
    bne @well
    lda #save_none
    rts
@well:
    lda #save_done
    rts

disk_scratch:
    ldx which
    lda #0
    sta lengths,x
    sta lengths + 1,x
disk_begin:
disk_look:
disk_look_send:
disk_status:
disk_validate:
    lda #save_done
disk_end:
disk_close:
game_bank:
rom_bank:
    rts

disk_to:
disk_from:
    clc
    rts

; step: the byte behind. y is kept.
step:
    inc at
    bne @end
    inc at + 1
@end:
    rts

disk_put:
    sty saved_y
    ldy #0
    sta (at),y
    jsr step
    ldy saved_y
    stx saved_x
    ldx which
    inc lengths,x
    bne @end
    inc lengths + 1,x
@end:
    ldx saved_x
    lda #0
    rts

disk_get:
    sty saved_y
    ldy #0
    lda (at),y
    pha
    jsr step
    inc length
    bne @counted
    inc length + 1
@counted:
    ldy which
    ldx #0
    lda length
    cmp lengths,y
    lda length + 1
    sbc lengths + 1,y
    bcc @status
    ldx #line_last
@status:
    ldy saved_y
    pla
    cpx #0
    rts

game_again:
    jmp game_again

.segment "SHELLBSS"
saved_x:    .res 1
saved_y:    .res 1
