; Where lines lie, and the bell.

; The address of a line of the screen.
; in: a = line. out: BASL, BASH, carry clear. clobbers: a
base_of:                        ; $fbc1
    pha
    lsr
    and #3
    ora #4
    sta BASH
    pla
    and #$18
    bcc @even
    adc #$7F
@even:
    sta BASL
    asl
    asl
    ora BASL
    sta BASL
    clc
    rts

    .res $FBDD - *, $00
; A tone of 1,000 Hz for a tenth of a second.
; in: -. out: -. clobbers: a, y
tone:                           ; $fbdd
    ldy #$C0
@half:
    lda #$0C
    jsr wait
    lda SPKR
    dey
    bne @half
    rts

    .res $FC22 - *, $00
    lda CV                      ; $fc22: the line that the cursor is in
; A line as the window has it.
; in: a = line. out: BASL, BASH. clobbers: a
line_of:
    jsr base_of
    adc WNDLFT                  ; carry is clear
    sta BASL
    rts
