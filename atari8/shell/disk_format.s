; disk_format: makes a disk of DOS 2 with files for saved games. It lies with the title and is gone when the campaign is there: whoever holds
; SELECT while the game comes is asked for a disk.
; Sources: Operating System User's Manual, chapter 9, "Disk handler"; Inside Atari DOS, chapters 3 and 4.

.include "shell.inc"
.include "disk.inc"
.importzp count
.import page_clear, text_at, cell_put, cell_ink, key_take, queue_start
.import disk_begin, disk_end, disk_unit, disk_number, disk_sector, disk_status_ask, disk_status_bytes, disk_result, disk_name, name_save
.import disk_make, bus_call_timed, file_page, dos_text, dos_length
.export format_ask

CONSOL = $D01F
select_key  = %00000010         ; clear while it is held

do_format   = '!'
format_time = 70                ; in units of 64 frames
most_saves  = 8

; the table of contents of a disk of 720 sectors
vtoc_sectors = 1
vtoc_free    = 3
vtoc_bits    = 10               ; a bit a sector
sectors_free = 707
boot_free    = %00001111        ; sectors 1 to 3 are booted, and there is none 0
behind       = %01111111        ; the directory's last is the first of this byte
vtoc_end     = 90               ; bytes

.segment "TITLE"

; Lines: column, row of the page, letters, 0.
lines:
line_disk = * - lines
    .byte 9, 8, "A DISK FOR SAVED GAMES", 0
line_which = * - lines
    .byte 3, 10, "IN DRIVE 1 OR 2? OTHER KEYS: NONE", 0
line_lost = * - lines
    .byte 5, 8, "ALL THAT IS ON IT WILL BE LOST", 0
line_sure = * - lines
    .byte 15, 10, "Y: GO ON", 0
line_wait = * - lines
    .byte 12, 9, "A MINUTE OR TWO", 0
line_done = * - lines
    .byte 12, 8, "IT CAN BE USED", 0
line_game = * - lines
    .byte 2, 10, "GAME DISK INTO DRIVE 1, PRESS A KEY", 0
line_none = * - lines
    .byte 13, 8, "NO DISK DRIVE", 0

; What a disk has for who boots it: a code that says that it cannot be.
no_boot: .byte $00, $01, $00, $07, $06, $07, $38, $60
no_boot_end:

drive:   .byte 0                ; the one with the disk, from 0
letter:  .byte 0                ; last one of the file that is made

; format_ask: if SELECT is held, asks for a disk for saved games, and makes one of it.
; in: an empty text page, interrupts.  out: nothing.  clobbers: a, x, y, count.
format_ask:
    lda CONSOL
    and #select_key
    beq @ask
    rts
@ask:
    lda #line_disk
    jsr say
    lda #line_which
    jsr say
@held:
    lda CONSOL
    and #select_key
    beq @held
    jsr queue_start             ; it is a key of its own, too
    jsr key
    sec
    sbc #'1'
    cmp #drives
    bcs @end
    sta drive
    jsr clean
    lda #line_lost
    jsr say
    lda #line_sure
    jsr say
    jsr key
    cmp #'Y'
    bne @end
    jsr clean
    lda #line_wait
    jsr say
    lda #0
    jsr disk_begin
    lda drive
    sta disk_unit
    jsr disk_make_all
    jsr disk_result
    jsr disk_end
    pha
    jsr clean
    pla
    beq @done
    cmp #save_no_drive
    beq @none
    ldx #8
    lda #2
    jsr text_at
.include "telling_drive.inc"
    beq @said                   ; always
@none:
    lda #line_none
    bne @line                   ; always
@done:
    lda #line_done
@line:
    jsr say
@said:
    lda #line_game
    jsr say
    jsr key
@end:
    ; falls through to clean

; clean: an empty page. clobbers a, x, y.
clean:
    lda #page_text
    jmp page_clear

; key: a = the next key. clobbers x, y.
key:
    jsr key_take
    beq key
    rts

; say: one of the lines. in: a = which. clobbers a, x, y, count.
say:
.include "telling.inc"

; disk_make_all: formats a disk, and makes the files of the saved games. in: disk_unit. out: a = save_* result, z set if well. clobbers
; x, y, count.
disk_make_all:
    lda #do_format
    sta DCOMND
    lda #<file_page
    sta DBUFLO
    lda #>file_page
    sta DBUFHI
    lda #sector_bytes           ; it answers with the sectors that cannot be used
    ldx #from_drive
    ldy #format_time
    jsr bus_call_timed
    beq @formatted
    bpl @end                    ; nobody is there
    jsr disk_status_ask
    bne @end
    ldx #save_protected
    lda disk_status_bytes + status_first
    and #is_protected
    bne @trouble
    ldx #save_error
@trouble:
    txa
@end:
    rts
@formatted:
    ldx #sector_bytes - 1
@zero:
    sta file_page,x             ; a = save_done
    dex
    bpl @zero
    ldx #no_boot_end - no_boot - 1
@boot:
    lda no_boot,x
    sta file_page,x
    dex
    bpl @boot
    lda #1
    ldx #0
    jsr page_write
    bne @end
    ldx #vtoc_end - 1
@free:
    lda #%11111111
    sta file_page + vtoc_bits,x
    dex
    bne @free
    lda #boot_free
    sta file_page + vtoc_bits
    lda #behind
    sta file_page + vtoc_bits + vtoc / 8 + 1
    stx file_page + vtoc_bits + vtoc / 8
    lda #dos_2
    sta file_page + vtoc_version
    lda #<sectors_free
    sta file_page + vtoc_sectors
    sta file_page + vtoc_free
    lda #>sectors_free
    sta file_page + vtoc_sectors + 1
    sta file_page + vtoc_free + 1
    stx file_page + vtoc_free + 2
    stx file_page + vtoc_free + 3
    stx file_page + vtoc_free + 4
    lda #<vtoc
    ldx #>vtoc
    jsr page_write
    bne @end
    lda #'A'
@file:
    sta letter
    ldy #<name_save
    jsr disk_name
    jsr disk_make
    bne @last
    ldx letter
    inx
    txa
    cmp #'A' + most_saves
    bne @file
@well:
    lda #save_done
    rts
@last:
    cmp #save_full              ; of a long game it has fewer
    beq @well
    cmp #save_done
    rts

; page_write: file_page is written to sector x:a. out: as disk_sector. clobbers x, y.
page_write:
    sta disk_number
    stx disk_number + 1
    lda #do_write
    ldx #<file_page
    ldy #>file_page
    jmp disk_sector
