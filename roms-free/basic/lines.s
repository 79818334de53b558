; The program in memory: finding, deleting and inserting lines.
; Facts: PRG, storage of a BASIC line: link to the next line, number, tokens, 0; a link whose high
; byte is 0 ends the program.

line_number     = 2             ; offsets in a line
line_text       = 4
line_extra      = 5             ; bytes of a line besides its text

; edit_line: a line that begins with a number: replaces, inserts or deletes that line.   in: txtptr.
; out: never returns.   clobbers: everything.
edit_line:
    jsr parse_number
    jsr chrgot
    jsr crunch_line
    jsr find_line
    bcc @absent
    jsr delete_line
@absent:
    ldy #0
    lda (txtptr),y
    beq @done                   ; a number alone deletes
    jsr insert_line
@done:
    jsr relink
    jsr clear_variables
    jmp direct_again

; find_line: the first line of that number or more, or the program's end.
; in: linnum.   out: index; C = 1: the number is the same.   clobbers: a, x, y.
find_line:
    lda txttab
    ldx txttab + 1
@line:
    sta index
    stx index + 1
    ldy #1
    lda (index),y
    beq @none
    ldy #line_number + 1
    lda linnum + 1
    cmp (index),y
    bne @differs
    dey
    lda linnum
    cmp (index),y
    beq @equal                  ; C = 1
@differs:
    bcc @none
    ldy #1
    lda (index),y
    tax
    dey
    lda (index),y
    bcs @line                   ; always
@none:
    clc
@equal:
    rts

; delete_line: the line at index goes; what follows moves down.   clobbers: a, x, y.
delete_line:
    lda index
    sta move_to
    lda index + 1
    sta move_to + 1
    ldy #0
    lda (index),y
    tax
    iny
    lda (index),y
    sta move_end + 1            ; the next line
    stx move_end
    dey
@next:
    lda move_end
    cmp vartab
    lda move_end + 1
    sbc vartab + 1
    bcs @end
    lda (move_end),y
    sta (move_to),y
    inc move_end
    bne @to
    inc move_end + 1
@to:
    inc move_to
    bne @next
    inc move_to + 1
    bne @next                   ; always
@end:
    lda move_to
    sta vartab
    lda move_to + 1
    sta vartab + 1
    rts

    ; The original's place of relink, which programs call.
    .res $A533 - *, $FF
; relink: sets every line's link.
; in: txttab.   out: index = the program's end, behind its last link.   clobbers: a, x, y.
relink:
    lda txttab
    ldx txttab + 1
@line:
    sta index
    stx index + 1
    ldy #1
    lda (index),y
    beq @end
    ldy #line_text - 1
@text:
    iny
    beq @end                    ; 250 characters and no 0: this is no program
    lda (index),y
    bne @text
    tya
    sec                         ; + 1 for the 0 itself
    adc index
    pha
    lda index + 1
    adc #0
    tax
    ldy #1
    sta (index),y
    dey
    pla
    sta (index),y
    jmp @line
@end:
    lda index
    clc
    adc #2
    sta index
    bcc @done
    inc index + 1
@done:
    rts

; insert_line: puts line linnum with the text at txtptr in at index.   clobbers: a, x, y.
insert_line:
    ldy #0
@length:
    lda (txtptr),y
    beq @move
    iny
    bne @length                 ; always
@move:
    tya
    clc
    adc #line_extra
    adc vartab
    sta move_to
    lda vartab + 1
    sta move_end + 1
    adc #0
    sta move_to + 1
    lda move_to
    cmp memsiz
    lda move_to + 1
    sbc memsiz + 1
    bcs @full
    lda vartab
    sta move_end
    lda move_to
    sta vartab
    lda move_to + 1
    sta vartab + 1
    ldy #0
@next:
    lda move_end                ; from the end down to the gap
    cmp index
    bne @byte
    lda move_end + 1
    cmp index + 1
    beq @gap
@byte:
    lda move_end
    bne @from
    dec move_end + 1
@from:
    dec move_end
    lda move_to
    bne @to
    dec move_to + 1
@to:
    dec move_to
    lda (move_end),y
    sta (move_to),y
    jmp @next
@gap:
    iny
    tya
    sta (index),y               ; a link that is not 0, for relink
    ldy #line_number
    lda linnum
    sta (index),y
    iny
    lda linnum + 1
    sta (index),y
    lda index
    clc
    adc #line_text
    sta index
    bcc @text
    inc index + 1
@text:
    ldy #$FF
@copy:
    iny
    lda (txtptr),y
    sta (index),y
    bne @copy
    rts
@full:
    ldx #err_memory
    jmp raise

; clear_program: NEW's work: no lines, no variables.
; in: txttab.   out: vartab; as clear_variables.   clobbers: a, x, y.
clear_program:
    ldy #0
    tya
    sta (txttab),y
    iny
    sta (txttab),y
    lda txttab
    clc
    adc #2
    sta vartab
    lda txttab + 1
    adc #0
    sta vartab + 1              ; falls through to clear_variables

; clear_variables: the pointers behind the program; open files are forgotten.
; in: vartab, memsiz.   out: fretop, arytab, strend.   clobbers: a, x.
clear_variables:
    lda memsiz
    sta fretop
    lda memsiz + 1
    sta fretop + 1
    lda vartab
    sta arytab
    sta strend
    lda vartab + 1
    sta arytab + 1
    sta strend + 1
    jmp krn_clall
