; BASIC, $A000-$BFFF: one assembly unit, one 8 KB image. Direct mode, lines, and the statements that
; loading and starting programs takes.

    .include "basic/variables.inc"

    .setcpu "6502"
    .segment "BASIC"
    .org $A000

    .addr cold_start, warm_start
    .byte "HEXBASIC"
    .include "basic/tokens.s"
    .include "basic/crunch.s"
    .include "basic/errors.s"
    .include "basic/print.s"

    ; Routines of the original that programs call by address, as published memory maps name them.
    .res $A474 - *, $FF
    jmp ready
    .include "basic/lines.s"

    .res $A659 - *, $FF
    jmp run_start               ; text pointer to the program, variables cleared
    .include "basic/list.s"

    .res $A7AE - *, $FF
    jmp next_statement
    .include "basic/run.s"
    .include "basic/expression.s"

    .res $AB1E - *, $FF
    tax                         ; a: low, y: high byte of a text that ends with 0
    jmp print_text
    .include "basic/start.s"
    .include "basic/files.s"
    .include "basic/system.s"

    .res $BDCD - *, $FF
    jmp print_number            ; x: low, a: high byte

    .res $C000 - *, $FF
    .assert * = $C000, error, "BASIC does not end at $BFFF"
