; mark: the cursor in the map window: pictures of its own in the eight cells of a hex, which take turns with the map's. The buffer
; holds the map's codes at all times.

.include "hardware.inc"
.importzp dst, frames, hex_x, cells_row, line
.import cursor_shape, mark_codes, row_codes, cells_of_row
.export cursor_show, cursor_hide, mark_again, mark_frame, mark_lit

blink_bit   = %00010000         ; of the frames since the mark came where it is
hex_cells   = 4                 ; of half a hex, with the edge of the next one
no_mark     = 3 * 2 * hex_cells ; behind the shapes: the map as it is
bars        = %01111111
shape_hex_1 = hex_cells         ; ends of the halves of the hex's shape
shape_hex_2 = 2 * hex_cells

.segment "SHELLBSS"
mark_on:     .res 1             ; 1: it is in the window
mark_lit:    .res 1             ; 1: it is on the picture
mark_column: .res 1             ; cells of the window
mark_row:    .res 1
mark_from:   .res 1             ; the frame in which it came there
mark_place:  .res 1             ; in mark_codes

.segment "SHELL"

; mark_again: cells were drawn, perhaps over the mark.
; in: nothing.  out: nothing.  clobbers: as cursor_show.
mark_again:
    lda mark_lit
    bne mark_light
    rts

; mark_frame: part of a frame that passes: the mark blinks.
; in: frames.  out: mark_lit.  clobbers: as cursor_show.
mark_frame:
    lda mark_on
    beq @end
    lda frames
    sec
    sbc mark_from
    and #blink_bit
    bne mark_unlight
    lda mark_lit
    beq mark_light
@end:
    rts

; cursor_show: the mark stands on a hex of the window. It is drawn with the next frame that passes, once, however often it is moved
; before.
; in: x = its column, a = its row, both within the window, carry clear; hex_x, odd where it lies lower; cursor_shape.
; out: nothing.  clobbers: a, x, y, hex_x, dst, cells_row, line.
cursor_show:
    asl
    lsr hex_x
    adc #0
    pha
    txa
    pha
    jsr cursor_hide
    inc mark_on
    lda frames
    sta mark_from
    pla
    sta mark_column
    asl
    adc mark_column             ; three cells a column
    sta mark_column
    pla
    sta mark_row
    rts

mark_light:
    lda #1
    sta mark_lit
    lda cursor_shape
    asl
    asl
    asl
    bpl mark_cells              ; always

; cursor_hide: no mark.
; in: nothing.  out: mark_on, mark_lit.  clobbers: a, x, y, dst, cells_row, line.
cursor_hide:
    lda #0
    sta mark_on
    ; falls through to mark_unlight

mark_unlight:
    lda mark_lit
    beq mark_end
    lda #0
    sta mark_lit
    lda #no_mark
    ; falls through to mark_cells

; mark_cells: the eight cells; a = shape or no_mark, as it lies in mark_codes.
mark_cells:
    sta mark_place
    lda mark_row
    sta cells_row
    jsr @half
    inc cells_row
@half:
    jsr row_codes
    ldy mark_column
    ldx mark_place
@put:
    lda (dst),y
    pha
    lda mark_codes,x
    beq @map
    sta (dst),y
@map:
    iny
    inx
    txa
    and #hex_cells - 1
    bne @put
    stx mark_place
    ldy mark_column
    lda #hex_cells
    jsr cells_of_row
    lda mark_column
    clc
    adc #hex_cells
    tay
@back:
    dey
    pla
    sta (dst),y
    cpy mark_column
    bne @back
    ; flat sides of the hex's outline, in the line above a counter's and the one below
    ldy #1
    lda mark_place
    cmp #shape_hex_1
    bne @lower
    lda #bars
    sta (line),y
    iny
    sta (line),y
    rts
@lower:
    cmp #shape_hex_2
    bne mark_end
    lda #bars
    sta (line + 2 * cell_lines - 2),y
    iny
    sta (line + 2 * cell_lines - 2),y
mark_end:
    rts
