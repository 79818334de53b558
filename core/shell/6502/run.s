; run: runs the cartridge. If its main procedure ends, the game is loaded anew: that is the only way to be where it began. A
; trap (a fault of the program) is shown first.

.include "shell.inc"
.importzp count
.import units_shown, this_page, vm_start, vm_trap, key_take, cell_put, page_clear, part_reset, part_again
.export shell_run

.segment "SHELL"

; shell_run: the game, from its beginning; the machine has set itself up and cleared the text page.
; in: interrupts on, if it has them.  out: never returns.  clobbers: everything.
shell_run:
    lda #1
    sta units_shown
    lda #$FF
    sta this_page               ; no column of the map has been looked at
    jsr part_reset
    jsr vm_start
    lda vm_trap
    cmp #no_trap
    beq @again
    lda #page_text
    jsr page_clear
    ldy #0
@letter:
    lda trap_text,y
    beq @number
    letter_code
    sty count
    jsr cell_put
    ldy count
    iny
    bne @letter
@number:
    ldx #2
@digit:
    lda vm_trap
    ldy #'0' + digits - 1
    sec
@less:
    iny
    sbc decimals,x
    bcs @less
    adc decimals,x
    sta vm_trap
    stx count
    tya
    jsr cell_put
    ldx count
    dex
    bpl @digit
@key:
    idle
    jsr key_take
    beq @key
@again:
    jmp part_again

decimals: .byte 1, 10, 100

trap_text: .asciiz "STOPPED BY FAULT "
