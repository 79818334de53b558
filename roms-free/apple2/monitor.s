; Main ROM of an Apple II Plus: what disks lean on that bring their own code. No BASIC and no monitor commands.
; Every address that stands here is public: programs call it there. Facts: Apple II Reference Manual, chapters 3 to 5, "Some useful
; monitor subroutines", "Zero page memory map", "Autostart ROM".

    .include "apple2/variables.inc"

    .setcpu "6502"
    .segment "MONITOR"
    .org $D000

    .res $F800 - *, $00
    .include "apple2/break.s"
    .include "apple2/scroll.s"
    .res $FA40 - *, $00
    .include "apple2/reset.s"           ; fixes $fa40, $fa62
    .res $FB1E - *, $00
    .include "apple2/paddle.s"
    .res $FB2F - *, $00
    .include "apple2/window.s"          ; fixes $fb2f, $fb39, $fb4b
    .res $FBB3 - *, $00
    .byte $EA                           ; by this and the first byte of $fb1e programs know a II Plus
    .res $FBC1 - *, $00
    .include "apple2/line.s"            ; fixes $fbdd, $fc22
    .res $FC58 - *, $00
    jmp home
    .res $FC62 - *, $00
    jmp new_line
    .res $FC66 - *, $00
    jmp line_down
    .res $FC70 - *, $00
    jmp scroll
    .res $FC9C - *, $00
    jmp clear_line
    .res $FCA8 - *, $00
    .include "apple2/wait.s"
    .res $FD0C - *, $00
    .include "apple2/keys.s"            ; fixes $fd1b, $fd35
    .res $FD8E - *, $00
    .include "apple2/print.s"           ; fixes $fdda, $fde3, $fded, $fdf0, $fe1f, $fe80, $fe84, $fe89, $fe93
    .res $FF3A - *, $00
    lda #$87
    jmp print
    .res $FF58 - *, $00
    rts                                 ; cards look here for a return
    jmp reset
    .res $FFFA - *, $00
    .word nmi, reset, irq
