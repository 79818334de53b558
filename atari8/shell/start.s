; start: sets the machine up once.

.include "shell.inc"
.include "disk.inc"
.import queue_start, screen_start, sound_start, shell_run, nmi_ram, disk_vbi, second_drive, bank_start, format_ask, rom_out
.export shell_start

POKMSK = $10                    ; interrupts of POKEY, for the OS
BRKKEY = $11                    ; 0: BREAK was pressed
COLDST = $0244                  ; not 0: RESET starts the machine as at power-on
NMIEN  = $D40E

.segment "SHELL"

; shell_start: the machine as the game finds it, and the game.
; in: nothing.  out: never returns.  clobbers: everything.
shell_start:
    sei
    cld
    ldx #$FF
    txs
    stx BRKKEY                  ; nobody looks for that key from now on
    stx COLDST
    inx
    stx NMIEN
    stx IRQEN
    stx POKMSK
    stx disk_vbi
    stx second_drive
    lda #<rom_out
    sta PORTB
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
