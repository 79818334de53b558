; view: where the map window lies on the map, and how it follows the hex that is to be seen.
;
; Window cell of hex (x, y): column 3 (x - win_x), row 1 + 2 (y - win_y) + (x mod 2).

.include "shell.inc"
.include "calls.inc"
.importzp hex_x, hex_y, count, row, column
.import grid_columns, grid_rows, page_now, map_shown
.import page_clear, map_draw, map_scroll
.export shell_map, hex_split, win_x, win_y, step_x, step_y

margin_x = 2                    ; hexes kept between a hex in view and the window's rim
margin_y = 1

.segment "SHELLBSS"
win_x:      .res 1              ; hex column and row in the window's upper left
win_y:      .res 1
step_x:     .res 1              ; scroll: -1, 0, 1
step_y:     .res 1

.segment "SHELL"

; hex_split: the column and row of a hex.
; in: x:a = hex, a low byte.  out: hex_x, hex_y.  clobbers: a.
hex_split:
    pha
    and #(1 << ROW_BITS) - 1
    sta hex_y
    pla
    stx hex_x
.repeat 8 - ROW_BITS
    asl
    rol hex_x
.endrepeat
    rts

; map io0, io1: hex in view; io1 = 1 centres on it.
shell_map:
    lda page_now
    cmp #page_map
    beq @page
    lda #page_map
    jsr page_clear
@page:
    lda io0
    ldx io0 + 1
    jsr hex_split
    lda io1
    lsr
    bcs @centre
    jsr steps
    jsr near
    beq @close
@centre:
    lda hex_x                   ; carry is set, by the argument or by near
    sbc #map_wide / 2
    ldx #<(grid_columns - map_wide)
    jsr clamp
    sec
    sbc win_x
    sta step_x
    lda hex_y
    sec
    sbc #map_high / 2
    ldx #<(grid_rows - map_high)
    jsr clamp
    sec
    sbc win_y
    sta step_y
    jsr near
    bne @jump
@close:
    lda map_shown               ; behind another page the window is where it was
    bne @scroll
@jump:
    clc
    lda win_x
    adc step_x
    sta win_x
    clc
    lda win_y
    adc step_y
    sta win_y
    jmp map_draw
@scroll:
    lda step_x
    ora step_y
    beq @end
    jmp map_scroll
@end:
    rts

; near: z set if the window has one step to go each way at most: that scrolls, more jumps. clobbers a, x.
near:
    ldx #0
    lda step_x
    jsr far
    lda step_y
    jsr far
    cpx #0
    rts

; clamp: a = signed window position, x = greatest -> 0 to x.
clamp:
    cmp #$80
    bcs @zero
    stx count
    cmp count
    bcc @end
    txa
@end:
    rts
@zero:
    lda #0
    rts

; far: x + 1 if a is not -1, 0 or 1.
far:
    clc
    adc #1
    cmp #3
    bcc @end
    inx
@end:
    rts

; steps: step_x, step_y = signed way the window must go to show the hex with its margins, as far as the map allows.
steps:
    lda hex_x
    sec
    sbc win_x
    ldx #margin_x
    ldy #map_wide - margin_x
    jsr way
    ldx win_x
    ldy #<(grid_columns - map_wide)
    jsr allow
    sta step_x
    lda hex_y
    sec
    sbc win_y
    ldx #margin_y
    ldy #map_high - margin_y
    jsr way
    ldx win_y
    ldy #<(grid_rows - map_high)
    jsr allow
    sta step_y
    rts

; way: a = signed place in the window, x = least, y = one past the greatest place -> a = signed way out of it.
way:
    stx row
    sty column
    cmp #$80
    bcs @low
    cmp row
    bcc @low
    cmp column
    bcs @high
    lda #0
    rts
@low:
    sec
    sbc row
    rts
@high:                          ; carry set
    sbc column
    clc
    adc #1
    rts

; allow: a = signed way, x = position, y = greatest position -> a = way cut to where the window can go.
allow:
    stx row
    sty column
    clc
    adc row
    ldx column
    jsr clamp
    sec
    sbc row
    rts
