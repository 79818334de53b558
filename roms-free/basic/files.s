; LOAD, SAVE, VERIFY, OPEN, CLOSE.
; Facts: PRG, BASIC statements of these names, KERNAL jump table; drives answer on channel 15.

status_wrong    = %10111111     ; all of the status but EOI

; file_arguments: "name",device,secondary: all may be missing.
; out: SETNAM and SETLFS done.   clobbers: a, x, y.
file_arguments:
    ldx #first_device
    ldy #0
    sty fnlen
    jsr set_file
    jsr chrgot
    beq @done
    cmp #chr_quote
    bne @wrong
    jsr string
    lda fnlen
    ldx index
    ldy index + 1
    jsr krn_setnam
    jsr chrgot
    beq @done
    jsr comma
    jsr byte_argument
    ldy #0
    jsr set_file
    jsr chrgot
    beq @done
    jsr comma
    jsr byte_argument
    txa
    tay
    ldx fa
    jsr set_file
@done:
    jmp statement_end
@wrong:
    jmp syntax_error

; set_file: device x, secondary y.
set_file:
    lda #0
    jmp krn_setlfs

; LOAD
do_load:
    jsr file_arguments
    lda #0
    ldx txttab
    ldy txttab + 1
    jsr krn_load
    bcs file_error
    stx move_to
    sty move_to + 1
    jsr krn_readst
    and #status_wrong
    beq @whole
    ldx #err_load
    jmp raise
@whole:
    jsr relink
    lda index                   ; the program ends behind its last line, or with the load if that
    ldx index + 1               ; ended further on in BASIC's memory (machine code follows the lines)
    jsr @longer
    sta vartab
    stx vartab + 1
    ldx curlin + 1
    inx
    bne @program
    jsr clear_variables
    jmp ready
@program:
    jsr run_start               ; a program that loads another starts it
    jmp next_statement
@longer:
    cmp move_to
    tay
    txa
    sbc move_to + 1
    bcs @kept
    lda memsiz
    cmp move_to
    lda memsiz + 1
    sbc move_to + 1
    bcc @kept
    ldy move_to
    ldx move_to + 1
@kept:
    tya
    rts

; VERIFY
do_verify:
    jsr file_arguments
    lda #1
    ldx txttab
    ldy txttab + 1
    jsr krn_load
    bcs file_error
    jsr krn_readst
    and #status_wrong
    beq @same
    ldx #err_verify
    jmp raise
@same:
    ldx #<verify_text
    ldy #>verify_text
    jsr print_text
    rts
verify_text:
    .byte chr_return, "OK", 0

; SAVE
do_save:
    jsr file_arguments
    lda #txttab
    ldx vartab
    ldy vartab + 1
    jsr krn_save
    bcs file_error
    rts

; file_error: error a of LOAD or SAVE. If the drive refused the file it says why.
file_error:
    cmp #err_refused
    bne @error
    pha
    jsr drive_message
    pla
@error:
    jmp kernal_error

err_refused     = 7
drive_channel   = $6F           ; data channel 15 on the bus

; drive_message: prints the message of drive fa.   clobbers: a.
drive_message:
    jsr new_line
    lda #0
    sta status
    lda fa
    jsr krn_talk
    lda #drive_channel
    jsr krn_tksa
@next:
    lda status
    bne @end
    jsr krn_acptr
    cmp #chr_return
    beq @end
    jsr krn_chrout
    jmp @next
@end:
    jmp krn_untlk

; OPEN file,device,secondary,"name": the last two may be missing.
do_open:
    jsr byte_argument
    txa
    pha
    jsr comma
    jsr byte_argument
    txa
    pha
    lda #0
    jsr krn_setnam
    ldx #$FF                    ; no secondary address
    jsr chrgot
    beq @open
    jsr comma
    jsr byte_argument
    txa
    pha
    jsr chrgot
    beq @secondary
    jsr comma
    cmp #chr_quote
    bne @wrong
    jsr string
    lda fnlen
    ldx index
    ldy index + 1
    jsr krn_setnam
@secondary:
    pla
    tax
@open:
    txa
    tay
    pla
    tax
    pla
    jsr krn_setlfs
    jsr statement_end
    jsr krn_open
    bcs @error
    rts
@error:
    jmp kernal_error
@wrong:
    jmp syntax_error

; CLOSE file
do_close:
    jsr byte_argument
    jsr statement_end
    lda linnum
    jmp krn_close
