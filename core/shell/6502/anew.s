; anew: the whole game as it was at the start.

.include "shell.inc"
.import page_clear, tell, line_loading, part_ask, disk_begin, disk_end, disk_look, game_again
.export part_again

.segment "SHELL"

; part_again: loads the game anew, and begins.
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
    jsr game_again
@failed:
    jsr disk_end
    jsr part_ask
    jmp part_again
