; SYS, POKE, NEW.
; Facts: PRG, BASIC statements of these names; memory map: SYS takes its registers from $030C-$030F
; and leaves them there.

; SYS address. What stands behind the address is looked at after the call, as programs from packers expect, which write
; their maker there.
do_sys:
    jsr expression
    jsr @call
    php
    sta sareg
    stx sxreg
    sty syreg
    pla
    sta spreg
    jmp statement_end
@call:
    lda spreg
    pha
    lda sareg
    ldx sxreg
    ldy syreg
    plp
    jmp (linnum)

; POKE address,value
do_poke:
    jsr expression
    lda linnum
    pha
    lda linnum + 1
    pha
    jsr comma
    jsr byte_argument
    pla
    sta linnum + 1
    pla
    sta linnum
    txa
    ldy #0
    sta (linnum),y
    rts

; NEW
do_new:
    jsr statement_end
    jsr clear_program
    jmp ready
