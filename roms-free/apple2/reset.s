; Interrupts, and what happens when the machine is switched on.

; in: the processor's pushes on the stack. out: never returns. clobbers: a, which ACC keeps
irq:                            ; $fa40
    sta ACC
    pla
    pha
    asl
    asl
    asl                         ; the break flag
    bmi @break
    jmp (IRQV)
@break:
    jmp break_caught

; in: the processor's pushes on the stack. out: never returns. clobbers: -
nmi:
    jmp NMIV

    .res $FA62 - *, $00
; The window and the page of text are set up; where a program has said so, it is entered anew, else the disk in slot 6 starts.
; in: -. out: never returns. clobbers: a, x, y
reset:
    cld
    ldx #$FF
    txs
    jsr set_normal
    jsr set_screen
    jsr set_keyboard
    jsr set_video
    lda SOFTEV + 1
    eor #$A5
    cmp PWREDUP
    bne @cold
    jmp (SOFTEV)
@cold:
    jsr home
    ldx #vectors_end - vectors - 1
@vector:
    lda vectors,x
    sta BRKV,x
    dex
    bpl @vector
    jmp BOOT

; From BRKV on: breaks, resets (by the disk, as the mark is wrong), &, user, NMI, IRQ.
vectors:
    .word stopped, BOOT
    .byte 0
    jmp standing
    jmp standing
    jmp standing
    .word standing
vectors_end:
