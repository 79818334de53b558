; pulldown: the menu that hangs from the top line while the right button is held. Entries that have no room below each other stand
; in two columns, in the narrow font.

.include "defs.inc"
.include "window.inc"
.include "entry.inc"
.import screen, rectangle_copy, rectangle_fill, text_draw, text_length, text_font8, text_font6, glyph_draw, text_capitalize
.import pressed_x, pressed_line, pointer_line, cursor_left, cursor_right, cursor_place
.if LETTERED
.import cache_forget
.endif
.import pointer_x, pointer_y, event_take, menu_room, entry_count, entry_at, menu_title, game_title, rows_shown, display_split
.export menu_run

; The panel: its width is that of the longest label, or twice that.
panel_y     = 9
row_high    = 9
rule_high   = 5
mark_in     = 5                         ; from the panel's left edge
label_in    = 15
after_label = 8                         ; from the longest label to the sign of the command key
sign_from   = 25                        ; from the right edge of a column
letter_from = 13
longest     = 16
shadow      = 3
frame       = 3                         ; above the first row and below the last
bar_high    = 9
tab_least   = 64                        ; the menu's title stands in the bar
tab_margin  = 4
title_room  = 32                        ; of the game's title
steady      = 3                         ; pixels that a hand moves when it only clicks

.segment "SHELLBSS"
.align 2
left:    .res 2                         ; of the panel
wide:    .res 2
high:    .res 2                         ; with its frame
font:    .res 4
column:  .res 2                         ; width of a column
second:  .res 2                         ; entry at the top of the second one
shown:   .res 2                         ; entries that fit on the screen
moved:   .res 2                         ; not 0: the pointer has moved since the button went down
rows:    .res 2 * most_entries          ; where the letters of each begin
picked:  .res 2                         ; entry under the pointer, -1 none
name:    .res title_room

; What the panel and its shadow cover, at most: one column on a screen of all rows, two on 200 of them.
beside_label = label_in + after_label + sign_from
one_under    = (longest * 8 + beside_label + 15) / 16 * (screen_rows - panel_y)
two_under    = (2 * (longest * 6 + beside_label) + 31) / 16 * (ntsc_rows - panel_y)
kept_room  = menu_rows * screen_bytes / 2
bar_room     = bar_high * screen_bytes / 2
.assert one_under + bar_room <= kept_room && two_under + bar_room <= kept_room, error, "the menu covers more than is kept"

; What the bar covers lies behind that.
bar_at = (menu_rows - bar_high) * screen_row

.segment "SHELL"

; menu_run: while the right button is down.
; in: the entries of the menu, one at least.  out: d0 = key of the entry that was picked, 0 none.  clobbers: d1, a0, a1.
menu_run:
  movem.l d2-d7/a2-a4, -(sp)
  moveq #1, d0
  jsr display_split
  clr.l cursor_left                     ; sprites are before all that is drawn
  clr.l cursor_right
  bsr measure
  bsr under_keep
  bsr panel_draw
  move.w #-1, picked
  clr.w moved
@track:
  bsr row_find                          ; d0 = entry, -1 none
  cmp.w picked, d0
  beq @same
  move.w picked, d7
  move.w d0, picked
  moveq #0, d6
  bsr entry_draw
  move.w picked, d7
  moveq #1, d6
  bsr entry_draw
@same:
  jsr event_take
  cmpi.w #event_right_up, d0
  bne @track
  bsr under_restore
  moveq #0, d0
  jsr display_split
  jsr cursor_place
  moveq #0, d1
  move.w picked, d0
  bmi @done
  jsr entry_at
  btst #flag_ghosted, entry_flags(a0)
  bne @done
  move.b entry_key(a0), d1
@done:
  move.w d1, d0
  movem.l (sp)+, d2-d7/a2-a4
  rts

; measure: the panel's size, and where its rows are. Entries that would lie below the screen are left out.
measure:
  move.l #text_font8, font
  move.w entry_count, second
  bsr rows_find
  moveq #8, d0
  cmp.w entry_count, d7
  bcc @columns
