; disk_words: how the last thing went, as a save_* result and in words.

.include "shell.inc"
.include "disk.inc"
.import file_result
.export disk_status, disk_validate, disk_result, dos_text, dos_length

most_letters = 15

.segment "SHELL"

; By result, from save_done on.
words:
    .byte 0
    .byte "FILE NOT FOUND", 0
    .byte "DAMAGED FILE", 0
    .byte "I/O ERROR", 0
    .byte "NOT OUR FILE", 0
    .byte "DISK FULL", 0
    .byte "WRITE PROTECTED", 0
    .byte "NO DISK", 0
known = save_no_drive

; disk_validate: there is nothing to do: a file that was never finished keeps its sectors, and is written over.
; in: nothing.  out: as disk_status.  clobbers: x, y.
disk_validate:
    lda #save_done
    ; falls through to disk_result

; disk_result: how a thing went.
; in: a = save_* result.  out: as disk_status.  clobbers: x, y.
disk_result:
    sta file_result
    ; falls through to disk_status

; disk_status: how the last thing went.
; in: nothing.  out: a = save_* result, z set if well; dos_text, dos_length.  clobbers: x, y.
disk_status:
    ldy file_result
    cpy #known + 1
    bcc @find
    ldy #save_damaged           ; never finished
@find:
    ldx #0
@next:
    dey
    bmi @copy
@skip:
    lda words,x
    beq @word
    inx
    bne @skip                   ; always
@word:
    inx
    bne @next                   ; always
@copy:
    ldy #0
@letter:
    lda words,x
    beq @end
    sta dos_text,y
    inx
    iny
    bne @letter                 ; always
@end:
    sty dos_length
    lda file_result
    rts

.segment "SHELLBSS"
dos_length: .res 1
dos_text:   .res most_letters   ; what is told of the disk
