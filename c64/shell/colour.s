; colour: colour RAM of the map window, all of it or of three cells; and blocks of rows for loops over a screen, of which it is
; one: several rows are gone through with one setting of addresses.

.include "defs.inc"
.importzp src, dst, count, row
.import map_colours, view_high, draw_high, cell_column
.export map_recolour, cells_done, block_size, next_block

block_rows = 6                  ; rows of a block, at most 255 bytes

.segment "SHELL"

; map_recolour: colour RAM of the window from the characters shown, top row first.
; in: view_high.  out: nothing.  clobbers: a, x, y, src, dst, count, row.
map_recolour:
    lda #<(map_top * columns)
    sta src
    sta dst
    lda view_high
    sta src + 1
    lda #>colour_ram
    sta dst + 1
    lda #map_rows
    sta row
colour_block:
    jsr block_size
.repeat unrolled, i
    lda src
    sta colour_code + colour_step * i + 1
    lda src + 1
    sta colour_code + colour_step * i + 2
    lda dst
    sta colour_code + colour_step * i + 7
    lda dst + 1
    sta colour_code + colour_step * i + 8
.endrepeat
    ldx #0
colour_code:
.repeat unrolled
    ldy $FFFF,x                 ; address written above
    lda map_colours,y
    sta $FFFF,x                 ; address written above
    inx
.endrepeat
    cpx count
    bne colour_code
    jsr next_block
    beq @end
    jmp colour_block
@end:
    rts
colour_step = 10                ; bytes of one cell's code

; block_size: how much of a screen to go through at once.
; in: row = rows left.  out: count = bytes of the next rows.  clobbers: a, x.
block_size:
    lda #0
    ldx row
    cpx #block_rows
    bcc @rows
    ldx #block_rows
@rows:
    clc
@row:
    adc #columns
    dex
    bne @row
    sta count
    rts

; next_block: on to what lies behind a block.
; in: src, dst, count, row.  out: src, dst; row = rows left, z set if none.  clobbers: a.
next_block:
    lda src
    clc
    adc count
    sta src
    bcc @dst
    inc src + 1
    clc
@dst:
    lda dst
    adc count
    sta dst
    bcc @left
    inc dst + 1
@left:
    lda row
    sec
    sbc #block_rows
    bcs @rest
    lda #0
@rest:
    sta row
    rts

; cells_done: colours of three cells just drawn.
; in: dst = start of their row on the screen being drawn, cell_column.  out: src = that, dst = the same row in colour RAM.
; clobbers: a, x, y, count.
cells_done:
    lda dst
    sta src
    lda dst + 1
    sta src + 1
    sec
    sbc draw_high
    clc
    adc #>colour_ram
    sta dst + 1
    ldy cell_column
    lda #3
    sta count
@cell:
    lda (src),y
    tax
    lda map_colours,x
    sta (dst),y
    iny
    dec count
    bne @cell
    rts
