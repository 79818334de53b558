; page: pages and text windows.

.include "defs.inc"
.import buffers_known, narrow
.include "window.inc"
.import vm_v, screen, rectangle_fill, text_font8, text_font6, screen_clear, map_shown, title_show, closing_show, title_lost
.import record_begin, record_forget, capture_stop, capture_at, items_clear, settings_clear, strip_start, panel_draw
.import locator_known
.import panel_side, panel_weather, view_weather, overview_draw, window_show, display_split
.import requester_open, requester_text, cursor_place, text_start, bevel_draw, boxes_fill, buttons_forget, entry_count
.import panel_new, panel_cleared, counters_clear
.export page_now, page_below, page_clear, page_ground, page_settle, page_stale, page_buttons_y, call_page, call_window
.export page_pitches, message_y, map_middle_y, screen_middle_y, call_side, window, window_here, window_clear
.export window_set, message_used

io0 = vm_v

requester_room = 96                     ; characters of a question
low_info_y   = 47                       ; of the panel with 200 rows, which has no emblem
strip_top    = 219
strip_bottom = 246                      ; a black line

.segment "SHELLBSS"
.align 2
page_now:    .res 1
page_below:  .res 1                     ; the page that a requester lies over
.align 2
window:      .res 2                     ; number of the text window
page_stale:  .res 2                     ; not 0: what the page's window shows is of a screen before
page_fresh:  .res 2                     ; not 0: the page was cleared, its window not selected since
message_used: .res 2                    ; not 0: something stands in the message line

.segment "SHELL"

; Text windows: top line, hex in the side panel, strip, orders, page, message, requester (whose text is kept).
window_table:
  .word 4, 1, 39, 1, 8, 9, 6
  .dword text_font8
  .word 273, 82, 8, 13, 6, 9, 5
  .dword text_font6
  .word 8, 222, 39, 2, 8, 14, 6
  .dword text_font8
  .word 4, 219, 52, 3, 6, 9, 6
  .dword text_font6
  .word 10, 17, 51, 23, 6, 9, 5
  .dword text_font6
  .word 8, 248, 38, 1, 8, 8, 6
  .dword text_font8
  .word 0, 0, 0, 0, 6, 9, 5
  .dword text_font6
; What window_page is on the closing page: its panel.
  .word 26, 20, 45, 15, 6, 13, 5
  .dword text_font6

; Legends of the half-scale map and of the whole map.
  .word 4, 237, 52, 1, 6, 9, 5
  .dword text_font6
  .word 9, 230, 51, 1, 6, 9, 6
  .dword text_font6

page_buttons_y: .word 229               ; top of the buttons below a page
map_middle_y: .word 114                 ; of the map window
screen_middle_y: .word 120              ; of a page
message_y:   .word 248                  ; of the letters in the message line

; page_pitches: rows lie closer on a machine of 200 rows.
; in: nothing.  out: nothing.  clobbers: nothing.
page_pitches:
  move.w #8, window_table + window_page * window_size + window_pitch_y
  move.w #10, window_table + place_closing * window_size + window_pitch_y
  move.w #86, map_middle_y
  move.w #90, screen_middle_y
  move.w #low_info_y, window_table + window_info * window_size + window_y
  rts

; page io0: clears the screen for a page.
call_page:
  move.w io0, d0
; falls through to page_clear

; page_clear: the screen is that of a page; its window is selected.
; in: d0 = page.  out: page_now, page_below.  clobbers: d0, d1, a0 to a2.
page_clear:
  cmpi.b #page_title, d0
  beq @anew
  move.w #1, title_lost
  cmpi.b #page_requester, d0
  beq @requester
  cmpi.b #page_map, d0
  bne @anew
  cmp.b page_now, d0
  beq @standing
  cmpi.b #page_requester, page_now
  bne @anew
@standing:
  tst.b map_shown
  bne @uncover
