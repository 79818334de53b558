; again: the game anew: its disk is started.

.include "shell.inc"
.include "disk.inc"
.import catalog_find, disk_result
.import file_name, name_length, program_name, program_name_length
.export game_again

boot_rom = $C600

.segment "SHELL"

; game_again: starts the game's disk anew; its program must be there.
; in: nothing.  out: never returns; if it cannot, a = save_* result.  clobbers: everything.
game_again:
    ; the catalog has the whole title, which begins with this
    ldx #<program_name_length
    stx name_length
    dex
@name:
    lda program_name,x
    ora #high_bit
    sta file_name,x
    dex
    bpl @name
    jsr catalog_find
    jsr disk_result
    bne @end
    bit card_rom
    jmp boot_rom
@end:
    rts
