; seasons: cells of the map that look otherwise by the weather. Hi-res has no register for that: their bytes are written into the tables
; that cells are drawn from.

.include "hardware.inc"
.if SEASONS
.importzp src, dst, row
.import view_weather, tiles_even, tiles_odd, season_codes, season_low, season_high
.export season_set

.assert tiles_odd = tiles_even + cell_lines * tile_count, lderror, "cells for odd columns are not behind those for even ones"
.assert season_cells <= 128, error, "more cells go by the weather than an index with a sign reaches"

.segment "SHELL"

; season_set: cells have the pictures of the weather.
; in: view_weather.  out: nothing.  clobbers: a, x, y, src, dst, row.
season_set:
    ldx view_weather
    cpx #season_values
    bcs @end                    ; no game yet
    lda season_low,x
    sta src
    lda season_high,x
    sta src + 1
    lda #<tiles_even
    sta dst
    lda #>tiles_even
    sta dst + 1
    lda #2 * cell_lines
    sta row
@line:
    ldx #season_cells - 1
@cell:
    ldy #0
    lda (src),y
    ldy season_codes,x
    sta (dst),y
    inc src
    bne @same
    inc src + 1
@same:
    dex
    bpl @cell
    lda dst
    clc
    adc #<tile_count
    sta dst
    lda dst + 1
    adc #>tile_count
    sta dst + 1
    dec row
    bne @line
@end:
    rts
.endif
