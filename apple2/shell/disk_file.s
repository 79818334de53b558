; disk_file: the file that is open, byte by byte.

.include "shell.inc"
.include "disk.inc"
.importzp disk_left
.import disk_read, disk_read_one, disk_write_one, disk_result, disk_pages_ahead, disk_wanted, disk_track, physical
.import file_list, file_list_at, file_left, file_end, file_track, file_mode, file_result
.export disk_get, disk_put, disk_close, file_next, file_take

ahead = >disk_pages_ahead
first = ahead + page_first
next  = ahead + page_next
first_page = disk_pages_ahead + 256 * page_first
next_page  = disk_pages_ahead + 256 * page_next

.segment "DISK"

; file_take: from where bytes are taken.
; in: a = offset in the first page.  out: nothing.  clobbers: x.
file_take:
    sta take
    ldx #ahead
    stx take + 1
    rts

; disk_get: a byte from the file.
; in: nothing.  out: a, x = status of the line, z set unless the file is at its end or broken.  clobbers: nothing.
disk_get:
    lda file_left
    ora file_left + 1
    beq get_broken                 ; it has ended
    lda take
    bne get_there
    lda take + 1
    cmp file_end
    bne get_there
    tya
    pha
    jsr file_next
    sta file_result
    pla
    tay
    lda #0
    jsr file_take
    lda file_result
    bne get_failed
get_there:
    lda file_left
    bne get_low
    dec file_left + 1
get_low:
    dec file_left
    ldx file_left
    bne get_more
    ldx file_left + 1
    bne get_more
    ldx #line_last
    bne get_take                   ; always
get_more:
    ldx #0
get_take:
    lda $FFFF
take = * - 2
    inc take
    bne get_end
    inc take + 1
get_end:
    cpx #0
    rts
get_failed:
    ldx #0
    stx file_left
    stx file_left + 1
    ldx #line_gone
    cmp #save_no_drive
    beq get_end
get_broken:
    ldx #line_broken
    bne get_end                    ; always

line_gone   = %10000000
line_broken = %00000001

; file_next: reads the sectors that follow, of one track, as many as there are pages for and the file fills: those behind may not be
; whole since the power was cut.
; in: file_list, file_list_at, file_left.  out: a = save_* result, z set if well; file_end.  clobbers: x, y.
file_next:
    lda #0
    sta disk_left
    ldx file_left + 1
    bne @long
    ldx #1
    bne @most                   ; always
@long:
    lda file_left
    beq @most
    inx
@most:
    cpx #ahead_pages
    bcc @some
    ldx #ahead_pages
@some:
    stx file_most
    ldy file_list_at
    bne @pairs
    lda file_list + catalog_link
    beq @damaged
    ldx file_list + catalog_link + 1
    ldy #>file_list
    jsr disk_read_one
    bne @end
    ldy #first_pair
@pairs:
    lda #ahead
    sta file_end
    lda file_list,y
    sta disk_track
    beq @damaged
@pair:
    lda file_list,y
    cmp disk_track
    bne @read
    lda file_list + 1,y
    and #sectors - 1
    tax
    lda physical,x
    tax
    lda file_end
    sta disk_wanted,x
    inc file_end
    inc disk_left
    iny
    iny
    beq @read
    lda disk_left
    cmp file_most
    bne @pair
@read:
    sty file_list_at
    jmp disk_read
@damaged:
    lda #save_damaged
@end:
    rts

; disk_put: a byte into the file.
; in: a.  out: a = 0 and z set if well, else a save_* result.  clobbers: nothing.
disk_put:
    sta put_byte
    txa
    pha
    tya
    pha
    lda file_result
    bne @end
    ldx file_left
    ldy file_left + 1
    beq @first
    lda put_byte
    sta next_page,x
    jmp @count
@first:
    lda put_byte
    sta first_page,x
@count:
    inc file_left
    bne @well
    ldy file_left + 1
    inc file_left + 1
    cpy #1
    lda #first
    bcc @write
    lda #next
@write:
    jsr page_out
    bne @end
@well:
    lda #0
@end:
    sta put_byte
    pla
    tay
    pla
    tax
    lda put_byte
    rts

; page_out: a page into the next sector of the file. in: a = page. out: a = save_* result, z set if well; file_result. clobbers x, y.
page_out:
    pha
    ldy file_list_at
    lda #save_full
    cpy #0
    beq @full
    ldx file_list,y
    beq @full
    stx file_track
    lda file_list + 1,y
    and #sectors - 1
    tax
    iny
    iny
    sty file_list_at
    pla
    tay
    lda file_track
    jsr disk_write_one
    sta file_result
    cmp #save_done
    rts
@full:
    sta file_result
    tax
    pla
    txa
    rts

; disk_close: closes the file. One that was written gets its length, in its first sector, when all others are there.
; in: nothing.  out: nothing.  clobbers: a, x, y.
disk_close:
    lda file_mode
    cmp #to_write
    bne @closed
    lda file_result
    bne @closed
    lda file_left + 1
    beq @only                   ; all of it is in the first page
    lda file_left
    beq @last                   ; nothing is left over
    lda #next
    jsr page_out
    bne @closed
@last:
@only:
    lda file_left
    sec
    sbc #head
    sta first_page + head_length
    lda file_left + 1
    sbc #0
    sta first_page + head_length + 1
    lda #0
    sta first_page
    sta first_page + 1
    lda #first_pair
    sta file_list_at
    lda #first
    jsr page_out
@closed:
    lda #0
    sta file_mode
    rts

.segment "SHELLBSS"
put_byte:   .res 1
file_most:  .res 1              ; sectors that are read at a time
