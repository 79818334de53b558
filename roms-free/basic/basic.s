; BASIC, $A000-$BFFF: one assembly unit, one 8 KB image. Direct mode, lines, and the statements that
; loading and starting programs takes.

        .include "basic/variables.inc"

        .setcpu "6502"
        .segment "BASIC"
        .org $a000

        .addr cold_start, warm_start
        .byte "HEXBASIC"
        .include "basic/tokens.s"
        .include "basic/crunch.s"
        .include "basic/errors.s"
        .include "basic/print.s"

        ; Routines of the original that programs call by address, as published memory maps name them.
        .res $a474 - *, $ff
        jmp ready
        .include "basic/lines.s"

        .res $a659 - *, $ff
        jmp run_start           ; text pointer to the program, variables cleared
        .include "basic/list.s"

        .res $a7ae - *, $ff
        jmp next_statement
        .include "basic/run.s"
        .include "basic/expression.s"

        .res $ab1e - *, $ff
        tax                     ; a: low, y: high byte of a text that ends with 0
        jmp print_text
        .include "basic/start.s"
        .include "basic/files.s"
        .include "basic/system.s"

        .res $bdcd - *, $ff
        jmp print_number        ; x: low, a: high byte

        .res $c000 - *, $ff
        .assert * = $c000, error, "BASIC does not end at $BFFF"
