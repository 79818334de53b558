; scratch: asks for a disk for saved games, and makes one of it. It lies with the loader; the shell is in memory already.

.include "shell.inc"
.include "disk.inc"
.importzp count
.import queue_start, key_take, page_clear, screen_start, text_at, cell_put
.import disk_drive, disk_off, disk_result, dos_text, dos_length, format_disk, scratch_files, catalog_drive
.export scratch

keyboard_taken = $C010
row_first      = 8
row_second     = 10

.segment "LOADER"

lines:
line_drive = * - lines
    .byte "A DISK FOR SAVED GAMES", 0
line_number = * - lines
    .byte "IN DRIVE 1 OR 2? OTHER KEYS: NONE", 0
line_lost = * - lines
    .byte "ALL THAT IS ON IT WILL BE LOST", 0
line_sure = * - lines
    .byte "Y: GO ON", 0
line_wait = * - lines
    .byte "HALF A MINUTE", 0
line_again = * - lines
    .byte "Y: TRY AGAIN. OTHER KEYS: GO ON", 0
line_done = * - lines
    .byte "IT CAN BE USED", 0
line_game = * - lines
    .byte "GAME DISK INTO DRIVE 1, PRESS A KEY", 0

; scratch: makes a disk for saved games, if the player has one for it.
; in: the game's bytes are in reach.  out: nothing.  clobbers: everything.
scratch:
    bit keyboard_taken
    jsr queue_start
    jsr clean
    jsr screen_start
    lda #line_drive
    ldy #line_number
    jsr ask
    sec
    sbc #'1'
    cmp #drives
    bcs @none
    sta drive
    lda #line_lost
    ldy #line_sure
    jsr ask
    cmp #'Y'
    beq @format
@none:
    rts
@format:
    jsr clean
    lda #line_wait
    ldx #row_first
    jsr say
    bank_disk
    lda drive
    sta disk_drive
    jsr format_disk
    bne @made
    jsr scratch_files
@made:
    jsr disk_result
    php
    jsr disk_off
    lda #no_drive
    sta catalog_drive
    bank_game
    jsr clean
    plp
    bne @failed
    lda #line_done
    ldx #row_first
    jsr say
    jmp @game
@failed:
    lda #2
    ldx #row_first
    jsr text_at
    ldy #0
@letter:
    lda dos_text,y
    jsr letter
    cpy dos_length
    bne @letter
    lda #line_again
    ldx #row_second
    jsr say
    bit keyboard_taken
    jsr key
    cmp #'Y'
    beq @format
    jsr clean
@game:
    lda #line_game
    ldx #row_second
    jsr say
    bit keyboard_taken          ; what was typed while it worked
    jmp key

; ask: lines a and y on an empty page. out: a = the key that was pressed. clobbers x, y, count.
ask:
    pha
    tya
    pha
    jsr clean
    pla
    ldx #row_second
    jsr say
    pla
    ldx #row_first
    jsr say
    ; falls through to key

; key: waits for a key. out: a. clobbers x.
key:
    idle
    jsr key_take
    beq key
    rts

; clean: an empty page of text. clobbers a, x, y, count.
clean:
    lda #page_text
    jmp page_clear

; say: line a in row x. clobbers a, x, y, count.
say:
    pha
    lda #2
    jsr text_at
    pla
    tay
@letter:
    lda lines,y
    beq @end
    jsr letter
    bne @letter                 ; always
@end:
    rts

; letter: the ASCII letter a at the text cursor. out: y is the next, z clear. clobbers a, x, count.
letter:
    letter_code
    sty count
    jsr cell_put
    ldy count
    iny
    rts

drive: .byte 0
