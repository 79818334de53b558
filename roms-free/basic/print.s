; PRINT: texts in quotes, CHR$( ), numbers; ; and , between them.
; Facts: PRG, PRINT: a number stands between a space (its sign) and a space; a comma goes to the next
; column that is a multiple of ten.

tab_width       = 10

do_print:
    jsr chrgot
    beq print_return
@item:
    cmp #chr_quote
    beq @text
    cmp #token_chr
    beq @character
    cmp #';'
    beq @separator
    cmp #','
    beq @tab
    jsr expression
    lda #' '
    jsr krn_chrout
    ldx linnum
    lda linnum + 1
    jsr print_number
    lda #' '
    jsr krn_chrout
@next:
    jsr chrgot
    bne @item
    jmp print_return
@text:
    jsr string
    ldy #0
@put:
    cpy fnlen
    beq @next
    lda (index),y
    jsr krn_chrout
    iny
    bne @put                    ; always
@character:
    jsr chrget
    cmp #'('
    bne @wrong
    jsr parenthesis
    lda linnum
    jsr krn_chrout
    jmp @next
@tab:
    lda pntr
@modulo:
    sec
    sbc #tab_width
    bcs @modulo
    tax
@space:
    lda #' '
    jsr krn_chrout
    inx
    bne @space
@separator:
    jsr chrget
    bne @item
    rts                         ; at the end: no new line
@wrong:
    jmp syntax_error

; new_line: RETURN unless the cursor is at the start of a row.   print_return: RETURN.
; in: nothing.   out: nothing.   clobbers: a.
new_line:
    lda pntr
    beq new_line_done
print_return:
    lda #chr_return
    jsr krn_chrout
new_line_done:
    rts

; string: the text in quotes.
; in: txtptr at the first quote.   out: index = its first character, fnlen = its length, txtptr behind it.
; clobbers: a, y.
string:
    ldy #0
    sty fnlen
    jsr text_step
    lda txtptr
    sta index
    lda txtptr + 1
    sta index + 1
@next:
    ldy #0
    lda (txtptr),y
    beq @done
    cmp #chr_quote
    beq text_step
    inc fnlen
    jsr text_step
    jmp @next
@done:
    rts

; text_step: txtptr + 1.
text_step:
    inc txtptr
    bne @done
    inc txtptr + 1
@done:
    rts
