; Numbers: 16 bits without sign; + - * PEEK( ) and parentheses.
; Results wrap, so that -1 is 65535. Everything is kept on the stack while a deeper level runs.

; expression: the value of what stands in the line.
; in: txtptr.   out: linnum; a, Z as from chrgot.   clobbers: x, y, expression_sum, product.
expression:
    jsr term
@next:
    cmp #token_plus
    beq @add
    cmp #token_minus
    beq @subtract
    jmp chrgot                  ; sets Z
@add:
    jsr second_term
    clc
    lda expression_sum
    adc linnum
    tax
    lda expression_sum + 1
    adc linnum + 1
    jmp @keep
@subtract:
    jsr second_term
    sec
    lda expression_sum
    sbc linnum
    tax
    lda expression_sum + 1
    sbc linnum + 1
@keep:
    stx linnum
    sta linnum + 1
    jsr chrgot
    jmp @next

; second_term: expression_sum := linnum, linnum := the term behind the operator.
second_term:
    lda linnum
    pha
    lda linnum + 1
    pha
    jsr chrget
    jsr term
    pla
    sta expression_sum + 1
    pla
    sta expression_sum
    rts

; term: factors and products.   out: a = the character behind.
term:
    jsr factor
@next:
    jsr chrgot
    cmp #token_times
    bne @done
    lda linnum
    pha
    lda linnum + 1
    pha
    jsr chrget
    jsr factor
    pla
    sta expression_sum + 1
    pla
    sta expression_sum
    jsr multiply
    jmp @next
@done:
    rts

; multiply: linnum := linnum * expression_sum.   clobbers: a, x.
multiply:
    lda #0
    sta product
    sta product + 1
    ldx #16
@bit:
    asl product
    rol product + 1
    asl linnum
    rol linnum + 1
    bcc @zero
    lda product
    clc
    adc expression_sum
    sta product
    lda product + 1
    adc expression_sum + 1
    sta product + 1
@zero:
    dex
    bne @bit
    lda product
    sta linnum
    lda product + 1
    sta linnum + 1
    rts

; factor: a number, PEEK( ), or an expression in parentheses, with or without a sign.
factor:
    jsr chrgot
    cmp #'('
    beq parenthesis
    cmp #token_minus
    beq @negative
    cmp #token_plus
    beq @positive
    cmp #token_peek
    beq @peek
    jmp parse_number
@peek:
    jsr chrget
    cmp #'('
    bne @wrong
    jsr parenthesis
    ldy #0
    lda (linnum),y
    sta linnum
    sty linnum + 1
    rts
@positive:
    jsr chrget
    jmp factor
@negative:
    jsr chrget
    jsr factor
    sec
    lda #0
    sbc linnum
    sta linnum
    lda #0
    sbc linnum + 1
    sta linnum + 1
    rts

@wrong:
    jmp syntax_error

; parenthesis: the expression behind an opening parenthesis.
; in: txtptr at it.   out: linnum; a, Z as from chrget.   clobbers: x, y, expression_sum, product.
parenthesis:
    jsr chrget
    jsr expression
    cmp #')'
    bne not_a_number
    jmp chrget

; parse_number: a decimal number up to 65535.
; in: txtptr.   out: linnum; a = the character behind.   clobbers: x, y, product.
parse_number:
    jsr chrgot
    jsr is_digit
    bcc not_a_number
    ldx #0
    stx linnum
    stx linnum + 1
@digit:
    and #$0F
    pha
    lda linnum
    ldx linnum + 1
    sta product
    stx product + 1
    jsr @double
    jsr @double
    lda linnum                  ; * 5
    adc product
    sta linnum
    lda linnum + 1
    adc product + 1
    bcs @large
    sta linnum + 1
    jsr @double
    pla
    adc linnum
    sta linnum
    bcc @next
    inc linnum + 1
    beq @large
@next:
    jsr chrget
    jsr is_digit
    bcs @digit
    rts
@double:
    asl linnum
    rol linnum + 1
    bcs @large
    rts
@large:
    jmp quantity_error          ; the stack is set anew there

not_a_number:
    jmp syntax_error

; is_digit: is this a decimal digit?
; in: a.   out: C = 1: yes.   clobbers: nothing.
is_digit:
    cmp #'0'
    bcc @done
    cmp #'9' + 1
    bcs @no
    sec
    rts
@no:
    clc
@done:
    rts

; byte_argument: an expression that must be below 256.
; in: txtptr.   out: x; txtptr behind it.   clobbers: a, y, linnum, expression_sum, product.
byte_argument:
    jsr expression
    ldx linnum + 1
    bne @large
    ldx linnum
    rts
@large:
    jmp quantity_error

; comma: on to what is behind a comma; a syntax error if there is none.
; in: txtptr.   out: a, Z as from chrget.   clobbers: y.
comma:
    jsr chrgot
    cmp #','
    bne not_a_number
    jmp chrget
