; exec_copy_mem, CopyMem(), CopyMemQuick().   in: a0 = from, a1 = to, d0 = bytes; they do not overlap.
; out: a0, a1 behind them.   clobbers: d0, d1.
; Facts: ROM Kernel Reference Manual, Autodocs of exec.library.
exec_copy_mem:
  move.w a0,d1
  btst #0,d1
  bne @bytes
  move.w a1,d1
  btst #0,d1
  bne @bytes
  move.l d0,d1
  lsr.l #2,d1
  beq @bytes
@long:
  move.l (a0)+,(a1)+
  subq.l #1,d1
  bne @long
  andi.l #3,d0
@bytes:
  tst.l d0
  beq @end
@byte:
  move.b (a0)+,(a1)+
  subq.l #1,d0
  bne @byte
@end:
  rts
