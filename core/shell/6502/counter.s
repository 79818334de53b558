; counter: a unit's counter in a text window.

.include "shell.inc"
.include "calls.inc"
.importzp count
.import text_at, cell_put, cell_ink, view_side, view_size, view_mode, view_symbol
.import inks, kind_count
.import text_top_l, text_top_r, text_bottom_l, text_bottom_r
.export shell_counter

.segment "SHELL"

; counter io0, io1, io2: unit io0 at column io1, row io2 of the window, two cells wide and high.
shell_counter:
    lda io1
    ldx io2
    jsr text_at
    ldx io0
    ldy view_side,x
    lda inks + 4,y              ; of the sides
    sta cell_ink
    tya
    asl
    asl
    ora view_size,x
    asl
    ora view_mode,x
    tax
    stx count
    lda text_top_l,x
    jsr cell_put
    ldx count
    lda text_top_r,x
    jsr cell_put
    lda io1
    ldx io2
    inx
    jsr text_at
    ldx io0
    lda view_side,x
    beq @us
    lda #<kind_count            ; types a side
@us:
    clc
    adc view_symbol,x
    asl
    tax
    stx count
    lda text_bottom_l,x
    jsr cell_put
    ldx count
    lda text_bottom_r,x
    jmp cell_put
