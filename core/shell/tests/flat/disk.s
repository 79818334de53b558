; Files of the smallest machine: twelve of a KB in memory, eight of saved games and four of parts. A test may say what goes wrong, and
; reads what was asked of the disk in the order in which it was.

.include "shell.inc"
.export disk_begin, disk_end, disk_name, disk_name_open, disk_scratch, disk_to, disk_from, disk_put, disk_get, disk_close
.export disk_look, disk_look_send, disk_status, disk_validate, game_bank, rom_bank, game_again
.export name_save, name_part, dos_text, dos_length, lengths
.export asked, asked_length, named, begun, look_status, read_status, write_status, scratch_status, validate_status, close_status
.export gone_to, gone_from, put_fails, get_file, get_fails, get_line, get_after, get_turned

files = $9000
name_save = 0
name_part = 8 - 1               ; part 1 is the ninth
last_part = 4                   ; all from here on are one file
kept_changes = $EE              ; what a routine may change, it does

.segment "SHELLZP": zeropage
at:         .res 2              ; the next byte of the open file

.segment "SHELLBSS"
lengths:    .res 24             ; of the files, low and high; 0: there is none
which:      .res 1              ; twice the number of the one that is meant
length:     .res 2              ; read or written so far
dos_length: .res 1
dos_text:   .res 32

; what was asked: a letter each, and of a file its own letter behind that
asked:        .res 256
asked_length: .res 1
begun:        .res 1            ; what disk_begin was told
named:        .res 1            ; the last letter that disk_name was told

; what goes wrong: 0 nothing
look_status:     .res 1         ; what the drive says once it has looked at its disk
read_status:     .res 12        ; when a file is opened to be read
write_status:    .res 1         ; to be written
scratch_status:  .res 1
validate_status: .res 1
close_status:    .res 1         ; behind a file that was written
gone_to:         .res 1         ; not 0: the drive takes nothing
gone_from:       .res 1         ; gives nothing
put_fails:       .res 2         ; the byte written that the line does not take, from 1
get_file:        .res 1         ; twice the number of the file
get_fails:       .res 2         ; of which this byte, from 1,
get_line:        .res 1         ; comes with this status
get_turned:      .res 1         ; and these bits of it the other way round,
get_after:       .res 1         ; once the file has been opened so often
armed:           .res 1         ; 1: that it has
looked:          .res 1         ; 1: disk_status is to tell of a look

.segment "SHELL"

; ask: a = letter of what is asked. keeps everything but flags.
ask:
    stx saved_x
    ldx asked_length
    sta asked,x
    inc asked_length
    ldx saved_x
    rts

; ask_file: the same, and the letter of the file. clobbers a.
ask_file:
    jsr ask
    lda which
    lsr
    clc
    adc #'A'
    jmp ask

disk_name:
    sta named
    cpy #name_part
    beq @part
    sec
    sbc #'A'
    cpy #name_save
    beq @number
    lda #<('?' - 'A')          ; no such kind
    bne @number
@part:
    sec
    sbc #'0'
    cmp #last_part
    bcc @own
    lda #last_part
@own:
    clc
    adc #name_part
@number:
    asl
    sta which
    jmp spoil

; spoil: x and y are no longer what they were.
spoil:
    ldx #kept_changes
    ldy #kept_changes
    rts

; a = kind, y = way
disk_name_open:
    pha
    lda which
    asl                         ; four pages a file
    adc #>files
    sta at + 1
    lda #0
    sta at
    sta length
    sta length + 1
    pla
    cpy #to_write
    beq @write
    cpy #to_read
    bne @wrong
    cmp #kind_part
    beq @part
    cmp #kind_save
    bne @wrong
    lda #'r'
    bne @read
@part:
    lda #'p'
    bne @read
@wrong:
    lda #'?'
@read:
    jsr ask_file
    jsr arm
    lda which
    lsr
    tax
    lda read_status,x
    bne @end
    ldx which
    lda lengths,x
    ora lengths + 1,x
    bne @well
    lda #save_none
    bne @end
@write:
    lda #'w'
    jsr ask_file
    lda write_status
    bne @end
@well:
    lda #save_done
@end:
    pha
    jsr spoil
    pla
    rts

; arm: counts how often the file of the bad byte is opened. clobbers a.
arm:
    lda #0
    sta armed
    lda which
    cmp get_file
    bne @end
    lda get_after
    bne @later
    inc armed
    rts
@later:
    dec get_after
@end:
    rts

disk_scratch:
    lda #'x'
    jsr ask_file
    ldx which
    lda #0
    sta lengths,x
    sta lengths + 1,x
    jsr spoil
    lda scratch_status
    rts

disk_begin:
    sta begun
    lda #'('
    jsr ask
    jmp spoil

disk_end:
    pha
    lda #')'
    jsr ask
    jsr spoil
    pla
    rts

disk_look_send:
    lda #1
    sta looked
    lda #'l'
    jsr ask
    jmp spoil

disk_look:
    jsr disk_look_send
disk_status:
    lda #'s'
    jsr ask
    jsr spoil
    lda looked
    beq @closed
    lda #0
    sta looked
    lda look_status
    rts
@closed:
    lda close_status
    rts

disk_validate:
    lda #'v'
    jsr ask
    jsr spoil
    lda validate_status
    rts

disk_close:
    lda #'.'
    jsr ask
    jsr spoil
    lda #kept_changes
    rts

game_bank:
    pha
    lda #'g'
    jsr ask
    pla
    rts

rom_bank:
    pha
    lda #'d'
    jsr ask
    pla
    rts

disk_to:
    lda #'>'
    jsr ask
    lda gone_to
    cmp #1
    rts

disk_from:
    lda #'<'
    jsr ask
    lda gone_from
    cmp #1
    rts

; step: the byte behind, one more. y is kept.
step:
    inc length
    bne @at
    inc length + 1
@at:
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
    lda length
    cmp put_fails
    bne @takes
    lda length + 1
    cmp put_fails + 1
    bne @takes
    ldy saved_y
    lda #%10000000
    rts
@takes:
    stx saved_x
    ldx which
    lda length
    sta lengths,x
    lda length + 1
    sta lengths + 1,x
    ldx saved_x
    ldy saved_y
    lda #0
    rts

disk_get:
    sty saved_y
    ldy #0
    lda (at),y
    pha
    jsr step
    ldy which
    lda armed
    beq @whole
    lda length
    cmp get_fails
    bne @whole
    lda length + 1
    cmp get_fails + 1
    bne @whole
    pla
    eor get_turned
    pha
    ldx get_line
    jmp @status
@whole:
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
