; print: what is written into a text window; key text is made of sentences. Letters stand where the pixels of those before them end; `at` counts columns of
; the window's own font.

.include "defs.inc"
.include "window.inc"
.import vm_v, screen, rectangle_fill, glyph_draw, text_font8, text_font6, frames, word_case, word_letter, page_ground
.import window, window_here, window_clear, sentence
.import ink_count, inks
.if KEYED
.import click_letter, click_row, click_ink, letter_opaque
.endif
.export large, text_x, text_font, letter_put, rule_now
.export at_now, ink_now, char_now, text_start, text_flush, word_count, text_corner, text_row, text_colour, message_until

io0 = vm_v
io1 = vm_v + 2

warning_frames = 25                     ; the left button is not answered for so long after one, until a key goes on
shadowed     = 5                        ; paper on which letters have a shadow
most_letters = 24                       ; of a word whose case is looked at
glyph_rows   = 8                        ; of both text fonts
line_room    = 52                       ; letters of the message line

.segment "SHELLBSS"
.align 2
text_x:      .res 2                     ; pixels from the window's left edge
text_row:    .res 2
text_colour: .res 2
text_font:   .res 4
large:       .res 2                     ; not 0: letters of twice the size
paper:       .res 2
word_count:  .res 2                     ; letters that wait for the end of their word
word_before: .res 2                     ; character before them, 0 at the beginning of a row
word:        .res most_letters
message_until: .res 2                   ; frame up to which a warning stands, 0 none
stretched:   .res 4 * glyph_rows        ; a letter of twice the size: left half, right half
line:        .res 2 * line_room         ; what stands in the message line: letters and their colours
.align 2
line_count:  .res 2
narrow:      .res 2                     ; not 0: it had no room for that, and is in the narrow font

.segment "SHELL"

; text_start: the text cursor goes to the corner of the window that was selected.
; in: window.  out: nothing.  clobbers: d0, a0.
text_start:
.if KEYED
  jsr click_row
.endif
  clr.w text_x
  clr.w text_row
  clr.w word_before
  clr.w large
  clr.w sentence
  clr.w line_count
  clr.w narrow
  move.w #1, text_colour
  bsr window_here
  move.l window_font(a0), text_font
  rts

; at_now: the text cursor goes to a column and row.
; in: io0, io1.  out: nothing.  clobbers: d0, a0.
at_now:
.if KEYED
  jsr click_row
.endif
  bsr window_here
  move.w io0, d0
  mulu window_pitch_x(a0), d0
  move.w d0, text_x
  move.w io1, text_row
  clr.w word_before
  rts

; ink_now: the ink of what follows. Large: the ink before it, twice the size. A heading on a page has the wide font, key text in the
; bar the narrow one.
; in: io0 = ink.  out: nothing.  clobbers: d0, d1, a0.
ink_now:
  move.w io0, d0
.if KEYED
  jsr click_ink
.endif
  cmpi.w #ink_large, d0
  bne @colour
  move.w #1, large
  move.l #text_font8, text_font
  rts
@colour:
  cmpi.w #ink_count, d0
  bcc @done
  clr.w large
  clr.w sentence
  cmpi.w #ink_menu, d0
  bne @title
  move.w #1, sentence
@title:
  lea inks, a0
  moveq #0, d1
  move.b 0(a0,d0.w), d1
  move.w d1, text_colour
.if KEYED
  tst.w window
  bne @font
  move.w #1, text_colour                ; on the side's colour nothing else reads well
@font:
.else
  bsr window_font_for
.endif
.if KEYED = 0
  cmpi.w #ink_warning, d0
  bne @done
  cmpi.w #window_message, window
  bne @done
  move.w frames, d1
  addi.w #warning_frames, d1
  bne @until
  addq.w #1, d1                         ; 0 means none
@until:
  move.w d1, message_until
.endif
@done:
  rts

.if KEYED = 0
; window_font_for: the font of ink d0 in the window. clobbers d1, a0.
window_font_for:
  move.w d0, -(sp)
  bsr window_here
  move.w (sp)+, d0
  move.l window_font(a0), text_font
  cmpi.w #ink_heading, d0
  bne @bar
  cmpi.w #window_page, window
  bne @done
  move.l #text_font8, text_font
  rts
