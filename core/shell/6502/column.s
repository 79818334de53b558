; column: where the layers of a column of hexes lie. One offset serves them all: the layers of a map are pages, in which a
; column takes 32 bytes, or 64 where the map has more than 32 rows.

.include "shell.inc"
.importzp p_terrain, p_left, p_road, p_river, p_blown, p_owner, p_site, p_first
.importzp hex_x, hex_odd
.import view_terrain, view_road, view_river, view_blown, view_owner, view_site, view_first
.import grid_columns, grid_rows
.export hex_column, columns_here, rows_left, this_page

.segment "SHELLBSS"
this_page:   .res 1             ; page of the column in its layers; $FF unknown
columns_here: .res 1            ; rows of the map in this column: 0 off the map
rows_left:   .res 1             ; the same of the column to the left

.segment "SHELL"

.macro layer pointer, symbol
    tya
    clc
    adc #>symbol
    sta pointer + 1
.endmacro

; column_place: where column x begins in a layer: y = page, a = offset in it. in: x.
.macro column_place
    txa
.repeat 8 - ROW_BITS
    lsr
.endrepeat
    tay
    txa
.repeat ROW_BITS
    asl
.endrepeat
.endmacro

; hex_column: prepares a column.
; in: hex_x; from the map's width on a column is off the map.  out: hex_odd, the pointers of the column's layers.
; clobbers: a, x, y.
hex_column:
    ldx hex_x
    txa
    and #1
    sta hex_odd
    lda #0
    sta columns_here
    sta rows_left
    cpx #<grid_columns
    bcs @left
    lda #<grid_rows
    sta columns_here
    column_place
    sta p_terrain
    sta p_road
    sta p_river
    sta p_blown
    sta p_owner
    sta p_site
    sta p_first
    cpy this_page
    beq @left
    sty this_page
    layer p_terrain, view_terrain
    layer p_road, view_road
    layer p_river, view_river
    layer p_blown, view_blown
    layer p_owner, view_owner
    layer p_site, view_site
    layer p_first, view_first
@left:
    dex
    cpx #<grid_columns          ; nor is there a column to the left of the first
    bcs @end
    lda #<grid_rows
    sta rows_left
    column_place
    sta p_left
    layer p_left, view_terrain
@end:
    rts
