; map: the map window. What it shows stands in a buffer of codes, a byte a cell, and is drawn from there: a cell is one byte wide and
; ten lines high, and has a picture for even columns and one for odd ones.

.include "hardware.inc"
.importzp dst, row, line, cells, cells_row, cells_end
.import map_shown, cell_column, cursor_place, mark_again, mark_lit, lines_from, tiles_even, tiles_odd
.export screen_other, screen_same, screen_show, map_row, row_codes, cells_done, cells_draw, cells_of_row, map_codes

.segment "SHELLBSS"
map_codes:  .res columns * map_rows

.segment "SHELL"

; screen_other, screen_same: what is drawn goes into the buffer; it is not seen before screen_show or cells_done.
; in: nothing.  out: nothing.  clobbers: nothing.
screen_other:
screen_same:
    rts

; map_row: a row of the buffer.
; in: x = row of the screen.  out: dst, cells_row.  clobbers: a.
map_row:
    txa
    sec
    sbc #map_top
    sta cells_row
    ; falls through to row_codes

; row_codes: a row of the buffer.
; in: cells_row.  out: dst.  clobbers: a.
row_codes:
    lda #0
    sta dst + 1
    lda cells_row
    asl
    asl
    adc cells_row               ; five times, at most 75
    asl
    asl                         ; 8 bits hold 20 times only up to 12
    rol dst + 1
    asl
    rol dst + 1
    adc #<map_codes
    sta dst
    lda dst + 1
    adc #>map_codes
    sta dst + 1
    rts

; screen_show: the whole window is drawn, then the mark.
; in: the buffer.  out: map_shown = 1, mark_lit = 0 before the mark.  clobbers: a, x, y, dst, cells, line; as cursor_place.
screen_show:
    lda #1
    sta map_shown
    lsr                         ; where it was, it is drawn over
    sta mark_lit
    lda #map_rows - 1
    sta cells_row
@row:
    jsr row_codes
    ldy #0
    lda #columns
    jsr cells_of_row
    dec cells_row
    bpl @row
    jmp cursor_place

; cells_done: three cells of a window that is seen were changed in the buffer.
; in: dst, cells_row, cell_column.  out: nothing.  clobbers: a, x, y, cells, line.
cells_done:
    ldy cell_column
    tya
    clc
    adc #3
    cmp #columns
    bcc @end
    lda #columns
@end:
    jsr cells_of_row
    jmp mark_again

; cells_of_row: cells of a row from its codes.
; in: dst = its codes, cells_row, y = first column, a = one past the last.  out: nothing.  clobbers: a, x, y, cells, line.
cells_of_row:
    sta cells_end
    lda dst
    sta cells
    lda dst + 1
    sta cells + 1
    tya
    pha
    lda cells_row
    asl
    asl
    adc cells_row
    asl
    adc #line_map               ; at most 150
    ldx #0
    jsr lines_from
    pla
    tay
    ; falls through to cells_draw

; cells_draw: cells in ten lines of the picture.
; in: cells, y = first column, cells_end, line.  out: y = cells_end.  clobbers: a, x.
cells_draw:
    tya
    lsr
    bcs @odd
@even:
    lda (cells),y
    tax
.repeat cell_lines, i
    lda tiles_even + tile_count * i,x
    sta (line + 2 * i),y
.endrepeat
    iny
    cpy cells_end
    bcs @end
@odd:
    lda (cells),y
    tax
.repeat cell_lines, i
    lda tiles_odd + tile_count * i,x
    sta (line + 2 * i),y
.endrepeat
    iny
    cpy cells_end
    bcc @even
@end:
    rts
