; move: what stays in the map window when it scrolls, within the buffer of codes.

.include "hardware.inc"
.importzp src, dst, count, row
.import step_x, step_y, map_row
.export screen_move

.segment "SHELL"

; screen_move: copies rows, each from where it was before the window moved: two rows below for a step down, three cells to the right
; for one to the right. What comes round a row's end is drawn over later.
; in: x = first row drawn, row = rows; step_x, step_y.  out: nothing.  clobbers: a, x, y, src, dst, count, row.
screen_move:
    jsr map_row
    ; from where: dst + 80 step_y + 3 step_x
    lda step_x
    asl
    adc step_x                  ; a sum below 0 carries; so does 3 times -1
    ldx step_y
    beq @level
    bmi @up
    clc
    adc #2 * columns
    jmp @level
@up:
    sec
    sbc #2 * columns
@level:
    tay
    ldx #0
    cmp #$80
    bcc @forward
    dex                         ; from a place before
@forward:
    clc
    adc dst
    sta src
    txa
    adc dst + 1
    sta src + 1
    tya
    bmi @last
; From the first row to the last: the source lies behind.
@down_row:
    ldy #0
@down:
    lda (src),y
    sta (dst),y
    iny
    lda (src),y
    sta (dst),y
    iny
    cpy #columns
    bne @down
    ldx #0
    jsr row_on
    dec row
    bne @down_row
    rts
; From the last row to the first.
@last:
    ldx row
    stx count
@skip:
    dec count
    beq @up_row
    ldx #0
    jsr row_on
    jmp @skip
@up_row:
    ldy #columns - 1
@back:
    lda (src),y
    sta (dst),y
    dey
    bpl @back
    ldx #$FF
    jsr row_on
    dec row
    bne @up_row
    rts

; row_on: src and dst, a row further (x = 0), or back (x = $FF).
row_on:
    lda #columns
    cpx #0
    beq @add
    lda #<-columns
@add:
    pha
    clc
    adc src
    sta src
    txa
    adc src + 1
    sta src + 1
    pla
    clc
    adc dst
    sta dst
    txa
    adc dst + 1
    sta dst + 1
    rts
