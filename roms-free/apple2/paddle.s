; The position of a paddle.
; in: x = paddle, 0 to 3. out: y = position. clobbers: a
paddle:
    lda PTRIG
    ldy #0
    nop                         ; the first count
    nop
@count:
    lda PADDL0,x
    bpl @done
    iny
    bne @count
    dey
@done:
    rts
