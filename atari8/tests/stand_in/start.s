; start: the shell, without a disk that it comes from.

.include "hardware.inc"
.import screen_start, sound_start, queue_start, page_clear, shell_run
.export start, part_read, part_keep, part_start_high, part_with_high, part_out_high, disk_fits, disk_offer

.segment "VM"
start:
    cld
    ldx #$FF
    txs
    jsr screen_start
    jsr sound_start
    jsr queue_start
    cli
    lda #page_text
    jsr page_clear
    jmp shell_run

; There is no disk for a part to come from, and nothing that keeps one.
part_read:
    lda #save_done
part_keep:
    rts

; Its disks take every game.
disk_fits:
    lda #save_done
    rts
disk_offer:
    clc
    rts

; The stand-in's parts are fewer than eight.
part_start_high = 0
part_with_high:
part_out_high: .res 3, 0