@bar:
  cmpi.w #ink_menu, d0
  bne @done
  cmpi.w #window_bar, window
  bne @done
  move.l #text_font6, text_font
@done:
  rts
.endif

; char_now: a character, or 13: the next row. What reaches beyond the window is not shown.
; in: d0.w.  out: nothing.  clobbers: d0, d1, a0, a1.
char_now:
  cmpi.l #text_font6, text_font
  bne @other
  jsr word_letter
  bcc @other
  move.w word_count, d1
  cmpi.w #most_letters, d1
  bcc @other
  lea word, a0
  move.b d0, 0(a0,d1.w)
  addq.w #1, word_count
@done:
  rts
@other:
  move.w d0, -(sp)
  bsr text_flush
  move.w (sp)+, d0
  cmpi.w #13, d0
  bne letter_put
.if KEYED
  jsr click_row
.endif
  move.w text_x, d0
  clr.w text_x
  addq.w #1, text_row
  tst.w sentence
  beq @anew
  tst.w d0
  bne @goes_on
@anew:
  clr.w word_before                     ; behind an empty row, too
@goes_on:
  rts

; text_flush: what waits for the end of its word is written.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
text_flush:
  move.w word_count, d0
  beq @done
  movem.l d2-d3, -(sp)
  move.w d0, d3
  lea word, a0
  move.w word_before, d1
  jsr word_case
  clr.w word_count
  moveq #0, d2
@letter:
  lea word, a0
  moveq #0, d0
  move.b 0(a0,d2.w), d0
  bsr letter_put
  addq.w #1, d2
  cmp.w d3, d2
  bne @letter
  movem.l (sp)+, d2-d3
@done:
  rts

; letter_put: a character is drawn as it is.
; in: d0.w.  out: nothing.  clobbers: d0, d1, a0, a1.
letter_put:
  movem.l d2-d6/a2, -(sp)
  move.w d0, d5
  cmpi.w #' ', d0
  bne @before
  cmpi.w #'.', word_before              ; the next word begins a sentence
  beq @known
@before:
  move.w d0, word_before
@known:
  jsr page_ground
  cmpi.w #window_message, window
  bne @font
  bsr line_note
@font:
  bsr window_here
  movea.l text_font, a2
  tst.w narrow
  beq @wide
  lea text_font6, a2
@wide:
  move.w text_x, d0
  move.w font_pitch(a2), d6
  tst.w large
  beq @pitch
  add.w d6, d6
@pitch:
  add.w d6, text_x
  move.w window_columns(a0), d1
  mulu window_pitch_x(a0), d1
  cmp.w d1, d0
  bcc @done
  move.w text_row, d1
  cmp.w window_rows(a0), d1
  bcc @done
  add.w window_x(a0), d0
  mulu window_pitch_y(a0), d1
  add.w window_y(a0), d1
  move.w window_paper(a0), paper
.if KEYED
  jsr click_letter
.endif
  sub.w font_first(a2), d5
  bmi @done
  lsl.w #3, d5                          ; both fonts have eight rows
  movea.l font_glyphs(a2), a0
  adda.w d5, a0
  moveq #glyph_rows, d4
  lea screen, a1
  moveq #screen_bytes, d2
  move.w text_colour, d3
  blit_wait
  tst.w large
  bne @large
.if KEYED
  moveq #7, d4
  and.w d0, d4
  bne @clear                            ; in the narrow font
  move.w paper, d4
  jsr letter_opaque
  bra @done
@clear:
  moveq #glyph_rows, d4
.endif
  cmpi.w #shadowed, paper
  bne @plain
  movem.l d0-d1/d3/a0-a1, -(sp)
  addq.w #1, d0
  addq.w #1, d1
  moveq #0, d3
  jsr glyph_draw
  movem.l (sp)+, d0-d1/d3/a0-a1
@plain:
  jsr glyph_draw
  bra @done
@large:
  bsr large_draw
@done:
  movem.l (sp)+, d2-d6/a2
  rts

