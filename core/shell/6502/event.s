; event: waiting for keys, and for time to pass.

.include "shell.inc"
.include "calls.inc"
.importzp frames
.import key_take, key_age, forget_early, entropy, moment_high
.export shell_event, event_idle, shell_delay, shell_entropy

.segment "SHELL"

; event: waits for a key. out: x:a = code.
shell_event:
    idle                        ; a keyboard that keeps a key gives it now
    jsr forget_early
; event_idle: waits for a key, and for instruments the place where that is done.
; in: nothing.  out: x:a = code.  clobbers: nothing.
event_idle:
    idle
    jsr key_take
    beq event_idle
    ldx #0
    stx key_age
    rts

; delay io0: tenths of a second, five frames each; a key ends it and is forgotten.
shell_delay:
    idle
    jsr forget_early
@tenth:
    lda io0
    ora io0 + 1
    beq @end
    ldy #5
@frame:
    lda frames
@wait:
    idle
    cmp frames
    beq @wait
    jsr key_take
    bne @end
    dey
    bne @frame
    lda io0
    bne @low
    dec io0 + 1
@low:
    dec io0
    jmp @tenth
@end:
    rts

; entropy: out: x:a = 16 bits from the moments of all key presses so far.
shell_entropy:
    lda moment_high
    eor entropy
    ldx entropy + 1
    rts
