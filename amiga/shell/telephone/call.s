; call: the box that stands while a call is made or waited for: what happens, in words; how far it is, as a bar; a button that ends it.

.include "defs.inc"
.include "window.inc"
.include "telephone.inc"
.import rectangle_fill, bevel_draw, button_draw, button_press, shadow_text, letters, text_font8, screen
.import pointer_x, pointer_y, event_take, event_idle
.export call_open, call_say, call_bar_draw, call_close, call_said, watch

; The box, and what stands in it, from its upper left corner.
box_x    = 34
box_y    = 62
box_w    = 252
box_h    = 88
middle   = 160
title_y  = 9
said_y   = 26
bar_x    = 20
bar_y    = 44
bar_w    = 212
bar_h    = 9
button_x = 122                          ; of the screen
button_y = box_y + 64
button_w = 76
button_h = 15
ground   = 5
rust     = 30
green    = 25

.segment "SHELLBSS"
.align 2
call_said: .res 4                       ; the words that stand there
stopped:   .res 2                       ; not 0: the player has ended it
bar_now:   .res 2                       ; pixels of the bar

.segment "SHELL"

text_cancel: .asciiz "CANCEL"
text_ok:     .asciiz "OK"
.even

; call_open: the box.
; in: a3 = its title.  out: nothing.  clobbers: d0, d1, a0, a1.
call_open:
  movem.l d2-d7/a2-a4, -(sp)
  clr.w stopped
  clr.l call_said
  move.w #-1, bar_now
  movea.l a3, a4
  moveq #box_x + 4, d0
  moveq #box_y + 4, d1
  move.w #box_w, d2
  moveq #box_h, d3
  moveq #0, d4
  lea screen, a1
  jsr rectangle_fill
  moveq #box_x, d0
  moveq #box_y, d1
  move.w #box_w, d2
  moveq #box_h, d3
  moveq #0, d4
  lea screen, a1
  jsr rectangle_fill
  moveq #box_x + 1, d0
  moveq #box_y + 1, d1
  move.w #box_w - 2, d2
  moveq #box_h - 2, d3
  moveq #ground, d4
  moveq #1, d5
  moveq #6, d6
  jsr bevel_draw
  movea.l a4, a3
  move.w #box_y + title_y, d1
  moveq #18, d3
  bsr centred
  moveq #'C', d7
  moveq #rust, d4
  lea text_cancel(pc), a3
  bsr button
  moveq #0, d0
  moveq #1, d1
  bsr call_bar_draw
  movem.l (sp)+, d2-d7/a2-a4
  rts

; call_say: what happens.
; in: a3 = words.  out: nothing.  clobbers: d0, d1, a0, a1.
call_say:
  cmpa.l call_said, a3
  beq same
; falls through to said_draw

said_draw:
  movem.l d2-d4/a2-a3, -(sp)
  move.l a3, call_said
  moveq #box_x + 4, d0
  moveq #box_y + said_y - 1, d1
  move.w #box_w - 8, d2
  moveq #11, d3
  moveq #ground, d4
  lea screen, a1
  jsr rectangle_fill
  move.w #box_y + said_y, d1
  moveq #1, d3
  bsr centred
  movem.l (sp)+, d2-d4/a2-a3
same:
  rts

; call_bar_draw: how far it is.
; in: d0 of d1, which is not 0.  out: nothing.  clobbers: d0, d1, a0, a1.
call_bar_draw:
  movem.l d2-d7, -(sp)
  mulu #bar_w, d0
  divu d1, d0
  cmp.w bar_now, d0
  beq @done
  move.w d0, bar_now
  moveq #box_x + bar_x - 1, d0
  moveq #box_y + bar_y - 1, d1
  move.w #bar_w + 2, d2
  moveq #bar_h + 2, d3
  moveq #6, d4
  moveq #0, d5
  moveq #4, d6
  jsr bevel_draw
  move.w bar_now, d2
  beq @done
  moveq #box_x + bar_x, d0
  moveq #box_y + bar_y, d1
  moveq #bar_h, d3
  moveq #green, d4
  lea screen, a1
  jsr rectangle_fill
@done:
  movem.l (sp)+, d2-d7
  rts

; call_close: what came of it, until the player has read it.
; in: a3 = words.  out: nothing.  clobbers: d0, d1, a0, a1.
call_close:
  movem.l d2-d7/a2-a3, -(sp)
  bsr said_draw
  moveq #'O', d7
  moveq #green, d4
  lea text_ok(pc), a3
  bsr button
@wait:
  jsr event_idle
  jsr event_take
  beq @wait
  cmpi.w #key_return, d0
  beq @done
  cmpi.w #key_back, d0
  beq @done
  cmpi.w #'O', d0
  beq @done
  bsr pressed
  bne @wait
@done:
  movem.l (sp)+, d2-d7/a2-a3
  rts

; watch: takes what the player does meanwhile.
; in: nothing.  out: z clear: he has ended it.  clobbers: d0, d1, a0.
watch:
  jsr event_idle
  jsr event_take
  beq @told
  cmpi.w #key_back, d0
  beq @stop
  cmpi.w #'C', d0
  beq @stop
  bsr pressed
  bne @told
@stop:
  move.w #1, stopped
@told:
  tst.w stopped
  rts

; pressed: z set if event d0 is the left button on ours, which goes in for a moment. clobbers d0, d1, a0.
pressed:
  cmpi.w #event_left_down, d0
  bne @done
  move.w pointer_x, d0
  subi.w #button_x, d0
  cmpi.w #button_w, d0
  bcc @beside
  move.w pointer_y, d0
  subi.w #button_y, d0
  cmpi.w #button_h, d0
  bcc @beside
  movem.l d2-d4/a1, -(sp)
  bsr button_place
  jsr button_press
  movem.l (sp)+, d2-d4/a1
  moveq #0, d0
@done:
  rts
@beside:
  moveq #1, d0
  rts

; button: in: d4 = ground, d7 = key, a3 = label. clobbers d0 to d6, a0 to a2.
button:
  bsr button_place
  moveq #0, d5
  lea text_font8, a2
  jmp button_draw

button_place:
  moveq #button_x, d0
  moveq #button_y, d1
  moveq #button_w, d2
  moveq #button_h, d3
  rts

; centred: a text in the middle of the box. in: a3, d1 = y, d3 = colour. clobbers d0 to d3, a0 to a2.
centred:
  movea.l a3, a0
  jsr letters
  lsl.w #2, d0
  neg.w d0
  addi.w #middle, d0
  lea text_font8, a2
  jmp shadow_text
