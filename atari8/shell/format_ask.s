; format_ask: a disk for saved games, before the game begins: whoever holds SELECT while it comes is asked for one. It lies with the title
; and is gone when the campaign is there.

.include "shell.inc"
.importzp count
.import page_clear, text_at, cell_put, cell_ink, key_ask, disk_ask
.export format_ask

CONSOL = $D01F
select_key  = %00000010         ; clear while it is held

.include "saving.inc"

.segment "TITLE"

; Lines: column, row of the page, letters, 0.
lines:
line_done = * - lines
    .byte 12, 8, "IT CAN BE USED", 0
line_game = * - lines
    .byte 2, 10, "GAME DISK INTO DRIVE 1, PRESS A KEY", 0

; format_ask: if SELECT is held, asks for a disk for saved games, and makes one of it; not where what makes files for them comes later,
; with the part of the game that saves.
; in: an empty text page, interrupts.  out: the same.  clobbers: a, x, y, count.
format_ask:
.ifdef saving_stays
    lda CONSOL
    and #select_key
    bne @end
    jsr disk_ask
    bcc @end                    ; the game's disk was never out
    bne @game
    lda #line_done
    jsr say
@game:
    lda #line_game
    jsr say
    jsr key_ask
    lda #page_text
    jmp page_clear
@end:
.endif
    rts

; say: one of the lines. in: a = which. clobbers a, x, y, count.
say:
.include "telling.inc"
