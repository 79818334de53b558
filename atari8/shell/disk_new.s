; disk_new: a disk of DOS 2 with files for saved games is made.
;
; Formatting takes what was there; then come the boot sector, a table of contents without files, and one file behind the other: where the
; power is cut on the way, the disk is one that is offered to be formatted again, or one of DOS 2 that gets its files as they are written.
; Sources: Operating System User's Manual, chapter 9, "Disk handler"; Inside Atari DOS, chapters 3 and 4.

.include "shell.inc"
.include "disk.inc"
.import part_sector, part_sector_high, part_mark
.import disk_number, disk_sector, disk_status_ask, disk_status_bytes, disk_name, name_save, disk_make, bus_call_timed, file_page
.export disk_new

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

.segment "FORMAT"

letter:  .byte 0                ; last one of the file that is made

; What a disk has for who boots it: a code that says that it cannot be.
no_boot: .byte $00, $01, $00, $07, $06, $07, $38, $60
no_boot_end:

; disk_new: formats a disk, unless it is the game's, and makes the files of the saved games.
; in: disk_unit.  out: a = save_* result; save_other: it is the game's.  clobbers: x, y, count.
disk_new:
    lda part_sector + part_format
    sta disk_number
    lda part_sector_high + part_format
    sta disk_number + 1
    lda #do_read
    ldx #<file_page
    ldy #>file_page
    jsr disk_sector
    bne @format
    lda file_page
    cmp part_mark
    bne @format
    lda file_page + 1
    cmp part_mark + 1
    bne @format
    lda #save_other
    rts
@format:
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
@last:
    cmp #save_full              ; of a long game it has fewer
    beq @well
    rts

; page_write: file_page is written to sector x:a. out: as disk_sector. clobbers x, y.
page_write:
    sta disk_number
    stx disk_number + 1
    lda #do_write
    ldx #<file_page
    ldy #>file_page
    jmp disk_sector
