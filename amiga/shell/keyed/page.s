; page: pages and text windows of a game that is worked with keys, as core/isa/shell.toml has them.

.include "defs.inc"
.include "window.inc"
.import vm_v, screen, rectangle_fill, bevel_draw, text_font8, screen_clear, map_shown, title_show, title_lost, boxes_fill, display_split
.import record_begin, record_forget, record_forget_bar, cursor_place, text_start, click_forget, compass_draw, compass_on
.import side_grounds, is_ntsc
.export page_now, page_clear, page_ground, call_page, call_window, page_pitches, message_y
.export call_side, window, window_here, window_clear, window_set

io0 = vm_v

places       = 6                        ; windows
slate        = 6                        ; paper of the panel and of pages
page_pitch   = 10                       ; pixels from row to row of a page
close_pitch  = 8                        ; on a machine of 200 rows
page_top     = 13                       ; of row 1
close_top    = 9
title_row    = 20                       ; first row of the title page's text
title_high   = 198                      ; rows of its picture that are seen

.segment "SHELLBSS"
.align 2
page_now:    .res 1
.align 2
window:      .res 2                     ; number of the text window

.segment "SHELL"

; Text windows beside the map: top line, info bar, body, menu, page, message.
window_table:
  .word 8, 1, 38, 1, 8, 8, slate
  .dword text_font8
  .word 8, 172, 38, 1, 8, 8, 5
  .dword text_font8
  .word 8, 184, 32, 4, 8, 9, slate
  .dword text_font8
  .word 8, 231, 38, 3, 8, 8, slate
  .dword text_font8
  .word 0, page_top, 40, 24, 8, page_pitch, slate
  .dword text_font8
  .word 8, 221, 32, 1, 8, 8, slate
  .dword text_font8
; On a page of text; page_pitches says where.
page_table:
  .word 8, 1, 38, 1, 8, 8, slate
  .dword text_font8
  .word 8, 0, 38, 1, 8, page_pitch, slate
  .dword text_font8
  .word 8, 0, 32, 4, 8, page_pitch, slate
  .dword text_font8
  .word 8, 0, 38, 3, 8, page_pitch, slate
  .dword text_font8
  .word 0, 0, 40, 24, 8, page_pitch, slate
  .dword text_font8
  .word 8, 0, 32, 1, 8, page_pitch, slate
  .dword text_font8
  .word 0, 0, 40, 5, 8, page_pitch, slate
  .dword text_font8
title_place = 6                         ; what window_page is on the title page

; Rows of a page that windows 1 to 5 begin at, and the title page's.
first_rows: .byte 16, 17, 22, 1, 21, title_row
.even

message_y: .word 221

; page_pitches: where the windows of a page lie; rows are closer on a machine of 200.
; in: is_ntsc.  out: nothing.  clobbers: d0, a0, a1.
page_pitches:
  movem.l d2-d4, -(sp)
  moveq #page_pitch, d2
  moveq #page_top, d3
  tst.w is_ntsc
  beq @rows
  moveq #close_pitch, d2
  moveq #close_top, d3
@rows:
  lea first_rows(pc), a0
  lea page_table + window_size(pc), a1
  moveq #title_place - 1, d4
@window:
  moveq #0, d0
  move.b (a0)+, d0
  subq.w #1, d0
  mulu d2, d0
  add.w d3, d0
  move.w d0, window_y(a1)
  move.w d2, window_pitch_y(a1)
  lea window_size(a1), a1
  dbra d4, @window
  movem.l (sp)+, d2-d4
  rts

; page io0: clears the screen for a page.
call_page:
  move.w io0, d0
; falls through to page_clear

; page_clear: the screen is that of a page; its window is selected.
; in: d0 = page.  out: page_now.  clobbers: d0 to d6, a0 to a4.
page_clear:
  move.b d0, page_now
  cmpi.b #page_title, d0
  beq @first
  move.w #1, title_lost
