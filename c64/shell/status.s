; status: what the drive says on its channel of commands, as a save_* result, and in its own words.

.include "defs.inc"
.include "disk.inc"
.export disk_status, no_drive, dos_text, dos_length

dos_most = 32                   ; letters of a message that are kept

.segment "SHELL"

; disk_status: asks the drive how the last thing went.
; in: nothing.  out: a = save_* result, z set if well; dos_text, dos_length.  clobbers: x, y.
disk_status:
    lda #0
    sta dos_length
    ldx #command
    jsr kernal_chkin
    bcs no_drive
@byte:
    jsr kernal_chrin
    cmp #key_return
    beq @read
    ldy dos_length
    cpy #dos_most
    bcs @kept
    sta dos_text,y
    inc dos_length
@kept:
    jsr kernal_readst
    bmi no_drive
    beq @byte
@read:
    jsr kernal_clrchn
    lda dos_text
    jsr @digit
    sta number
    asl
    asl
    adc number
    asl                         ; tens
    sta number
    lda dos_text + 1
    jsr @digit
    clc
    adc number
    cmp #20                     ; below: messages, not errors
    bcc @well
    ldx #errors - 1
@look:
    cmp error_numbers,x
    beq @known
    dex
    bpl @look
    lda #save_error
    rts
@known:
    lda error_results,x
    rts
@well:
    lda #save_done
    rts
@digit:
    and #%00001111
    rts

; no_drive: nobody answers.
; in: nothing.  out: a = save_no_drive, z clear.  clobbers: x, y.
no_drive:
    jsr kernal_clrchn
    lda #save_no_drive
    rts

; DOS messages: no sync (no disk), write protect, file left open, not found, file type, full, power-up, not ready.
error_numbers: .byte 21, 26, 60, 62, 64, 72, 73, 74
error_results: .byte save_no_drive, save_protected, save_open, save_none, save_damaged, save_full, save_done, save_no_drive
errors = 8

.segment "SHELLBSS"
number:     .res 1
dos_length: .res 1              ; letters in dos_text
dos_text:   .res dos_most       ; what the drive said last
