; Jumps, calls, switches, traps, natives, shell calls.

.include "vm.inc"
.import code_map, shell_table, native_table, vm_stop, vm_leave
.export op_trap, op_bad, op_jmp, op_fjmp, op_npage, op_nat
.export op_call, op_call8, op_calli, op_call16, op_ret, op_reti
; code_map tells the page of each code page, 0 = not in memory.
.export absent
.export op_shell, op_shella, op_shelli, op_shell2, op_swd, op_sws
.export shell_called, shell_answered
.segment "VM"

ILLEGAL = $FE                   ; the trap of op_bad
ABSENT  = $FD                   ; the trap of a part that is not in memory

op_trap:
    operand
    jmp vm_stop

op_bad:
    lda #ILLEGAL
    jmp vm_stop

op_jmp:
    take

; fjmp page offset.
op_fjmp:
    operand
    sta page
    tax
    iny
    lda (ip),y
    tay
    lda code_map,x
    sta ip + 1
    beq absent
    jmp fetch_at

op_npage:
    ldx page
    inx
    stx page
    lda code_map,x
    sta ip + 1
    beq absent
    ldy #0
    jmp fetch_at

; call16 v page offset: A := v first.
op_call16:
    operand_v8
    sta acc
    lda vm_v + 1,x
    sta acc + 1
    jmp op_call

; calli n page offset: A := n first.
op_calli:
    operand
    jmp call_with

; call8 v page offset: A := v first.
op_call8:
    operand_v8
call_with:
    sta acc
    lda #0
    sta acc + 1
; falls through to op_call

; call page offset: the stack keeps the caller's virtual page and the offset of the last operand byte.
op_call:
    lda page
    pha
    operand_x
    stx page
    iny
    tya
    pha
    lda (ip),y
    tay
    lda code_map,x
    sta ip + 1
    beq absent
    jmp fetch_at

; reti n: A := n first.
op_reti:
    operand
    sta acc
    lda #0
    sta acc + 1
; falls through to op_ret

op_ret:
    pla
    tay
    pla
    tax
    cpx #NONE
    beq @main
    stx page
    lda code_map,x
    sta ip + 1
    beq absent
    next
@main:
    jmp vm_leave

; absent: the code or text is in no memory page, because its part of the game was not brought in.
; in: nothing.  out: as from vm_stop.  clobbers: a, x.
absent:
    lda #ABSENT
    jmp vm_stop

; Natives: a jump through their own table; 20 cycles more than a primary.
op_nat:
    operand
    asl
    tax
    lda native_table,x
    sta t0
    lda native_table + 1,x
    sta t1
    jmp (t0)

; swd n count targets: dense switch on A - n.
op_swd:
    operand
    sta t0
    iny
    lda (ip),y
    sta t1                      ; count
    sec
    lda acc
    sbc t0
    tax
    lda acc + 1
    sbc #0
    bne @none
    cpx t1
    bcs @none
    tya                         ; carry is clear
    sta t0
    txa
    adc t0
    tay
    iny
    lda (ip),y
    tay
    jmp fetch_at
@none:
    clc
    tya
    adc t1
    tay
    next

; sws count (key target)...: sparse switch.
op_sws:
    operand_x
    beq @done
    lda acc + 1
    bne @skip
@case:
    iny
    lda (ip),y
    cmp acc
    beq @found
    iny
    dex
    bne @case
@done:
    next
@found:
    take
@skip:
    txa
    asl
    sta t0
    tya
    clc
    adc t0
    tay
    next

; shella n: io0 := A.
op_shella:
    lda acc
    sta io0
    lda acc + 1
    sta io0 + 1
; falls through to op_shell

; shell n: calls routine n of the shell; it may use everything but VMZP; result low byte A, high byte X.
op_shell:
    operand
; Here A is the number of the call and the io slots hold its arguments: instruments watch this place and the next.
shell_called:
    asl
    tax
    lda shell_table,x
    sta t0
    lda shell_table + 1,x
    sta t1
    tya
    pha
    jsr shell_routine
; Here the call is done; A and X are its answer, low and high.
shell_answered:
    sta acc
    stx acc + 1
    pla
    tay
    next
shell_routine:
    jmp (t0)

; shelli call n: io0 := n.
op_shelli:
    operand
    sta t2
    iny
    lda (ip),y
    sta io0
    lda #0
    sta io0 + 1
    lda t2
    jmp shell_called

; shell2 call n m: io0 := n, io1 := m.
op_shell2:
    operand
    sta t2
    iny
    lda (ip),y
    sta io0
    iny
    lda (ip),y
    sta io1
    lda #0
    sta io0 + 1
    sta io1 + 1
    lda t2
    jmp shell_called
