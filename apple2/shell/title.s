; title: the title page's picture: the game's name, each letter twice as wide and high. Text stands below it.

.include "hardware.inc"
.importzp src, line, count, row, column
.import title_text, font, lines_from
.export title_show

.segment "SHELLBSS"
top:        .res 1              ; line of the picture
dots:       .res 2              ; of a line of a letter, each twice

.segment "TITLE"

; title_show: puts the picture on the screen. title_text is its lines: the line of the picture, the column, the letters' codes, and
; a byte above 127; one more such byte ends it.
; in: nothing.  out: nothing.  clobbers: a, x, y, src, line, count, row, column.
title_show:
    ldx #0
@line:
    lda title_text,x
    bmi @end
    sta row
    inx
    lda title_text,x
    sta column
@letter:
    inx
    lda title_text,x
    bmi @next
    stx count
    jsr letter_draw
    ldx count
    inc column
    inc column
    bne @letter                 ; always
@next:
    inx
    bne @line                   ; always
@end:
    rts

; letter_draw: the letter of code a at column column, from line row of the picture on.
letter_draw:
    clc
    adc #<font
    sta src
    lda #0
    adc #>font
    sta src + 1
    lda row
    sta top
@lines:
    lda top
    ldx #2 * (cell_lines - 2)   ; two lines that are the same
    ldy column
    jsr lines_from
    inc top
    inc top
    ldy #0
    sty dots
    sty dots + 1
    lda (src),y
    ldy #7
@dot:
    asl                         ; the rightmost first: bit 6, now 7
    pha
    asl
    php
    rol dots
    rol dots + 1
    plp
    rol dots
    rol dots + 1
    pla
    dey
    bne @dot
    lda dots                    ; fourteen bits: seven and seven
    asl
    rol dots + 1
    lsr
    ldy #0
    sta (line + 2 * cell_lines - 4),y
    sta (line + 2 * cell_lines - 2),y
    lda dots + 1
    iny
    sta (line + 2 * cell_lines - 4),y
    sta (line + 2 * cell_lines - 2),y
    lda src
    adc #glyph_count            ; the letter's next line; carry is clear since lsr
    sta src
    bcc @same
    inc src + 1
@same:
    lda top
    sec
    sbc row
    cmp #2 * group_lines
    bne @lines
    rts
