; IOINIT: CIAs, SID, processor port, and the 60 Hz timer.
; Facts: PRG, KERNAL routine IOINIT; data sheets of the 6526 and 6581; clock rates 985,248 Hz (PAL)
; and 1,022,727 Hz (NTSC), hence 16,421 and 17,045 cycles a tick.

tick_pal        = 16421 - 1     ; the timer counts its latch down to 0 inclusive
tick_ntsc       = 17045 - 1

; ioinit: all chips but the VIC-II.
; in: palnts.   out: nothing.   clobbers: a, x.
ioinit:
    lda #icr_none
    sta cia1_icr
    sta cia2_icr
    sta cia1_pra                ; column 7 selected: STOP can be read
    lda #cra_stop
    sta cia1_cra
    sta cia2_cra
    sta cia1_crb
    sta cia2_crb
    ldx #0
    stx cia1_ddrb               ; keyboard rows in, columns out
    stx cia2_ddrb
    stx sid_voice1_ctrl
    stx sid_voice2_ctrl
    stx sid_voice3_ctrl
    stx sid_volume
    dex
    stx cia1_ddra
    lda #cia2_pra_reset
    sta cia2_pra
    lda #cia2_ddra_reset
    sta cia2_ddra
    lda #cpu_port_reset
    sta cpu_port
    lda #cpu_ddr_reset
    sta cpu_ddr                 ; falls through to tick_start

; tick_start: CIA 1's timer A interrupts every 1/60 s of the machine's clock.
; in: palnts.   out: nothing.   clobbers: a, x.
tick_start:
    ldx #<tick_ntsc
    lda palnts
    beq @ntsc
    ldx #<tick_pal
    stx cia1_ta_lo
    lda #>tick_pal
    bne @high                   ; always
@ntsc:
    stx cia1_ta_lo
    lda #>tick_ntsc
@high:
    sta cia1_ta_hi
    lda #icr_timer_a
    sta cia1_icr
    lda #cra_start
    sta cia1_cra
    rts