; Two columns: the second begins with the first group that begins in the second half.
  move.l #text_font6, font
  move.w entry_count, d7
  lsr.w #1, d7
@group:
  addq.w #1, d7
  cmp.w entry_count, d7
  bcc @found
  move.w d7, d0
  jsr entry_at
  btst #flag_group, entry_flags(a0)
  beq @group
@found:
  move.w d7, second
  bsr rows_find
  moveq #6, d0
@columns:
  move.w d7, shown
  addq.w #frame, d5
  subi.w #panel_y, d5
  move.w d5, high
  cmpi.w #longest, d6
  bls @fits
  moveq #longest, d6
@fits:
  mulu d0, d6
  addi.w #beside_label, d6
  move.w d6, column
  move.w second, d0
  cmp.w entry_count, d0
  bcc @wide
  add.w d6, d6
@wide:
  move.w d6, wide
  neg.w d6
  addi.w #320, d6
  move.w d6, left
  rts

; rows_find: out: d5 = end of the lowest row, d6 = letters of the longest label, d7 = entries that fit. clobbers d0, d1, d4, a0, a2, a3.
rows_find:
  moveq #0, d6
  move.w #panel_y + frame, d5
  move.w d5, d4                         ; of the columns so far
  moveq #0, d7
  lea rows, a2
@entry:
  cmp.w entry_count, d7
  bcc @known
  move.w d7, d0
  jsr entry_at
  tst.w d7
  beq @place
  cmp.w second, d7
  bne @below
  bsr @lowest
  move.w #panel_y + frame, d5
  bra @place
@below:
  btst #flag_group, entry_flags(a0)
  beq @place
  addq.w #rule_high, d5
@place:
  move.w d5, (a2)+
  lea entry_label(a0), a3
  addi.w #row_high, d5
  move.w rows_shown, d0
  move.w second, d1
  cmp.w entry_count, d1
  bcc @room
  move.w #ntsc_rows, d0                 ; what two columns cover is kept so far
@room:
  subq.w #frame, d0
  cmp.w d0, d5
  bhi @over
  jsr text_length
  cmp.w d6, d0
  bls @next
  move.w d0, d6
@next:
  addq.w #1, d7
  bra @entry
@over:
  subi.w #row_high, d5
@known:
  bsr @lowest
  move.w d4, d5
  rts
@lowest:
  cmp.w d5, d4
  bcc @done
  move.w d5, d4
@done:
  rts

; column_left: d0 = left edge of the column of entry d7.
column_left:
  move.w left, d0
  cmp.w second, d7
  bcs @first
  add.w column, d0
@first:
  rts

; under: what the panel covers: a0 = on the screen, a1 = where it is kept, d2, d3 = words, rows.
under:
  move.w left, d0
  lsr.w #4, d0
  moveq #screen_bytes / 2, d2
  sub.w d0, d2
  add.w d0, d0
  lea screen + panel_y * screen_row, a0
  adda.w d0, a0
  lea menu_room, a1
  move.w high, d3
  addq.w #shadow, d3
  move.w rows_shown, d0
  subi.w #panel_y, d0
  cmp.w d0, d3
  bls @rows
  move.w d0, d3
@rows:
  rts

under_keep:
.if LETTERED
  jsr cache_forget
.endif
  bsr under
  moveq #screen_bytes, d0
  move.w d2, d1
  add.w d1, d1
  jsr rectangle_copy
  lea screen, a0
  lea menu_room + bar_at, a1
bar_copy:
  moveq #screen_bytes, d0
  move.w d0, d1
  moveq #screen_bytes / 2, d2
  moveq #bar_high, d3
  jmp rectangle_copy

under_restore:
  bsr under
  exg a0, a1
  move.w d2, d0
  add.w d0, d0
  moveq #screen_bytes, d1
  jsr rectangle_copy
  lea menu_room + bar_at, a0
  lea screen, a1
  bra bar_copy