; line_note: d5 = letter for the message line. One that it has no room for makes the line narrow, from its first letter on.
; clobbers d0, d1, a0, a1.
line_note:
  move.w line_count, d0
  cmpi.w #line_room, d0
  bcc @done
  add.w d0, d0
  lea line, a0
  move.b d5, 0(a0,d0.w)
  move.b text_colour + 1, 1(a0,d0.w)
  addq.w #1, line_count
  tst.w narrow
  bne @done
  bsr window_here
  move.w window_columns(a0), d0
  mulu window_pitch_x(a0), d0
  cmp.w text_x, d0
  bhi @done
  move.w #1, narrow
  jsr window_clear
  clr.w text_x
  move.w text_colour, -(sp)
  move.w line_count, -(sp)
  subq.w #1, (sp)                       ; but this one
  clr.w line_count
@letter:
  move.w line_count, d1
  cmp.w (sp), d1
  bcc @again
  add.w d1, d1
  lea line, a0
  moveq #0, d0
  move.b 1(a0,d1.w), d0
  move.w d0, text_colour
  move.b 0(a0,d1.w), d0
  bsr letter_put                        ; which notes it again
  bra @letter
@again:
  addq.w #1, line_count
  addq.l #2, sp
  move.w (sp)+, text_colour
@done:
  rts

; large_draw: a0 = glyph, a1, d2 = bitmap, d0, d1 = x, y, d3 = colour: twice the size, with a shadow; yellow turns into
; orange below. clobbers d0, d1, d3 to d6, a0, a2.
large_draw:
  move.w d0, d5
  move.w d1, d6
  bsr stretch
  move.w d3, -(sp)
  addq.w #1, d5
  addq.w #1, d6
  moveq #0, d3                          ; shadow
  moveq #2 * glyph_rows, d4
  lea stretched, a2
  bsr halves
  subq.w #1, d5
  subq.w #1, d6
  move.w (sp)+, d3
  moveq #glyph_rows, d4
  lea stretched, a2
  bsr halves
  addq.w #glyph_rows, d6
  lea stretched + glyph_rows, a2
  cmpi.w #18, d3
  bne halves
  moveq #23, d3
; falls through to halves

; halves: d4 rows of a large letter from a2 on, at d5, d6. clobbers d0, d1, a0.
halves:
  movea.l a2, a0
  move.w d5, d0
  move.w d6, d1
  jsr glyph_draw
  lea 2 * glyph_rows(a2), a0
  move.w d5, d0
  addq.w #8, d0
  move.w d6, d1
  jmp glyph_draw

; stretch: the glyph at a0 into `stretched`, each pixel four. clobbers d0, d1, d4, a0.
stretch:
  movem.l d2-d3/a2, -(sp)
  lea stretched, a2
  moveq #glyph_rows - 1, d4
@row:
  move.b (a0)+, d0
  moveq #0, d1
  moveq #7, d2
@pixel:
  lsl.w #2, d1
  add.b d0, d0
  bcc @next
  addq.w #3, d1
@next:
  dbra d2, @pixel
  move.b d1, 2 * glyph_rows(a2)
  move.b d1, 2 * glyph_rows + 1(a2)
  lsr.w #8, d1
  move.b d1, (a2)+
  move.b d1, (a2)+
  dbra d4, @row
  movem.l (sp)+, d2-d3/a2
  rts

; text_corner: where the text cursor and its row are on the screen.
; in: a1 = room for four words.  out: x, y of the cursor, right, bottom of the row there; a1 behind them.  clobbers: d0, d1, a0.
text_corner:
  bsr window_here
  move.w text_x, d0
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

; rule_now: a horizontal line in the text cursor's row.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
rule_now:
  jsr page_ground
  movem.l d2-d4, -(sp)
  bsr window_here
  move.w text_row, d1
  mulu window_pitch_y(a0), d1
  add.w window_y(a0), d1
  addq.w #4, d1
  move.w window_x(a0), d0
  move.w window_columns(a0), d2
  mulu window_pitch_x(a0), d2
.if KEYED = 0
  cmpi.w #window_info, window
  bne @line
  subq.w #1, d2                         ; of the panel's last column the screen lacks a pixel
@line:
.endif
  moveq #1, d3
  moveq #4, d4
  lea screen, a1
  jsr rectangle_fill
  movem.l (sp)+, d2-d4
  rts
