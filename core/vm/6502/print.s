; Output: packed strings and numbers, character by character through the shell call `char` (README of hexfront-isa).

.include "vm.inc"
.import shell_table, text_map, pair_left, pair_right, absent
.export op_print, op_printa, op_printn, op_printr, op_prints, op_printc, op_printca
.segment "VM"

INK = 9                         ; numbers of the shell calls
CHAR = 10
FIRST_PAIR = 96
FIRST_INK = 14                  ; bytes 14 to 24 of a string choose an ink
INKS = 11

; Prints the character in A through the shell, which may change A, X, Y.
put:
    ldx #2 * CHAR
put_call:
    sta io0
    lda #0
    sta io0 + 1
    lda shell_table,x
    sta t8
    lda shell_table + 1,x
    sta t9
    jmp (t8)

op_printc:
    operand
put_one:
    tax
    tya
    pha
    txa
    jsr put
    pla
    tay
    next

op_printca:
    lda acc
    jmp put_one

op_printa:
    ldx acc
    lda acc + 1
    jmp print_at

op_print:
    operand
    sta t0
    operand_x
    lda t0
; falls through to print_at

; Prints the packed string at position X (low), A (high) of the text area; text_map tells where its page is, 0 = not in
; memory.
; Pairs leave their right halves on the stack, above a 0.
print_at:
    stx @fetch + 1
    tax
    lda text_map,x
    beq @absent
    sta @fetch + 2
    tya
    pha
@fetch:
    lda $FFFF                   ; patched: position in the text area
    beq @end
    inc @fetch + 1              ; a string stays in its page
    tax
    lda #0
    pha                         ; bottom of the waiting halves
    txa
@unpack:
    cmp #FIRST_PAIR
    bcc @character
    tax
    lda pair_right,x
    pha
    lda pair_left,x
    jmp @unpack
@character:
    cmp #FIRST_INK + INKS
    bcs @put
    cmp #FIRST_INK
    bcs @ink
@put:
    jsr put
@printed:
    pla
    bne @unpack
    beq @fetch                  ; always
@ink:
    sbc #FIRST_INK              ; carry is set
    ldx #2 * INK
    jsr put_call
    jmp @printed
@end:
    pla
    tay
    next
@absent:
    jmp absent

; prints: signed.
op_prints:
    lda acc + 1
    bpl op_printn
    tya
    pha
    lda #'-'
    jsr put
    pla
    tay
    sec
    lda #0
    sbc acc
    sta t0
    lda #0
    sbc acc + 1
    sta t1
    lda #0
    beq print_number            ; always

op_printn:
    lda #0
    beq print_acc               ; always

; printr n: right-aligned in n columns.
op_printr:
    operand
print_acc:
    ldx acc
    stx t0
    ldx acc + 1
    stx t1
; falls through to print_number

; Prints t0, t1 in at least A columns.
print_number:
    sta t2                      ; columns
    tya
    pha
    lda #0
    pha                         ; end of the digits, which are pushed last first
    ldx #0
    stx t3                      ; number of digits
@digit:
    jsr divide_by_10
    clc
    adc #'0'
    pha
    inc t3
    lda t0
    ora t1
    bne @digit
    lda t2
    sec
    sbc t3
    bcc @digits
    beq @digits
@space:
    pha
    lda #' '
    jsr put
    pla
    sec
    sbc #1
    bne @space
@digits:
    pla
    beq @done
    jsr put
    jmp @digits
@done:
    pla
    tay
    next

; t0, t1 := t0, t1 / 10; A := remainder. Clobbers X.
divide_by_10:
    lda #0
    ldx #16
@bit:
    asl t0
    rol t1
    rol
    cmp #10
    bcc @next
    sbc #10
    inc t0
@next:
    dex
    bne @bit
    rts
