; again: the whole game anew, as it was at the start: its disk is started.

.include "shell.inc"
.include "disk.inc"
.import page_clear, tell, line_loading, part_ask
.import disk_begin, disk_end, disk_look, disk_close, catalog_find, disk_result
.import file_name, name_length, program_name, program_name_length
.export part_again

boot_rom = $C600

.segment "SHELL"

; part_again: the whole game anew, as it was at the start.
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
    bne @failed
    bit card_rom
    jmp boot_rom
@failed:
    jsr disk_end
    jsr part_ask
    jmp part_again
