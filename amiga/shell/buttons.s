; buttons: what the pull-down menu holds stands on a page of text as buttons below it, too. The last group stands at the
; right and is green: it goes on.

.include "defs.inc"
.include "window.inc"
.include "entry.inc"
.import entry_count, entry_at, page_now, button_draw, button_press, text_length, text_font6, text_font8, pointer_x, pointer_y
.import rectangle_fill, screen, page_buttons_y
.export buttons_draw, button_of_page, buttons_forget

left_x   = 6
right_x  = 314
high     = 16
margin   = 4                            ; beside the label
gap      = 4
green_least = 76                        ; width
most     = 12

.segment "SHELLBSS"
.align 2
places: .res 4 * most                   ; x and width of each button
green:  .res 2                          ; number of the first green one
drawn:  .res 4                          ; sum over what is drawn, 0 nothing

.segment "SHELL"

; buttons_forget: the page is drawn anew, without them.
; in: nothing.  out: nothing.  clobbers: nothing.
buttons_forget:
  clr.l drawn
  rts

; buttons_page: z set if the page has buttons.
buttons_page:
  cmpi.b #page_text, page_now
  beq @done
  cmpi.b #page_closing, page_now
@done:
  rts

; buttons_draw: unless they stand there already, or the page has none.
; in: the entries of the menu.  out: nothing.  clobbers: d0, d1, a0, a1.
buttons_draw:
  bsr buttons_page
  bne @no
  movem.l d2-d7/a2-a4, -(sp)
  bsr sum
  cmp.l drawn, d0
  beq @done
  move.l d0, drawn
  cmpi.b #page_text, page_now
  bne @picture                          ; it is drawn anew with other buttons
  moveq #0, d0
  move.w page_buttons_y, d1
  move.w #320, d2
  moveq #high, d3
  moveq #6, d4
  lea screen, a1
  jsr rectangle_fill
@picture:
  bsr arrange
  moveq #0, d7
@button:
  cmp.w entry_count, d7
  bcc @done
  cmpi.w #most, d7
  bcc @done
  bsr one_draw
  addq.w #1, d7
  bra @button
@done:
  movem.l (sp)+, d2-d7/a2-a4
@no:
  rts

; sum: d0 = a number made of all entries, not 0. clobbers d1, d2, a0.
sum:
  move.w entry_count, d1
  moveq #1, d0
  mulu #entry_size, d1
  beq @done
  move.l d1, d2
  movem.l d2, -(sp)
  moveq #0, d0
  jsr entry_at
  movem.l (sp)+, d2
  moveq #1, d0
  moveq #0, d1
@byte:
  move.b (a0)+, d1
  rol.l #5, d0
  add.l d1, d0
  subq.l #1, d2
  bne @byte
  tst.l d0
  bne @done
  moveq #1, d0
@done:
  rts

; entry: a4 = entry d7, a3 = its label. clobbers d0, a0.
entry:
  move.w d7, d0
  jsr entry_at
  movea.l a0, a4
  lea entry_label(a4), a3
  rts

; arrange: where each button stands. clobbers d0 to d7, a0, a3, a4.
arrange:
  move.w entry_count, green
  moveq #0, d7
@last_group:
  cmp.w entry_count, d7
  bcc @left
  bsr entry
  btst #flag_group, entry_flags(a4)
  beq @next
  move.w d7, green
@next:
  addq.w #1, d7
  bra @last_group
@left:
  moveq #left_x, d5
  moveq #0, d7
@grey:
  cmp.w green, d7
  bcc @right
  cmpi.w #most, d7
  bcc @right
  bsr entry
  bsr text_length
  mulu #6, d0
  addi.w #2 * margin, d0
  bsr place
  move.w d5, (a0)+
  move.w d0, (a0)
  add.w d0, d5
  addq.w #gap, d5
  addq.w #1, d7
  bra @grey
@right:
  move.w #right_x, d5
  move.w entry_count, d7
@green:
  subq.w #1, d7
  bmi @done
  cmp.w green, d7
  bcs @done
  cmpi.w #most, d7
  bcc @green
  bsr entry
  bsr text_length
  lsl.w #3, d0
  addi.w #2 * margin, d0
  cmpi.w #green_least, d0
  bcc @wide
  moveq #green_least, d0
@wide:
  sub.w d0, d5
  bsr place
  move.w d5, (a0)+
  move.w d0, (a0)
  subq.w #gap, d5
  bra @green
@done:
  rts

; place: a0 = x and width of button d7. clobbers d1.
place:
  move.w d7, d1
  lsl.w #2, d1
  lea places, a0
  adda.w d1, a0
  rts

; one_draw: button d7.
one_draw:
  bsr entry
  bsr place
  move.w (a0)+, d0
  move.w (a0), d2
  move.w page_buttons_y, d1
  moveq #high, d3
  moveq #3, d4
  lea text_font6, a2
  cmp.w green, d7
  bcs @grey
  moveq #25, d4
  lea text_font8, a2
@grey:
  moveq #0, d5
  btst #flag_ghosted, entry_flags(a4)
  beq @live
  moveq #1, d5
@live:
  move.w d7, -(sp)
  moveq #0, d7
  move.b entry_key(a4), d7
  jsr button_draw
  move.w (sp)+, d7
  rts

; button_of_page: the button under the pointer, which goes in for a moment.
; in: nothing.  out: d0 = its key; 0, z set: there is none.  clobbers: d1, a0, a1.
button_of_page:
  movem.l d2-d4/d7/a3-a4, -(sp)
  bsr buttons_page
  bne @none
  tst.l drawn
  beq @none
  move.w pointer_y, d0
  sub.w page_buttons_y, d0
  cmpi.w #high, d0
  bcc @none
  moveq #0, d7
@button:
  cmp.w entry_count, d7
  bcc @none
  cmpi.w #most, d7
  bcc @none
  bsr place
  move.w pointer_x, d0
  sub.w (a0)+, d0
  cmp.w (a0), d0
  bcs @found
  addq.w #1, d7
  bra @button
@found:
  bsr entry
  btst #flag_ghosted, entry_flags(a4)
  bne @none
  bsr place
  move.w (a0)+, d0
  move.w (a0), d2
  move.w page_buttons_y, d1
  moveq #high, d3
  jsr button_press
  clr.l drawn                           ; to come out again
  moveq #0, d0
  move.b entry_key(a4), d0
  bra @done
@none:
  moveq #0, d0
@done:
  movem.l (sp)+, d2-d4/d7/a3-a4
  tst.w d0
  rts
