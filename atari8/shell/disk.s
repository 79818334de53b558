; disk: disk work begins and ends. The ROM is seen while SIO works, and only then, so that all memory is in reach all the time.

.include "shell.inc"
.include "disk.inc"
.import disk_unit, file_mode, file_page, drawn_shape
.export disk_begin, disk_end, game_bank, rom_bank, disk_to, disk_from

NMIEN = $D40E
blank_alone       = %01000000   ; the vertical blank's interrupt
blank_and_display = %11000000

.segment "SHELL"

; disk_begin: drive 1 is meant, and SIO's bytes wait for no colours: the display's interrupts stop. Whether there is a drive, disk_status tells.
; in: a = 0 saving, 1 loading.  out: nothing.  clobbers: a.
disk_begin:
    lda #0
    sta disk_unit
    sta file_mode
    lda #blank_alone
    sta NMIEN
    ; falls through to disk_to

; disk_to: a file that is open takes bytes at once.
; in: nothing.  out: carry clear.  clobbers: nothing.
disk_to:
    ; falls through to disk_from

; disk_from: it gives them at once, too.
; in: nothing.  out: carry clear.  clobbers: nothing.
disk_from:
    clc
    rts

; disk_end: the players are theirs again, whose memory had sectors in it, and the display's interrupts come; the drive's motor stops by
; itself.
; in: a.  out: a is as it was, and the flags are its own.  clobbers: x.
disk_end:
    pha
    ldx #sector_bytes
    stx drawn_shape             ; none that there is
    lda #0
@players:
    dex
    sta file_page,x
    sta file_page + sector_bytes,x
    sta file_page + 2 * sector_bytes,x
    bne @players
    lda #blank_and_display
    sta NMIEN
    pla
    ; falls through to game_bank

; game_bank: all is in reach.
; in: nothing.  out: nothing.  clobbers: nothing.
game_bank:
    ; falls through to rom_bank

; rom_bank: all is.
; in: nothing.  out: nothing.  clobbers: nothing.
rom_bank:
    rts
