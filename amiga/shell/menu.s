; menu: the pull-down menu of the right button, and the buttons of a requester. The rules give its entries anew before each
; event; their labels are captured from what they print.

.include "defs.inc"
.import vm_v, screen, rectangle_copy, rectangle_fill, text_draw, text_font8, glyph_draw
.import pointer_x, pointer_y, event_take, save_under, text_capitalize
.export call_menu, call_entry, capture_put, capture_stop, capture_at, menu_run, menu_start
.export entry_count, entry_at

io0 = vm_v
io1 = vm_v + 2

most_entries = 32
label_size   = 26

; An entry: key, flags, label.
entry_key    = 0
entry_flags  = 1
entry_label  = 2
entry_size   = entry_label + label_size

flag_ghosted = 0                        ; bit numbers
flag_marked  = 1
flag_group   = 2

; The panel on the screen.
panel_x     = 152
panel_y     = 9
panel_wide  = 168
panel_first = panel_y + 3               ; of the first row
row_high    = 9
rule_high   = 5
label_x     = 167
mark_x      = 157
amiga_x     = 295
title_x     = 260
letter_x    = 307
under_x     = 144 / 8                   ; byte of a line: what is kept begins on a word
under_words = 11
under_rows  = 245

.segment "SHELLBSS"
.align 2
entry_count: .res 2
title:       .res label_size
entries:     .res entry_size * most_entries
.align 2
capture:     .res 4                     ; where the next character goes; 0: to the window
capture_end: .res 4
capture_lines: .res 2                   ; 1: new lines are kept
picked:      .res 2                     ; entry under the pointer, -1 none
bottom:      .res 2                     ; row of the screen below the panel

.segment "SHELL"

menu_start:
  clr.l capture
  clr.w entry_count
  rts

; menu: begins it anew; what is printed next is its title.
call_menu:
  clr.w entry_count
  lea title, a0
; falls through to capture_begin

; capture_begin: a0 = where a label goes. clobbers d0, a0.
capture_begin:
  moveq #label_size, d0
  clr.w capture_lines
  bra capture_set

; capture_at: what is printed next, new lines too, goes to a0, at most d0 bytes with the 0 behind it. clobbers d0, a0.
capture_at:
  move.w #1, capture_lines
capture_set:
  clr.b (a0)
  move.l a0, capture
  lea -1(a0,d0.w), a0
  move.l a0, capture_end
  rts

; entry io0, io1: key, flags; what is printed next is its label.
call_entry:
  move.w entry_count, d0
  cmpi.w #most_entries, d0
  bcc @full
  addq.w #1, entry_count
  mulu #entry_size, d0
  lea entries, a0
  adda.l d0, a0
  move.b io0 + 1, (a0)+
  move.b io1 + 1, (a0)+
  bra capture_begin
@full:
  rts

; capture_put: d0 = character. out: z clear if a label took it.
capture_put:
  tst.l capture
  beq @none
  movea.l capture, a0
  cmpa.l capture_end, a0
  bcc @taken                            ; the rest of a long one is lost
  cmpi.w #32, d0
  bcc @store
  tst.w capture_lines
  beq @taken
@store:
  move.b d0, (a0)+
  clr.b (a0)
  move.l a0, capture
@taken:
  moveq #1, d1
  rts
@none:
  moveq #0, d1
  rts

capture_stop:
  clr.l capture
  rts

; entry_at: d0 = number. out: a0 = entry.
entry_at:
  mulu #entry_size, d0
  lea entries, a0
  adda.l d0, a0
  rts

; menu_run: while the right button is down. out: d0 = key of the entry that was picked, 0 none.
menu_run:
  movem.l d2-d7/a2-a3, -(sp)
  lea screen + panel_y * screen_row + under_x, a0
  lea save_under, a1
  moveq #screen_bytes, d0
  moveq #under_words * 2, d1
  moveq #under_words, d2
  move.w #under_rows, d3
  jsr rectangle_copy
  bsr panel_draw
  move.w #-1, picked
