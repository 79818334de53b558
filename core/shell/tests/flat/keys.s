; The keyboard of the smallest machine: a byte that is the key being held. It has no interrupt; a frame passes whenever something
; waits.

.include "shell.inc"
.importzp frames
.import key_found
.export look, held

.segment "SHELLBSS"
held:       .res 1
saved_a:    .res 1
saved_x:    .res 1

.segment "SHELL"

look:
    sta saved_a
    stx saved_x
    inc frames
    lda held
    jsr key_found
    lda saved_a
    ldx saved_x
    rts