@anew:
  clr.w narrow
  move.b d0, page_now
  moveq #0, d0
  jsr display_split
  jsr cursor_place
  bsr forget
  jsr strip_start
  jsr record_forget
  jsr panel_new
  jsr counters_clear
  clr.b map_shown
  clr.w message_used
  move.w #1, page_fresh
  jsr screen_clear
  move.b page_now, d0
  cmpi.b #page_title, d0
  beq @title
  cmpi.b #page_closing, d0
  beq @closing
  cmpi.b #page_map, d0
  beq @map
  lea text_boxes(pc), a2
  cmpi.b #page_text, d0
  beq @text
  lea overview_boxes(pc), a2
  jsr boxes_fill
  move.b page_now, d0
  jsr overview_draw
  bra @window
@map:
  move.w #1, narrow                     ; until it is drawn
  lea frame_table(pc), a2
  jsr boxes_fill
  jsr panel_draw
  bra @window
@title:
  clr.w buffers_known                   ; the picture lies there
  clr.w locator_known                   ; what comes is another game
  jsr title_show
  bra @window
@closing:
  clr.w buffers_known
  jsr closing_show
  lea closing_boxes(pc), a2
@text:
  jsr boxes_fill
  bsr panel_open
@window:
  moveq #window_page, d0
  bra window_set
; The map stands already, or a requester over it goes; what lies beside it stands as before.
@uncover:
  move.b d0, page_now
  jsr cursor_place
  bsr forget
  jsr strip_start
  movem.l d2-d3, -(sp)
  jsr window_show
  movem.l (sp)+, d2-d3
  jsr panel_draw
  bra @window
@requester:
  move.b page_now, d1
  cmp.b d1, d0
  beq @again
  move.b d1, page_below
@again:
  move.b d0, page_now
  jsr cursor_place
  bsr forget
  tst.b map_shown
  beq @open
  movem.l d2-d3, -(sp)
  jsr window_show                       ; over one that was there
  movem.l (sp)+, d2-d3
@open:
  jsr requester_open
  moveq #window_requester, d0
  bra window_set

; forget: what could be chosen is no more.
forget:
  jsr capture_stop
  jsr items_clear
  jsr settings_clear
  clr.w entry_count
  clr.w page_stale
  jmp buttons_forget

; Grounds of a text page, the closing page and the overviews: x, y, width, height, colour.
text_boxes:
  .word 0, 0, 320, 9, 6
  .word 0, 10, 320, 236, 6
  .word 0, 247, 320, 9, 6
  .word $FFFF
; Its shadow too.
closing_boxes:
  .word 0, 0, 320, 9, 6
  .word 0, 9, 320, 1, 0
  .word 22, 17, 284, 214, 0
  .word 0, 246, 320, 1, 0
  .word 0, 247, 320, 9, 6
  .word $FFFF
overview_boxes:
  .word 0, 0, 320, 9, 6
  .word 0, 236, 320, 10, 5
  .word 0, 247, 320, 9, 6
  .word $FFFF

; What stands around the map window: x, y, width, height, colour.
frame_table:
  .word 0, 0, 320, 9, 6
  .word 272, 10, 48, 208, 5
  .word 272, 10, 1, 208, 0
  .word 0, 218, 320, 28, 6
  .word 0, 218, 320, 1, 0
  .word 0, 246, 320, 1, 0
  .word 0, 247, 320, 9, 6
  .word $FFFF

; Raised panels of the text page and of the closing page: x, y, width, height.
panels:
  .word 4, 13, 312, 214
  .word 18, 13, 284, 214

; panel_place: d0 to d3 = the panel of this page. clobbers a0.
panel_place:
  lea panels(pc), a0
  cmpi.b #page_closing, page_now
  bne @text
  addq.l #8, a0
@text:
  movem.w (a0), d0-d3
  rts

; panel_open: the empty panel. clobbers d0, d1, a0, a1.
panel_open:
  movem.l d2-d6, -(sp)
  bsr panel_place
  moveq #5, d4
  moveq #4, d5
  moveq #0, d6
  jsr bevel_draw
  movem.l (sp)+, d2-d6
  rts

; page_ground: before something is written: a page's window that shows what is of a screen before is cleared.
; in: window.  out: nothing.  clobbers: d0, d1, a0, a1.
page_ground:
  tst.w page_stale
  beq @done
  cmpi.w #window_page, window
  bne @done
  clr.w page_stale
  bra panel_open
@done:
  cmpi.w #window_message, window
  bne @no
  move.w #1, message_used
@no:
  rts

