; again: the whole game anew, as it was at the start.

.include "defs.inc"
.importzp src
.import page_clear, tell, line_loading, part_ask, loader
.import disk_begin, disk_end, disk_look, disk_open, disk_close, game_bank, rom_bank, file_name
.import program_name, program_name_length
.export part_again

device = 8

.segment "SHELL"

; part_again: the whole game anew, as it was at the start: its program is loaded.
; in: nothing.  out: never returns.  clobbers: everything.
part_again:
    lda #page_text
    jsr page_clear
    lda #<line_loading
    jsr tell
    lda #1
    jsr disk_begin
    jsr disk_look
    bne @failed
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
    bne @failed
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
@failed:
    pha
    jsr disk_close
    pla
    jsr disk_end
    jsr part_ask
    jmp part_again

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
    bcs @reset
    jmp loader
@reset:
    jmp ($FFFC)
reload_length = * - reload
