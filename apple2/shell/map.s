; map: the map window. What it shows stands in a buffer of codes, a byte a cell, and is drawn from there: a cell is one byte wide and
; ten lines high, and has a picture for even columns and one for odd ones.

.include "hardware.inc"
.importzp dst, row, line, line_column, cells_row
.import map_shown, cell_column, cursor_place, mark_again, mark_lit, lines_from, tiles_even, tiles_odd
.export cells_from, screen_other, screen_same, screen_show, map_row, row_codes, cells_done, cells_draw, cells_of_row, map_codes

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
; in: the buffer.  out: map_shown = 1, mark_lit = 0 before the mark.  clobbers: a, x, y, dst, line; as cursor_place.
screen_show:
    lda #1
    sta map_shown
    lsr                         ; where it was, it is drawn over
    sta mark_lit
    sta cells_row
    jsr row_codes
@row:
    ldy #0
    lda #columns
    jsr cells_of_row
    map_row_next
    inc cells_row
    lda cells_row
    cmp #map_rows
    bne @row
    jmp cursor_place

; cells_done: three cells of a window that is seen were changed in the buffer.
; in: dst, cells_row, cell_column.  out: nothing.  clobbers: a, x, y, line.
cells_done:
    ldy cell_column
    lda #3
    cpy #columns - 3
    bcc @cells
    lda #1                      ; the last column has an edge alone
@cells:
    jsr cells_of_row
    jmp mark_again

; cells_of_row: cells of a row from its codes.
; in: dst = its codes, cells_row, y = first column, a = how many.  out: line.  clobbers: a, x, y.
cells_of_row:
    pha
    tya
    clc
    adc dst
    tax
    lda #0
    adc dst + 1
    jsr cells_from
    lda cells_row
    asl
    asl
    adc cells_row
    asl
    adc #line_map               ; at most 130
    ldx #0
    jsr lines_from
    pla
    tay
    dey
    bpl cells_draw              ; always

; cells_from: whose codes cells_draw takes.
; in: x = low byte of their address, a = high byte.  out: nothing.  clobbers: nothing.
cells_from:
    stx even_codes + 1
    sta even_codes + 2
    stx odd_codes + 1
    sta odd_codes + 2
    rts

; cells_draw: cells in ten lines of the picture, the last one first.
; in: cells_from, y = how many and one less, line, line_column.  out: nothing.  clobbers: a, x, y.
cells_draw:
    tya
    eor line_column
    lsr
    bcs odd_codes
even_codes:
    ldx $FFFF,y                 ; address written by cells_from
.repeat cell_lines, i
    lda tiles_even + tile_count * i,x
    sta (line + 2 * i),y
.endrepeat
    dey
    bmi cells_end
odd_codes:
    ldx $FFFF,y                 ; address written by cells_from
.repeat cell_lines, i
    lda tiles_odd + tile_count * i,x
    sta (line + 2 * i),y
.endrepeat
    dey
    bpl even_codes
cells_end:
    rts
