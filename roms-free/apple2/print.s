; Printing.

    lda #RETURN                 ; $fd8e
    bne print

    .res $FDDA - *, $00
; Two digits.
; in: a. out: -. clobbers: a, y
print_byte:                     ; $fdda
    pha
    lsr
    lsr
    lsr
    lsr
    jsr digit
    pla
    .res $FDE3 - *, $EA
    and #15                     ; $fde3
digit:
    ora #$B0
    cmp #$BA
    bcc print
    adc #6                      ; carry is set
    .res $FDED - *, $EA
; A character, to wherever output goes.
; in: a = character with bit 7. out: a. clobbers: -
print:                          ; $fded
    jmp (CSWL)

; The same on the screen.
; in: a = character with bit 7. out: a. clobbers: -
print_1:                        ; $fdf0
    cmp #SPACE
    bcc @control
    pha
    cmp #$E0
    bcc @capital
    and #$DF                    ; there are no small letters
@capital:
    and INVFLG
    sty ACC
    ldy CH
    sta (BASL),y
    inc CH
    lda CH
    cmp WNDWDTH
    bcc @done
    jsr new_line
@done:
    ldy ACC
    pla
    rts
    .res $FE1F - *, $00
    rts                         ; $fe1f: on a IIGS it clears the carry
@control:
    pha
    sty ACC
    cmp #RETURN
    bne @bell
    jsr new_line
@bell:
    cmp #BELL
    bne @back
    jsr tone
@back:
    cmp #BACK
    bne @done
    dec CH
    bpl @done
    inc CH
    bpl @done                   ; always

    .res $FE80 - *, $00
    ldy #$3F                    ; $fe80: inverse
    bne set_mask
; Letters as they are.
; in: -. out: -. clobbers: y
set_normal:                     ; $fe84
    ldy #$FF
set_mask:
    sty INVFLG
    rts

    .res $FE89 - *, $00
; Keys come from the keyboard.
; in: -. out: -. clobbers: a
set_keyboard:                   ; $fe89
    lda #<key_in
    sta KSWL
    lda #>key_in
    sta KSWL + 1
    rts
    .res $FE93 - *, $EA
; Printing goes to the screen.
; in: -. out: -. clobbers: a
set_video:                      ; $fe93
    lda #<print_1
    sta CSWL
    lda #>print_1
    sta CSWL + 1
    rts
