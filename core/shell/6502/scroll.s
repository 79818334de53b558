; scroll: the window moves by a hex: what stays is moved, what comes into view is drawn.

.include "shell.inc"
.importzp src, dst, row, column
.import win_x, win_y, step_x, step_y
.import screen_other, screen_move, screen_show, map_row
.import column_draw, column_prepare, half_hex, edge_only, cell_column
.importzp cell_edge, cell_left, cell_right
.export map_scroll

.segment "SHELL"

; map_scroll: the window by step_x, step_y hexes.
; in: step_x, step_y, each -1, 0 or 1.  out: win_x, win_y; as screen_show.  clobbers: a, x, y, src, dst, row, column; as
; screen_other, screen_move, screen_show, half_hex.
map_scroll:
    jsr screen_other
    ; rows that stay go up, down or nowhere: source and destination begin two rows apart
    ldx #map_top
    ldy #map_rows
    lda step_y
    beq @rows_known
    ldy #map_rows - 2
    asl
    bcc @rows_known
    ldx #map_top + 2
@rows_known:
    sty row
    jsr screen_move
    lda win_x
    clc
    adc step_x
    sta win_x
    lda win_y
    clc
    adc step_y
    sta win_y

    ; columns that came in
    lda step_x
    beq @rows
    bmi @first
    lda #map_wide
    sta column
    jsr column_draw
    dec column
    jsr column_draw
    jmp @rows
@first:
    lda #0
    sta column
    jsr column_draw
@rows:
    ; two rows that came in
    lda #map_top
    ldx step_y
    beq @done
    bmi @rows_from
    lda #map_top + map_rows - 2
@rows_from:
    sta row
    tax
    inx
    jsr map_row
    lda dst
    sta src
    lda dst + 1
    sta src + 1
    dex
    jsr map_row
    ldx #map_wide
@end_column:
    stx column
    jsr column_prepare
    jsr half_hex
    map_cells_put dst
    inc row
    jsr half_hex
    map_cells_put src
    dec row
    ldx column
    dex
    bpl @end_column
@done:
    jmp screen_show
