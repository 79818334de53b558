; Exception vectors. An exception that no program has taken over ends in a picture that names it.
; Facts: M68000 User's Manual, section 6 (vectors, stack frames); Amiga Hardware Reference Manual, chapter 7 (which
; requests make which level).

first_vector  = 2
last_vector   = 47              ; trap #15
level1_vector = 25
exception_slot = 4              ; bytes of an entry of exception_table
interrupt_slot = 10             ; of interrupt_table

; vectors_set: all vectors from bus error to trap #15.   in: nothing.   out: nothing.   clobbers: d0, a0, a1.
vectors_set:
  lea (first_vector * 4).w,a0
  lea exception_table(pc),a1
  moveq #last_vector - first_vector,d0
@vector:
  move.l a1,(a0)+
  addq.l #exception_slot,a1
  dbra d0,@vector
  lea (level1_vector * 4).w,a0
  lea interrupt_table(pc),a1
  moveq #6,d0
@level:
  move.l a1,(a0)+
  lea interrupt_slot(a1),a1
  dbra d0,@level
  lea supervisor_entry(pc),a1
  move.l a1,(8 * 4).w           ; privilege violation
  rts

; Each entry calls the same routine: the return address tells which one it was.
; in: an exception.   out: never returns.   clobbers: everything.
exception_table:
.repeat last_vector - first_vector + 1
  bsr.w exception
.endrepeat

; exception: shows which.   in: supervisor mode, the return address of its entry.   out: never returns.   clobbers: everything.
exception:
  move.l (sp)+,d0
  lea exception_table + exception_slot(pc),a0
  sub.l a0,d0
  lsr.l #2,d0
  addq.l #first_vector,d0
  lea message_exception(pc),a0
  bra stop_with_number

; Interrupts that nobody serves: the requests of the level are taken back.
.macro interrupt_entry requests
  move.w #requests,custom + INTREQ
  rte
.endmacro
interrupt_table:
  interrupt_entry $0007         ; level 1: serial output, disk block, software
  interrupt_entry $0008         ; 2: CIA-A
  interrupt_entry $0070         ; 3: copper, vertical blank, blitter
  interrupt_entry $0780         ; 4: sound
  interrupt_entry $1800         ; 5: serial input, disk sync
  interrupt_entry $2000         ; 6: CIA-B
  interrupt_entry $0000         ; 7: nothing of the machine
.assert * - interrupt_table = 7 * interrupt_slot, error, "an entry of interrupt_table has another size"

message_exception:
  .asciiz "THE PROGRAM STOPPED: EXCEPTION"
.even
