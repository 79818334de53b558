; page: pages, text windows and what is written into them.

.include "defs.inc"
.import vm_v, screen, rectangle_fill, glyph_draw, text_font8, text_font6, screen_clear, map_shown, title_show
.import capture_put, capture_stop, items_clear, settings_clear, strip_start, panel_draw, panel_side, overview_draw
.import requester_open, frames, cursor_place
.export page_now, page_clear, page_start, call_page, call_window, call_at, call_ink, call_char, call_side, call_rule
.export call_capability, text_corner, message_until

io0 = vm_v
io1 = vm_v + 2

; A window: x, y, columns, rows, pixels a column, pixels a row, paper, font (long).
window_x       = 0
window_y       = 2
window_columns = 4
window_rows    = 6
window_pitch_x = 8
window_pitch_y = 10
window_paper   = 12
window_font    = 14
window_size    = 18

windows        = 7
window_bar     = 0
window_strip   = 2
window_page    = 4
window_message = 5
window_requester = 6
window_closing = 7                      ; stands in for window_page on the closing page
wrap_from      = 20                     ; column from which a space ends a row of a requester
warning        = 7                      ; ink
warning_frames = 50                     ; buttons are not answered for so long after one

; Of a font (text.s).
font_first = 4

.segment "SHELLBSS"
.align 2
page_now:    .res 1
.align 2
window:      .res 2                     ; number of the text window
text_column: .res 2
text_row:    .res 2
ink:         .res 2                     ; colour of the next character
bar_paper:   .res 2                     ; colour of the top bar
message_until: .res 2                   ; frame up to which a warning stands, 0 none

.segment "SHELL"

; Text windows: top line, hex in the side panel, strip, orders, page, message.
window_table:
  .word 4, 1, 39, 1, 8, 9, 6
  .dword text_font8
  .word 272, 90, 8, 2, 6, 9, 5
  .dword text_font6
  .word 4, 219, 52, 3, 6, 9, 6
  .dword text_font6
  .word 4, 219, 52, 3, 6, 9, 6
  .dword text_font6
  .word 0, 12, 40, 24, 8, 9, 6
  .dword text_font8
  .word 8, 247, 38, 1, 8, 9, 0
  .dword text_font8
  .word 48, 90, 30, 3, 6, 9, 5
  .dword text_font6
; What window_page is on the closing page: its panel.
  .word 32, 24, 32, 22, 8, 9, 5
  .dword text_font8

; Colours of the inks: label, value, key, key text, side 0, side 1, good, warning, heading, accent, large.
inks: .word 3, 1, 18, 3, 14, 20, 24, 23, 18, 21, 18
ink_count = 11

; Papers of the top bar: both sides, neither.
papers: .word 12, 15, 6

; Sizes of the machine: text columns, map columns, map rows, pointer, colours.
sizes: .word 40, 8, 6, 1, 32
size_count = 5

page_start:
  move.w #6, bar_paper
  move.w #1, ink
  rts

; page io0: clears the screen for a page.
call_page:
  move.w io0, d0
; falls through to page_clear

; page_clear: d0 = page.
page_clear:
  move.b d0, page_now
  jsr cursor_place
  move.b page_now, d0
  jsr capture_stop
  jsr items_clear
  jsr settings_clear
  cmpi.b #page_requester, d0
  beq @requester
  jsr strip_start
  clr.b map_shown
  jsr screen_clear
  move.b page_now, d0
  cmpi.b #page_title, d0
  beq @picture
  cmpi.b #page_closing, d0
  beq @picture
  cmpi.b #page_map, d0
  beq @map
  lea text_boxes(pc), a2
  cmpi.b #page_text, d0
  beq @boxes
  lea overview_boxes(pc), a2
  bsr boxes_fill
  move.b page_now, d0
  jsr overview_draw
  bra @text
@map:
  lea frame_table(pc), a2
  bsr boxes_fill
  jsr panel_draw
  bra @text
@boxes:
  bsr boxes_fill
@text:
  moveq #window_page, d0
  bra window_set
@picture:
  jsr title_show
  cmpi.b #page_closing, page_now
  bne @text
  lea closing_boxes(pc), a2
  bra @boxes
@requester:
  jsr requester_open
  moveq #window_page + 2, d0
  bra window_set

; Grounds of a text page and of the overviews: x, y, width, height, colour.
text_boxes:
  .word 0, 0, 320, 246, 6
  .word $FFFF
; The closing page's panel: shadow, edge, line, ground.
closing_boxes:
  .word 25, 20, 276, 212, 0
  .word 22, 17, 276, 212, 0
  .word 23, 18, 274, 210, 4
  .word 24, 19, 272, 208, 5
  .word $FFFF
overview_boxes:
  .word 0, 0, 320, 9, 6
  .word 0, 236, 320, 10, 6
  .word $FFFF

; What stands around the map window: x, y, width, height, colour.
frame_table:
  .word 0, 0, 320, 9, 6
  .word 272, 10, 48, 208, 5
  .word 272, 10, 1, 208, 0
  .word 0, 218, 320, 28, 6
  .word 0, 218, 320, 1, 0
  .word $FFFF

; boxes_fill: a2 = table of boxes, ended by -1.
boxes_fill:
  movem.l d2-d4, -(sp)
@box:
  move.w (a2)+, d0
  bmi @done
  move.w (a2)+, d1
  move.w (a2)+, d2
  move.w (a2)+, d3
  move.w (a2)+, d4
  lea screen, a1
  jsr rectangle_fill
  bra @box
@done:
  movem.l (sp)+, d2-d4
  rts

