; sizes: what the machine has.

.include "defs.inc"
.import vm_v
.export call_capability

io0 = vm_v

.segment "SHELL"

; Text columns, map columns, map rows, pointer, colours.
sizes: .word machine_text, machine_columns, machine_rows, 1 - KEYED, 32
size_count = 5

; capability io0 -> size of the machine.
call_capability:
  move.w io0, d0
  cmpi.w #size_count, d0
  bcc @none
  add.w d0, d0
  lea sizes(pc), a0
  move.w 0(a0,d0.w), d0
  rts
@none:
  moveq #0, d0
  rts
