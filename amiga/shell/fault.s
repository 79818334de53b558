; fault: why the rules machine stopped.

.include "defs.inc"
.import screen, vm_trap, page_clear, text_draw, text_font8, event_take
.export fault_show

.segment "SHELLBSS"
.align 2
digits: .res 8

.segment "SHELL"

fault_text: .asciiz "STOPPED BY FAULT "
.even

; fault_show: says the number of the trap and waits for a key.
; in: vm_trap; a6 = custom.  out: nothing.  clobbers: d0 to d4, a0 to a3.
fault_show:
  move.w #page_text, d0
  jsr page_clear
  lea fault_text(pc), a3
  lea text_font8, a2
  lea screen, a1
  moveq #screen_bytes, d2
  moveq #16, d0
  moveq #100, d1
  moveq #1, d3
  jsr text_draw
  moveq #0, d4
  move.b vm_trap, d4
  lea digits, a3
  divu #100, d4
  addi.b #'0', d4
  move.b d4, (a3)+
  clr.w d4
  swap d4
  divu #10, d4
  addi.b #'0', d4
  move.b d4, (a3)+
  swap d4
  addi.b #'0', d4
  move.b d4, (a3)+
  clr.b (a3)
  lea digits, a3
  moveq #100, d1
  jsr text_draw
@key:
  jsr event_take
  beq @key
  rts