; page_settle: what was of a screen before, and nothing took its place, is cleared.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
page_settle:
  tst.w page_stale
  beq @done
  clr.w page_stale
  bra panel_open
@done:
  rts

; window io0: selects a text window and clears it; that of a page when something is written there.
call_window:
  move.w io0, d0
  cmpi.w #window_hint, d0
  bhi done
  jsr capture_stop
  move.w io0, d0
  jsr record_begin
  bne done
  move.w io0, d0
  cmpi.w #windows, d0
  bcc done
  bsr window_set
  move.w window, d0
  cmpi.w #window_page, d0
  beq page
  cmpi.w #window_requester, d0
  beq question
  cmpi.w #window_message, d0
  bne @clear
  clr.w message_used
@clear:
; falls through to window_clear

; window_clear: the selected window; bars over the whole width.
; in: window.  out: nothing.  clobbers: d0, d1, a0, a1.
window_clear:
  movem.l d2-d4, -(sp)
  bsr window_here
  move.w window_x(a0), d0
  move.w window_columns(a0), d2
  mulu window_pitch_x(a0), d2
  move.w window_y(a0), d1
  move.w window_rows(a0), d3
  mulu window_pitch_y(a0), d3
  move.w window_paper(a0), d4
  cmpi.w #window_info, window
  bne @bar
  cmpi.b #page_map, page_now
  bne @bar
  jsr counters_clear
  subq.w #1, d1
  addq.w #1, d3                         ; a border reaches so far
  moveq #47, d2
  lea screen, a1
  jsr rectangle_fill
  jsr panel_cleared
  movem.l (sp)+, d2-d4
  rts
@bar:
  moveq #0, d0
  move.w #320, d2
  subq.w #1, d1
  addq.w #1, d3
  cmpi.w #window_strip, window
  bne @fill
  move.w #strip_bottom, d1              ; a frame reaches into the lines above and below
  moveq #1, d3
  moveq #0, d4
  lea screen, a1
  jsr rectangle_fill
  moveq #0, d0
  move.w #strip_top - 1, d1
  move.w #320, d2
  moveq #1, d3
  moveq #0, d4
  jsr rectangle_fill
  moveq #0, d0                          ; markers reach further than text
  move.w #strip_top, d1
  move.w #320, d2
  moveq #strip_bottom - strip_top, d3
  moveq #6, d4
@fill:
  lea screen, a1
  jsr rectangle_fill
  movem.l (sp)+, d2-d4
  rts

question:
  lea requester_text, a0
  moveq #requester_room, d0
  jmp capture_at
page:
  jsr items_clear
  jsr settings_clear
  move.w page_fresh, d0
  clr.w page_fresh
  tst.w d0
  bne done
  cmpi.b #page_text, page_now
  beq @stale
  cmpi.b #page_closing, page_now
  bne done                              ; a picture stays
@stale:
  move.w #1, page_stale
done:
  rts

; window_set: selects a text window; the text cursor goes to its corner.
; in: d0.w = window.  out: window.  clobbers: d0, a0.
window_set:
  move.w d0, window
  jmp text_start

; window_here: the selected window.
; in: window.  out: a0 = its entry (window.inc).  clobbers: d0.
window_here:
  move.w window, d0
  cmpi.w #window_page, d0
  bne @info
  cmpi.b #page_closing, page_now
  bne @number
  moveq #place_closing, d0
@info:
  cmpi.w #window_info, d0
  bne @number
  cmpi.b #page_half, page_now
  bne @whole
  moveq #place_half, d0
@whole:
  cmpi.b #page_whole, page_now
  bne @number
  moveq #place_whole, d0
@number:
  mulu #window_size, d0
  lea window_table(pc), a0
  adda.w d0, a0
  rts

; side io0: whose emblem stands in the panel, and the weather of now below; neither side: they stay.
call_side:
  move.w io0, d0
  cmpi.w #2, d0
  bcc @done
  cmp.w panel_side, d0
  bne @draw
  moveq #0, d1
  move.b view_weather, d1
  cmp.w panel_weather, d1
  beq @done
@draw:
  move.w d0, panel_side
  cmpi.b #page_map, page_now
  bne @done
  jmp panel_draw
@done:
  rts
