; text_code: letters by their colour: those of keys are key caps.

.include "hardware.inc"
.import cell_ink, key_caps
.export ink_code

.segment "SHELLBSS"
ink_x:      .res 1

.segment "SHELL"

; ink_code: what stands for a character in the colour of what is written.
; in: a = code, cell_ink.  out: a = code.  clobbers: nothing.
ink_code:
    stx ink_x
    ldx cell_ink
    cpx #key_ink
    bne @end
    cmp #digits + '_' + 1       ; behind the letters are glyphs and counters
    bcs @end
    tax
    lda key_caps,x
@end:
    ldx ink_x
    rts
