; disk_offer: a disk that cannot take a saved game, because it is not formatted, belongs to another system or is full, or is in drive 2
; and has no files for it, may be made one that can. What makes it (disk_format.s) comes from the game's disk only then.

.include "shell.inc"
.include "disk.inc"
.importzp count, key_head, key_tail
.import page_clear, text_at, cell_put, cell_ink, key_take, part_read, part_ask, part_now
.import disk_unit, disk_make_ask
.export disk_strange, disk_offer, disk_fits, disk_ask, key_ask

.include "saving_far.inc"

disk_strange: .byte 0           ; a drive, from 1, whose disk is not formatted, has no files of DOS 2, or, in drive 2, none for the game; 0: none was met
kept_as_is:   .byte 0           ; not 0: the player does not want the disk in drive 2 to be formatted

; Lines: column, row of the page, letters, 0.
lines:
line_strange = * - lines
    .byte 4, 8, "DRIVE "
digit:
    .byte "1: NO DISK FOR SAVED GAMES", 0
line_offer = * - lines
    .byte 4, 10, "Y: MAKE ONE. OTHER KEYS: GO ON", 0

; key_ask: waits for a key that is pressed from now on.
; in: nothing.  out: a = key.  clobbers: x.
key_ask:
    lda key_tail
    sta key_head
@key:
    idle
    jsr key_take
    beq @key
    cmp #key_help               ; SELECT, which is held while the game comes
    beq @key
    rts

; say: one of the lines. in: a = which. clobbers a, x, y, count.
say:
.include "telling.inc"

.include "saving.inc"

; disk_fits: may a game be saved where its files were looked for? Of a disk in drive 2 that cannot take it the player is asked once.
; in: disk_strange.  out: a = save_* result, z set if so.  clobbers: nothing.
disk_fits:
    lda disk_strange
    beq @end
    lda kept_as_is
    beq @strange
    lda #save_done
    sta disk_strange
@end:
    rts
@strange:
    lda #save_none
    rts

; disk_offer: behind a game that was to be saved: a disk that cannot take it may be made one that can.
; in: x:a = result; disk_strange, disk_unit.  out: carry set: it is to be saved anew; else x:a as it was.  clobbers: everything else.
disk_offer:
    pha
    cmp #save_full
    bne @strange
    ldx disk_unit
    inx
    stx disk_strange
@strange:
    lda disk_strange
    clc
    beq @end
    ora #'0'
    sta digit
    lda #page_text
    jsr page_clear
    lda #line_strange
    jsr say
    lda #line_offer
    jsr say
    jsr key_ask
    cmp #'Y'
    bne @not
    jsr disk_ask
    beq @made
@not:
    lda disk_strange
    cmp #drives
    beq @first
    clc
@end:
    pla
    ldx #0
    rts
@first:
    sta kept_as_is              ; drive 1 will do
@made:
    pla
    sec
    rts

; disk_ask: brings in what makes a disk for saved games, and asks for one.
; in: a text page.  out: as disk_make_ask.  clobbers: as disk_make_ask.
disk_ask:
    lda #part_format
    sta part_now
    jsr part_read
    beq @there
    jsr part_ask
    jmp disk_ask
@there:
    jmp disk_make_ask
