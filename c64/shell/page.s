; page: pages, text windows and what is written into them.

.include "defs.inc"
.include "calls.inc"
.importzp src, dst, text_row, text_ink_row, count, row, column
.import row_mode, bar_colour, bands_build, row_low, row_high, map_start, cursor_hide, title_show
.import glyph_rule, glyph_slope_up, glyph_slope_down
.export page_clear, page_now, cell_ink, cell_put, text_at, win_left, win_top
.import side_ink_0, side_ink_1, side_paper_0, side_paper_1
.export inks, shell_page, shell_window, shell_at, shell_ink, shell_char, shell_side, shell_compass, shell_rule, shell_capability

space = 32

.segment "SHELLBSS"
page_now:    .res 1
window:      .res 1             ; number of the text window
win_left:    .res 1             ; its rectangle; win_right is one past its last column
win_right:   .res 1
win_top:     .res 1
win_bottom:  .res 1
text_column: .res 1             ; text cursor, screen coordinates
text_line:   .res 1
cell_ink:    .res 1             ; colour of the next character
compass_on:  .res 1
text_limit:  .res 1             ; one past the last column of the text cursor's row

.segment "SHELL"

; Text windows: top bar, info bar, panel body, menu, page, message. The row of the message is not the body's, so that a
; message outlives the drawing that follows it.
window_left:   .byte 1, 1, 1, 1, 0, 1
window_right:  .byte 39, 39, 33, 39, 40, 33
window_top:    .byte 0, row_info, row_panel, 22, 1, 21
window_bottom: .byte 1, row_info + 1, 21, 25, 25, 22
windows = 6
compass_left = 33              ; the compass: columns from here, rows of the panel before compass_end
compass_end  = 24

; Colours of the inks: label, value, key, key text, side 0, side 1, good, warning, heading, accent.
inks: .byte grey, white, yellow, light_grey, <side_ink_0, <side_ink_1, light_green, yellow, cyan, cyan
; The info bar's: its paper is grey.
info_inks: .byte light_grey, white, yellow, white, <side_ink_0, <side_ink_1, light_green, yellow, cyan, cyan
ink_count = 10

; Papers of the top bar: side 0, side 1, neither.
bar_colours: .byte <side_paper_0, <side_paper_1, dark_grey

; page io0: clears the screen for a page.
shell_page:
  lda io0
  ; falls through to page_clear

; page_clear: clears the screen for a page.
; in: a = page.  out: page_now; the text cursor at its corner.  clobbers: a, x, y, src, dst, count, row, column.
page_clear:
  sta page_now
  jsr cursor_hide
  jsr map_start
  ldx #rows - 1
  lda #mode_blank
@rows:
  sta row_mode, x
  dex
  bpl @rows
  ldx #0
@wipe:
  lda #space
  sta screen_text, x
  sta screen_text + $100, x
  sta screen_text + $200, x
  sta screen_text + $2E8, x
  lda #grey
  sta colour_ram, x
  sta colour_ram + $100, x
  sta colour_ram + $200, x
  sta colour_ram + $2E8, x
  inx
  bne @wipe
  lda page_now
  cmp #page_title
  beq @title
  cmp #page_map
  bne @built
  lda #mode_info
  sta row_mode + row_info
@built:
  jsr bands_build
  lda #window_page
  jsr window_set
  lda page_now
  cmp #page_map
  bne @end
  lda compass_on                ; it stays until it is hidden
  beq @end
  jmp compass_draw
@end:
  rts
@title:
  jsr title_show
  lda #window_page
  jmp window_set

; window io0: selects a text window and clears it. On a text page the whole page loses its pieces of the map too.
shell_window:
  lda io0
  cmp #windows
  bcs @end
  jsr window_set
  lda window
  cmp #window_page
  bne @wipe
  lda page_now
  cmp #page_text
  bne @wipe
  ldx #rows - 1
  lda #mode_blank
@band:
  sta row_mode, x
  dex
  bne @band                     ; the bar stays
  jsr bands_build
@wipe:
  ldx win_top
@row:
  jsr text_place_row
  ldy win_left
  lda #space
@cell:
  sta (text_row), y
  iny
  cpy text_limit
  bne @cell
  inx
  cpx win_bottom
  bne @row
  ldx win_top
  jmp text_place_row
@end:
  rts

; window_set: a = window; the text cursor goes to its corner.
window_set:
  sta window
  tax
  lda window_left, x
  sta win_left
  sta text_column
  lda window_right, x
  sta win_right
  lda window_top, x
  cpx #window_page
  bne @top
  ldy page_now
  cpy #page_title
  bne @top
  lda #title_rows               ; below the picture
@top:
  sta win_top
  sta text_line
  lda window_bottom, x
  sta win_bottom
  lda #white
  sta cell_ink
  cpx #window_bar
  bne @placed
  lda row_mode                  ; the bar has its colour once it is written to
  cmp #mode_blank
  bne @placed
  lda #mode_bar
  sta row_mode
  jsr bands_build
