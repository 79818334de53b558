; The dispatch tables, generated from the opcode table. op_table holds the words of the even codes 0 to 254 in
; one page: the fetch makes the code the low byte of its indirect jump.

.export op_table, native_table
.segment "VMTABLE"
.include "dispatch.inc"
.assert (op_table & $FF) = 0, lderror, "op_table must begin a page"
