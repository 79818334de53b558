; disk: disk work begins and ends. All code that uses the drive lies where the game's bytes may lie, too: they take turns
; (bank_game, bank_disk in machine.inc).

.include "shell.inc"
.include "disk.inc"
.import disk_drive, disk_on, file_mode, file_result, catalog_drive
.export disk_begin, disk_end, game_bank, rom_bank, disk_to, disk_from, disk_off

.segment "SHELL"

; disk_begin: drive 1 is meant, its motor goes on. Whether there is a drive, disk_status tells.
; in: a = 0 saving, 1 loading.  out: the disk routines are in reach.  clobbers: a, x, y.
disk_begin:
    bank_disk
    lda #0
    sta disk_drive
    sta file_mode
    sta file_result
    lda #no_drive
    sta catalog_drive
    jmp disk_on

; disk_end: the motor goes off.
; in: nothing.  out: the game's bytes are in reach.  clobbers: x.
disk_end:
    jsr disk_off
    jmp game_bank

; disk_off: the motor goes off, in a second.
; in: nothing.  out: nothing.  clobbers: nothing.
disk_off:
    bit motor_off
    rts

; rom_bank: the disk routines are in reach.
; in: nothing.  out: nothing.  clobbers: nothing.
rom_bank:
    pha
    txa
    pha
    bank_disk
    pla
    tax
    pla
    rts

; game_bank: the game's bytes are.
; in: nothing.  out: nothing.  clobbers: nothing.
game_bank:
    pha
    txa
    pha
    bank_game
    pla
    tax
    pla
    rts

; disk_to: a file that is open takes bytes at once.
; in: nothing.  out: carry clear.  clobbers: nothing.
disk_to:
    ; falls through to disk_from

; disk_from: it gives them at once, too.
; in: nothing.  out: carry clear.  clobbers: nothing.
disk_from:
    clc
    rts
