; lines: where the lines of the picture lie.

.include "hardware.inc"
.importzp line, line_row, line_group, line_column
.export lines_from, lines_clear, group_low, group_high

next_line = 4                   ; of the high byte: the line below, in the same group

.segment "SHELL"

; The first line of each group of eight. Behind the last comes the first again: of what hangs over the end only a counter's empty line
; is drawn there, which is empty in that row too.
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
; in: a = the first, x = twice its place among the ten, y = column at which they begin.  out: line from there on; line_column = y;
; line_row = $FF.  clobbers: a, x, y.
lines_from:
    sty line_column
    ldy #$FF
    sty line_row
    pha
    lsr
    lsr
    lsr
    sta line_group
    pla
    and #group_lines - 1
    asl
    asl
@group:
    ldy line_group
    inc line_group
    ora group_high,y
    pha
    lda group_low,y
    clc
    adc line_column
    tay
    pla
@line:
    sty line,x
    sta line + 1,x
    inx
    inx
    cpx #2 * cell_lines
    beq @end
    adc #next_line              ; carry is clear
    cmp #>hires + next_line * group_lines
    bcc @line
    lda #0
    beq @group                  ; always
@end:
    rts

; lines_clear: all of the picture is black.
; in: nothing.  out: line_row = $FF.  clobbers: a, x, y, line.
lines_clear:
    lda #0
    tax
    tay
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
