; The three lines of the serial bus, one by one, and one byte over them.
; Facts: serial bus timing as published in the Programmer's Reference Guide, "serial bus" (hold-up,
; set-up and valid times, EOI, frame handshake); cia2_pra wiring in hardware.inc.
; All times below are lower bounds: a bad line may add 43 cycles anywhere, sprites up to 19 more.
; What must not be late (clock low after "ready", or the silence of an EOI would be read) runs with
; interrupts off and has 200 microseconds.

; atn_pull.   in: nothing.   out: nothing.   clobbers: a.
atn_pull:
    lda cia2_pra
    ora #ser_atn_out
    bne ser_store               ; always
; atn_release.   in: nothing.   out: nothing.   clobbers: a.
atn_release:
    lda cia2_pra
    and #$FF - ser_atn_out
    jmp ser_store
; clk_pull.   in: nothing.   out: nothing.   clobbers: a.
clk_pull:
    lda cia2_pra
    ora #ser_clk_out
    bne ser_store               ; always
; clk_release.   in: nothing.   out: nothing.   clobbers: a.
clk_release:
    lda cia2_pra
    and #$FF - ser_clk_out
    jmp ser_store
; data_pull.   in: nothing.   out: nothing.   clobbers: a.
data_pull:
    lda cia2_pra
    ora #ser_data_out
    bne ser_store               ; always
; data_release.   in: nothing.   out: nothing.   clobbers: a.
data_release:
    lda cia2_pra
    and #$FF - ser_data_out
ser_store:
    sta cia2_pra
    rts

; ser_delay: waits 60 microseconds.
; in: nothing.   out: nothing.   clobbers: a.
ser_delay:
    lda #10
@wait:
    sec
    sbc #1
    bne @wait
    rts

; ser_delay_ms: waits one millisecond.
; in: nothing.   out: nothing.   clobbers: a.
ser_delay_ms:
    lda #16
    sta ser_wait
@wait:
    jsr ser_delay
    dec ser_wait
    bne @wait
    rts

ack_polls       = 200           ; of 15 cycles: 3 ms for a frame handshake that takes 1 at most

; send_byte: talker's side of one byte, interrupts off meanwhile.
; in: ser_shift; ser_eoi bit 7 = last byte; clock pulled.   out: clock pulled, data released; a
; status bit if nobody listened or answered, and then all lines released.   clobbers: a.
send_byte:
    php
    sei
    jsr data_release
    bit cia2_pra
    bmi @nobody                 ; a listener holds data low until it is ready
    jsr clk_release             ; ready to send
    bit ser_eoi
    bpl @ready
@silent:
    bit cia2_pra                ; ready for data, and then our silence of 200 microseconds:
    bpl @silent
    lda #0
    sta ser_wait
@noted:
    bit cia2_pra                ; the listener says that it understood
    bpl @ready
    dec ser_wait
    bne @noted
    beq @late                   ; always: 256 polls, 4 ms
@ready:
    bit cia2_pra
    bpl @ready
    jsr clk_pull
    lda #8
    sta ser_bits
@bit:
    lda cia2_pra                ; clock is low: set the bit up
    and #$FF - ser_data_out
    lsr ser_shift
    bcs @high
    ora #ser_data_out
@high:
    sta cia2_pra
    jsr ser_set_up
    lda cia2_pra
    and #$FF - ser_clk_out      ; valid
    sta cia2_pra
    jsr ser_set_up
    lda cia2_pra
    and #$FF - ser_data_out
    ora #ser_clk_out
    sta cia2_pra
    dec ser_bits
    bne @bit
    lda #ack_polls
    sta ser_wait
@handshake:
    bit cia2_pra
    bpl @taken
    dec ser_wait
    bne @handshake
@late:
    lda #st_write_timeout
    bne @failed                 ; always
@taken:
    plp
    rts
@nobody:
    lda #st_absent
@failed:
    jsr status_add
    jsr bus_release
    plp
    rts

; ser_set_up: 30 microseconds with the call.
ser_set_up:
    jsr @half
@half:
    nop
    nop
    rts

; bus_release: ends whatever went on.
; in: nothing.   out: all lines released.   clobbers: a.
bus_release:
    jsr atn_release
    jsr ser_delay
    jsr clk_release
    jmp data_release