; fill: d0 to d3 = box, d4 = colour. clobbers d0 to d4, a0, a1.
fill:
  lea screen, a1
  jmp rectangle_fill

; panel_draw: the bar turns white; shadow, frame, ground, all entries.
panel_draw:
  moveq #0, d0
  moveq #0, d1
  move.w #320, d2
  moveq #bar_high, d3
  moveq #1, d4
  bsr fill
  bsr name_draw
  bsr tab_draw
  move.w left, d0
  addq.w #shadow, d0
  moveq #panel_y, d1
  move.w wide, d2
  subq.w #shadow, d2
  move.w high, d3
  addq.w #shadow, d3
  move.w rows_shown, d4
  subi.w #panel_y, d4
  cmp.w d4, d3
  bls @shadow
  move.w d4, d3
@shadow:
  moveq #0, d4
  bsr fill
  move.w left, d0
  moveq #panel_y, d1
  move.w wide, d2
  subq.w #shadow, d2
  move.w high, d3
  moveq #0, d4
  bsr fill
  move.w left, d0
  addq.w #2, d0
  moveq #panel_y, d1
  move.w wide, d2
  subq.w #shadow + 4, d2
  move.w high, d3
  subq.w #2, d3
  moveq #1, d4
  bsr fill
  moveq #0, d7
@entry:
  cmp.w shown, d7
  bcc @done
  moveq #0, d6
  bsr entry_draw
  tst.w d7
  beq @next
  cmp.w second, d7
  beq @next
  btst #flag_group, entry_flags(a4)
  beq @next
  bsr column_left
  addq.w #8, d0
  bsr row_of
  subq.w #4, d1
  move.w column, d2
  subi.w #20, d2
  moveq #1, d3
  moveq #4, d4
  bsr fill
@next:
  addq.w #1, d7
  bra @entry
@done:
  rts

; name_draw: the game's title, as a book would print it.
name_draw:
  lea game_title, a0
  lea name, a1
  moveq #title_room - 2, d0
@letter:
  move.b (a0)+, (a1)+
  dbeq d0, @letter
  clr.b (a1)
  lea name, a1
  jsr text_capitalize
  lea name, a3
  moveq #4, d0
  moveq #0, d3
  bra bar_text

; tab_draw: the menu's title at the right of the bar.
tab_draw:
  lea menu_title, a3
  jsr text_length
  lsl.w #3, d0
  addi.w #2 * tab_margin, d0
  cmpi.w #tab_least, d0
  bcc @wide
  moveq #tab_least, d0
@wide:
  move.w d0, d2
  neg.w d0
  addi.w #320, d0
  move.w d0, -(sp)
  moveq #0, d1
  moveq #bar_high, d3
  moveq #6, d4
  bsr fill
  move.w (sp)+, d0
  addq.w #tab_margin, d0
  moveq #1, d3
; falls through to bar_text

; bar_text: a3 = text, d0 = x, d3 = colour.
bar_text:
  moveq #1, d1
  lea text_font8, a2
  bra print_in

; print: a3 = text at d0, d1 of the screen in colour d3. clobbers d0 to d2, a0 to a3.
print:
  movea.l font, a2
print_in:
  lea screen, a1
  moveq #screen_bytes, d2
  jmp text_draw

; row_of: d1 = y of the letters of entry d7. clobbers a0.
row_of:
  lea rows, a0
  move.w d7, d1
  add.w d1, d1
  move.w 0(a0,d1.w), d1
  rts

; row_find: d0 = entry under the pointer, -1 none: nor if it has not moved since the button went down, which is but a click.
; clobbers d1, d7, a0.
row_find:
  tst.w moved
  bne @look
  move.w pointer_x, d0
  sub.w pressed_x, d0
  bsr is_steady
  bhi @move
  move.w pointer_line, d0
  sub.w pressed_line, d0
  bsr is_steady
  bls @none
@move:
  move.w #1, moved
@look:
  moveq #0, d7
