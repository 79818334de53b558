; Interrupts: who asked for one is found out here, and gets it through its vector with A on the stack, so that it ends with PLA, RTI.
; Facts: Operating System User's Manual, chapter 6, "Interrupts"; Mapping the Atari, $0200 to $0236.

; in: the processor's pushes on the stack. out: goes on at a vector. clobbers: -
nmi:
    bit NMIST
    bpl @no_list
    jmp (VDSLST)
@no_list:
    cld
    pha
    lda NMIST
    and #NMI_RESET              ; the 800's key
    beq @blank
    jmp warm_start
@blank:
    txa
    pha
    tya
    pha
    sta NMIRES
    jmp (VVBLKI)

; in: the processor's pushes on the stack. out: goes on at a vector. clobbers: -
irq:
    jmp (VIMIRQ)

; What VIMIRQ holds: those that POKEY has raised, in this order from the last row up; then the lines of the bus, then BRK.
; in: the processor's pushes on the stack. out: goes on at a vector. clobbers: -
irq_service:
    cld
    pha
    txa
    pha
    ldx #irq_vectors - irq_bits - 1
@bit:
    lda irq_bits,x
    and POKMSK
    beq @next
    bit IRQST
    beq @found
@next:
    dex
    bpl @bit
    bit PACTL
    bmi @proceed
    bit PBCTL
    bmi @interrupt
    tsx
    lda STACK + 3,x             ; the flags, under X and A
    and #$10
    beq @nobody
    pla
    tax
    jmp (VBREAK)
@nobody:
    pla
    tax
    pla
    rti
@proceed:
    lda PORTA                   ; forgets it
    pla
    tax
    jmp (VPRCED)
@interrupt:
    lda PORTB
    pla
    tax
    jmp (VINTER)
@found:
    eor #$FF
    and POKMSK
    sta IRQEN                   ; forgets it
    lda POKMSK
    sta IRQEN
    lda irq_vectors,x
    tax
    lda VDSLST,x
    sta JVECK
    lda VDSLST + 1,x
    sta JVECK + 1
    pla
    tax
    jmp (JVECK)

irq_bits:
    .byte IRQ_BREAK, IRQ_KEY, $04, $02, $01, IRQ_SENT, IRQ_SEROUT, IRQ_SERIN
irq_vectors:
    .byte <BRKKY, <VKEYBD, <VTIMR4, <VTIMR2, <VTIMR1, <VSEROC, <VSEROR, <VSERIN

; An interrupt that nobody wants.
; in: A on the stack. out: returns from the interrupt. clobbers: -
irq_ignored:
    pla
    rti

; in: A on the stack. out: BRKKEY = 0. clobbers: -
break_irq:
    lda #0
    sta BRKKEY
    sta SSFLAG
    sta CRSINH
    sta ATRACT
    pla
    rti

KEY_HELP      = $11             ; codes of keys
KEY_CONTROL_1 = $9F
DEBOUNCE      = 3               ; frames

; A key has gone down. The same one twice within a few frames has bounced.
; in: A on the stack. out: CH. clobbers: -
keyboard_irq:
    txa
    pha
    lda KBCODE
    cmp CH1
    bne @new
    ldx KEYDEL
    bne @bounced
@new:
    cmp #KEY_CONTROL_1
    bne @key
    lda SSFLAG
    eor #$FF
    sta SSFLAG
    lda KBCODE
    jmp @seen
@key:
    .if XL
    cmp #KEY_HELP
    bne @no_help
    sta HELPFG
    jmp @seen
@no_help:
    .endif
    sta CH
@seen:
    sta CH1
    lda #DEBOUNCE
    sta KEYDEL
    lda KRPDEL
    sta SRTIMR
    lda #0
    sta ATRACT
@bounced:
    pla
    tax
    pla
    rti
