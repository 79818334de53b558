; look: what a disk holds, and how each use of saved games begins and ends.

.include "shell.inc"
.include "calls.inc"
.include "save.inc"
.import disk_begin, disk_end, disk_look, disk_close
.import slots_read, slot_newer, slot_turn, slot_state, first
.export shell_look, save_begin, save_finish, slots_none, over, shown

.segment "SHELLBSS"
over:       .res 1              ; not 0: the game may take the place of another campaign
shown:      .res 1              ; slot that look tells of

.include "saving.inc"

; look io0, io1: 0: reads the headers of saved game io0 -> status: whether one is whole; else what that one says (1 turn, 2 phase,
; 3 campaign). The drive looks at its disk anew with the first game.
shell_look:
    lda io1
    bne @told
    lda #1
    jsr save_begin
    lda first
    bne @read
    jsr disk_look
    bne save_finish
@read:
    jsr slots_read
    cmp #save_no_drive
    beq save_finish
    jsr slot_newer
    stx shown
    lda #save_done
    bcc save_finish
    jmp slots_none
@told:
    asl                         ; carry clear
    adc shown
    tax
    lda slot_turn - slots,x
    ldx #0
    rts

; slots_none: back to the game with why neither slot holds a save: the graver reason of both.
; in: slot_state.  out: as save_finish.  clobbers: as save_finish.
slots_none:
    lda slot_state
    cmp slot_state + 1
    bcs @end
    lda slot_state + 1
@end:
    ; falls through to save_finish

; save_finish: back to the game.
; in: a = result.  out: x:a = result; as disk_end.  clobbers: y; as disk_end.
save_finish:
    pha
    jsr disk_close
    pla
    jsr disk_end
    ldx #0
    rts

; save_begin: which game is meant; the disk is begun with.
; in: a = 0 saving, 1 loading; io0 = game, with games more that another campaign may go.  out: first, over; as disk_begin.
; clobbers: a, x, y, dst.
save_begin:
    tay
    lda io0                     ; it may lie under the ROM, which comes in below
    cmp #2 * games
    lda io0 + 1
    beq @high
    sec
@high:
    lda #0
    bcs @over
    lda io0
@over:
    pha
    and #games
    sta over
    pla
    and #games - 1
    asl
    sta first
    tya
    jmp disk_begin
