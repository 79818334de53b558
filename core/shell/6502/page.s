; page: pages, and what there is of the machine.

.include "shell.inc"
.include "calls.inc"
.import map_shown, screen_clear, window_set, cursor_hide, compass_on, compass_draw
.export page_clear, page_now, shell_page, shell_capability

.segment "SHELLBSS"
page_now:    .res 1

.segment "SHELL"

; page io0: clears the screen for a page.
shell_page:
    lda io0
    ; falls through to page_clear

; page_clear: clears the screen for a page.
; in: a = page.  out: page_now; the text cursor at its corner.  clobbers: a, x, y, src, dst, count, row, column; as screen_clear.
page_clear:
    sta page_now
    jsr cursor_hide
    lda #0
    sta map_shown
    jsr screen_clear
    lda #window_page
    jsr window_set
    lda page_now
    cmp #page_map
    bne @end
    lda compass_on              ; it stays until it is hidden
    beq @end
    jmp compass_draw
@end:
    rts

; capability io0 -> a: text columns, map columns, map rows, pointer, colours.
capabilities: .byte columns, map_wide, map_high, 0, colours
shell_capability:
    ldx io0
    lda #0
    cpx #5
    bcs @end
    lda capabilities,x
@end:
    ldx #0
    rts
