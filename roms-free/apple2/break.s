; A BRK that nobody caught: its address is shown, and the machine stands.

; To whoever wants it.
; in: the processor's pushes on the stack. out: never returns. clobbers: -
break_caught:
    jmp (BRKV)

; Shows where.
; in: the processor's pushes on the stack. out: never returns. clobbers: a, x, y
stopped:
    pla
    pla
    sec
    sbc #2
    sta PCL
    pla
    sbc #0
    sta PCL + 1
    jsr set_text
    jsr set_screen
    ldx #0
@letter:
    lda break_text,x
    beq @address
    jsr print_1
    inx
    bne @letter
@address:
    lda PCL + 1
    jsr print_byte
    lda PCL
    jsr print_byte
; in: -. out: never returns. clobbers: -
standing:
    jmp standing

break_text:
    .byte RETURN, 'B' | $80, 'R' | $80, 'K' | $80, SPACE, 0
