; screen: pages of the screen, the places of text windows.

.include "defs.inc"
.include "seasons.inc"
.include "calls.inc"
.importzp src, dst
.import page_now, row_mode, bar_colour, bands_build, row_low, row_high, map_memory, view_high, title_show
.if SEASONS
.import view_weather, season_papers, band_paper
.endif
.import side_paper_0, side_paper_1, glyph_slope_up, glyph_slope_down
.export screen_clear, pieces_clear, bar_begin, paper_row, row_address, shell_side
.export compass_marks, window_left, window_right, window_top, window_bottom

.segment "SHELL"

; Text windows: top bar, info bar, panel body, menu, page, message. The row of the message is not the body's, so that a
; message outlives the drawing that follows it.
window_left:   .byte 1, 1, 1, 1, 0, 1
window_right:  .byte 39, 39, 33, 39, 40, 33
window_top:    .byte 0, row_info, row_panel, 22, 1, 21
window_bottom: .byte 1, row_info + 1, 21, 25, 25, 22

; Papers of the top bar: side 0, side 1, neither.
bar_colours: .byte <side_paper_0, <side_paper_1, dark_grey

.include "compass_seven.inc"

; screen_clear: clears the screen for a page; it shows no map yet. The screen is black for a frame meanwhile.
; in: page_now.  out: view_high, map_memory, row_mode; interrupts on.  clobbers: a, x, y; as title_show.
screen_clear:
    jsr screen_hide
.if SEASONS
    ldx view_weather
    lda season_papers,x
    sta band_paper + mode_map
.endif
    lda #>screen_text
    sta view_high
    lda #memory_map
    sta map_memory
    lda #mode_blank
    sta row_mode
    jsr rows_wipe
    ldx #columns
@bar:
    lda #space
    sta screen_text - 1,x
    lda #grey
    sta colour_ram - 1,x
    dex
    bne @bar
    lda page_now
    cmp #page_title
    bne @no_title
    jsr title_show
    jmp screen_unhide
@no_title:
    cmp #page_map
    bne bands_unhide
    lda #mode_info
    sta row_mode + row_info
    ; falls through to bands_unhide

; bands_unhide: the screen is seen again, in the bands of row_mode.
; in: row_mode.  out: interrupts on.  clobbers: a, x, y.
bands_unhide:
    jsr bands_build
    ; falls through to screen_unhide

; screen_unhide: the screen is seen from the next frame on.
; in: nothing.  out: nothing.  clobbers: a.
screen_unhide:
    lda #show_text
    sta vic_control1
    rts

; pieces_clear: a text page loses its pieces of the map, if it has some, and all else below the bar with them. The screen is black
; for a frame meanwhile.
; in: nothing.  out: row_mode; interrupts on.  clobbers: a, x, y.
pieces_clear:
    ldx #rows - 1
@band:
    lda row_mode,x
    bne @some
    dex
    bne @band                   ; the bar stays
    rts
@some:
    jsr screen_hide
    jsr rows_wipe
    jmp bands_unhide
.assert mode_blank = 0, lderror, "rows of text are told by 0"

; screen_hide: black until screen_unhide, from the top of a frame on: neither characters of the map in the text's set nor the other
; way round are seen, nor half a list of splits.
; in: nothing.  out: nothing.  clobbers: a.
screen_hide:
    bit vic_control1
    bmi @hide                   ; lines from 256 on
    lda vic_raster
    cmp #last_hide
    bcc @hide
    cmp #bottom_line
    bcc screen_hide
@hide:
    lda #show_none
    sta vic_control1
    rts

; rows_wipe: the rows below the first become empty rows of text; bands_build is still to come.
; in: nothing.  out: row_mode.  clobbers: a, x.
rows_wipe:
    ldx #rows - 1
    lda #mode_blank
@row:
    sta row_mode,x
    dex
    bne @row
    ldx #wiped
@wipe:
    lda #space
    sta screen_text + columns - 1,x
    sta screen_text + columns + wiped - 1,x
    sta screen_text + columns + 2 * wiped - 1,x
    sta screen_text + columns + 3 * wiped - 1,x
    lda #grey
    sta colour_ram + columns - 1,x
    sta colour_ram + columns + wiped - 1,x
    sta colour_ram + columns + 2 * wiped - 1,x
    sta colour_ram + columns + 3 * wiped - 1,x
    dex
    bne @wipe
    rts
wiped = (rows - 1) * columns / 4

; bar_begin: the top bar has its colour from now on.
; in: nothing.  out: row_mode; interrupts on.  clobbers: a, x, y.
bar_begin:
    lda row_mode
    cmp #mode_blank
    bne @end
    lda #mode_bar
    sta row_mode
    jmp bands_build
@end:
    rts

; side io0: colour of the top bar.
shell_side:
    ldx io0
    cpx #3
    bcs @end
    lda bar_colours,x
    sta bar_colour
@end:
    rts

; paper_row: a row becomes one of paper, where pieces of the map can stand, unless it is one already.
; in: x = row.  out: row_mode.  clobbers: a, y, src, dst.
paper_row:
    jsr row_address
    lda row_mode,x
    cmp #mode_map
    beq @end
    lda #mode_map
    sta row_mode,x
    ldy #columns - 1
    lda #0                      ; plain paper
@cell:
    sta (src),y
    dey
    bpl @cell
@end:
    rts

; row_address: the start of a row on the screen and in colour RAM.
; in: x = row.  out: src, dst.  clobbers: a.
row_address:
    lda row_low,x
    sta src
    sta dst
    lda row_high,x
    clc
    adc #>screen_text
    sta src + 1
    adc #>(colour_ram - screen_text)
    sta dst + 1
    rts
