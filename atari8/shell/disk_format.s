; disk_format: a disk for saved games is asked for, in either drive, and made. It comes from the game's disk when it is wanted
; (disk_offer.s), into memory that a text page leaves free; the map takes it afterwards.

.include "shell.inc"
.include "disk.inc"
.importzp count
.import page_clear, text_at, cell_put, cell_ink, key_ask
.import disk_begin, disk_end, disk_unit, disk_new, disk_result, dos_text, dos_length, second_drive
.export disk_make_ask

.segment "FORMAT"

; Lines: column, row of the page, letters, 0.
lines:
line_disk = * - lines
    .byte 9, 8, "A DISK FOR SAVED GAMES", 0
line_lost = * - lines
    .byte 5, 9, "ALL THAT IS ON IT WILL BE LOST", 0
line_which = * - lines
    .byte 3, 11, "IN DRIVE 1 OR 2? OTHER KEYS: NONE", 0
line_wait = * - lines
    .byte 12, 9, "A MINUTE OR TWO", 0
line_game = * - lines
    .byte 9, 8, "THAT IS THE GAME DISK", 0
line_again = * - lines
    .byte 4, 10, "Y: TRY AGAIN. OTHER KEYS: GO ON", 0

drive:   .byte 0                ; the one with the disk, from 0

; disk_make_ask: asks for a disk for saved games, and makes one of it. What was typed before the question does not answer it.
; in: a text page, interrupts.  out: an empty page; z set if a disk was made, carry set if that was tried.  clobbers: a, x, y, count.
disk_make_ask:
    jsr clean
    lda #line_disk
    jsr say
    lda #line_lost
    jsr say
    lda #line_which
    jsr say
    jsr key_ask
    sec
    sbc #'1'
    cmp #drives
    bcs @none
    sta drive
@format:
    jsr clean
    lda #line_wait
    jsr say
    lda #0
    jsr disk_begin
    lda drive
    sta disk_unit
    jsr disk_new
    jsr disk_result
    jsr disk_end
    pha
    jsr clean
    pla
    beq @made
    cmp #save_other
    bne @words
    lda #line_game
    jsr say
    beq @again                  ; always
@words:
    ldx #8
    lda #4
    jsr text_at
.include "telling_drive.inc"
@again:
    lda #line_again
    jsr say
    jsr key_ask
    cmp #'Y'
    beq @format
    jsr clean
    lda #save_error
    sec
    rts
@made:
    sta second_drive            ; whether one answers is asked anew
    sec
    rts
@none:
    jsr clean
    lda #save_error
    clc
    rts

; clean: an empty page. clobbers a, x, y.
clean:
    lda #page_text
    jmp page_clear

; say: one of the lines. in: a = which. out: z set. clobbers a, x, y, count.
say:
.include "telling.inc"
