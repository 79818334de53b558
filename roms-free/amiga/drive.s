; Drive 0: motor, heads, disk.
; Facts: Amiga Hardware Reference Manual, chapter 8, table 8-5 and the text around it: the motor line is taken over when
; the drive is selected; 500 ms or RDY until it turns; 3 ms from step to step, 15 ms to settle, 18 ms when the direction
; turns; CHNG stays low until a disk is in and the heads step.

step_ms     = 3
settle_ms   = 15
turn_ms     = 18
ready_ms    = 700               ; until a drive without RDY is taken to turn
cylinders   = 80
step_limit  = 90                ; steps outwards before track 0 is given up

; drive_select: drive 0, its motor as it is.   in: nothing.   out: nothing.   clobbers: d0.
drive_select:
  tst.w drive_motor.w
  bne drive_select_running
drive_select_still:
  move.b ciab_prb,d0
  ori.b #$78 | 1 << prb_motor,d0
  bra drive_select_with
drive_select_running:
  move.b ciab_prb,d0
  ori.b #$78,d0
  andi.b #$FF - (1 << prb_motor),d0
; falls through to drive_select_with

; drive_select_with: d0 to the lines first, with no drive selected; then the drive.
drive_select_with:
  move.b d0,ciab_prb
  nop
  bclr #prb_sel0,ciab_prb
  rts

; drive_motor_on: and waits until it has its speed.   in: nothing.   out: d0 = 0.   clobbers: d1.
drive_motor_on:
  tst.w drive_motor.w
  bne @runs
  move.w #1,drive_motor.w
  bsr drive_select_running
  move.w #ready_ms - 1,d1
@wait:
  moveq #1,d0
  bsr delay_ms
  btst #pra_ready,ciaa_pra
  dbeq d1,@wait                 ; low is ready
@runs:
  moveq #0,d0
  rts

; drive_motor_off.   in: nothing.   out: d0 = 0.   clobbers: nothing.
drive_motor_off:
  clr.w drive_motor.w
  bsr drive_select_still
  ori.b #$78,ciab_prb           ; and no drive
  moveq #0,d0
  rts

; drive_seek: heads over a track, its side chosen.   in: d0 = track.   out: d0 = error.   clobbers: d1-d3.
drive_seek:
  move.w d0,d2
  bsr drive_select
  tst.w drive_cylinder.w
  bpl @known
  bsr drive_calibrate
  bne @end
@known:
  bset #prb_lower,ciab_prb      ; even tracks: lower head
  lsr.w #1,d2
  bcc @side
  bclr #prb_lower,ciab_prb
@side:
  sub.w drive_cylinder.w,d2
  beq @there
  bpl @inward
  neg.w d2
  bsr drive_outward
  bra @step
@inward:
  bsr drive_inward
@step:
  bsr drive_step
  subq.w #1,d2
  bne @step
  moveq #settle_ms,d0
  bsr delay_ms
@there:
  moveq #0,d0
@end:
  rts

; drive_calibrate: outwards until the drive says cylinder 0. It is selected.   out: d0 = error, with its flags.
; clobbers: d1, d3.
drive_calibrate:
  bsr drive_outward
  moveq #step_limit,d3
@step:
  btst #pra_track0,ciaa_pra
  beq @there
  bsr drive_step
  dbra d3,@step
  moveq #tderr_seek,d0
  rts
@there:
  clr.w drive_cylinder.w
  moveq #settle_ms,d0
  bsr delay_ms
  moveq #0,d0
  rts

; drive_outward, drive_inward: the direction of the steps to come; it wants time if it turns.
; out: d1 = -1 or 1 for them.   clobbers: d0.
drive_outward:
  moveq #-1,d1
  bset #prb_outward,ciab_prb
  beq direction_settle
  rts
drive_inward:
  moveq #1,d1
  bclr #prb_outward,ciab_prb
  bne direction_settle
  rts
direction_settle:
  moveq #turn_ms,d0
  bra delay_ms

; drive_step: one step.   in: d1 = how the cylinder changes.   clobbers: d0.
drive_step:
  bclr #prb_step,ciab_prb
  nop
  nop
  bset #prb_step,ciab_prb
  add.w d1,drive_cylinder.w
  moveq #step_ms,d0
  bra delay_ms

; drive_disk_in: whether a disk is in the drive. If none was, the heads step, so that the drive looks again.
; in: nothing.   out: d0 = -1 if a disk is in, else 0.   clobbers: d1, d3.
drive_disk_in:
  bsr drive_select
  btst #pra_change,ciaa_pra
  bne @in
  move.w #-1,cached_track.w
  tst.w drive_cylinder.w
  bpl @known
  bsr drive_calibrate
@known:
  tst.w drive_cylinder.w
  bgt @out
  bsr drive_inward
  bra @step
@out:
  bsr drive_outward
@step:
  bsr drive_step
  btst #pra_change,ciaa_pra
  bne @new
  moveq #0,d0
  bra drive_release
@new:
  addq.l #1,change_count.w
@in:
  moveq #-1,d0
; falls through to drive_release

; drive_release: no drive is selected unless its motor runs. Keeps d0.
drive_release:
  tst.w drive_motor.w
  bne @end
  ori.b #$78,ciab_prb
@end:
  rts

; drive_protected.   in: nothing.   out: d0 = -1 if the disk is write protected, else 0.   clobbers: nothing.
drive_protected:
  bsr drive_select
  moveq #0,d0
  btst #pra_protect,ciaa_pra
  bne drive_release
  moveq #-1,d0
  bra drive_release
