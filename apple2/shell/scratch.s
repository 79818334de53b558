; scratch: asks for a disk for saved games, and makes one of it. It lies with the loader, and is gone when the game runs; where memory is left
; for it it stays, and is offered where a disk has no files for a game that was to be saved, too (`saves_offer`).

.include "shell.inc"
.include "disk.inc"
.importzp count
.import queue_start, key_take, page_clear, screen_start, text_at, cell_put
.import disk_drive, disk_off, disk_result, dos_text, dos_length, format_disk, scratch_files, catalog_drive
.export scratch
.ifdef saves_offer
.export disk_fits, disk_offer
.endif

keyboard_taken = $C010
row_words      = 5
row_first      = 8
row_second     = 10

made = 2                        ; of make

.segment "SCRATCH"

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
    jsr anew
    jsr screen_start
    jsr make
    tax
    beq @end
    dex
    beq @game
    lda #line_done
    jsr say_first
@game:
    lda #line_game
    ldx #row_second
    jsr say
    bit keyboard_taken          ; what was typed while it worked
    jmp key
@end:
    rts

.ifdef saves_offer
; disk_fits: of a disk nothing is known before it is written to.
; in: nothing.  out: a = save_done, z set.  clobbers: nothing.
disk_fits:
    lda #save_done
    rts

; disk_offer: behind a game that was to be saved: where no disk has a file for it, one may be made that has.
; in: x:a = result.  out: carry set: it is to be saved anew; else x:a as it was.  clobbers: everything else.
disk_offer:
    cmp #save_none
    beq @offer
    cmp #save_error
    beq @offer
    cmp #save_no_drive          ; a disk that was never formatted, too
    bne @as_it_was
@offer:
    pha
    jsr anew
    ldx #row_words
    jsr words
    jsr make
    cmp #made
    pla
    bcs @end
@as_it_was:
    clc
@end:
    ldx #0
    rts
.endif

; anew: an empty page; what was typed is forgotten. clobbers a, x, y, count.
anew:
    bit keyboard_taken
    jsr queue_start
    ; falls through to clean

; clean: an empty page of text. clobbers a, x, y, count.
clean:
    lda #page_text
    jmp page_clear

; make: asks on an empty page for a disk, and makes one of it. out: a = 0: there is none for it; 1: it failed; made. clobbers x, y, count.
make:
    lda #line_drive
    ldy #line_number
    jsr ask
    sec
    sbc #'1'
    cmp #drives
    bcs @none
    sta drive
    jsr clean
    lda #line_lost
    ldy #line_sure
    jsr ask
    cmp #'Y'
    beq @format
@none:
    lda #0
    rts
@format:
    jsr clean
    lda #line_wait
    jsr say_first
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
    beq @well
    ldx #row_first
    jsr words
    lda #line_again
    ldx #row_second
    jsr say
    bit keyboard_taken
    jsr key
    cmp #'Y'
    beq @format
    jsr clean
    lda #1
    rts
@well:
    lda #made
    rts

; ask: lines a and y. out: a = the key that was pressed. clobbers x, y, count.
ask:
    pha
    tya
    ldx #row_second
    jsr say
    pla
    jsr say_first
    ; falls through to key

; key: waits for a key. out: a. clobbers x.
key:
    idle
    jsr key_take
    beq key
    rts

; words: how the last thing went, in row x. clobbers a, x, y, count.
words:
    lda #2
    jsr text_at
    ldy #0
@letter:
    cpy dos_length
    beq @end
    lda dos_text,y
    jsr letter
    bne @letter                 ; always
@end:
    rts

; say_first, say: line a in the first row, in row x. clobbers a, x, y, count.
say_first:
    ldx #row_first
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
