; disk_make: makes the file of a saved game on a disk of DOS 2 that has none, with all the sectors that it can ever need.
;
; The sectors are linked first, then taken in the table of contents, and the directory names the file last: wherever the power is cut, no
; file of the disk is touched, and the worst is that sectors are taken for nothing.
; Source: Inside Atari DOS, chapters 3 to 5.

.include "shell.inc"
.include "save.inc"
.include "disk.inc"
.import image_length
.import disk_sector, disk_number, file_page, first_page, link_page, file_name, file_start, file_number, file_locked
.export disk_make

; A saved game at its longest: packing makes three bytes of two equal ones.
sectors_kept = (header_size + image_length + (image_length + 1) / 2 + data_bytes - 1) / data_bytes
vtoc_free  = 3
vtoc_bits  = 10                 ; a bit a sector, bit 7 the first, 1: it is free
disk_end   = 720                ; behind the last sector that every DOS 2 knows
is_file    = %01000010          ; in use, of DOS 2

.segment "SHELLBSS"
at:         .res 2              ; the sector that was taken last
left:       .res 1              ; sectors still to be linked
entry:      .res 1              ; place of the file in its sector of the directory
entry_at:   .res 1              ; the sector, whose high byte is that of the directory

.include "saving.inc"

page_bytes: .byte 0, 32, 64
bits: .byte %10000000, %01000000, %00100000, %00010000, %00001000, %00000100, %00000010, %00000001

; disk_make: makes the named file.
; in: file_name, disk_unit.  out: a = save_* result, z set if it is there now: file_start, file_number, file_locked; disk_number.
; clobbers: x, y, file_page, first_page, link_page.
disk_make:
    lda #<vtoc
    sta disk_number
    lda #>vtoc
    sta disk_number + 1
    lda #do_read
    ldx #<first_page
    ldy #>first_page
    jsr disk_sector
    bne @end
    ldx first_page + vtoc_version
    cpx #dos_2
    beq @dos
    lda #save_none
@end:
    rts
@dos:
    jsr entry_find
    bne @end
    sta at
    sta at + 1
    sta file_locked
    lda disk_number
    sta entry_at
    jsr next_free
    bcs @full
    lda at
    sta file_start
    lda at + 1
    sta file_start + 1
    lda #<sectors_kept
    sta left
@sector:
    lda at
    sta disk_number
    lda at + 1
    sta disk_number + 1
    ldx #sector_bytes - 1
    lda #0
@zero:
    sta link_page,x
    dex
    bpl @zero
    lda file_number
    sta link_page + link_high
    dec left
    beq @write                  ; the last leads nowhere
    jsr next_free
    bcs @full
    lda at
    sta link_page + link_low
    lda at + 1
    ora file_number
    sta link_page + link_high
@write:
    lda #do_write
    ldx #<link_page
    ldy #>link_page
    jsr disk_sector
    bne @failed
    lda left
    bne @sector
    lda #<vtoc
    sta disk_number
    lda #>vtoc
    sta disk_number + 1
    lda #do_write
    ldx #<first_page
    ldy #>first_page
    jsr disk_sector
    bne @failed
    jmp entry_write
@full:
    lda #save_full
@failed:
    rts

; next_free: the next free sector behind `at` is taken. out: at, the table of contents in first_page; carry set if there is none.
; clobbers a, x, y.
next_free:
    inc at
    bne @low
    inc at + 1
@low:
    lda at
    cmp #<disk_end
    lda at + 1
    sbc #>disk_end
    bcs @end
    lda at
    lsr
    lsr
    lsr
    ldx at + 1
    ora page_bytes,x            ; 32 bytes hold the bits of a page of numbers
    tax
    lda at
    and #%00000111
    tay
    lda bits,y
    and first_page + vtoc_bits,x
    beq next_free
    eor first_page + vtoc_bits,x
    sta first_page + vtoc_bits,x
    lda first_page + vtoc_free
    bne @count
    dec first_page + vtoc_free + 1
@count:
    dec first_page + vtoc_free
    clc
@end:
    rts

; entry_find: a place in the directory where no file is. out: a = save_* result, z set if there is one: file_page, disk_number, entry,
; file_number. clobbers x, y.
entry_find:
    lda #0
    sta file_number
    lda #<directory
    sta disk_number
    lda #>directory
    sta disk_number + 1
@sector:
    lda #do_read
    ldx #<file_page
    ldy #>file_page
    jsr disk_sector
    bne @end
    ldx #0
@entry:
    stx entry
    lda file_page,x
    beq @free                   ; never used
    bmi @free                   ; deleted
    clc
    lda file_number
    adc #4
    sta file_number
    txa
    adc #entry_bytes
    tax
    bpl @entry
    inc disk_number
    lda disk_number
    cmp #<(directory + directory_sectors)
    bne @sector
    lda #save_full
@end:
    rts
@free:
    lda #save_done
    rts

; entry_write: the file's entry, into file_page and the directory. out: a = save_* result, z set if well. clobbers x, y.
entry_write:
    ldx entry
    lda #is_file
    sta file_page,x
    lda #<sectors_kept
    sta file_page + entry_count,x
    lda #0
    sta file_page + entry_count + 1,x
    lda file_start
    sta file_page + entry_start,x
    lda file_start + 1
    sta file_page + entry_start + 1,x
    ldy #0
@letter:
    lda file_name,y
    sta file_page + entry_name,x
    inx
    iny
    cpy #name_letters
    bne @letter
    lda entry_at
    sta disk_number
    .assert >directory = >vtoc, error, "the high byte is that of the table of contents, which was written last"
    lda #do_write
    ldx #<file_page
    ldy #>file_page
    jmp disk_sector
