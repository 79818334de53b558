; SAVE to the serial bus.
; Facts: PRG, KERNAL routine SAVE; serial bus: channel 1 is the one drives open for saving.

save_channel    = ser_data_channel + 1

; save: saves memory. A drive that opened no file (disk full, write-protected, file exists) takes no data: that
; is err_not_output, and its error channel says why.
; in: a = zero-page address of a word with the start; y/x = end + 1.   out: C = 1: error a.   clobbers: a, x, y.
save:
    stx eal
    sty eal + 1
    tax
    lda $00,x
    sta stal
    lda $01,x
    sta stal + 1
    jmp (isave)

; save_default: default of the vector $0332.
; in: stal, eal.   out: C = 1: error a.   clobbers: a, x, y.
save_default:
    jsr check_device
    bcs @failed
    lda sa
    pha
    lda #save_channel
    sta sa
    jsr save_file
    tay
    pla
    sta sa
    tya
    bcs @failed
    rts
@failed:
    jmp io_error

; save_file: the work between opening and closing.   out: C = 1: error a.   clobbers: a, x, y.
save_file:
    jsr serial_open
    bcs @absent
    ldy #msg_saving - messages
    jsr print_control
    jsr print_name
    lda fa
    jsr listen
    lda #save_channel
    jsr second
    lda stal
    sta sal
    jsr ciout
    lda stal + 1
    sta sal + 1
    jsr ciout
    ldy #0
@next:
    lda sal
    cmp eal
    lda sal + 1
    sbc eal + 1
    bcs @end
    lda (sal),y
    jsr ciout
    lda status
    bne @refused
    jsr call_stop
    beq @stopped
    inc sal
    bne @next
    inc sal + 1
    bne @next                   ; always: the end is at most $ffff
@end:
    jsr save_end
    lda status
    bne @failed
    clc
    rts
@stopped:
    jsr save_end
    lda #err_stopped
    sec
    rts
@refused:
    jsr save_end
@failed:
    lda #err_not_output
    sec
    rts
@absent:
    lda #err_absent
    rts

; save_end: ends the listening (which sends the last byte) and closes the channel.
save_end:
    jsr unlsn
    jmp serial_close
