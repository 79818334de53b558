; rwts_read: address fields and sectors.
;
; A disk byte is there every 32 cycles. A sector is decoded as it comes, so that all of a track are read in one turn, whatever
; order they come in. A drive always gives bytes, if only of noise (disk_on has seen to it), so that nothing here waits for ever.

.include "shell.inc"
.include "disk.inc"
.importzp disk_sum, disk_odd, disk_patience, disk_again, disk_seen, disk_left
.import disk_arm, disk_drive, disk_track, disk_found, disk_wanted
.import disk_six, disk_twos, disk_pairs, disk_seek, disk_home
.import physical
.export disk_read, disk_read_one, disk_find

most_bytes  = 8                 ; times 256: bytes without an address field, more than four sectors
most_fields = 96                ; address fields that may pass in vain: six turns
lost_fields = 5                 ; as many are counted where there was none at all
most_gap    = 48                ; bytes between address and data

.segment "DISK"

; disk_read_one: reads a sector.
; in: a = track, x = sector as DOS numbers them, y = page; disk_drive.  out: as disk_read.  clobbers: x, y.
disk_read_one:
    sta disk_track
    lda physical,x
    tax
    tya
    sta disk_wanted,x
    lda #1
    sta disk_left
    ; falls through to disk_read

; disk_read: reads sectors of a track.
; in: disk_drive, its motor on; disk_track, disk_wanted, disk_left = how many.  out: a = save_* result, z set if well; disk_wanted is
; empty, disk_left 0.  clobbers: x, y.
disk_read:
    lda #0
    sta disk_seen
    lda #1                      ; drive 2 is mostly empty: it is given up sooner
    sec
    sbc disk_drive
    sta disk_again
    lda disk_track
    jsr disk_seek
@fresh:
    lda #most_fields
    sta disk_patience
@field:
    lda disk_left
    beq @end
    dec disk_patience
    beq @tired
    jsr disk_find
    bcs @lost
    inc disk_seen
    lda disk_found + at_track
    cmp disk_track
    bne @astray
    ldx disk_found + at_sector
    cpx #sectors
    bcs @field
    lda disk_wanted,x
    beq @field
    jsr data
    bcs @field
    ldx disk_found + at_sector
    lda #0
    sta disk_wanted,x
    dec disk_left
    bpl @fresh                  ; always
@lost:
    lda disk_patience
    sbc #lost_fields - 1        ; carry is set
    beq @last
    bcs @left
@last:
    lda #1
@left:
    sta disk_patience
    bne @field                  ; always
@astray:
    ldx disk_drive
    asl
    sta disk_arm,x
    lda disk_track
    jsr disk_seek
    jmp @field
@tired:
    dec disk_again
    bmi @failed
    jsr disk_home
    lda disk_track
    jsr disk_seek
    jmp @fresh
@failed:
    ldx #sectors - 1
    lda #0
    sta disk_left
@empty:
    sta disk_wanted,x
    dex
    bpl @empty
    lda #save_error
    ldx disk_seen
    bne @end
    lda #save_no_drive          ; no disk, or one that was never formatted
@end:
    rts

; disk_find: the next address field.
; in: the motor on.  out: disk_found; carry set if there is none.  clobbers: a, x, y.
disk_find:
    ldx #most_bytes
    ldy #0
@next:
    dey
    bne @byte
    dex
    beq @none
@byte:
    lda q6_low
    bpl @byte
@mark:
    cmp #mark_1
    bne @next
@second:
    lda q6_low
    bpl @second
    cmp #mark_2
    bne @mark
@third:
    lda q6_low
    bpl @third
    cmp #mark_address
    bne @mark
    ldy #at_volume              ; carry is set
    lda #0
@value:
    sta disk_sum
@odd:
    lda q6_low
    bpl @odd
    rol                         ; out comes bit 7, which is set
    sta disk_odd
@even:
    lda q6_low
    bpl @even
    and disk_odd
    sta disk_found,y
    eor disk_sum
    dey
    bpl @value
    tay
    bne disk_find               ; not its sum
    clc
    rts
@none:
    sec
    rts

; Where it lies does not depend on other code.
.segment "DISKTIMED"

data_none:
    sec
    rts

; data: the data field that follows.
; in: a = page.  out: carry set if there is none, or it is not whole.  clobbers: a, x, y.
data:
    sta data_third_page
    tax
    dex
    stx data_first_page
    stx data_second_page
    ldy #most_gap
@gap:
    dey
    beq data_none
@byte:
    lda q6_low
    bpl @byte
@mark:
    cmp #mark_1
    bne @gap
@second:
    lda q6_low
    bpl @second
    cmp #mark_2
    bne @mark
@third:
    lda q6_low
    bpl @third
    cmp #mark_data
    bne @mark
    ldy #first_two
    lda #0
@two:
    ldx q6_low
    bpl @two
    eor disk_six,x
    sta disk_twos - first_two,y
    iny
    bne @two
    ; Each third of the sector has its own bits of the bytes with the low ones. 30 cycles a byte, 31 in the last third.
    ldy #first_two
data_first:
    ldx q6_low
    bpl data_first
    eor disk_six,x
    ldx disk_twos - first_two,y
    eor disk_pairs,x
    sta $FF00 + twos,y
data_first_page = * - 1
    and #high_six
    iny
    bne data_first
    ldy #first_two
data_second:
    ldx q6_low
    bpl data_second
    eor disk_six,x
    ldx disk_twos - first_two,y
    eor disk_pairs + 1,x
    sta $FF00 + 2 * twos,y
data_second_page = * - 1
    and #high_six
    iny
    bne data_second
    ldy #2 * twos               ; two fewer
data_third:
    ldx q6_low
    bpl data_third
    eor disk_six,x
    ldx disk_twos - 2 * twos,y
    eor disk_pairs + 2,x
    sta $FF00,y
data_third_page = * - 1
    and #high_six
    iny
    bne data_third
.assert >(data_second - 1) = >data_first, lderror, "the first third crosses a page"
.assert >(data_third - 1) = >data_second, lderror, "the second third crosses a page"
@sum:
    ldx q6_low
    bpl @sum
    eor disk_six,x
    cmp #1                      ; carry set but for 0
    rts
