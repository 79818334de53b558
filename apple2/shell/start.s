; start: sets the machine up once.

.include "shell.inc"
.import page_clear, queue_start, screen_start, shell_run
.export shell_start

.segment "SHELL"

; shell_start: the machine as the game finds it, and the game.
; in: nothing.  out: never returns.  clobbers: everything.
shell_start:
    cld
    ldx #$FF
    txs
    bank_game
    ldx #vectors_end - vectors - 1
@vector:
    lda vectors,x
    sta processor_vectors,x     ; in the card, if there is one
    dex
    bpl @vector
    jsr queue_start
    lda #page_text
    jsr page_clear
    jsr screen_start
    jmp shell_run

processor_vectors = $FFFA
reset_vector      = $FFFC

; reset: the reset line, where it does not bring the ROM back: the ROM starts the disk.
; in: nothing.  out: never returns.  clobbers: nothing.
reset:
    bit card_rom
    jmp (reset_vector)

; No card here interrupts.
ignore:
    rti

; Where interrupts and the reset line lead while the card is read in the ROM's place.
vectors:
    .addr ignore, reset, ignore
vectors_end:
