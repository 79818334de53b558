; lines: where the lines of the picture lie.

.include "hardware.inc"
.importzp line, line_row
.export lines_from, lines_clear, group_low, group_high

.segment "SHELLBSS"
line_add:   .res 1              ; of the high byte: which line of its group

.segment "SHELL"

; The first line of each group of eight. Behind the last comes the first again: what hangs over the end is not seen there.
group_low:
.repeat groups, i
    .byte <(hires + (i & 1) * $80 + (i >> 3) * $28)
.endrepeat
    .byte <hires
group_high:
.repeat groups, i
    .byte >(hires + (i & 1) * $80 + (i >> 3) * $28) + (i >> 1 & 3)
.endrepeat
    .byte >hires

; lines_from: lines of the picture that are drawn together.
; in: a = the first, x = twice its place among the ten.  out: line from there on; line_row = $FF.  clobbers: a, x, y.
lines_from:
    pha
    lsr
    lsr
    lsr
    tay
    pla
    and #group_lines - 1
    asl
    asl
    sta line_add
@line:
    lda group_low,y
    sta line,x
    lda group_high,y
    ora line_add
    sta line + 1,x
    lda line_add
    clc
    adc #4
    cmp #4 * group_lines
    bcc @same
    iny
    lda #0
@same:
    sta line_add
    inx
    inx
    cpx #2 * cell_lines
    bne @line
    lda #$FF
    sta line_row
    rts

; lines_clear: all of the picture is black.
; in: nothing.  out: line_row = $FF.  clobbers: a, x, y, line.
lines_clear:
    lda #0
    tax
    jsr lines_from              ; the first eight are the first pages of their KB
@page:
    lda #0
    tay
@bytes:
.repeat group_lines, i
    sta (line + 2 * i),y
.endrepeat
    iny
    bne @bytes
    ldx #2 * group_lines - 2
@next:
    inc line + 1,x
    dex
    dex
    bpl @next
    lda line + 1
    cmp #>hires + 4
    bne @page
    rts
