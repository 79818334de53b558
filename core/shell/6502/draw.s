; draw: the map window, columns of hexes from top to bottom; one hex anew.

.include "shell.inc"
.include "calls.inc"
.importzp dst, hex_x, hex_y, hex_odd, hex_temp, cell_edge, cell_left, cell_right, row, column
.import win_x, win_y, hex_split
.import hex_column, hex_upper, hex_lower
.import screen_other, screen_same, screen_show, map_row, cells_done
.export shell_refresh, shell_show_units, map_draw, map_shown, units_shown, edge_only, cell_column
.export column_draw, column_prepare, half_hex

.segment "SHELLBSS"
map_shown:   .res 1             ; 1: the window shows a map
units_shown: .res 1             ; 0: counters are hidden
edge_only:   .res 1             ; 1: only the boundary is asked for
cell_column: .res 1             ; first screen column of the hexes being drawn

.segment "SHELL"

; map_draw: the whole window anew.
; in: win_x, win_y.  out: map_shown.  clobbers: a, x, y, dst, row, column; as hex_column, hex_upper, hex_lower, screen_other,
; screen_show; hex_x, hex_y, the cells.
map_draw:
    jsr screen_other
    ldx #map_wide
@column:
    stx column
    jsr column_draw
    ldx column
    dex
    bpl @column
    jmp screen_show

; column_draw: all rows of a column of the window.
; in: column, 0 to map_wide.  out: on the screen being drawn.  clobbers: a, x, y, dst, row; as column_prepare, half_hex.
column_draw:
    jsr column_prepare
    ldx #map_top
    stx row
    jsr map_row
@row:
    jsr half_hex
    map_cells_put dst
    map_row_next
    inc row
    lda row
    cmp #map_top + map_rows
    bne @row
    rts

; column_prepare: hex column of the window's column, and where its cells begin.
; in: column.  out: cell_column, edge_only; hex_x, and as hex_column.  clobbers: a, x, y.
column_prepare:
    lda column
    clc
    adc win_x
    sta hex_x
    lda column
    asl
    adc column
    sta cell_column
    lda #0
    ldx column
    cpx #map_wide
    rol
    sta edge_only               ; of the last column only the boundary is in the window
    jmp hex_column

.assert map_top > 0, error, "half a hex may begin in row -1"

; half_hex: the characters of the prepared column in row.
; in: row, edge_only, units_shown, a column prepared.  out: cell_edge; cell_left, cell_right unless only the edge is asked for.
; clobbers: a, x, y, hex_y, hex_terrain, hex_sides, hex_temp.
half_hex:
    lda row
    sec
    sbc hex_odd
    sbc #map_top                ; carry is set: above row 1 there is no map
    sta hex_temp                ; -1 to 14: twice the hex row, and the half
    cmp #$80
    ror
    clc
    adc win_y
    sta hex_y
    lsr hex_temp
    bcs @lower
    jmp hex_upper
@lower:
    jmp hex_lower

; refresh io0: the hex's six cells anew; $FFFF: the whole window.
shell_refresh:
    lda map_shown
    beq @end
    ldx io0 + 1
    cpx #no_hex_high
    beq redraw
    lda io0
    jsr hex_split
    lda hex_x
    sec
    sbc win_x
    cmp #map_wide
    bcs @end
    sta column
    lda hex_x
    and #1
    sta row
    lda hex_y
    sec
    sbc win_y
    asl                         ; -2 stands for half a hex above the window
    clc
    adc row                     ; to an even number: no carry
    adc #map_top
    sta row
    jsr column_prepare
    jsr screen_same
    jsr @half
    inc row
@half:
    lda row
    sec
    sbc #map_top
    cmp #map_rows
    bcs @end
    jsr half_hex
    ldx row
    jsr map_row
    map_cells_put dst
    jmp cells_done
@end:
    rts
redraw:
    jmp map_draw

; show_units io0: 1 shows the counters, 0 hides them.
shell_show_units:
    lda io0
    cmp units_shown
    beq @end
    sta units_shown
    lda map_shown
    bne redraw
@end:
    rts
