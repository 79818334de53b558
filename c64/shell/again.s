; again: the game is loaded anew.

.include "defs.inc"
.importzp src
.import disk_open, disk_close, game_bank, rom_bank, file_name, loader
.import program_name, program_name_length
.export game_again

device = 8

.segment "SHELL"

; game_again: loads the game's program anew and begins; it must be on the disk.
; in: nothing.  out: never returns; if it cannot, a = save_* result.  clobbers: everything.
game_again:
    jsr game_bank               ; the cartridge may lie above the ROM
    ldx #<program_name_length - 1
@name:
    lda program_name,x
    sta file_name,x
    dex
    bpl @name
    jsr rom_bank
    lda #<file_name
    sta src
    lda #>file_name
    sta src + 1
    ldx #<program_name_length
    jsr disk_open
    bne @end
    jsr disk_close
    ; it is there; what loads it must not lie in its way
    ldx #reload_length - 1
@copy:
    lda reload,x
    sta reload_at,x
    dex
    bpl @copy
    ldx #<program_name_length - 1
@letter:
    lda file_name,x
    sta reload_at + reload_length,x
    dex
    bpl @letter
    jmp reload_at
@end:
    rts

; Runs at the bottom of the stack's page, where nobody else is.
reload_at = $0100
reload:
    lda #1
    ldx #device
    tay                         ; to where the file says
    jsr kernal_setlfs
    lda #<program_name_length
    ldx #<(reload_at + reload_length)
    ldy #>(reload_at + reload_length)
    jsr kernal_setnam
    lda #0
    jsr kernal_load
    jsr kernal_readst           ; a file that breaks off is no error of LOAD's
    cmp #line_last
    bne @reset
    jmp loader
@reset:                         ; what was in memory is gone
    jmp ($FFFC)
reload_length = * - reload