@first:
  moveq #0, d0
  jsr display_split
  jsr cursor_place
  jsr record_forget
  clr.b map_shown
  moveq #0, d0
  moveq #0, d1
  move.w #320, d2
  move.w #screen_rows, d3
  jsr click_forget
  jsr screen_clear
  cmpi.b #page_title, page_now
  beq @title
  lea frame_boxes(pc), a2
  cmpi.b #page_map, page_now
  beq @map
  lea text_boxes(pc), a2
  jsr boxes_fill
  bra @window
@map:
  jsr boxes_fill
  jsr compass_draw
  bra @window
@title:
  jsr title_show
  lea title_boxes(pc), a2
  jsr boxes_fill
@window:
  moveq #window_page, d0
  bra window_set

; Grounds: x, y, width, height, colour.
text_boxes:
  .word 0, 0, 320, screen_rows, slate
  .word $FFFF
title_boxes:                            ; below the picture
  .word 0, title_high, 320, 1, 0
  .word 0, title_high + 1, 320, screen_rows - title_high - 1, slate
  .word $FFFF
frame_boxes:
  .word 0, 0, 320, map_top - 1, slate
  .word 0, frame_bar, 320, 10, 5
  .word 0, frame_panel, 320, screen_rows - frame_panel, slate
  .word $FFFF

; page_ground: nothing is to be done before something is written.
; in: nothing.  out: nothing.  clobbers: nothing.
page_ground:
  rts

; window io0: selects a text window and clears it.
call_window:
  move.w io0, d0
  cmpi.w #places, d0
  bcc @done
  jsr record_begin
  bne @done
  move.w io0, d0
  bsr window_set
  bra window_clear
@done:
  rts

; window_clear: the selected window, and what could be clicked there.
; in: window.  out: nothing.  clobbers: d0, d1, a0, a1.
window_clear:
  movem.l d2-d5, -(sp)
  bsr window_here
  move.w window_y(a0), d1
  move.w window_pitch_y(a0), d3
  move.w d3, d5
  mulu window_rows(a0), d3
  move.w window_paper(a0), d4
  move.w #320, d2
  cmpi.w #window_page, window
  beq @page
  cmpi.b #page_map, page_now
  bne @page
  cmpi.w #window_info, window
  bls @lines
  cmpi.w #window_menu, window
  bne @beside
; The menu: its last row goes on below the compass.
  move.w d1, -(sp)
  move.w d3, d0
  sub.w d5, d0
  add.w d0, d1
  move.w d5, d3
  addq.w #1, d3                         ; the last of the screen too
  bsr @fill
  move.w (sp)+, d1
  add.w d3, d3                          ; two rows, and again what is the last one's
@beside:
  move.w #beside_compass, d2
  bra @last
@lines:
  subq.w #1, d1                         ; above and below the letters, too
  addq.w #1, d3
  tst.w window
  beq @last
  addq.w #1, d3                         ; and on to @last: it is not the first
@page:
  tst.w window
  bne @last
  moveq #0, d1
  moveq #map_top - 1, d3
@last:
  bsr @fill
  movem.l (sp)+, d2-d5
  rts
; d1 = y, d2, d3 = width, height, d4 = colour.
@fill:
  movem.l d1-d4, -(sp)
  moveq #0, d0
  jsr click_forget
  movem.l (sp), d1-d4
  moveq #0, d0
  lea screen, a1
  jsr rectangle_fill
  movem.l (sp)+, d1-d4
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
  lea window_table(pc), a0
  cmpi.b #page_map, page_now
  beq @number
  lea page_table(pc), a0
  cmpi.b #page_title, page_now
  bne @number
  cmpi.w #window_page, d0
  bne @number
  moveq #title_place, d0
@number:
  mulu #window_size, d0
  adda.w d0, a0
  rts

; side io0: colour of the top bar: that of a side's mark; of neither that of the panel. clobbers d0, d1, a0.
call_side:
  move.w io0, d0
  moveq #slate, d1
  cmpi.w #2, d0
  bcc @paper
  lea side_grounds, a0
  move.b 0(a0,d0.w), d1
@paper:
  cmp.w window_table + window_paper, d1
  beq @done
  move.w d1, window_table + window_paper
  move.w d1, page_table + window_paper
  jmp record_forget_bar
@done:
  rts
