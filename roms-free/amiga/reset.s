; reset_start: from the reset line, or from a program that wants a restart, to the boot.
; Facts: Amiga Hardware Reference Manual, appendix F (overlay: bit 0 of CIA-A port A, high at reset), chapter 7
; (interrupt and DMA control).

; reset_start.   in: nothing.   out: never returns.   clobbers: everything.
reset_start:
  move.w #$2700,sr
  lea supervisor_stack.w,sp
  reset                         ; chips into their state at power-on; the ROM is at 0 again
  move.b #(1 << pra_led),ciaa_pra
  move.b #(1 << pra_led | 1 << pra_overlay),ciaa_ddra ; memory at 0; power light dim until memory is there
  bsr chips_quiet
  bsr chip_memory_size
  move.l d0,d7                  ; end of chip memory
  bsr slow_memory_size
  move.l d0,d6                  ; end of memory at $C00000, 0 if there is none
  bsr variables_clear
  bsr vectors_set
  bsr base_make
  bclr #pra_led,ciaa_pra        ; bright: it runs
  ; The boot runs in user mode, as programs expect; both stacks are there.
  lea user_stack.w,a0
  move.l a0,usp
  move.w #int_master | set_bits,custom + INTENA
  move.w #$0000,sr
  bra boot

; chips_quiet: no interrupt, no DMA, no sound, a plain screen, no drive selected.   clobbers: d0, a0.
chips_quiet:
  lea custom,a0
  move.w #clear_all,d0
  move.w d0,INTENA(a0)
  move.w d0,INTREQ(a0)
  move.w d0,DMACON(a0)
  move.w d0,ADKCON(a0)
  move.w #dsklen_off,DSKLEN(a0)
  move.w #$0200,BPLCON0(a0)     ; no planes, colour
  move.w #0,BPL1DAT(a0)
  move.w #colour_ground,COLOR00(a0)
  move.b #$7F,ciaa_icr
  move.b #$7F,ciab_icr
  move.b #0,ciaa_cra
  move.b #0,ciaa_crb
  move.b #0,ciab_cra
  move.b #0,ciab_crb
  move.b #$FF,ciab_prb          ; all drive lines high: none selected, motors off
  move.b #$FF,ciab_ddrb
  move.b #$C0,ciab_ddra         ; DTR and RTS of the serial port
  move.b #$C0,ciab_pra
  rts

; variables_clear: zeroes vectors and variables, but for the stack that is in use.   in: d6, d7 are kept.
; clobbers: d0, a0.
variables_clear:
  lea 0.w,a0
  move.w #(mfm_buffer / 4) - 1,d0
@long:
  clr.l (a0)+
  dbra d0,@long
  rts
