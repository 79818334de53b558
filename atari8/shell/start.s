; start: sets the machine up once.

.include "shell.inc"
.include "disk.inc"
.import queue_start, screen_start, sound_start, shell_run, nmi_ram, second_drive, bank_start, format_ask
.export shell_start

BRKKEY = $11                    ; 0: BREAK was pressed

.segment "SHELL"

; shell_start: the machine as the game finds it, and the game.
; in: as boot leaves it: no interrupts, RAM in the ROM's place, RESET as power-on.  out: never returns.  clobbers: everything.
shell_start:
    ldx #$FF
    txs
    stx BRKKEY                  ; nobody looks for that key from now on
    inx
    stx second_drive
    ldx #vectors_end - vectors - 1
@vector:
    lda vectors,x
    sta processor_vectors,x     ; in RAM, if the ROM is not there
    dex
    bpl @vector
    jsr bank_start
    jsr queue_start
    jsr screen_start
    jsr sound_start
    cli
    jsr format_ask
    jmp shell_run

processor_vectors = $FFFA

; None asks for one here but SIO, whose are the OS's.
ignore:
    rti

; Where interrupts lead while RAM is seen in the ROM's place.
vectors:
    .addr nmi_ram, ignore, ignore
vectors_end:
