; The KERNAL, $E000-$FFFF: one assembly unit, one 8 KB image.
; The order of the includes is free but for the fixed addresses; the assembler stops where a gap
; would be negative.

        .include "hardware.inc"
        .include "kernal/variables.inc"

        .setcpu "6502"
        .segment "KERNAL"
        .org $e000

        .include "kernal/files.s"
        .include "kernal/open.s"
        .include "kernal/channels.s"
        .include "kernal/messages.s"

; Routines of the original that programs call by address. Facts: the routines' names and
; addresses in published memory maps; the bodies are elsewhere and ours.
        .res $e518 - *, $ff
        jmp cint
        .res $e544 - *, $ff
        jmp screen_clear
        .res $e566 - *, $ff
        jmp screen_home
        .res $e56c - *, $ff
        jmp screen_sync

        .include "kernal/screen_lines.s"
        .include "kernal/screen_print.s"
        .include "kernal/screen_read.s"

        .res $ea31 - *, $ff
        .include "kernal/irq.s"         ; fixes $ea31, $ea7e and $ea81
        .include "kernal/clock.s"
        .include "kernal/keyboard.s"
        .include "kernal/keymap.s"
        .include "kernal/serial_lines.s"
        .include "kernal/serial.s"
        .include "kernal/load.s"
        .include "kernal/save.s"
        .include "kernal/io_init.s"
        .include "kernal/screen_init.s"
        .include "kernal/vectors.s"
        .include "kernal/nmi.s"
        .include "kernal/memory.s"

        .res $fce2 - *, $ff
        .include "kernal/reset.s"
        .res $fd15 - *, $ff
        jmp restor
        .res $fd50 - *, $ff
        jmp ramtas
        .res $fda3 - *, $ff
        jmp ioinit
        .res $fe66 - *, $ff
        jmp break_service
        .res $ff5b - *, $ff
        jmp cint

        .res $ff81 - *, $ff
        .include "kernal/jump_table.s"
