; LIST, and numbers in decimal.
; Facts: PRG, LIST; tokens inside quotes are characters.

; LIST, LIST n, LIST n-, LIST -n, LIST n-m.
do_list:
    lda #0
    sta linnum
    sta linnum + 1
    lda #$FF
    sta list_last
    sta list_last + 1
    jsr chrgot
    beq @go
    cmp #token_minus
    beq @to                     ; from the start
    jsr parse_number
    jsr chrgot
    cmp #token_minus
    beq @to
    jsr copy_last               ; one line
    jmp @go
@to:
    lda linnum
    pha
    lda linnum + 1
    pha
    jsr chrget
    beq @open
    jsr parse_number
    jsr copy_last
@open:
    pla
    sta linnum + 1
    pla
    sta linnum
@go:
    jsr statement_end
    jsr find_line
@line:
    ldy #1
    lda (index),y
    beq @end
    jsr check_stop
    ldy #line_number
    lda list_last
    cmp (index),y
    iny
    lda list_last + 1
    sbc (index),y
    bcc @end
    jsr new_line
    ldy #line_number
    lda (index),y
    tax
    iny
    lda (index),y
    jsr print_number
    lda #' '
    jsr krn_chrout
    jsr list_line
    ldy #0
    lda (index),y
    tax
    iny
    lda (index),y
    stx index
    sta index + 1
    jmp @line
@end:
    jsr new_line
    jmp ready

copy_last:
    lda linnum
    sta list_last
    lda linnum + 1
    sta list_last + 1
    rts

; list_line: prints the text of the line at index.   clobbers: a, x, y.
list_line:
    lda #0
    sta list_quote
    ldy #line_text - 1
list_next:
    iny
    lda (index),y
    beq @done
    jmp (iqplop)
@done:
    rts

; list_text: prints a byte of a line; default of iqplop.
; in: byte a, y = its place.   out: goes on with the next one.   clobbers: a, x.
list_text:
    cmp #chr_quote
    bne @byte
    pha
    lda list_quote
    eor #%10000000
    sta list_quote
    pla
@byte:
    tax
    bpl @print
    cmp #pi
    beq @print
    bit list_quote
    bmi @print
    tya
    pha
    jsr print_keyword
    pla
    tay
    jmp list_next
@print:
    jsr krn_chrout
    jmp list_next

; print_keyword: prints the keyword of token x.   clobbers: a, x, y.
print_keyword:
    lda #<keywords
    sta move_to
    lda #>keywords
    sta move_to + 1
    ldy #0
@find:
    cpx #token_end
    beq @print
@skip:
    lda (move_to),y
    beq @done                   ; a token that is none
    php
    inc move_to
    bne @same
    inc move_to + 1
@same:
    plp
    bpl @skip
    dex
    jmp @find
@print:
    lda (move_to),y
    beq @done
    php
    and #%01111111
    jsr krn_chrout
    iny
    plp
    bpl @print
@done:
    rts

; print_number: prints a number in decimal.
; in: a/x, high and low.   out: nothing.   clobbers: a, x, y, linnum, digits.
print_number:
    stx linnum
    sta linnum + 1
    lda #0
    sta digits
    ldy #powers - 1
@power:
    ldx #'0'
@count:
    lda linnum
    cmp power_low,y
    lda linnum + 1
    sbc power_high,y
    bcc @digit
    sta linnum + 1
    lda linnum
    sbc power_low,y             ; C = 1; the low byte again
    sta linnum
    inx
    bne @count                  ; always
@digit:
    txa
    cpy #0
    beq @print                  ; the units always
    cmp #'0'
    bne @print
    lda digits
    beq @next
    txa
@print:
    sta digits
    jsr krn_chrout
@next:
    dey
    bpl @power
    rts

power_low:
    .byte <1, <10, <100, <1000, <10000
power_high:
    .byte >1, >10, >100, >1000, >10000
powers = * - power_high
