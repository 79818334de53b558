; Jumps, calls, switches, traps, natives, shell calls.

.include "vm.inc"
.import shell_table, vm_stop
.export op_trap, op_bad, op_jmp, op_fjmp, op_npage, op_nat
.export op_call, op_call8, op_calli, op_call16, op_ret, op_reti
.export op_shell, op_shella, op_shelli, op_shell2, op_swd, op_sws
.export shell_called, shell_answered
.segment "VM"

BAD = $FE                       ; the trap of op_bad

; To the code place that the two operand bytes name, the return address on the stack. 52 cycles, without the fetch.
.macro enter
    operand_page
    move.b (a5)+,d3
    move.l a5,-(sp)
    lea 0(a6,d3.l),a5
.endmacro

op_trap:
    operand
    bra vm_stop

op_bad:
    move.b #BAD,d0
    bra vm_stop

op_jmp:
    take

; fjmp page offset.
op_fjmp:
    operand_page
    move.b (a5),d3
    lea 0(a6,d3.l),a5
    next

; The code byte may be the last of its page: from it 256 bytes on, then back to the page's start.
op_npage:
    lea 255(a5),a5
    move.l a5,d4
    clr.b d4
    movea.l d4,a5
    next

; call page offset.
op_call:
    enter
    next

; call16 v page offset: A := v first.
op_call16:
    operand
    move.w 0(a3,d0.w),d7
    enter
    next

; calli n page offset: A := n first.
op_calli:
    moveq #0,d7
    move.b (a5)+,d7
    enter
    next

; call8 v page offset: A := v first.
op_call8:
    operand
    moveq #0,d7
    move.b 0(a3,d0.w),d7
    enter
    next

op_ret:
    movea.l (sp)+,a5
    next

; reti n: A := n first.
op_reti:
    moveq #0,d7
    move.b (a5),d7
    movea.l (sp)+,a5
    next

; Natives: their table lies before op_table. 44 cycles more than a primary.
op_nat:
    moveq #-128,d1
    add.b (a5)+,d1              ; number - 128
    add.w d1,d1
    move.w 0(a2,d1.w),d2
    jmp 0(a2,d2.w)

; swd n count targets: dense switch on A - n.
op_swd:
    operand
    move.w d7,d1
    sub.w d0,d1
    operand
    cmp.w d0,d1
    bcc @none
    adda.w d1,a5
    take
@none:
    adda.w d0,a5
    next

; sws count (key target)...: sparse switch.
op_sws:
    operand
    move.w d0,d1
    beq @done
    cmp.w #$FF,d7
    bhi @skip
    subq.w #1,d1
@case:
    cmp.b (a5)+,d7
    beq @found
    addq.l #1,a5
    dbra d1,@case
@done:
    next
@found:
    take
@skip:
    add.w d1,d1
    adda.w d1,a5
    next

; shella n: io0 := A.
op_shella:
    move.w d7,IO0(a3)
; falls through to op_shell

; shell n: calls routine n of the shell, which keeps d2 to d7 and a2 to a6 and answers in d0.w.
op_shell:
    operand
; Here d0.w is the number of the call and the io slots hold its arguments: instruments watch this place and the next.
shell_called:
    add.w d0,d0
    add.w d0,d0
    lea shell_table,a0
    movea.l 0(a0,d0.w),a0
    jsr (a0)
; Here the call is done; d0.w is its answer.
shell_answered:
    move.w d0,d7
    moveq #0,d0
    next

; shelli call n: io0 := n.
op_shelli:
    moveq #0,d1
    move.b (a5)+,d1
    operand
    move.w d0,IO0(a3)
    move.w d1,d0
    bra shell_called

; shell2 call n m: io0 := n, io1 := m.
op_shell2:
    moveq #0,d1
    move.b (a5)+,d1
    operand
    move.w d0,IO0(a3)
    operand
    move.w d0,IO1(a3)
    move.w d1,d0
    bra shell_called