@track:
  bsr row_find                          ; d0 = entry, -1 none
  cmp.w picked, d0
  beq @same
  move.w picked, d5
  move.w d0, picked
  move.w d5, d0
  moveq #0, d6
  bsr entry_draw
  move.w picked, d0
  moveq #1, d6
  bsr entry_draw
@same:
  jsr event_take
  cmpi.w #event_right_up, d0
  bne @track
  lea save_under, a0
  lea screen + panel_y * screen_row + under_x, a1
  moveq #under_words * 2, d0
  moveq #screen_bytes, d1
  moveq #under_words, d2
  move.w #under_rows, d3
  jsr rectangle_copy
  bsr bar_restore
  moveq #0, d0
  move.w picked, d1
  bmi @done
  move.w d1, d0
  bsr entry_at
  moveq #0, d0
  btst #flag_ghosted, entry_flags(a0)
  bne @done
  move.b entry_key(a0), d0
@done:
  movem.l (sp)+, d2-d7/a2-a3
  rts

; panel_draw: shadow, frame, white ground, all entries; the bar turns white.
panel_draw:
  lea screen, a0
  lea bar_under, a1
  moveq #screen_bytes, d0
  move.w d0, d1
  moveq #screen_bytes / 2, d2
  moveq #9, d3
  jsr rectangle_copy
  lea bar_boxes(pc), a2
  bsr fill_boxes
  lea text_font8, a2
  lea title, a3
  lea screen, a1
  moveq #screen_bytes, d2
  move.w #title_x, d0
  moveq #1, d1
  moveq #1, d3
  jsr text_draw
  bsr height
  move.w d0, bottom
  subi.w #panel_y, d0
  move.w d0, d5
  move.w #panel_x + 3, d0
  moveq #panel_y, d1
  move.w #panel_wide - 3, d2
  move.w d5, d3
  addq.w #3, d3
  moveq #0, d4
  lea screen, a1
  jsr rectangle_fill
  move.w #panel_x, d0
  moveq #panel_y, d1
  move.w #panel_wide - 3, d2
  move.w d5, d3
  moveq #0, d4
  lea screen, a1
  jsr rectangle_fill
  move.w #panel_x + 2, d0
  moveq #panel_y, d1
  move.w #panel_wide - 7, d2
  move.w d5, d3
  subq.w #2, d3
  moveq #1, d4
  lea screen, a1
  jsr rectangle_fill
  moveq #0, d7
@entry:
  cmp.w entry_count, d7
  bcc @done
  move.w d7, d0
  moveq #0, d6
  bsr entry_draw
  move.w d7, d0
  bsr entry_at
  btst #flag_group, entry_flags(a0)
  beq @next
  tst.w d7
  beq @next
  move.w d7, d0
  bsr row_of
  subq.w #3, d0
  move.w d0, d1
  move.w #panel_x + 8, d0
  move.w #panel_wide - 20, d2
  moveq #1, d3
  moveq #4, d4
  lea screen, a1
  jsr rectangle_fill
@next:
  addq.w #1, d7
  bra @entry
@done:
  rts

bar_boxes:
  .word 0, 0, 256, 9, 1
  .word 256, 0, 64, 9, 6
  .word $FFFF

; fill_boxes: a2 = x, y, width, height, colour, ended by $FFFF.
fill_boxes:
  move.w (a2)+, d0
  bmi @done
  movem.w (a2)+, d1-d4
  lea screen, a1
  jsr rectangle_fill
  bra fill_boxes
@done:
  rts

bar_restore:
  lea bar_under, a0
  lea screen, a1
  moveq #screen_bytes, d0
  move.w d0, d1
  moveq #screen_bytes / 2, d2
  moveq #9, d3
  jmp rectangle_copy

