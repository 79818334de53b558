; disk_file: the file that is open, byte by byte.

.include "shell.inc"
.include "disk.inc"
.import disk_sector, disk_number, file_start, file_number, file_begin
.export disk_get, disk_put, disk_close, link_read
.export file_page, first_page, link_page, file_at, file_count, file_state, file_mode, file_result, file_torn
.export file_is_first

.segment "DISKPAGE"

file_mode:     .res 1           ; 0, to_read or to_write
file_result:   .res 1           ; how the last thing went
file_state:    .res 1           ; of what is read: 0, line_last where it has ended, else trouble
file_at:       .res 1           ; next byte in the page
file_count:    .res 1           ; bytes of the page that is read
file_is_first: .res 1           ; not 0: it is the first page that is filled
file_torn:     .res 1           ; not 0: a save was cut short in this file once
put_byte:      .res 1

; No player is seen meanwhile.
.segment "DISKBUFFER"

file_page:     .res sector_bytes
first_page:    .res sector_bytes ; of a file that is written: its last sector to be so
link_page:     .res sector_bytes ; a sector as it was

line_gone   = %10000000
line_broken = %00000001

.include "saving.inc"

; disk_get: a byte from the file.
; in: nothing.  out: a, x = status of the line, z set unless the file is at its end or broken.  clobbers: nothing.
disk_get:
    ldx file_state
    bne @broken
    ldx file_at
    lda file_page,x
    inx
    stx file_at
    cpx file_count
    beq @next
    ldx #0
    rts
@next:
    pha
    tya
    pha
    jsr file_next
    sta file_state
    pla
    tay
    pla
    ldx file_state
    cpx #line_last
    beq @last
    ldx #0                      ; trouble comes with the byte behind it
    rts
@last:
    cpx #0
    rts
@broken:
    lda file_result
    ldx #line_broken
    cmp #save_no_drive
    bne @end
    ldx #line_gone
@end:
    cpx #0
    rts

; file_next: the next sector of the file that is read. out: a = 0, line_last where there is none, else trouble; file_result.
; clobbers x, y.
file_next:
    lda file_page + link_high
    and #high_bits
    tax
    lda file_page + link_low
    jsr sector_set
    beq @last
    lda #do_read
    ldx #<file_page
    ldy #>file_page
    jsr disk_sector
    bne @failed
    sta file_at
    lda file_page + link_high
    eor file_number
    and #<~high_bits
    bne @foreign
    lda file_page + link_count
    and #count_bits
    beq @last                   ; what follows is kept for longer saves
    sta file_count
    lda #0
    rts
@foreign:
    lda #save_damaged
@failed:
    sta file_result
    lda #line_broken
    rts
@last:
    lda #line_last
    rts

; sector_set: sector a, x is meant. out: disk_number; z set if it is 0, the end. clobbers a.
sector_set:
    sta disk_number
    stx disk_number + 1
    ora disk_number + 1
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
    lda file_at
    cmp #data_bytes
    bcc @room
    jsr page_out
    bne @end
@room:
    ldx file_at
    inc file_at
    lda put_byte
    ldy file_is_first
    bne @first
    sta file_page,x
    lda #0
    beq @end                    ; always
@first:
    sta first_page,x
    lda #0
@end:
    sta put_byte
    pla
    tay
    pla
    tax
    lda put_byte
    rts

; link_read: the sector as it is on the disk.
; in: disk_number, file_number.  out: link_page; a = save_* result, z set if it belongs to the file.  clobbers: x, y.
link_read:
    lda #do_read
    ldx #<link_page
    ldy #>link_page
    jsr disk_sector
    bne @end
    lda link_page + link_high
    eor file_number
    and #<~high_bits
    beq @end
    lda #save_damaged
@end:
    rts

; page_out: the page is full: into its sector, unless it is the first. Then the next one is meant.
; out: a = save_* result, z set if well: file_at = 0; file_result. clobbers x, y.
page_out:
    jsr link_read
    bne @failed
    lda file_is_first
    beq @write
    ; its link stays with it
    lda link_page + link_high
    sta first_page + link_high
    lda link_page + link_low
    sta first_page + link_low
    lda file_at
    sta first_page + link_count
    lda #0
    sta file_is_first
    beq @next                   ; always
@write:
    lda link_page + link_high
    sta file_page + link_high
    lda link_page + link_low
    sta file_page + link_low
    lda file_at
    sta file_page + link_count
    lda #do_write
    ldx #<file_page
    ldy #>file_page
    jsr disk_sector
    bne @failed
@next:
    jsr link_next
    beq @full
    lda #0
    sta file_at
    rts
@full:
    lda #save_full
@failed:
    sta file_result
    cmp #save_done
    rts

; link_next: the sector behind link_page is meant. out: z set if there is none. clobbers a, x.
link_next:
    lda link_page + link_high
    and #high_bits
    tax
    lda link_page + link_low
    jmp sector_set

; disk_close: closes the file. One that was written gets its first sector when all others are there, and those it does not need
; are empty.
; in: nothing.  out: nothing.  clobbers: a, x, y.
disk_close:
    lda file_mode
    cmp #to_write
    bne @closed
    lda file_result
    bne @closed
    jsr page_out
    beq @rest
    cmp #save_full              ; the very last one was enough
    bne @closed
    lda #save_done
    sta file_result
    beq @first                  ; always
@rest:
    jsr link_read
    bne @failed
    lda link_page + link_count
    and #count_bits
    bne @empty
    lda file_torn
    beq @first                  ; all behind it are empty, too
    bne @next                   ; always
@empty:
    lda #0
    sta link_page + link_count
    lda #do_write
    ldx #<link_page
    ldy #>link_page
    jsr disk_sector
    bne @failed
@next:
    jsr link_next
    bne @rest
@first:
    jsr file_begin
    lda #do_write
    ldx #<first_page
    ldy #>first_page
    jsr disk_sector
@failed:
    sta file_result
@closed:
    lda #0
    sta file_mode
    rts
