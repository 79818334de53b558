; gadget: boxes with bright and dark edges, buttons, texts with a shadow.

.include "defs.inc"
.include "window.inc"
.import screen, rectangle_fill, text_draw, frames
.export bevel_draw, boxes_fill, shadow_text, button_draw, button_press, text_length, letters

.segment "SHELL"

; bevel_draw: a box with two lines around it.
; in: d0, d1 = x, y; d2, d3 = width, height; d4 = ground, d5 = upper and left line, d6 = lower and right line.
; out: nothing.  clobbers: d0 to d4, a1.
bevel_draw:
  movem.w d0-d4, -(sp)
  move.w d6, d4
  lea screen, a1
  jsr rectangle_fill
  movem.w (sp), d0-d4
  subq.w #1, d2
  subq.w #1, d3
  move.w d5, d4
  lea screen, a1
  jsr rectangle_fill
  movem.w (sp)+, d0-d4
  addq.w #1, d0
  addq.w #1, d1
  subq.w #2, d2
  subq.w #2, d3
  lea screen, a1
  jmp rectangle_fill

; boxes_fill: boxes, each in its colour.
; in: a2 = x, y, width, height, colour of each, ended by -1.  out: a2 behind them.  clobbers: d0, d1, a1.
boxes_fill:
  movem.l d2-d4, -(sp)
@box:
  move.w (a2)+, d0
  bmi @done
  movem.w (a2)+, d1-d4
  lea screen, a1
  jsr rectangle_fill
  bra @box
@done:
  movem.l (sp)+, d2-d4
  rts

; text_length: the characters of a text.
; in: a3 = text, ended by 0.  out: d0.  clobbers: a0.
text_length:
  movea.l a3, a0
; letters: the same.
; in: a0 = text, ended by 0.  out: d0; a0 behind it.  clobbers: nothing.
letters:
  moveq #-1, d0
@letter:
  addq.w #1, d0
  tst.b (a0)+
  bne @letter
  rts

; shadow_text: a text with a black shadow.
; in: a2 = font; a3 = text, ended by 0; d0, d1 = x, y of the screen; d3 = colour.  out: nothing.  clobbers: d0 to d3, a0, a1.
shadow_text:
  move.l a3, -(sp)
  movem.w d0-d1/d3, -(sp)
  addq.w #1, d0
  addq.w #1, d1
  moveq #0, d3
  lea screen, a1
  moveq #screen_bytes, d2
  jsr text_draw
  movem.w (sp)+, d0-d1/d3
  movea.l (sp), a3
  lea screen, a1
  jsr text_draw
  movea.l (sp)+, a3
  rts

; button_draw: white letters with a shadow on a coloured ground, black ones on grey (3), pale ones (4) if it cannot be pressed.
; The letter of its key stands out.
; in: d0, d1 = x, y; d2, d3 = width, height; d4 = ground; d5 = not 0: pale; d7 = key; a2 = font; a3 = label.
; out: nothing.  clobbers: d0 to d6, a0, a1.
button_draw:
  move.w d5, -(sp)
  movem.w d0-d4, -(sp)
  moveq #1, d5
  moveq #0, d6
  bsr bevel_draw
  movem.w (sp)+, d2-d6                  ; x, y, width, height, ground
  bsr text_length
  mulu font_pitch(a2), d0
  sub.w d0, d4
  addq.w #2, d4                         ; letters have a column of space behind them
  asr.w #1, d4
  add.w d4, d2                          ; x of the text
  subq.w #8, d5
  addq.w #1, d5
  asr.w #1, d5
  add.w d5, d3                          ; its y
  move.w d2, d0
  move.w d3, d1
  tst.w (sp)+
  bne @pale
  cmpi.w #3, d6
  beq @black
  movem.w d0-d1, -(sp)
  moveq #1, d3
  bsr shadow_text
  movem.w (sp)+, d0-d1
  moveq #18, d3
  bra letter_of_key
@pale:
  moveq #4, d3
  bra plain_text
@black:
  movem.w d0-d1, -(sp)
  moveq #0, d3
  bsr plain_text
  movem.w (sp)+, d0-d1
  moveq #30, d3
; falls through to letter_of_key

; letter_of_key: the first letter of the label a3 that is d7 anew, in colour d3; the label stands at d0, d1.
letter_of_key:
  move.l a3, -(sp)
@letter:
  move.b (a3)+, d2
  beq @done
  cmp.b d7, d2
  beq @found
  add.w font_pitch(a2), d0
  bra @letter
@found:
  clr.w -(sp)
  move.b d2, (sp)
  movea.l sp, a3
  bsr plain_text
  addq.l #2, sp
@done:
  movea.l (sp)+, a3
  rts

; plain_text: as shadow_text, without one. clobbers d0 to d2, a0, a1.
plain_text:
  move.l a3, -(sp)
  lea screen, a1
  moveq #screen_bytes, d2
  jsr text_draw
  movea.l (sp)+, a3
  rts

press_frames = 5

; button_press: a button goes in for a moment.
; in: d0, d1 = x, y; d2, d3 = width, height.  out: nothing.  clobbers: d0 to d4, a1.
button_press:
  movem.l d5-d7, -(sp)
  move.w d0, d5
  move.w d1, d6
  move.w d2, d7
  movem.w d3, -(sp)
  moveq #1, d4
  bsr @right
  moveq #1, d4
  bsr @bottom
  move.w d7, d2
  moveq #1, d3
  moveq #0, d4
  bsr @corner
  moveq #1, d2
  move.w (sp), d3
  moveq #0, d4
  bsr @corner
  addq.l #2, sp
  movem.l (sp)+, d5-d7
  move.w frames, d1
@frame:
  move.w frames, d0
  sub.w d1, d0
  cmpi.w #press_frames, d0
  bcs @frame
  rts
@right:
  move.w d5, d0
  add.w d7, d0
  subq.w #1, d0
  move.w d6, d1
  moveq #1, d2
  move.w 4(sp), d3
  bra @line
@bottom:
  move.w d5, d0
  move.w d6, d1
  add.w 4(sp), d1
  subq.w #1, d1
  move.w d7, d2
  moveq #1, d3
  bra @line
@corner:
  move.w d5, d0
  move.w d6, d1
@line:
  lea screen, a1
  jmp rectangle_fill
