; Errors: texts, and how they are reported.
; Facts: PRG, appendix "error messages"; numbers 1-9 are the KERNAL's.

err_syntax      = 10
err_memory      = 11
err_load        = 12
err_verify      = 13
err_line        = 14
err_quantity    = 15

; quantity_error: as a jump's target.   in: nothing.   out: never returns.   clobbers: everything.
quantity_error:
    ldx #err_quantity
    .byte bit_absolute          ; skips the next instruction
; syntax_error: as a jump's target.   in: nothing.   out: never returns.   clobbers: everything.
syntax_error:
    ldx #err_syntax
    ; falls through to raise

bit_absolute    = $2C           ; opcode of BIT with two bytes of address

; raise: an error through its vector.   in: error x.   out: never returns.   clobbers: everything.
raise:
    jmp (ierror)

; kernal_error: an error of a KERNAL call; 0 is the STOP key.   in: error a.   out: never returns.   clobbers: everything.
kernal_error:
    tax
    bne raise
    ; falls through to broken

; broken: STOP was pressed.   in: nothing.   out: never returns.   clobbers: everything.
broken:
    ldx #<break_text
    ldy #>break_text
    jsr report
    jmp ready

; error: default of ierror: "?... ERROR", with the line if a program runs.   in: error x.
; out: never returns.   clobbers: everything.
error:
    txa
    asl
    tay
    lda error_texts - 2,y
    pha
    lda error_texts - 1,y
    pha
    jsr krn_clrchn
    jsr new_line
    lda #'?'
    jsr krn_chrout
    pla
    tay
    pla
    tax
    jsr print_text
    ldx #<error_text
    ldy #>error_text
    jsr report_here
    jmp ready

; report: a new line, the text y/x, and where.   report_here: without the new line.
report:
    txa
    pha
    tya
    pha
    jsr new_line
    pla
    tay
    pla
    tax
report_here:
    jsr print_text
    ldy curlin + 1
    iny
    beq @direct
    ldx #<in_text
    ldy #>in_text
    jsr print_text
    ldx curlin
    lda curlin + 1
    jsr print_number
@direct:
    rts

error_texts:
    .addr text_1, text_2, text_3, text_4, text_5, text_6, text_7, text_8, text_9
    .addr text_syntax, text_memory, text_load, text_verify, text_line, text_quantity
text_1: .asciiz "TOO MANY FILES"
text_2: .asciiz "FILE OPEN"
text_3: .asciiz "FILE NOT OPEN"
text_4: .asciiz "FILE NOT FOUND"
text_5: .asciiz "DEVICE NOT PRESENT"
text_6: .asciiz "NOT INPUT FILE"
text_7: .asciiz "NOT OUTPUT FILE"
text_8: .asciiz "MISSING FILE NAME"
text_9: .asciiz "ILLEGAL DEVICE NUMBER"
text_syntax:
    .asciiz "SYNTAX"
text_memory:
    .asciiz "OUT OF MEMORY"
text_load:
    .asciiz "LOAD"
text_verify:
    .asciiz "VERIFY"
text_line:
    .asciiz "UNDEF'D STATEMENT"
text_quantity:
    .asciiz "ILLEGAL QUANTITY"
error_text:
    .asciiz " ERROR"
break_text:
    .asciiz "BREAK"
in_text:
    .asciiz " IN "
