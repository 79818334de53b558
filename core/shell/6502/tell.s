; tell: what is said on a text page while a part of the game comes from disk, and when it cannot. What goes wrong is told in the
; drive's own words; then the player mends it and presses a key.

.include "shell.inc"
.importzp count
.import page_clear, text_at, cell_put, cell_ink, key_take, dos_text, dos_length
.export tell, part_ask, line_loading

.segment "SHELL"

; Lines: column, row of the page, letters, 0.
lines:
line_loading = * - lines
    .byte 16, 9, "LOADING", 0
line_insert = * - lines
    .byte 10, 17, "INSERT THE GAME DISK", 0
line_key = * - lines
    .byte 12, 18, "AND PRESS A KEY", 0
line_drive = * - lines
    .byte 13, 15, "NO DISK DRIVE", 0
line_other = * - lines
    .byte 8, 15, "A PART OF ANOTHER GAME", 0

; tell: one of the lines, white.
; in: a = line_loading or another.  out: nothing.  clobbers: a, x, y, count.
tell:
.include "telling.inc"

; part_ask: tells what went wrong and waits for a key; the screen is cleared again.
; in: a = save_* result.  out: nothing.  clobbers: as page_clear, key_take.
part_ask:
    ldx #line_drive
    cmp #save_no_drive
    beq @line
    ldx #line_other
    cmp #save_other
    beq @line
    ldx #14
    lda #4
    jsr text_at
    lda #yellow
    sta cell_ink
.include "telling_drive.inc"
    beq @insert                 ; always
@line:
    txa
    jsr tell
@insert:
    lda #line_insert
    jsr tell
    lda #line_key
    jsr tell
@key:
    idle
    jsr key_take
    beq @key
    lda #page_text
    jmp page_clear
