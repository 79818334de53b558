; Text to tokens.
; Facts: PRG, keywords, abbreviations (the second or a later letter shifted ends the word) and tokens;
; text in quotes, after REM, and after DATA up to a colon stays as it is.

; crunch_line: turns a line into tokens, in place.
; in: txtptr, in buf.   out: the tokens there, ended by 0.   clobbers: a, x, y.
crunch_line:
    jmp (icrnch)
; crunch: default of icrnch.
; in: as crunch_line.   out: as crunch_line.   clobbers: a, x, y.
crunch:
    ldx txtptr
    stx crunch_to
@next:
    lda buf,x
    beq @store                  ; the end
    bmi @drop                   ; a shifted letter begins no word
    cmp #chr_quote
    beq @literal
    cmp #'?'
    beq @print
    jsr is_digit
    bcs @store
    jsr find_keyword
    bcc @plain
    lda token
    jsr @put
    cmp #token_rem
    beq @rem
    cmp #token_data
    bne @next
    lda #':'
    bne @copy                   ; always
@rem:
    lda #0
@copy:
    sta crunch_end
@text:
    lda buf,x
    beq @store
    cmp crunch_end
    beq @next
    jsr @put
    inx
    bne @text                   ; always
@literal:
    jsr @put                    ; up to and with the closing quotation mark
    inx
    lda buf,x
    beq @store
    cmp #chr_quote
    bne @literal
    beq @store                  ; always
@print:
    lda #token_print
    bne @store                  ; always
@plain:
    lda buf,x
@store:
    jsr @put
    tay
    beq @done
@drop:
    inx
    bne @next                   ; always
@put:
    ldy crunch_to
    sta buf,y
    inc crunch_to
@done:
    rts

; find_keyword: the first keyword that the text at buf + x begins with.
; out: C = 1: token, x after it; C = 0: none, x kept.   clobbers: a, y, index.
find_keyword:
    lda #<keywords
    sta index
    lda #>keywords
    sta index + 1
    lda #token_end
    sta token
    txa
    pha
@keyword:
    ldy #0
    lda (index),y
    beq @none
@compare:
    lda (index),y
    sec
    sbc buf,x
    bne @differs
    inx
    iny
    bne @compare                ; always
@differs:
    inx
    cmp #$80                    ; equal but for bit 7: the keyword ends here, or its abbreviation
    beq @found
    pla
    pha
    tax
@skip:
    lda (index),y
    php
    iny
    plp
    bpl @skip
    tya
    clc
    adc index
    sta index
    bcc @token
    inc index + 1
@token:
    inc token
    bne @keyword                ; always
@found:
    pla
    sec
    rts
@none:
    pla
    tax
    clc
    rts
