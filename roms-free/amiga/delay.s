; Waiting by timer A of CIA-B.
; Facts: Amiga Hardware Reference Manual, appendix F: E clock, one-shot mode, start by writing the high byte.

ticks_ms = 716                  ; a millisecond at 715,909 Hz (NTSC), hardly longer on PAL

; delay_ms.   in: d0 = milliseconds, 1 to 65535.   out: nothing.   clobbers: d0.
delay_ms:
  move.l d1,-(sp)
  subq.w #1,d0
@millisecond:
  move.w #ticks_ms,d1
  bsr delay_ticks
  dbra d0,@millisecond
  move.l (sp)+,d1
  rts

; delay_ticks.   in: d1 = ticks, 1 to 65535.   clobbers: d1.
delay_ticks:
  move.b #8,ciab_cra            ; one shot, stopped
  move.b d1,ciab_talo
  lsr.w #8,d1
  move.b d1,ciab_tahi           ; starts it
@running:
  btst #0,ciab_cra
  bne @running
  rts