@entry:
  cmp.w shown, d7
  bcc @none
  bsr column_left
  move.w pointer_x, d1
  sub.w d0, d1
  cmp.w column, d1
  bcc @next
  bsr row_of
  move.w pointer_y, d0
  addq.w #1, d0
  sub.w d1, d0
  cmpi.w #row_high, d0
  bcs @found
@next:
  addq.w #1, d7
  bra @entry
@none:
  moveq #-1, d7
@found:
  move.w d7, d0
  rts

; is_steady: flags: higher if d0, pixels either way, are more than a click moves. in: the flags of d0.
is_steady:
  bpl @right
  neg.w d0
@right:
  cmpi.w #steady, d0
  rts

; Signs, seven rows: the machine's command key, the mark.
command_sign: .byte %00000011, %00000111, %00001101, %11011001, %01110111, %00111001, %01110001
mark_sign:    .byte %11000000, %11100000, %11110000, %11111000, %11110000, %11100000, %11000000
.even

; sign_draw: a0 = seven rows at d0, d1, in colour d3. clobbers d0, d1, d2, d4, a0, a1.
sign_draw:
  lea screen, a1
  moveq #screen_bytes, d2
  moveq #7, d4
  blit_wait
  jmp glyph_draw

; entry_draw: entry d7 (-1: nothing), d6 = 1: the pointer is on it. out: a4 = entry. clobbers d0 to d5, a0 to a3.
entry_draw:
  tst.w d7
  bmi @no
  move.w d7, d0
  jsr entry_at
  movea.l a0, a4
  moveq #1, d4                          ; paper
  moveq #0, d5                          ; ink
  tst.w d6
  beq @paper
  btst #flag_ghosted, entry_flags(a4)
  bne @paper
  moveq #6, d4
  moveq #18, d5
@paper:
  bsr row_of
  subq.w #1, d1
  bsr column_left
  addq.w #2, d0
  move.w column, d2
  subq.w #shadow + 4, d2
  moveq #row_high, d3
  bsr fill
  lea entry_label(a4), a1
  jsr text_capitalize
  lea entry_label(a4), a3
  bsr row_of
  bsr column_left
  addi.w #label_in, d0
  move.w d5, d3
  bsr print
  btst #flag_marked, entry_flags(a4)
  beq @letter
  lea mark_sign(pc), a0
  move.w d5, -(sp)
  move.l a0, -(sp)
  bsr row_of
  bsr column_left
  movea.l (sp)+, a0
  addq.w #mark_in, d0
  moveq #30, d3
  bsr sign_draw
  move.w (sp)+, d5
@letter:
  move.b entry_key(a4), d0
  cmpi.b #33, d0
  bcs @ghost                            ; keys without a letter
  bsr row_of
  bsr column_left
  add.w column, d0
  subi.w #sign_from, d0
  lea command_sign(pc), a0
  move.w d5, d3
  bsr sign_draw
  clr.w -(sp)
  move.b entry_key(a4), (sp)
  movea.l sp, a3
  bsr row_of
  bsr column_left
  add.w column, d0
  subi.w #letter_from, d0
  move.w d5, d3
  bsr print
  addq.l #2, sp
@ghost:
  btst #flag_ghosted, entry_flags(a4)
  beq @no
  bra dots_draw
@no:
  rts

; dots_draw: every second pixel of the row of entry d7 becomes white. Ink and paper, 0 and 1, differ in the first plane only.
dots_draw:
  bsr row_of
  mulu #screen_row, d1
  bsr column_left
  move.w column, d2
  add.w d0, d2
  subq.w #shadow + 2, d2
  lsr.w #3, d2
  addi.w #label_in, d0
  lsr.w #3, d0
  add.w d0, d1
  lea screen, a0
  adda.l d1, a0
  sub.w d0, d2
  subq.w #1, d2
  moveq #row_high - 2, d3
  move.b #%10101010, d4
@row:
  movea.l a0, a1
  move.w d2, d0
@byte:
  or.b d4, (a1)+
  dbra d0, @byte
  not.b d4
  lea screen_row(a0), a0
  dbra d3, @row
  rts
