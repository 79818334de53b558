; screen: pages of the screen, the places of text windows, the rule below the top bar.

.include "hardware.inc"
.include "calls.inc"
.if SEASONS
.import season_set
.endif
.importzp line, code_row
.import page_now, rows_clear, lines_from, lines_clear, title_show, rule_dots, glyph_slope_up, glyph_slope_down
.export screen_start, screen_clear, pieces_clear, bar_begin, paper_row, bands_build, row_address, shell_side
.export window_left, window_right, window_top, window_bottom, compass_marks

.segment "SHELLBSS"
bar_side:   .res 1              ; whose colour the rule has: 0 and 1, 2 neither
bar_on:     .res 1              ; the top bar has been written to
window_top: .res windows        ; those of the page, from places
window_bottom: .res windows

.segment "SHELL"

; Text windows: top bar, info bar, panel body, menu, page, message. Between top bar and page lies the rule.
window_left:   .byte 0, 0, 0, 0, 0, 0
window_right:  .byte columns, columns, compass_left, columns, columns, columns
; Their first rows, and one past their last: on the map page a message stands over the menu, on others above it.
places:
    .byte 0, row_info, row_info + 1, rows - 1, 2, rows - 1
    .byte 1, row_info + 1, rows - 1, rows, rows, rows
    .byte 0, row_info, row_info + 1, rows - 2, 2, rows - 3
    .byte 1, row_info + 1, rows - 1, rows, rows, rows - 2

.include "compass_four.inc"

; screen_start: the picture is shown.
; in: nothing.  out: nothing.  clobbers: a.
screen_start:
    lda show_graphics
    lda show_full
    lda show_page_1
    lda show_hires
    rts

; screen_clear: clears the screen for a page; it shows no map yet.
; in: page_now.  out: window_top, window_bottom.  clobbers: a, x, y, src, dst, row, line; as title_show.
screen_clear:
.if SEASONS
    jsr season_set
.endif
    ldx #2 * windows - 1
    ldy #2 * windows - 1
    lda page_now                ; page_map is 0
    beq @place
    ldy #4 * windows - 1
@place:
    lda places,y
    sta window_top,x
    dey
    dex
    bpl @place
    jsr rows_clear
    jsr lines_clear
    ldx #0
    stx bar_on
    lda page_now
    cmp #page_title
    bne nothing
    jmp title_show

; pieces_clear, paper_row, bands_build: a piece of the map can stand in any row, and goes with its row.
; in: nothing.  out: nothing.  clobbers: nothing.
pieces_clear:
paper_row:
bands_build:
nothing:
    rts

; row_address: a row of the screen for code_put and piece_put.
; in: x = row.  out: code_row.  clobbers: nothing.
row_address:
    stx code_row
    rts

; shell_side io0: whose colour the rule below the top bar has: side 0 or 1, 2 neither.
shell_side:
    ldx io0
    cpx #3
    bcs nothing
    stx bar_side
    lda bar_on
    beq nothing
    bne rule_draw               ; always

; bar_begin: the top bar is written to: a rule lies below it from now on.
; in: nothing.  out: bar_on.  clobbers: a, x, y, line.
bar_begin:
    lda #1
    sta bar_on
    ; falls through to rule_draw

; rule_draw: the rule, between top bar and map, or page.
rule_draw:
    lda #line_rule
    ldx #0
    ldy #0
    jsr lines_from
    lda bar_side
    asl
    tax
    ldy #0
@bytes:
    lda rule_dots,x
    sta (line),y
    iny
    lda rule_dots + 1,x
    sta (line),y
    iny
    cpy #columns
    bne @bytes
    rts
