; The KERNAL, $E000-$FFFF: one assembly unit, one 8 KB image.
; The order of the includes is free but for the fixed addresses; the assembler stops where a gap
; would be negative.

    .include "hardware.inc"
    .include "kernal/variables.inc"

    .setcpu "6502"
    .segment "KERNAL"
    .org $E000

    .include "kernal/files.s"
    .include "kernal/open.s"
    .include "kernal/channels.s"
    .include "kernal/messages.s"

; Routines of the original that programs call by address. Facts: the routines' names and
; addresses in published memory maps; the bodies are elsewhere and ours.
    .res $E518 - *, $FF
    jmp cint
    .res $E544 - *, $FF
    jmp screen_clear
    .res $E566 - *, $FF
    jmp screen_home
    .res $E56C - *, $FF
    jmp screen_sync

    .include "kernal/screen_lines.s"
    .include "kernal/screen_print.s"
    .include "kernal/screen_read.s"

    .res $EA31 - *, $FF
    .include "kernal/irq.s"             ; fixes $ea31, $ea7e and $ea81
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

    .res $FCE2 - *, $FF
    .include "kernal/reset.s"
    .res $FD15 - *, $FF
    jmp restor
    .res $FD50 - *, $FF
    jmp ramtas
    .res $FDA3 - *, $FF
    jmp ioinit
    .res $FE66 - *, $FF
    jmp break_service
    .res $FF5B - *, $FF
    jmp cint

    .res $FF81 - *, $FF
    .include "kernal/jump_table.s"
