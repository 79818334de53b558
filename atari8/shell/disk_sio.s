; disk_sio: sectors, through the operating system's SIO, unless the drive is faster than that: any drive, and any system. On 64 KB its ROM is seen for that time alone.

.include "shell.inc"
.include "disk.inc"
.import rom_out, disk_vbi, fast_sector
.export disk_sector, bus_call, bus_call_timed, disk_status_ask, disk_unit, disk_number, disk_status_bytes

.segment "DISKPAGE"

disk_unit:   .res 1             ; the drive that is meant, from 0
disk_number: .res 2             ; the sector
disk_status_bytes: .res status_bytes

.segment "SHELL"

; disk_sector: reads or writes a sector.
; in: a = do_read or do_write, x, y = where its bytes are, low and high; disk_unit, disk_number.
; out: a = save_* result, z set if well.  clobbers: x, y.
disk_sector:
    sta DCOMND
    stx DBUFLO
    sty DBUFHI
    lda disk_number
    sta DAUX1
    lda disk_number + 1
    sta DAUX2
    jsr fast_sector
    beq @end
    lda #sector_bytes
    ldx #from_drive
    ldy DCOMND
    cpy #do_read
    beq @call
    ldx #to_drive
@call:
    jsr bus_call
    beq @end
    bpl @told                   ; nobody is there
    lda DCOMND
    pha
    jsr disk_status_ask
    beq @asked
    pla
    lda #save_no_drive
    rts
@asked:
    pla
    cmp #do_write
    bne @ready
    lda disk_status_bytes + status_first
    and #is_protected
    beq @ready
    lda #save_protected
    rts
@ready:
    lda disk_status_bytes + status_second
    bmi @error
    lda #save_no_drive          ; no disk in it
@told:
    rts
@error:
    lda #save_error
@end:
    rts

; disk_status_ask: what the drive says of itself.
; in: disk_unit.  out: disk_status_bytes; a = save_* result, z set if well.  clobbers: x, y.
disk_status_ask:
    lda #do_status
    sta DCOMND
    lda #<disk_status_bytes
    sta DBUFLO
    lda #>disk_status_bytes
    sta DBUFHI
    lda #status_bytes
    ldx #from_drive
    ; falls through to bus_call

; bus_call: SIO.
; in: a = bytes, x = which way; the device control block.  out: a = 0 and z set if well, save_no_drive and n clear where nobody answers,
; else n set.  clobbers: x, y.
bus_call:
    ldy #disk_time
    ; falls through to bus_call_timed

; bus_call_timed: the same, with the time that the drive may take.
; in: as bus_call; y = that time, in units of 64 frames.  out: as bus_call.  clobbers: x, y.
bus_call_timed:
    sty DTIMLO
    sta DBYTLO
    stx DSTATS
    lda #0
    sta DBYTHI
    lda #disks
    sta DDEVIC
    ldx disk_unit
    inx
    stx DUNIT
    lda #rom_in
    sta PORTB
    inc disk_vbi                ; from here on the OS counts frames
    jsr SIOV
    lda #0
    sta disk_vbi
    sta IRQEN
    lda #<rom_out
    sta PORTB
    lda DSTATS
    bmi @failed
    lda #save_done
    rts
@failed:
    cmp #sio_timeout
    bne @trouble
    lda #save_no_drive
    rts
@trouble:
    ldx #sio_drive
    rts
