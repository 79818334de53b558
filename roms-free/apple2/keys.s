; Keys.

; The next key, with a cursor in its place meanwhile.
; in: -. out: a = code with bit 7. clobbers: y
read_key:                       ; $fd0c
    ldy CH
    lda (BASL),y
    pha
    and #$3F
    ora #$40                    ; flashes
    sta (BASL),y
    pla
    jmp (KSWL)

    .res $FD1B - *, $00
; in: a = what stood under the cursor, y = its column. out: a = code with bit 7. clobbers: -
key_in:                         ; $fd1b
    inc RNDL
    bne @look
    inc RNDL + 1
@look:
    bit KBD
    bpl key_in
    sta (BASL),y
    lda KBD
    bit KBDSTRB
    rts

    .res $FD35 - *, $00
    jmp read_key                ; $fd35: no editing
