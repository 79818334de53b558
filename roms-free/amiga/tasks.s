; Processor state, and the functions about tasks that mean something where there is one task.
; Facts: ROM Kernel Reference Manual, Autodocs of exec.library: what is preserved, that a function of Supervisor()
; ends with rte, that SuperState() keeps the user stack as supervisor stack and returns the old one.

; exec_supervisor, Supervisor(): calls a routine in supervisor mode; that ends with rte, back behind the call.
; in: a5 = routine.   out: what it leaves.   clobbers: what it does.
exec_supervisor:
  ori.w #$2000,sr               ; in user mode a privilege violation: supervisor_entry goes on
  move.w sr,-(sp)               ; with the return address it is the frame that rte wants
  jmp (a5)

; exec_super_state, SuperState().   in: nothing.   out: d0 = old supervisor stack, 0 if it was supervisor mode already.
; clobbers: a0.
exec_super_state:
  ori.w #$2000,sr               ; the same way
  moveq #0,d0
  rts

; supervisor_entry: the privilege violation of the two above is meant, any other is an exception.
; in: the frame of one.   out: goes on with what was meant.   clobbers: d0, a0 for exec_super_state.
supervisor_entry:
  cmpi.l #exec_supervisor,2(sp)
  beq @supervisor
  cmpi.l #exec_super_state,2(sp)
  bne @violation
  addq.l #6,sp
  move.l sp,d0
  move.l usp,a0
  movea.l a0,sp
  rts                           ; in supervisor mode, on what was the user stack
@supervisor:
  move.l #user_return,2(sp)
  jmp (a5)
@violation:
  pea exception_table + (8 - first_vector + 1) * exception_slot(pc) ; as its entry there would
  bra exception

; user_return: where rte goes to, in user mode again.
user_return:
  rts

; exec_user_state, UserState().   in: d0 = supervisor stack.   out: nothing.   clobbers: a0, a1.
exec_user_state:
  movea.l (sp)+,a0
  move.l sp,a1
  move.l a1,usp
  movea.l d0,sp
  andi.w #$DFFF,sr
  jmp (a0)

; exec_set_sr, SetSR().   in: d0 = bits, d1 = which of them count.   out: d0 = status register before.
; clobbers: d1.
exec_set_sr:
  move.l a5,-(sp)
  lea @change(pc),a5
  bsr exec_supervisor
  movea.l (sp)+,a5
  rts
@change:
  and.w d1,d0
  not.w d1
  and.w (sp),d1
  or.w d0,d1
  move.w (sp),d0
  move.w d1,(sp)                ; rte takes it
  andi.l #$FFFF,d0
  rte

; exec_get_cc, GetCC().   in: nothing.   out: d0 = condition codes.   clobbers: nothing.
exec_get_cc:
  move.w sr,d0
  andi.l #$FF,d0
  rts

; exec_disable: interrupts off.   in: a6.   out: nothing.   clobbers: nothing.
exec_disable:
  move.w #int_master,custom + INTENA
  addq.b #1,id_nest_cnt(a6)
  rts
; exec_enable: on again after as many Enable() as Disable().   in: a6.   out: nothing.   clobbers: nothing.
exec_enable:
  subq.b #1,id_nest_cnt(a6)
  bge @still
  move.w #set_bits | int_master,custom + INTENA
@still:
  rts

; exec_forbid: nothing else runs, but programs look at the counter.   in: a6.   out: nothing.   clobbers: nothing.
exec_forbid:
  addq.b #1,td_nest_cnt(a6)
  rts
; exec_permit.   in: a6.   out: nothing.   clobbers: nothing.
exec_permit:
  subq.b #1,td_nest_cnt(a6)
  rts

; exec_find_task, FindTask().   in: a1 = name, 0 for the one that runs.   out: d0 = task or 0.   clobbers: d1.
exec_find_task:
  moveq #0,d0
  move.l a1,d1
  bne @end
  move.l this_task(a6),d0
@end:
  rts

; exec_zero: functions whose answer is 0 here: SetTaskPri(), SetSignal(), FindPort(), FindResident() and the like, since
; none of what they look for is there.
; in: nothing.   out: d0 = 0.   clobbers: nothing.
exec_zero:
  moveq #0,d0
  rts

; exec_nothing: functions with nothing to do: caches, which the 68000 has not.   in: nothing.   out: nothing.   clobbers: nothing.
exec_nothing:
  rts

; exec_alert, Alert(): shows a number.   in: d7.   out: never returns.   clobbers: everything.
exec_alert:
  move.l d7,d0
  lea message_alert(pc),a0
  bra stop_with_number
message_alert:
  .asciiz "ALERT"
.even
