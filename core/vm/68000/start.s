; Starting and leaving the machine.

.include "vm.inc"
.import op_table, vm_code, vm_main, make_steps, clear_queue
.export vm_start, vm_leave, vm_stop, vm_trap, vm_ip_base

vm_ip_base = vm_code            ; instruments: a5 less this is page and offset

.segment "VMBSS"
.align 2
entry_sp:   .res 4              ; stack at vm_start
pair:       .res 2              ; a byte put here and the 0 behind it are a word: page numbers become places
vm_trap:    .res 1

.segment "VM"

; vm_start: runs the cartridge's main procedure.
; in: nothing.  out: returns when `main` does, or at a trap; its number in vm_trap (NONE = none).
; clobbers: d0, d1, a0, a1, the data.  stack: 48 bytes, 4 for each nested call, and the shell's.
vm_start:
    movem.l d2-d7/a2-a6,-(sp)
    move.l sp,entry_sp
    lea pair,a4
    clr.w (a4)
    move.b #NONE,vm_trap
    bsr make_steps
    bsr clear_queue
    lea op_table,a2
    lea vm_v,a3
    lea vm_code,a6
    lea vm_main,a5
    moveq #0,d0
    moveq #0,d3
    moveq #0,d6
    moveq #0,d7
    pea below_main              ; `main` returns to an instruction that leaves
    next

below_main:
    .byte 0, NONE               ; trap NONE

; vm_stop: a trap.
; in: d0.b = its number.  out: returns from vm_start.  clobbers: nothing that vm_start keeps.
vm_stop:
    move.b d0,vm_trap
; falls through to vm_leave

; vm_leave: the end, from any depth of calls.
; in: nothing.  out: returns from vm_start.  clobbers: nothing that vm_start keeps.
vm_leave:
    movea.l entry_sp,sp
    movem.l (sp)+,d2-d7/a2-a6
    rts
