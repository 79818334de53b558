; text: what is written into text windows.

.include "shell.inc"
.include "calls.inc"
.import window, win_left, win_bottom, text_column, text_line, text_limit, text_place
.import ink_count, inks, info_inks
.export shell_ink, shell_char, shell_rule, cell_put, cell_ink

.segment "SHELLBSS"
cell_ink:    .res 1             ; colour of the next character

.segment "SHELL"

; ink io0: colour of what follows. Letters of twice the size there are none.
shell_ink:
    ldx io0
    cpx #<ink_count
    bcs @end
    cpx #ink_large
    beq @end
    ldy window
    beq @white                  ; on the side's colour nothing else reads well
    lda info_inks,x
    cpy #window_info
    beq @set
    lda inks,x
@set:
    sta cell_ink
@end:
    rts
@white:
    lda #white
    bne @set

; char io0: prints a character; 13 begins the next line. What does not fit is cut.
shell_char:
    lda io0
    cmp #key_return
    beq @line
    cmp #space
    bcs @glyph
    rts
@line:
    lda win_left
    sta text_column
    inc text_line
    jmp text_place
@glyph:
    letter_code
    ; falls through to cell_put

; cell_put: a character at the text cursor. What does not fit is cut.
; in: a = screen code, cell_ink.  out: nothing.  clobbers: a, x, y.
cell_put:
    ldy text_column
    cpy text_limit
    bcs @end
    ldx text_line
    cpx win_bottom
.ifdef menu_more
    bcs @below
.else
    bcs @end
.endif
    text_put
    inc text_column
@end:
    rts
.ifdef menu_more
; The first character below a menu's last row: at that row's end stands that there is more.
@below:
    bne @end
    cpy win_left
    bne @end
    inc text_column             ; once
    ldx window
    cpx #window_menu
    bne @end
    ldy #columns - more_length
@more:
    lda more - (columns - more_length),y
    text_put
    ldx #grey                   ; the sign is a key, as what begins a line of the menu is; the rest is none
    stx cell_ink
    iny
    cpy #columns
    bne @more
    rts

more:   .byte <('?' + digits), blank, <('M' + letters), <('O' + letters), <('R' + letters), <('E' + letters)
more_length = * - more
.endif

; rule: a thin line across the window at the text cursor's row.
shell_rule:
    ldx text_line
    cpx win_bottom
    bcs @end
    ldy win_left
@cell:
    rule_put
    iny
    cpy text_limit
    bcc @cell
@end:
    rts
