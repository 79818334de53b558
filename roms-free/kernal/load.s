; LOAD and VERIFY from the serial bus.
; Facts: PRG, KERNAL routine LOAD; serial bus: channel 0 is the one drives open for loading; a file
; begins with its address, low byte first; EOI comes with its last byte.

load_channel    = ser_data_channel + 0

; load: loads or verifies. A verify that differs sets st_mismatch; a device that falls silent in the middle
; ends the load with st_read_timeout set.
; in: a = 0: load, else verify; y/x = address if the secondary address is 0 (else the file's own).
; out: y/x = end + 1, C = 0; or C = 1: error a.   clobbers: a, x, y.
load:
    stx memuss
    sty memuss + 1
    jmp (iload)

; load_default: default of the vector $0330.
; in: a as load has it, its address in memuss.   out: as load.   clobbers: a, x, y.
load_default:
    sta verck
    jsr check_device
    bcs @failed
    lda sa
    pha
    ldy #msg_searching - messages
    jsr print_control
    jsr print_name
    lda #load_channel
    sta sa
    jsr load_file
    tay
    pla
    sta sa
    tya
    bcs @failed
    ldx eal
    ldy eal + 1
    rts
@failed:
    jmp io_error

; check_device: can the device load and save, and is there a name?
; in: fa, fnlen.   out: C = 1: error a.   clobbers: a, x.
check_device:
    ldx fa
    cpx #dev_screen + 1
    bcc @not_serial
    lda fnlen
    beq @no_name
    clc
    rts
@not_serial:
    lda #err_bad_device
    cpx #dev_tape
    bne @failed
    lda #err_absent             ; no cassette recorder is served
    bne @failed                 ; always
@no_name:
    lda #err_no_name
@failed:
    sec
    rts

; load_file: the work between opening and closing.
; stack: the caller's secondary address, below the return address.
; out: eal, or C = 1: error a.   clobbers: a, x, y.
load_file:
    jsr serial_open
    bcs @absent
    lda fa
    jsr talk
    lda #load_channel
    jsr tksa
    jsr acptr
    sta eal
    lda status
    and #st_read_timeout
    bne @not_found              ; an open that failed leaves the drive with nothing to say
    jsr acptr
    sta eal + 1
    tsx
    lda stack + 3,x             ; the caller's secondary address
    bne @address
    lda memuss
    sta eal
    lda memuss + 1
    sta eal + 1
@address:
    ldy #msg_loading - messages
    lda verck
    beq @say
    ldy #msg_verifying - messages
@say:
    jsr print_control
    ldy #0
    bit status
@next:
    bvs @end                    ; EOI
    jsr call_stop
    beq @stopped
    jsr acptr
    tax
    lda status
    and #st_read_timeout
    bne @end
    txa
    ldx verck
    bne @verify
    sta (eal),y
@count:
    inc eal
    bne @eoi
    inc eal + 1
@eoi:
    bit status
    jmp @next
@verify:
    cmp (eal),y
    beq @count
    lda #st_mismatch
    jsr status_add
    bne @count                  ; always
@end:
    jsr load_end
    clc
    rts
@stopped:
    jsr load_end
    lda #err_stopped
    sec
    rts
@not_found:
    jsr load_end
    lda #err_not_found
    sec
    rts
@absent:
    lda #err_absent
    rts

; load_end: ends the talk and closes the channel; the status stays as the file left it.
load_end:
    jsr untlk
    jmp serial_close

; call_stop: STOP through its vector.
; in: nothing.   out: as stop.   clobbers: a, x.
call_stop:
    jmp (istop)