; row_of: d0 = entry. out: d0 = row of the screen where its letters begin.
row_of:
  movem.l d2-d3/a0, -(sp)
  move.w d0, d2
  move.w #panel_first, d3
  moveq #0, d1
@entry:
  tst.w d1
  beq @no_rule
  move.w d1, d0
  bsr entry_at
  btst #flag_group, entry_flags(a0)
  beq @no_rule
  addq.w #rule_high, d3
@no_rule:
  cmp.w d1, d2
  beq @done
  addi.w #row_high, d3
  addq.w #1, d1
  bra @entry
@done:
  move.w d3, d0
  movem.l (sp)+, d2-d3/a0
  rts

; height: d0 = row of the screen below the panel.
height:
  move.w entry_count, d0
  subq.w #1, d0
  bpl @some
  moveq #0, d0
@some:
  bsr row_of
  addi.w #row_high + 3, d0
  rts

; row_find: d0 = entry under the pointer, -1 none. clobbers d1, d2.
row_find:
  move.l d3, -(sp)
  cmpi.w #panel_x, pointer_x
  bcs @none
  moveq #0, d3
@entry:
  cmp.w entry_count, d3
  bcc @none
  move.w d3, d0
  bsr row_of
  subq.w #1, d0
  move.w pointer_y, d1
  sub.w d0, d1
  cmpi.w #row_high, d1
  bcs @found
  addq.w #1, d3
  bra @entry
@none:
  moveq #-1, d3
@found:
  move.w d3, d0
  move.l (sp)+, d3
  rts

amiga_sign: .byte %00001100, %00011100, %00101100, %01001100, %01111100, %10001100, %11011110
.even

; entry_draw: d0 = entry (-1: nothing), d6 = 1: the pointer is on it.
entry_draw:
  movem.l d4-d7/a2-a4, -(sp)
  tst.w d0
  bmi @done
  move.w d0, d5
  bsr row_of
  move.w d0, d7
  move.w d5, d0
  bsr entry_at
  movea.l a0, a4
  moveq #1, d4
  btst #flag_ghosted, entry_flags(a4)
  bne @paper
  tst.w d6
  beq @paper
  moveq #6, d4
@paper:
  move.w #panel_x + 2, d0
  move.w d7, d1
  subq.w #1, d1
  move.w #panel_wide - 7, d2
  moveq #row_high, d3
  lea screen, a1
  jsr rectangle_fill
  moveq #0, d5                          ; ink
  btst #flag_ghosted, entry_flags(a4)
  beq @live
  moveq #4, d5
  bra @ink
@live:
  tst.w d6
  beq @ink
  moveq #18, d5
@ink:
  lea screen, a1
  moveq #screen_bytes, d2
  move.w d5, d3
  lea text_font8, a2
  lea entry_label(a4), a1
  jsr text_capitalize
  movea.l a1, a3
  lea screen, a1
  move.w #label_x, d0
  move.w d7, d1
  jsr text_draw
  btst #flag_marked, entry_flags(a4)
  beq @no_mark
  lea mark_text(pc), a3
  move.w #mark_x, d0
  move.w d7, d1
  moveq #30, d3
  jsr text_draw
  move.w d5, d3
@no_mark:
  move.b entry_key(a4), d4
  cmpi.b #33, d4
  bcs @done                             ; keys without a letter
  cmpi.b #127, d4
  bcc @done
  lea amiga_sign(pc), a0
  move.w #amiga_x, d0
  move.w d7, d1
  moveq #7, d4
  jsr glyph_draw
  clr.w -(sp)
  move.b entry_key(a4), (sp)
  movea.l sp, a3
  move.w #letter_x, d0
  move.w d7, d1
  jsr text_draw
  addq.l #2, sp
@done:
  movem.l (sp)+, d4-d7/a2-a4
  rts

mark_text: .asciiz ">"
.even

.segment "BUFFERS"
.align 2
bar_under: .res 9 * screen_row
