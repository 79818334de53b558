; start: the shell, without a disk that it comes from.

.include "hardware.inc"
.import screen_start, queue_start, page_clear, shell_run
.export start

.segment "VM"
start:
    cld
    ldx #$FF
    txs
    jsr screen_start
    jsr queue_start
    lda #page_text
    jsr page_clear
    jmp shell_run
