; disk_open: opens files, and empties them. A saved game keeps its sectors for good: only what they hold is written, so that the
; catalog is always right.

.include "shell.inc"
.include "disk.inc"
.import disk_name_find, disk_read_one, disk_write_one, disk_result, disk_pages_ahead
.import file_list, file_list_at, file_entry, file_mode, file_left, file_result, file_next
.import file_take
.export disk_name_open, disk_scratch

first = disk_pages_ahead + 256 * page_first

.segment "DISK"

; disk_name_open: opens the named file.
; in: y = to_read or to_write.  out: as disk_status.  clobbers: x, y.
disk_name_open:
    sty file_mode
    jsr found
    bne @failed
    ldy file_mode
    cpy #to_write
    beq @write
    lda #head                   ; nothing else is known of it yet
    sta file_left
    lda #0
    sta file_left + 1
    jsr file_next
    bne @failed
    lda #head
    jsr file_take
    lda first + head_length
    sta file_left
    lda first + head_length + 1
    sta file_left + 1
    ora file_left
    bne @well
    lda #save_none              ; never used
    ldx first
    beq @failed
    lda #save_open              ; never finished
@failed:
    ldx #0
    stx file_mode
    jmp disk_result
@write:
    lda #head
    sta file_left
    lda #0
    sta file_left + 1
    sta first + head_length
    sta first + head_length + 1
    lda #unfinished
    sta first
    sta first + 1
@well:
    lda #save_done
    jmp disk_result

; disk_scratch: empties the named file.
; in: nothing.  out: as disk_status; well if there is none.  clobbers: x, y.
disk_scratch:
    jsr found
    cmp #save_none
    beq @well
    cmp #save_done
    bne @end
    ldx #0
    txa
@byte:
    sta first,x
    inx
    bne @byte
    lda file_list + first_pair
    ldx file_list + first_pair + 1
    ldy #>first
    jsr disk_write_one
@end:
    jmp disk_result
@well:
    lda #save_done
    beq @end                    ; always

; found: looks for the named file and reads its list. out: a = save_* result, z set if well; file_list, file_list_at. clobbers x, y.
found:
    jsr disk_name_find
    bne @end
    lda #first_pair
    sta file_list_at
    lda file_entry
    ldx file_entry + 1
    ldy #>file_list
    jsr disk_read_one
@end:
    cmp #save_done
    rts