; window io0: selects a text window and clears it.
call_window:
  move.w io0, d0
  cmpi.w #windows, d0
  bcc done
  move.w d0, -(sp)
  jsr capture_stop
  move.w (sp)+, d0
  bsr window_set
  cmpi.w #window_page, window
  bne @message
  jsr items_clear
  jsr settings_clear
  cmpi.b #page_title, page_now
  beq done                              ; the picture stays
@message:
  movem.l d2-d4, -(sp)
  bsr window_here
  move.w window_columns(a0), d2
  mulu window_pitch_x(a0), d2
  move.w window_rows(a0), d3
  mulu window_pitch_y(a0), d3
  move.w window_paper(a0), d4
  cmpi.w #window_bar, window
  bne @paper
  move.w bar_paper, d4
@paper:
  move.w window_x(a0), d0
  move.w window_y(a0), d1
  cmpi.w #window_strip, window
  bne @fill
  moveq #0, d0                          ; markers reach further than text
  move.w #320, d2
@fill:
  lea screen, a1
  jsr rectangle_fill
  movem.l (sp)+, d2-d4
done:
  rts

; window_set: d0 = window; the text cursor goes to its corner.
window_set:
  move.w d0, window
  clr.w text_column
  clr.w text_row
  move.w #1, ink
  rts

; window_here: a0 = the selected window. clobbers d0.
window_here:
  move.w window, d0
  cmpi.w #window_page, d0
  bne @number
  cmpi.b #page_closing, page_now
  bne @number
  moveq #window_closing, d0
@number:
  mulu #window_size, d0
  lea window_table(pc), a0
  adda.w d0, a0
  rts

; at io0, io1: column, row.
call_at:
  move.w io0, text_column
  move.w io1, text_row
  rts

; ink io0.
call_ink:
  move.w io0, d0
  cmpi.w #ink_count, d0
  bcc done
  add.w d0, d0
  cmpi.w #2 * warning, d0
  bne @colour
  cmpi.w #window_message, window
  bne @colour
  move.w frames, d1
  addi.w #warning_frames, d1
  bne @until
  addq.w #1, d1                         ; 0 means none
@until:
  move.w d1, message_until
@colour:
  lea inks(pc), a0
  move.w 0(a0,d0.w), ink
  rts

; char io0: a character, or 13: the next line.
call_char:
  move.w io0, d0
; falls through to text_put

; text_put: d0 = character. What reaches beyond the window is not shown.
text_put:
  jsr capture_put
  bne done
  cmpi.w #13, d0
  beq @row
  cmpi.w #window_requester, window
  bne @letter
  cmpi.w #32, d0
  bne @letter
  cmpi.w #wrap_from, text_column
  bcs @letter
@row:
  clr.w text_column
  addq.w #1, text_row
  rts
@letter:
  movem.l d2-d5/a2, -(sp)
  move.w d0, d5
  bsr window_here
  move.w text_column, d0
  addq.w #1, text_column
  cmp.w window_columns(a0), d0
  bcc @done
  move.w text_row, d1
  cmp.w window_rows(a0), d1
  bcc @done
  mulu window_pitch_x(a0), d0
  add.w window_x(a0), d0
  mulu window_pitch_y(a0), d1
  add.w window_y(a0), d1
  movea.l window_font(a0), a2
  sub.w font_first(a2), d5
  bmi @done
  lsl.w #3, d5                          ; both fonts have eight rows
  movea.l (a2), a0
  adda.w d5, a0
  moveq #8, d4
  lea screen, a1
  moveq #screen_bytes, d2
  move.w ink, d3
  blit_wait
  jsr glyph_draw
@done:
  movem.l (sp)+, d2-d5/a2
  rts

; side io0: colour of the top bar.
call_side:
  move.w io0, d0
  cmpi.w #3, d0
  bcc @done
  add.w d0, d0
  lea papers(pc), a0
  move.w 0(a0,d0.w), bar_paper
  lsr.w #1, d0
  cmpi.w #2, d0
  beq @done                             ; neither: the emblem stays
  cmp.w panel_side, d0
  beq @done
  move.w d0, panel_side
  cmpi.b #page_map, page_now
  bne @done
  jmp panel_draw
@done:
  rts

; text_corner: x, y of the text cursor and right, bottom of its row, four words to a1. clobbers d0, d1, a0.
text_corner:
  bsr window_here
  move.w text_column, d0
  mulu window_pitch_x(a0), d0
  add.w window_x(a0), d0
  move.w d0, (a1)+
  move.w text_row, d1
  mulu window_pitch_y(a0), d1
  add.w window_y(a0), d1
  move.w d1, (a1)+
  move.w window_columns(a0), d0
  mulu window_pitch_x(a0), d0
  add.w window_x(a0), d0
  move.w d0, (a1)+
  add.w window_pitch_y(a0), d1
  move.w d1, (a1)+
  rts

; rule: a horizontal line in the text cursor's row.
call_rule:
  movem.l d2-d4, -(sp)
  bsr window_here
  move.w text_row, d1
  mulu window_pitch_y(a0), d1
  add.w window_y(a0), d1
  addq.w #4, d1
  move.w window_x(a0), d0
  move.w window_columns(a0), d2
  mulu window_pitch_x(a0), d2
  moveq #1, d3
  moveq #4, d4
  lea screen, a1
  jsr rectangle_fill
  movem.l (sp)+, d2-d4
  rts

; capability io0 -> size of the machine.
call_capability:
  move.w io0, d0
  cmpi.w #size_count, d0
  bcc @none
  add.w d0, d0
  lea sizes(pc), a0
  move.w 0(a0,d0.w), d0
  rts
@none:
  moveq #0, d0
  rts
