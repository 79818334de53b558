; rwts_write: a sector onto the disk.
;
; A byte is written every 32 cycles, sync every 40: what is between two writes is counted here, and no branch may cross a page.

.include "shell.inc"
.include "disk.inc"
.importzp disk_data, disk_last, disk_sum, disk_odd, disk_patience
.import disk_drive, disk_track, disk_found, disk_arm, disk_seek, disk_speed, disk_find, disk_home
.import disk_bytes, disk_twos, disk_pages_ahead, physical
.export disk_write_one, disk_put_10, disk_put_3, disk_put_0, disk_12

most_fields = 96                ; address fields that may pass in vain
syncs = 5                       ; between address and data, one more
end_waits = 3                   ; while the end of the address field passes
coded = disk_pages_ahead + 256 * page_coded

.segment "DISK"

; disk_write_one: writes a sector.
; in: a = track, x = sector as DOS numbers them, y = page; disk_drive, its motor on.  out: a = save_* result, z set if well.
; clobbers: x, y, disk_data, the page for disk bytes.
disk_write_one:
    sta disk_track
    lda physical,x
    pha
    sty disk_data + 1
    lda #0
    sta disk_data
    lda disk_track
    jsr disk_seek
    jsr disk_speed
    lda q6_high
    lda q7_low                  ; the notch
    php
    lda q6_low
    plp
    bmi @protected
    jsr encode
    lda #most_fields
    sta disk_patience
@field:
    dec disk_patience
    beq @failed
    jsr disk_find
    bcs @field
    lda disk_found + at_track
    cmp disk_track
    bne @astray
    pla
    pha
    cmp disk_found + at_sector
    bne @field
    jsr write
    pla
    lda #save_done
    rts
@astray:
    ldx disk_drive
    asl
    sta disk_arm,x
    lda disk_track
    jsr disk_seek
    jmp @field
@protected:
    pla
    lda #save_protected
    rts
@failed:
    pla
    lda #save_error
    rts

; encode: the page at disk_data as disk bytes. out: disk_twos, the page for disk bytes, disk_last. clobbers a, x, y.
encode:
    ldx #twos - 1
@pairs:
    lda #0
    sta disk_odd
    txa
    clc
    adc #2 * twos
    bcs @second                 ; there is none
    jsr pair
@second:
    txa
    clc
    adc #twos
    jsr pair
    txa
    jsr pair
    lda disk_odd
    asl
    asl
    sta disk_twos,x
    dex
    bpl @pairs
    ; each is written as what it differs in from the one before
    inx
    stx disk_sum
    ldy #first_two
@two:
    lda disk_twos - first_two,y
    tax
    eor disk_sum
    stx disk_sum
    tax
    lda disk_bytes,x
    sta disk_twos - first_two,y
    iny
    bne @two
@six:
    lda (disk_data),y
    and #high_six
    tax
    eor disk_sum
    stx disk_sum
    tax
    lda disk_bytes,x
    sta coded,y
    iny
    bne @six
    ldx disk_sum
    lda disk_bytes,x
    sta disk_last
    lda #<coded
    sta disk_data
    lda #>coded
    sta disk_data + 1
    rts

; pair: the two low bits of byte a of the page, turned, into disk_odd. clobbers a, y.
pair:
    tay
    lda (disk_data),y
    lsr
    rol disk_odd
    lsr
    rol disk_odd
    rts

; Where it lies does not depend on other code.
.segment "DISKTIMED"

; write: the data field, behind the address field, whose end passes meanwhile. What is behind a line are its cycles. clobbers a, y.
write:
    ldy #end_waits
@end:
    jsr disk_12
    dey
    bne @end
    lda q6_high
    lda #sync
    sta q7_high
    cmp q6_low                  ; 4
    pha                         ; 3
    pla                         ; 4
    nop                         ; 2
    ldy #syncs                  ; 2
@sync:
    jsr disk_12                 ; 12
    jsr disk_put_3
    dey                         ; 2
    bne @sync                   ; 3
.assert >@sync = >*, lderror, "writing of sync crosses a page"
    nop                         ; 2
    nop                         ; 2: 40 cycles behind the last sync, too
    lda #mark_1
    jsr disk_put_10
    lda #mark_2
    jsr disk_put_10
    lda #mark_data
    jsr disk_put_10
    ldy #first_two              ; 2
    bit disk_sum                ; 3
@two:
    lda disk_twos - first_two,y ; 4
    jsr disk_put_3
    iny                         ; 2
    bne @two                    ; 3
.assert >@two = >*, lderror, "writing of low bits crosses a page"
    lda (disk_data),y           ; 5: with the loop's end as long as a turn of it
    jsr disk_put_3
    iny                         ; 2
    bit disk_sum                ; 3
@six:
    lda coded,y                 ; 4
    jsr disk_put_3
    iny                         ; 2
    bne @six                    ; 3
.assert >@six = >*, lderror, "writing of data crosses a page"
    lda disk_last               ; 3
    nop                         ; 2
    jsr disk_put_3
    lda #end_1
    jsr disk_put_10
    lda #end_2
    jsr disk_put_10
    lda #end_3
    jsr disk_put_10
    lda #sync
    jsr disk_put_10
    jsr disk_12
    jsr disk_12
    lda q7_low
    lda q6_low
    rts

; disk_put_10: a byte under the head, 32 cycles behind the last one where the caller takes 2.
; in: a.  out: nothing.  clobbers: nothing.
disk_put_10:
    pha                         ; 3
    pla                         ; 4
    ; falls through to disk_put_3

; disk_put_3: the same where he takes 9.
; in: a.  out: nothing.  clobbers: nothing.
disk_put_3:
    bit disk_sum                ; 3
    ; falls through to disk_put_0

; disk_put_0: the same where he takes 12.
; in: a.  out: nothing.  clobbers: nothing.
disk_put_0:
    sta q6_high                 ; 4
    cmp q6_low                  ; 4
    ; falls through to disk_12: 6

; disk_12: takes 12 cycles, with the call.
; in: nothing.  out: nothing.  clobbers: nothing.
disk_12:
    rts
