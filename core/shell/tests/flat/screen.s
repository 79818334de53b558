; Screen and map of the smallest machine.

.include "shell.inc"
.importzp src, dst, row
.import glyph_slope_up, glyph_slope_down, cell_ink, cursor_place, map_shown, step_x, step_y
.export screen_clear, row_address, paper_row, bands_build, pieces_clear, bar_begin, shell_side, bar_draw, bar_light
.export screen_other, screen_same, screen_show, screen_move, map_row, cells_done, cursor_show, cursor_hide
.export text_row_find_here, text_put_here, map_row_next_here
.export compass_marks, window_left, window_right, window_top, window_bottom, ink_count, inks, info_inks
.export mark_x, mark_y, lit, lights, moves, bars, clears, papers, shell_effect

.segment "SHELLZP": zeropage
.exportzp text_row
text_row:   .res 2
text_ink_row: .res 2            ; its colours

.segment "SHELLBSS"
drawn_on:   .res 1              ; high byte of what is drawn on
mark_x:     .res 1              ; the cursor in the window, $FF: none
mark_y:     .res 1
lit:        .res 1              ; the last cell of the bar that was lit
lights:     .res 1              ; how often one was
papers:     .res 2              ; rows that became paper last, the last first
bars:       .res 1              ; how often the bar was begun with
clears:     .res 1              ; how often a page lost its pieces of the map
moves:      .res 1              ; how often what stays of the map was moved

.segment "SHELL"

window_left:   .byte 1, 1, 1, 1, 0, 1
window_right:  .byte 39, 39, 33, 39, 40, 33
window_top:    .byte 0, 16, 17, 22, 1, 21
window_bottom: .byte 1, 17, 21, 25, 25, 22
ink_count = 11                  ; the last is that of large letters
inks:          .byte grey, white, yellow, grey, 5, 6, white, yellow, cyan, cyan, white
info_inks:                      ; all others than elsewhere
.repeat 11, i
    .byte 100 + i
.endrepeat

.include "compass_seven.inc"

; row_offset: src = 40 x.
row_offset:
    lda #0
    sta src + 1
    txa
    asl
    asl
    asl
    sta src                     ; 8 x, at most 192
    asl
    rol src + 1
    asl
    rol src + 1
    clc
    adc src
    sta src
    bcc @end
    inc src + 1
@end:
    rts

row_address:
    jsr row_offset
    sta dst
    lda src + 1
    clc
    adc #>text_screen
    sta src + 1
    adc #>(text_inks - text_screen)
    sta dst + 1
    rts

text_row_find_here:
    jsr row_address
    lda src
    sta text_row
    lda src + 1
    sta text_row + 1
    lda dst
    sta text_ink_row
    lda dst + 1
    sta text_ink_row + 1
    rts

text_put_here:
    sta (text_row),y
    pha
    lda cell_ink
    sta (text_ink_row),y
    pla
    rts

map_row:
    lda src
    pha
    lda src + 1
    pha
    jsr row_offset
    sta dst
    lda src + 1
    clc
    adc drawn_on
    sta dst + 1
    pla
    sta src + 1
    pla
    sta src
    rts

map_row_next_here:
    lda dst
    clc
    adc #columns
    sta dst
    bcc @end
    inc dst + 1
@end:
    rts

screen_other:
    lda #>map_hidden
    sta drawn_on
    rts

screen_same:
    lda #>map_screen
    sta drawn_on
    rts

; All of it is copied to where it is seen.
screen_show:
    ldx #0
@cell:
.repeat 4, page
    lda map_hidden + 256 * page,x
    sta map_screen + 256 * page,x
.endrepeat
    inx
    bne @cell
    lda #1
    sta map_shown
    jmp cursor_place

; Rows x and on, from the screen that is seen.
screen_move:
    inc moves
    jsr map_row
    lda step_y
    asl
    sta src
    txa
    clc
    adc src
    tax
    jsr row_offset
    lda step_x
    asl
    clc
    adc step_x
    ldy #0
    cmp #$80
    bcc @right
    dey
@right:
    clc
    adc src
    sta src
    tya
    adc src + 1
    clc
    adc #>map_screen
    sta src + 1
@row:
    ldy #columns - 1
@cell:
    lda (src),y
    sta (dst),y
    dey
    bpl @cell
    jsr map_row_next_here
    lda src
    clc
    adc #columns
    sta src
    bcc @next
    inc src + 1
@next:
    dec row
    bne @row
    sec                         ; what it leaves in the flags is of no account
    rts

screen_clear:
    ldx #0
    lda #space
@cell:
.repeat 4, page
    sta text_screen + 256 * page,x
.endrepeat
    inx
    bne @cell
    rts

bar_draw:
    lda #0
    sta lit
    sta lights
bands_build:
shell_side:
shell_effect:
cells_done:
    rts

paper_row:
    lda papers
    sta papers + 1
    stx papers
    rts

pieces_clear:
    inc clears
    rts

bar_begin:
    inc bars
    rts

bar_light:
    stx lit
    inc lights
    rts

cursor_show:
    stx mark_x
    sta mark_y
    rts

cursor_hide:
    lda #$FF
    sta mark_x
    rts
