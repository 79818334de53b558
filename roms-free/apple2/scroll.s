; The window as a whole: clearing it, moving it up by a line.

; Clears the window, and puts the cursor to its top.
; in: window. out: -. clobbers: a, y
home:
    lda #0
    sta CH
    lda WNDTOP
    sta CV
    jsr line_of
@line:
    ldy #0
    jsr clear_from
    inc CV
    lda CV
    jsr line_of
    lda CV
    cmp WNDBTM
    bcc @line
    lda WNDTOP
    sta CV
    jmp line_of

; To the beginning of the next line.
; in: -. out: -. clobbers: a, y
new_line:
    lda #0
    sta CH
; The cursor goes down a line; at the bottom the window moves.
; in: -. out: BASL, BASH. clobbers: a, y
line_down:
    inc CV
    lda CV
    cmp WNDBTM
    bcc @there
    dec CV
    jmp scroll
@there:
    jmp line_of

; Moves the window up by a line and clears the last one.
; in: window. out: the cursor's line. clobbers: a, y
scroll:
    txa
    pha
    ldx WNDTOP
    txa
    jsr line_of
@line:
    lda BASL
    sta BAS2L
    lda BASH
    sta BAS2H
    inx
    cpx WNDBTM
    bcs @last
    txa
    jsr line_of
    ldy WNDWDTH
    dey
@column:
    lda (BASL),y
    sta (BAS2L),y
    dey
    bpl @column
    bmi @line                   ; always
@last:
    pla
    tax
    ldy #0
    jsr clear_from
    lda CV
    jmp line_of

; Clears the line from the cursor on.
; in: CH, BASL. out: -. clobbers: a, y
clear_line:
    ldy CH
; in: y = column
clear_from:
    lda #SPACE
@column:
    sta (BASL),y
    iny
    cpy WNDWDTH
    bcc @column
    rts
