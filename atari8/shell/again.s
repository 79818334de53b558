; again: the game anew: its disk is started.

.include "shell.inc"
.include "disk.inc"
.import disk_name_program, disk_name_find, disk_result
.export game_again

NMIEN = $D40E

.segment "SHELL"

; game_again: starts the game's disk anew; its program must be there.
; in: nothing.  out: never returns; if it cannot, a = save_* result.  clobbers: everything.
game_again:
    jsr disk_name_program
    jsr disk_name_find
    jsr disk_result
    bne @end
    sei
    lda #0
    sta NMIEN
    lda #rom_in
    sta PORTB
    jmp COLDSV
@end:
    rts
