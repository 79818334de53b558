; symbol: pieces of the map on a text page. Nothing else can stand in their rows.

.include "shell.inc"
.include "calls.inc"
.importzp src, dst, count, row, column
.import row_address, paper_row, bands_build, win_left, win_top
.import symbol_pictures, ground_count, ground_clear, kind_count
.import top_l, top_r, bottom_l, bottom_r
.import ground_draw
.export shell_symbol

; kinds of io0
kind_counter = 1
kinds        = 8
kind_ground  = 8                ; the whole map in small (ground.s)

.segment "SHELLBSS"
cells: .res 8                   ; up tl tr right-up / down bl br right-down

.segment "SHELL"

; symbol io0, io1, io2, io3: piece io1 of kind io0 at column io2, row io3 of the window, four cells by two.
; io1 of a ground: its value, or the number behind the last: a town that counts; of a counter: symbol + 8 size + 32 mode +
; 64 side + 128 stack. A picture is eight places in the tables, row by row; left and right of it lies clear ground.
shell_symbol:
    lda io0
    cmp #kinds
    bcs @whole
    ldx io1
    cmp #kind_counter
    bcc @picture
    ldx #<ground_clear          ; a counter stands there
    cmp #kind_counter
    beq @picture
    adc #<(ground_count - 3)    ; carry is set; the other kinds lie behind the grounds
    tax
@picture:
    cpx #<(ground_count + 6)
    bcs @end
    txa
    asl
    asl
    asl
    asl                         ; 16 bytes a picture: carry clear
    adc #<symbol_pictures
    sta src
    lda #>symbol_pictures
    adc #0
    sta src + 1
    ldy #0
@cell:
    lda (src),y
    sta dst
    iny
    lda (src),y
    sta dst + 1
    iny
    sty count
    tya
    lsr
    tax
    ldy #0
    lda (dst),y
    sta cells - 1,x
    ldy count
    cpy #16
    bne @cell
    lda io0
    cmp #kind_counter
    bne @put
    jsr counter_cells
@put:
    lda io2
    clc
    adc win_left
    sta column
    lda io3
    clc
    adc win_top
    sta row
    tax
    jsr paper_row
    ldx row
    inx
    jsr paper_row
    ldx row
    ldy #0
    jsr four
    ldx row
    inx
    ldy #4
    jsr four
    jmp bands_build
@whole:
    cmp #kind_ground
    bne @end
    jmp ground_draw
@end:
    rts

; counter_cells: the core becomes the counter io1 describes.
counter_cells:
    lda io1
    and #%01111000              ; side, travel, size -> side, size, travel, no river
    lsr
    lsr
    lsr
    tax
    lda order,x
    tax
    lda top_l,x
    sta cells + 1
    lda top_r,x
    sta cells + 2
    lda io1
    and #%01000000
    beq @us
    lda #<kind_count
@us:
    sta count
    lda io1
    and #%00000111
    clc
    adc count
    asl
    bit io1
    bpl @single
    ora #1
@single:
    tax
    lda bottom_l,x
    sta cells + 5
    lda bottom_r,x
    sta cells + 6
    rts

; index of top_l by side, travel, size (2 bits)
order:
.repeat 16, i
    .byte (i & 8) * 2 + (i & 3) * 4 + (i & 4) / 2
.endrepeat

; four: cells y to y + 3 into row x from column on.
four:
    jsr row_address
    lda #4
    sta count
@cell:
    lda cells,y
    iny
    sty row_cell
    ldy column
    piece_put
    inc column
    ldy row_cell
    dec count
    bne @cell
    lda column
    sec
    sbc #4
    sta column
    rts

.segment "SHELLBSS"
row_cell: .res 1
.segment "SHELL"
