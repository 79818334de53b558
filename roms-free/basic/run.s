; Running: the statement loop, and the statements that steer it.
; Facts: PRG, BASIC statements; storage of lines as in lines.s.

; next_statement: runs on: a statement, a colon, or the 0 that ends a line.   in: txtptr.
; out: never returns.   clobbers: everything.
next_statement:
    jmp (igone)
; run_statement: default of igone.   in: txtptr.   out: never returns.   clobbers: everything.
run_statement:
    jsr check_stop
    jsr chrgot
    beq @ended
    jsr execute
    jsr chrgot
    bne syntax_error_here
@ended:
    tax
    beq @line
    jsr chrget                  ; past the colon; Z = 1 means another one or the end
    jmp next_statement
@line:
    lda curlin + 1
    cmp #direct
    beq @ready
    ldy #2                      ; the next line's link, behind the 0
    lda (txtptr),y
    beq @ready
    iny
    lda (txtptr),y
    sta curlin
    iny
    lda (txtptr),y
    sta curlin + 1
    lda txtptr
    clc
    adc #line_text + 1
    sta txtptr
    bcc @again
    inc txtptr + 1
@again:
    jmp next_statement
@ready:
    jmp ready

syntax_error_here:
    jmp syntax_error

; execute: runs the statement that begins with a. A statement do_NAME finds txtptr, a and Z as chrget leaves them, at its first
; argument; it may change all registers, and leaves txtptr at what it has not read.
execute:
    ldx #statements - 1
@find:
    cmp statement_token,x
    beq @found
    dex
    bpl @find
    bmi syntax_error_here       ; always
@found:
    txa
    asl
    tax
    lda statement_target + 1,x
    pha
    lda statement_target,x
    pha
    jmp chrget                  ; to the statement, with its first argument

statement_token:
    .byte $80, $83, $89, $8A, $8F, $90, $93, $94, $95, $97, $99, $9B, $9C, $9E, $9F, $A0, $A2
statements = * - statement_token
statement_target:
    .addr do_end - 1, do_data - 1, do_goto - 1, do_run - 1, do_rem - 1, do_stop - 1, do_load - 1
    .addr do_save - 1, do_verify - 1, do_poke - 1, do_print - 1, do_list - 1, do_clr - 1, do_sys - 1
    .addr do_open - 1, do_close - 1, do_new - 1
    .assert * - statement_target = 2 * statements, error, "one target a statement"

; chrget: on to the next character that is not a space.
; in: txtptr.   out: txtptr; a; Z = 1 if it ends the statement (0 or colon).   clobbers: y.
chrget:
    inc txtptr
    bne chrgot
    inc txtptr + 1
; chrgot: the character at txtptr, or the next one that is not a space.
; in: txtptr.   out: txtptr; a; Z = 1 if it ends the statement (0 or colon).   clobbers: y.
chrgot:
    ldy #0
    lda (txtptr),y
    beq @done
    cmp #' '
    beq chrget
    cmp #':'
@done:
    rts

; statement_end: a syntax error if anything follows.
; in: txtptr.   out: a, Z as from chrgot.   clobbers: y.
statement_end:
    jsr chrgot
    bne syntax_error_here
    rts

; check_stop: ends the run if STOP is pressed.
; in: nothing.   out: nothing.   clobbers: a, x.
check_stop:
    jsr krn_stop
    bne @done
    jmp broken
@done:
    rts

; RUN, RUN n.
do_run:
    beq @start
    jsr parse_number
    jsr statement_end
    jsr go_to                   ; an error while nothing has changed yet
    jsr run_start
    jsr go_to
    jmp next_statement
@start:
    jsr run_start
    jmp next_statement

; run_start: the program is to run from its first line.
; in: txttab.   out: txtptr; no direct mode.   clobbers: a, x.
run_start:
    lda #0                      ; no control messages
    sta curlin + 1              ; not direct mode
    jsr krn_setmsg
    jsr clear_variables
    lda txttab                  ; at the 0 before the program
    ldx txttab + 1
    sec
    sbc #1
    bcs @set
    dex
@set:
    sta txtptr
    stx txtptr + 1
    rts

; GOTO n.
do_goto:
    jsr parse_number
    jsr go_to
    ldy curlin + 1
    iny
    bne @done
    sty curlin + 1              ; from direct mode: now it runs
@done:
    rts

; go_to: txtptr := the 0 before line linnum.   clobbers: a, x, y.
go_to:
    jsr find_line
    bcs @found
    ldx #err_line
    jmp raise
@found:
    lda index
    ldx index + 1
    sec
    sbc #1
    bcs @set
    dex
@set:
    sta txtptr
    stx txtptr + 1
    rts

; END; STOP says where.
do_end:
    jmp ready
do_stop:
    jmp broken

; REM: the rest of the line is a remark.
do_rem:
    ldy #0
    lda (txtptr),y
    beq @done
    inc txtptr
    bne do_rem
    inc txtptr + 1
    bne do_rem                  ; always
@done:
    rts

; DATA: nothing reads it; runs on behind it.
do_data:
    jsr chrgot
@next:
    beq @done
    jsr chrget
    jmp @next
@done:
    rts

; CLR
do_clr:
    jmp clear_variables
