; format: makes a disk for saved games, for who presses F while the game comes in (scratch.s).
;
; A track is written in one go: sync for a whole turn, which takes away whatever was there, then sixteen sectors of zeros. What is behind
; a line are its cycles: a byte is written every 32, sync every 40, and where it is more the rest is a multiple of 4.

.include "shell.inc"
.include "disk.inc"
.importzp disk_was, disk_step, disk_sum, disk_odd, disk_left
.import disk_track, disk_wanted, disk_pages_ahead, disk_on, disk_speed, disk_seek, disk_home, disk_read
.import disk_put_0, disk_put_3, disk_put_10, disk_12
.export format_disk

most_writes = 3                 ; of a track whose sectors are not all read again
turn_high   = 21                ; times 256 sync bytes: more than a turn of a slow disk
gap_address = 12                ; sync before an address, with two more
gap_data    = 6                 ; between address and data
zero_bytes  = 343               ; of the data of a sector of zeros, its sum among them
zero_code   = $96

; the bytes of an address field, while a track is written
track_now   = disk_was
sector_now  = disk_step
sum_now     = disk_sum
sum_track   = disk_odd          ; without the sector

.segment "SCRATCH"

; format_disk: formats the disk in a drive, and reads each of its tracks; one that is not whole is written again.
; in: disk_drive.  out: a = save_* result, z set if well.  clobbers: x, y, the first page for sectors.
format_disk:
    jsr disk_on
    lda #save_no_drive
    bcs @end
    jsr disk_speed
    lda q6_high
    lda q7_low                  ; the notch
    asl
    lda q6_low
    lda #save_protected
    bcs @end
    jsr disk_home
    lda #0
@track:
    sta disk_track
    jsr disk_seek
    lda #most_writes
    sta writes
@write:
    jsr track_write
    jsr track_check
    beq @next
    dec writes
    bne @write
    beq @end                    ; always, with what went wrong
@next:
    inc disk_track
    lda disk_track
    cmp #tracks
    bne @track
    lda #save_done
@end:
    cmp #save_done
    rts

writes: .byte 0                 ; of this track, that are left

; track_check: reads a track. in: disk_track. out: a = save_* result, z set if all of it is there. clobbers x, y.
track_check:
    ldx #sectors
    stx disk_left
    lda #>disk_pages_ahead
@place:
    dex
    sta disk_wanted,x
    bne @place
    jmp disk_read

; Where it lies does not depend on other code.
.segment "FORMAT"

; track_write: writes a track. in: disk_track. clobbers a, x, y.
track_write:
    lda disk_track
    sta track_now
    eor #volume
    sta sum_track
    sta sum_now
    lda #0
    sta sector_now
    lda q6_high
    lda #sync
    sta q7_high
    cmp q6_low                  ; 4
    ldx #turn_high              ; 2
    ldy #0                      ; 2
    pha                         ; 3
    pla                         ; 4
@turn:
    jsr disk_12                 ; 12
    jsr disk_put_3              ; 13 to the byte, 10 behind it
    dey                         ; 2
    bne @turn                   ; 3
    dex                         ; 2
    bne @turn                   ; 3
.assert >@turn = >*, lderror, "writing of a track crosses a page"
    nop                         ; 2
track_sector:
    bit disk_sum                ; 3
    nop                         ; 2
    ldy #gap_address            ; 2
@gap:
    jsr disk_12
    jsr disk_put_3
    dey
    bne @gap
.assert >@gap = >*, lderror, "writing of a track crosses a page"
    nop                         ; 2
    nop                         ; 2
    lda #mark_1                 ; 2: from here on as disk_put_10 has it
    jsr disk_put_10
    lda #mark_2
    jsr disk_put_10
    lda #mark_address
    jsr disk_put_10
    lda #volume >> 1 | filler
    jsr disk_put_10
    lda #volume | filler
    jsr disk_put_10
    lda track_now               ; 3
    lsr                         ; 2
    ora #filler                 ; 2
    nop                         ; 2
    jsr disk_put_3
    lda track_now               ; 3
    ora #filler                 ; 2
    nop                         ; 2
    nop                         ; 2
    jsr disk_put_3
    lda sector_now
    lsr
    ora #filler
    nop
    jsr disk_put_3
    lda sector_now
    ora #filler
    nop
    nop
    jsr disk_put_3
    lda sum_now
    lsr
    ora #filler
    nop
    jsr disk_put_3
    lda sum_now
    ora #filler
    nop
    nop
    jsr disk_put_3
    lda #end_1
    jsr disk_put_10
    lda #end_2
    jsr disk_put_10
    lda #end_3
    jsr disk_put_10
    lda #sync                   ; 2
    ldy #gap_data               ; 2
    bit disk_sum                ; 3
    nop                         ; 2: 44 cycles
@gap_data:
    jsr disk_12
    jsr disk_put_3
    dey
    bne @gap_data
.assert >@gap_data = >*, lderror, "writing of a track crosses a page"
    nop
    nop
    lda #mark_1
    jsr disk_put_10
    lda #mark_2
    jsr disk_put_10
    lda #mark_data
    jsr disk_put_10
    lda #zero_code              ; 2
    ldy #zero_bytes - 256       ; 2
    bit disk_sum                ; 3
    nop                         ; 2
@zero:
    jsr disk_put_3
    nop                         ; 2
    nop                         ; 2
    dey                         ; 2
    bne @zero                   ; 3, at the end 2
.assert >@zero = >*, lderror, "writing of a track crosses a page"
    nop                         ; 2
    nop                         ; 2
    jsr disk_put_0
    ldy #255                    ; 2
    bit disk_sum                ; 3
    nop                         ; 2
    nop                         ; 2
@zeros:
    jsr disk_put_3
    nop
    nop
    dey
    bne @zeros
.assert >@zeros = >*, lderror, "writing of a track crosses a page"
    nop                         ; 2
    lda #end_1                  ; 2
    jsr disk_put_0
    lda #end_2
    jsr disk_put_10
    lda #end_3
    jsr disk_put_10
    inc sector_now              ; 5
    lda #sync                   ; 2
    nop                         ; 2
    jsr disk_put_3
    lda sector_now              ; 3
    eor sum_track               ; 3
    sta sum_now                 ; 3
    lda #sync                   ; 2
    nop                         ; 2
    nop                         ; 2
    nop                         ; 2: 40 cycles
    jsr disk_put_3
    ldx sector_now              ; 3
    cpx #sectors                ; 2
    beq @done                   ; 2
    jmp track_sector            ; 3
@done:
    lda q7_low
    lda q6_low
    rts
