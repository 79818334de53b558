; SYS, POKE, NEW.
; Facts: PRG, BASIC statements of these names; memory map: SYS takes its registers from $030C-$030F
; and leaves them there.

; SYS address
do_sys: jsr expression
        jsr statement_end
        jsr @call
        php
        sta sareg
        stx sxreg
        sty syreg
        pla
        sta spreg
        rts
@call:  lda spreg
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
do_new: jsr statement_end
        jsr clear_program
        jmp ready
