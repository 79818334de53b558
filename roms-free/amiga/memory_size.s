; How much memory there is. Nothing is in memory yet: registers only, but for return addresses at the stack.
; Facts: Amiga Hardware Reference Manual, appendix D (system memory map); that chip memory shows again behind its end,
; and the custom chips where no memory is at $C00000, follows from the address lines that are decoded.

memory_step = $40000            ; sizes are multiples of 256 KB
chip_limit  = $200000
slow_start  = $C00000
slow_limit  = $D80000
probe       = $48585052         ; any long word that nothing else is likely to be
probe_offset = $3F0             ; above the vectors, below all else

; chip_memory_size.   in: nothing.   out: d0 = end of chip memory.   clobbers: d1, a0, a1.
chip_memory_size:
  lea probe_offset.w,a1
  lea memory_step,a0
@step:
  cmpa.l #chip_limit,a0
  bhs @end
  move.l #probe,d1
  move.l d1,(a1)
  move.l #~probe & $FFFFFFFF,probe_offset(a0)
  cmp.l (a1),d1                 ; changed: it is the same memory again
  bne @end
  not.l d1
  cmp.l probe_offset(a0),d1
  bne @end
  adda.l #memory_step,a0
  bra @step
@end:
  move.l a0,d0
  rts

; slow_memory_size: registers are written to where none does anything, and two words against the last value that is
; still on the lines.
; in: nothing.   out: d0 = end of memory at $C00000, 0 if there is none.   clobbers: d1, a0.
slow_memory_size:
  lea slow_start,a0
@step:
  cmpa.l #slow_limit,a0
  bhs @end
  move.w #$A53C,d1
  move.w d1,unused_1(a0)
  not.w d1
  move.w d1,unused_2(a0)
  not.w d1
  cmp.w unused_1(a0),d1
  bne @end
  not.w d1
  cmp.w unused_2(a0),d1
  bne @end
  adda.l #memory_step,a0
  bra @step
@end:
  move.l a0,d0
  cmp.l #slow_start,d0
  bne @found
  moveq #0,d0
@found:
  rts
