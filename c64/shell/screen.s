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
    ldx #mode_blank
    stx row_mode
.assert mode_blank = 0, lderror, "x counts from 0, and rows of text are told by it"
@wipe:
    lda #space
    sta screen_text,x
    sta screen_text + $100,x
    sta screen_text + $200,x
    sta screen_text + $2E8,x
    lda #grey
    sta colour_ram,x
    sta colour_ram + $100,x
    sta colour_ram + $200,x
    sta colour_ram + $2E8,x
    inx
    bne @wipe
    lda page_now
    cmp #page_title
    bne @no_title
    jmp title_show
@no_title:
    cmp #page_map
    bne bands
    lda #mode_info
    sta row_mode + row_info
    bne bands                   ; always

; pieces_clear: a text page loses its pieces of the map, if it has some; what is in their rows is wiped next. The screen is black for a
; frame meanwhile.
; in: nothing.  out: row_mode; interrupts on.  clobbers: a, x, y.
pieces_clear:
    ldx #rows - 1
@row:
    lda row_mode,x
    bne screen_hide
    dex
    bne @row                    ; the bar stays
    rts

; screen_hide: all rows below the first are text, and nothing is seen of it for a frame: neither characters of the map in the text's
; set, nor the other way round, nor half a list of splits.
; in: nothing.  out: row_mode; interrupts on.  clobbers: a, x, y.
screen_hide:
    lda vic_raster
    cmp #last_hide              ; the lines from 256 on have such low bytes, too
    bcs screen_hide
    lda #show_none
.assert show_none = mode_blank, lderror, "one value for both"
    sta vic_control1            ; until irq_frame
    ldx #rows - 1
@row:
    sta row_mode,x
    dex
    bne @row
bands:
    jmp bands_build

; bar_begin: the top bar has its colour from now on.
; in: nothing.  out: row_mode; interrupts on.  clobbers: a, x, y.
bar_begin:
    lda row_mode
    bne @end
    lda #mode_bar
    sta row_mode
    bne bands                   ; always
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
