; The character set changes several times a line, also in the middle of cells' rows.
        .include "stable.inc"

set_up: rts

effect:
        lda #2
        .repeat 560, i
        ldx #(i & 15)
        sta vic_border
        stx vic_background
        ldy #$1C + 2 * (i & 1)
        sty vic_pointers
        .endrepeat
        jmp effect_done