@placed:
  ldx text_line
  ; falls through to text_place_row

; text_place_row: text_row and text_ink_row = start of row x, text_limit = where it ends. keeps x, y.
text_place_row:
  lda row_low, x
  sta text_row
  sta text_ink_row
  lda row_high, x
  clc
  adc #>screen_text
  sta text_row + 1
  adc #>(colour_ram - screen_text)
  sta text_ink_row + 1
  lda win_right
  sta text_limit
  lda compass_on                ; beside the compass a row is shorter
  beq @end
  lda page_now
  cmp #page_map
  bne @end
  cpx #row_panel
  bcc @end
  cpx #compass_end
  bcs @end
  lda #compass_left
  cmp win_right
  bcs @end
  sta text_limit
@end:
  rts

; at io0, io1: text cursor to column io0, row io1 of the window.
shell_at:
  lda io0
  ldx io1
  ; falls through to text_at

; text_at: the text cursor to a place of the window.
; in: a = column, x = row.  out: nothing.  clobbers: a, x.
text_at:
  clc
  adc win_left
  sta text_column
  txa
  clc
  adc win_top
  sta text_line
text_place:
  ldx text_line
  cpx win_bottom
  bcc text_place_row
  rts

; ink io0: colour of what follows.
shell_ink:
  ldx io0
  cpx #ink_count
  bcs @end
  ldy window
  beq @white                    ; on the side's colour nothing else reads well
  lda info_inks, x
  cpy #window_info
  beq @set
  lda inks, x
@set:
  sta cell_ink
@end:
  rts
@white:
  lda #white
  bne @set

; char io0: prints a character; 13 begins the next line. What does not fit is cut.
shell_char:
  lda io0
  cmp #key_return
  beq @line
  cmp #space
  bcs @glyph
  rts
@line:
  lda win_left
  sta text_column
  inc text_line
  jmp text_place
@glyph:
  and #%00111111                ; screen code of ASCII 32 to 95
  ; falls through to cell_put

; cell_put: a character at the text cursor. What does not fit is cut.
; in: a = screen code, cell_ink.  out: nothing.  clobbers: a, x, y.
cell_put:
  ldy text_column
  cpy text_limit
  bcs @end
  ldx text_line
  cpx win_bottom
  bcs @end
  sta (text_row), y
  lda cell_ink
  sta (text_ink_row), y
  inc text_column
@end:
  rts

; side io0: colour of the top bar.
shell_side:
  ldx io0
  cpx #3
  bcs @end
  lda bar_colours, x
  sta bar_colour
@end:
  rts

; rule: a thin line across the window at the text cursor's row.
shell_rule:
  ldx text_line
  cpx win_bottom
  bcs @end
  ldy win_left
@cell:
  lda #<glyph_rule
  sta (text_row), y
  lda #dark_grey
  sta (text_ink_row), y
  iny
  cpy text_limit
  bcc @cell
@end:
  rts

; Compass: row, column, screen code, colour; ends with 0. The keys stand round 0 as the hexsides do, west on top.
compass:
  .byte 17, 36, 'W' & 63, dark_grey
  .byte 18, 35, <glyph_slope_up, dark_grey
  .byte 18, 36, '1', yellow
  .byte 18, 37, <glyph_slope_down, dark_grey
  .byte 19, 34, '6', yellow
  .byte 19, 38, '2', yellow
  .byte 20, 33, 'S' & 63, dark_grey
  .byte 20, 36, '0', yellow
  .byte 20, 39, 'N' & 63, dark_grey
  .byte 21, 34, '5', yellow
  .byte 21, 38, '3', yellow
  .byte 22, 35, <glyph_slope_down, dark_grey
  .byte 22, 36, '4', yellow
  .byte 22, 37, <glyph_slope_up, dark_grey
  .byte 23, 36, 'E' & 63, dark_grey
  .byte 0

; compass io0: 1 shows it, 0 hides it.
shell_compass:
  lda io0
  sta compass_on
  ; falls through to compass_draw

compass_draw:
  ldy #0
@mark:
  ldx compass, y
  beq @end
  lda row_low, x
  sta src
  sta dst
  lda row_high, x
  clc
  adc #>screen_text
  sta src + 1
  adc #>(colour_ram - screen_text)
  sta dst + 1
  ldx compass + 1, y
  stx column
  lda compass + 3, y
  pha
  lda compass + 2, y
  ldx compass_on
  bne @shown
  lda #space
@shown:
  iny
  iny
  iny
  iny
  sty count
  ldy column
  sta (src), y
  pla
  sta (dst), y
  ldy count
  bne @mark
@end:
  jmp text_place

; capability io0 -> a: text columns, map columns, map rows, pointer, colours.
capabilities: .byte columns, map_wide, map_high, 0, 16
shell_capability:
  ldx io0
  lda #0
  cpx #5
  bcs @end
  lda capabilities, x
@end:
  ldx #0
  rts
