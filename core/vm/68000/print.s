; Output: packed strings and numbers, character by character through the shell call `char` (README of hexfront-isa).

.include "vm.inc"
.import shell_table, vm_text, pair_left, pair_right
.export op_print, op_printa, op_printn, op_printr, op_prints, op_printc, op_printca
.segment "VM"

INK = 9                         ; numbers of the shell calls
CHAR = 10
FIRST_PAIR = 96
FIRST_INK = 14                  ; bytes 14 to 24 of a string choose an ink
INKS = 11

; Prints the character in d0.w through the shell, which may change d0, d1, a0, a1.
put:
    move.w d0,IO0(a3)
    movea.l shell_table + 4 * CHAR,a0
    jmp (a0)

op_printc:
    operand
    bsr put
    moveq #0,d0
    next

op_printca:
    move.b d7,d0
    bsr put
    moveq #0,d0
    next

op_printa:
    move.w d7,d4
    bra print_at

op_print:
    operand_word d4
; falls through to print_at

; Prints the packed string at position d4.w of the text area. Pairs leave their right halves on the stack, above a 0.
print_at:
    move.l a5,-(sp)
    and.l #$FFFF,d4
    lea vm_text,a5
    adda.l d4,a5
@fetch:
    moveq #0,d0
    move.b (a5)+,d0
    beq @end
    clr.w -(sp)                 ; bottom of the waiting halves
@unpack:
    cmp.w #FIRST_PAIR,d0
    bcs @character
    lea pair_right,a0
    moveq #0,d1
    move.b 0(a0,d0.w),d1
    move.w d1,-(sp)
    lea pair_left,a0
    move.b 0(a0,d0.w),d0
    bra @unpack
@character:
    cmp.w #FIRST_INK + INKS,d0
    bcc @put
    cmp.w #FIRST_INK,d0
    bcc @ink
@put:
    bsr put
@printed:
    move.w (sp)+,d0
    bne @unpack
    bra @fetch
@ink:
    sub.w #FIRST_INK,d0
    move.w d0,IO0(a3)
    movea.l shell_table + 4 * INK,a0
    jsr (a0)
    bra @printed
@end:
    movea.l (sp)+,a5
    next

; prints: signed.
op_prints:
    move.w d7,d4
    bpl print_free
    moveq #'-',d0
    bsr put
    move.w d7,d4
    neg.w d4
    bra print_free

op_printn:
    move.w d7,d4
; falls through to print_free

; Prints d4.w in as many columns as it needs.
print_free:
    moveq #0,d5
    bra print_number

; printr n: right-aligned in n columns.
op_printr:
    operand
    move.w d0,d5
    move.w d7,d4
; falls through to print_number

; Prints d4.w in at least d5.w columns.
print_number:
    clr.w -(sp)                 ; end of the digits, which are pushed last first
@digit:
    and.l #$FFFF,d4
    divu #10,d4
    swap d4
    add.w #'0',d4
    move.w d4,-(sp)
    subq.w #1,d5                ; columns that are left over
    swap d4
    tst.w d4
    bne @digit
    bra @count
@space:
    moveq #' ',d0
    bsr put
@count:
    subq.w #1,d5
    bpl @space
@digits:
    move.w (sp)+,d0
    beq @done
    bsr put
    bra @digits
@done:
    next
