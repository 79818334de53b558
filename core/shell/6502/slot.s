; slot: the files of saved games, and which of them is newer.
;
; Four games lie beside each other, each in two slots that take turns: GAME.SAVE.A and .B, .C and .D, and so on.

.include "shell.inc"
.include "save.inc"
.importzp count
.import disk_close, disk_get, disk_from, disk_name, disk_name_open, name_save
.import header, header_check
.export slots_read, header_read, slot_open, slot_name, slot_newer
.export first, slot, slot_state, slot_low, slot_high, slot_turn, slot_campaign, result, spoilt, unclosed

.segment "SHELLBSS"
first:      .res 1              ; number of the game's first slot
slot:       .res 1              ; of the game
slot_state: .res slots          ; save_done, or why the slot holds no save
slot_low:   .res slots          ; generations
slot_high:  .res slots
slot_turn:  .res slots          ; what the headers tell, in the order of look's numbers
slot_phase: .res slots
slot_campaign: .res slots
result:     .res 1
spoilt:     .res 1              ; a slot that should have held a save was damaged
unclosed:   .res 1              ; not 0: a slot holds a file that was never closed

.include "saving.inc"

; slots_read: what the headers of both slots say.
; in: first.  out: slot_state, slot_low, slot_high, slot_campaign; spoilt, unclosed; a = save_no_drive if the drive is gone, else
; something else.  clobbers: x, y, src, count, slot, header, result.
slots_read:
    lda #0
    sta unclosed
    sta spoilt
    ldx #slots - 1
@slot:
    stx slot
    jsr header_read
    jsr disk_close
    ldx slot
    lda result
    sta slot_state,x
    cmp #save_no_drive
    beq @end
    and #save_damaged & save_error
    ora spoilt                  ; what cannot be read may have been the newer one
    sta spoilt
    lda header + at_generation
    sta slot_low,x
    lda header + at_generation + 1
    sta slot_high,x
    lda header + at_turn
    sta slot_turn,x
    lda header + at_phase
    sta slot_phase,x
    lda header + at_campaign
    sta slot_campaign,x
    dex
    bpl @slot
@end:
    lda result
    rts

; header_read: opens the slot and reads its header; the file stays open.
; in: first, slot.  out: a and result, z set if it is one of ours; header; unclosed.  clobbers: x, y, src, count.
header_read:
    ldy #to_read
    jsr slot_open
    cmp #save_open
    bne @opened
    sta unclosed
    lda #save_damaged
@opened:
    sta result
    cmp #save_done
    bne @end
    jsr disk_from
    bcs @gone
    ldy #0
@byte:
    sty count
    jsr disk_get
    bne @short
    ldy count
    sta header,y
    iny
    cpy #header_size
    bne @byte
    jsr header_check
    bpl @set                    ; always
@short:
    lda #save_damaged
    bne @set
@gone:
    lda #save_no_drive
@set:
    sta result
@end:
    lda result
    rts

; slot_open: opens the file of a slot.
; in: y = to_read or to_write; first, slot.  out: as disk_status.  clobbers: x, y, src, count.
slot_open:
    tya
    pha
    jsr slot_name
    pla
    tay
    lda #kind_save
    jmp disk_name_open

; slot_name: the file of a slot is meant.
; in: first, slot.  out: as disk_name.  clobbers: a, x, y, count.
slot_name:
    lda slot
    clc
    adc first
    adc #'A'
    ldy #<name_save
    jmp disk_name

; slot_newer: which slot is newer?
; in: slot_state, slot_low, slot_high.  out: x = slot with the newest whole save, c clear; c set if there is none.
; clobbers: a.
slot_newer:
    ldx #0
    lda slot_state
    bne @second
    lda slot_state + 1
    bne @found                  ; only the first is whole
    lda slot_low                ; the difference of generations decides, they may wrap
    cmp slot_low + 1
    lda slot_high
    sbc slot_high + 1
    bpl @found
@one:
    inx
@found:
    clc
    rts
@second:
    lda slot_state + 1
    beq @one
    sec
    rts
