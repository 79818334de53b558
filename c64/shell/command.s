; command: what the drive is told to do.

.include "defs.inc"
.include "disk.inc"
.importzp src, count
.import disk_status, scratch_name, name_length
.export disk_look, disk_look_send, disk_scratch, disk_validate

.segment "SHELL"

initialise: .byte "I0"
validate: .byte "V0"
scratch: .byte "S0:"

; disk_scratch: deletes the named file.
; in: nothing.  out: as disk_status.  clobbers: x, y, src, count.
disk_scratch:
    ldx #scratch_length - 1
@letter:
    lda scratch,x
    sta scratch_name,x
    dex
    bpl @letter
    lda #<scratch_name
    sta src
    lda #>scratch_name
    sta src + 1
    lda name_length
    clc
    adc #scratch_length
    tax
    jsr disk_send
    jmp disk_status

; disk_validate: the drive takes files that were never closed off its disk, and counts its free blocks anew. To scratch such
; a file would free whatever its last block happens to point to, which may be the game itself.
; in: nothing.  out: as disk_status.  clobbers: x, y, src, count.
disk_validate:
    lda #<validate
    ldy #>validate
    jsr send_short
    jmp disk_status

; disk_look: the drive looks at its disk anew: it may be another one.
; in: nothing.  out: as disk_status.  clobbers: x, y, src, count.
disk_look:
    jsr disk_look_send
    jmp disk_status

; disk_look_send: the same, and does not wait for it: disk_status does.
; in: nothing.  out: nothing.  clobbers: a, x, y, src, count.
disk_look_send:
    lda #<initialise
    ldy #>initialise
    ; falls through to send_short

; send_short: ay = a command of two letters, as disk_send.
send_short:
    sta src
    sty src + 1
    ldx #2
    ; falls through to disk_send

; disk_send: sends the text at src, x bytes, to the drive. Whether it is there, disk_status tells.
disk_send:
    stx count
    ldx #command
    jsr kernal_chkout
    bcs @end
    ldy #0
@byte:
    lda (src),y
    sty command_at
    jsr kernal_chrout
    ldy command_at
    iny
    cpy count
    bne @byte
@end:
    jmp kernal_clrchn

.segment "SHELLBSS"
command_at: .res 1
