; Border and background colour change every few cycles through the whole picture.
        .include "stable.inc"

set_up: rts

effect:
        .repeat 1100, i
        lda #(i & 15)
        sta vic_border
        sta vic_background
        .endrepeat
        jmp effect_done
