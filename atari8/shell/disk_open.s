; disk_open: opens files, and empties them. A saved game keeps its sectors for good: only what they hold is written, so that table of
; contents and directory are always right; a disk that has no file for it gets one when it is written. Its first sector is written when
; all others are there.

.include "shell.inc"
.include "disk.inc"
.import disk_name_find, disk_make, disk_sector, disk_number, disk_result
.import file_start, file_locked, file_page, first_page, link_page, file_at, file_count, file_state, file_mode, file_result
.import file_torn, file_is_first, link_read
.export disk_name_open, disk_scratch, file_begin

.include "saving.inc"

; disk_name_open: opens the named file.
; in: a = kind_save, y = to_read or to_write.  out: as disk_status.  clobbers: x, y.
disk_name_open:
    sty file_mode
    jsr disk_name_find
    beq @there
    cmp #save_none
    bne @failed
    ldy file_mode
    cpy #to_write
    bne @failed
    jsr disk_make
    bne @failed
@there:
    jsr file_begin
    ldx file_mode
    cpx #to_write
    beq @write
    lda #do_read
    ldx #<file_page
    ldy #>file_page
    jsr disk_sector
    bne @failed
    lda file_page + link_count
    and #count_bits
    sta file_count
    bne @well
    lda #save_none              ; never used
    ldx file_page
    beq @failed
    lda #save_open              ; never finished
@failed:
    ldx #0
    stx file_mode
    jmp disk_result
@write:
    lda #1
    sta file_is_first
@well:
    lda #save_done
    jmp disk_result

; file_begin: the file's first sector is meant, and its first byte.
; in: file_start.  out: disk_number; file_at, file_state = 0.  clobbers: a.
file_begin:
    lda file_start
    sta disk_number
    lda file_start + 1
    sta disk_number + 1
    lda #0
    sta file_at
    sta file_state
    rts

; disk_scratch: empties the named file.
; in: nothing.  out: as disk_status; well if there is none; file_torn.  clobbers: x, y.
disk_scratch:
    jsr disk_name_find
    beq @there
    cmp #save_none
    bne @end
    lda #save_done
    beq @end                    ; always
@there:
    lda #save_protected
    ldx file_locked
    bne @end
    jsr file_begin
    jsr link_read
    bne @end
    sta file_torn
    lda link_page + link_count
    and #count_bits
    bne @empty
    lda link_page               ; it was begun, and what lies behind it may not be empty
    sta file_torn
@empty:
    ldx #0
    stx link_page + link_count
    dex                         ; unfinished
    stx link_page
    lda #do_write
    ldx #<link_page
    ldy #>link_page
    jsr disk_sector
@end:
    jmp disk_result
