; Waits 13 + 27/2 A + 5/2 A * A millionths of a second.
; in: a. out: a = 0. clobbers: -
wait:                           ; $fca8
    sec
@outer:
    pha
@inner:
    sbc #1
    bne @inner
    pla
    sbc #1
    bne @outer
    rts
