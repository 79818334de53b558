; copy: what stays in the map window when it scrolls, from the screen that is shown to the one being drawn.

.include "defs.inc"
.importzp src, dst, count, row
.import step_x, step_y, view_high, row_low, row_high, map_row, block_size, next_block
.export screen_move

copy_step  = 7                  ; bytes of the code of one copied cell

.segment "SHELL"

; screen_move: copies rows, each from where it was before the window moved.
; in: x = first row on the screen being drawn, row = rows; step_x, step_y.  out: nothing.  clobbers: a, x, y, src, dst, count,
; row.
screen_move:
    jsr map_row
    lda step_y
    asl
    stx count
    clc
    adc count
    tax
    lda step_x
    asl
    clc
    adc step_x                  ; three cells a hex: -3, 0, 3
    ldy #0
    cmp #$80
    bcc @positive
    dey
@positive:
    clc
    adc row_low,x
    sta src
    tya
    adc row_high,x
    clc
    adc view_high
    sta src + 1
scroll_block:
    jsr block_size
.repeat unrolled, i
    lda src
    sta copy_code + copy_step * i + 1
    lda src + 1
    sta copy_code + copy_step * i + 2
    lda dst
    sta copy_code + copy_step * i + 4
    lda dst + 1
    sta copy_code + copy_step * i + 5
.endrepeat
    ldx #0
copy_code:                      ; what comes round a row's end is drawn over below
.repeat unrolled
    lda $FFFF,x                 ; address written above
    sta $FFFF,x                 ; address written above
    inx
.endrepeat
    cpx count
    bne copy_code
    jsr next_block
    beq @end
    jmp scroll_block
@end:
    rts
