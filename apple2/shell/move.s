; move: what stays in the map window when it scrolls, within the buffer of codes.

.include "hardware.inc"
.importzp src, dst, row
.import step_x, step_y, map_row
.export screen_move

unrolled = 8

.segment "SHELL"

; screen_move: copies rows, each from where it was before the window moved: two rows below for a step down, three cells to the right
; for one to the right. What comes round a row's end is drawn over later.
; in: x = first row drawn, row = rows; step_x, step_y.  out: nothing.  clobbers: a, x, y, src, dst, row.
screen_move:
    ; how far behind it its source lies: 80 step_y + 3 step_x
    lda step_x
    asl
    clc
    adc step_x
    ldy step_y
    beq @way
    bmi @up
    clc
    adc #2 * columns
    bpl @way                    ; always
@up:
    sec
    sbc #2 * columns
@way:
    tay
    bpl @forward
    txa                         ; before it: from the last row on
    clc
    adc row
    tax
    dex
@forward:
    jsr map_row
    ldx #0
    tya
    bpl @behind
    dex
@behind:
    clc
    adc dst
    sta src
    txa
    adc dst + 1
    sta src + 1
    tya
    bmi @back_row
; From the first row to the last: the source lies behind.
@row:
    ldy #0
@forward_cells:
.repeat unrolled
    lda (src),y
    sta (dst),y
    iny
.endrepeat
    cpy #columns
    bne @forward_cells
    lda src
    clc
    adc #columns
    sta src
    bcc @same
    inc src + 1
@same:
    map_row_next
    dec row
    bne @row
    rts
; From the last row to the first.
@back_row:
    ldy #columns - 1
@back_cells:
.repeat unrolled
    lda (src),y
    sta (dst),y
    dey
.endrepeat
    bpl @back_cells
    lda src
    sec
    sbc #columns
    sta src
    bcs @before
    dec src + 1
@before:
    lda dst
    sec
    sbc #columns
    sta dst
    bcs @above
    dec dst + 1
@above:
    dec row
    bne @back_row
    rts
