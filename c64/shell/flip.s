; flip: two screens take turns: the next picture of the map is drawn on the hidden one, then shown below the window while the
; beam is elsewhere, and colour RAM follows ahead of the beam, row by row.

.include "defs.inc"
.importzp dst
.import map_shown, row_mode, map_memory, bands_build, cursor_place, cursor_late, map_recolour
.export screen_other, screen_same, screen_show, map_row, row_low, row_high, view_high, draw_high

; Colour RAM may be rewritten, top row first, from the moment the beam has left the map's first row: it goes faster than
; we do. From late_line on the beam's next visit would catch us up.
early_line = first_line + 8 * (map_top + 1) + 1
late_line  = 294
map_bottom = first_line + 8 * (map_top + map_rows)

.segment "SHELLBSS"
draw_high:  .res 1              ; high byte of the screen being drawn
view_high:  .res 1              ; high byte of the screen being shown

.segment "SHELL"

; Start of each screen row, from the screen's own start.
row_low:
.repeat rows, i
    .byte <(i * columns)
.endrepeat
row_high:
.repeat rows, i
    .byte >(i * columns)
.endrepeat

; screen_other: draws on the screen that is not shown.
; in: view_high.  out: draw_high.  clobbers: a.
screen_other:
    lda view_high
    eor #>(screen_text ^ screen_back)
    sta draw_high
    rts

; screen_same: draws on the screen that is shown, when the beam is not about to cross the map.
; in: view_high.  out: draw_high.  clobbers: a.
screen_same:
    lda view_high
    sta draw_high
    ; falls through to wait_away

; wait_away: until the beam is not about to cross the map.
wait_away:
    bit vic_control1
    bmi @end
    lda vic_raster
    cmp #first_line
    bcc @end
    cmp #map_bottom
    bcc wait_away
@end:
    rts

; map_row: the start of a row on the screen being drawn.
; in: x = row, draw_high.  out: dst.  clobbers: a.
map_row:
    lda row_low,x
    sta dst
    lda row_high,x
    clc
    adc draw_high
    sta dst + 1
    rts

; screen_show: shows the screen just drawn, from the next frame on.
; in: draw_high, map_shown.  out: map_shown, view_high, map_memory; interrupts on.  clobbers: a, x, y, src, dst, count, row; as
; cursor_place.
screen_show:
    lda map_shown
    bne @wait
    inc map_shown
    ldx #map_rows
    lda #mode_map
@bands:
    sta row_mode,x
    dex
    bne @bands
    jsr wait_flip
    jsr @show
    jmp bands_build
@wait:
    jsr wait_flip
@show:
    lda draw_high
    sta view_high
    ldx #memory_map
    cmp #>screen_text
    beq @front
    ldx #memory_map | memory_back
@front:
    stx map_memory              ; the next frame's split shows it
    jsr cursor_place
    jsr cursor_late
    jmp map_recolour

; wait_flip: until colour RAM may be rewritten.
wait_flip:
    lda vic_raster
    bit vic_control1
    bmi @low
    cmp #early_line
    bcc wait_flip
    rts
@low:
    cmp #<late_line             ; lines from 256 on
    bcs wait_flip
    rts
