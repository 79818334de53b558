; settings: rows of sliders and choices on a text page.

.include "defs.inc"
.import vm_v, screen, rectangle_fill, text_draw, text_font6, text_capitalize, pointer_x, pointer_y, capture_at
.export call_setting, settings_count, settings_draw, setting_under, settings_clear

io0 = vm_v
io1 = vm_v + 2
io2 = vm_v + 4
io3 = vm_v + 6

most      = 24
text_size = 48

; A setting: row, positions, position, kind, text (label, then names, each ended by 13 or the last by 0).
at_row       = 0
at_positions = 1
at_position  = 2
at_kind      = 3
at_text      = 4
size         = at_text + text_size

kind_slider = 0

; On the screen.
first_y  = 15
pitch    = 10
label_x  = 10
minus_x  = 152
minus_w  = 11
slide_x  = 166
slide_w  = 84
knob_w   = 10
plus_x   = 253
value_x  = 268
high     = 9
choice_w = 52
choice_2 = 220

.segment "SHELLBSS"
.align 2
settings_count: .res 2
settings:       .res size * most

.segment "SHELL"

settings_clear:
  clr.w settings_count
  rts

; setting io0 to io3: row, positions, position, kind; what is printed next is its label, then its value or its names.
call_setting:
  move.w settings_count, d0
  cmpi.w #most, d0
  bcc @full
  addq.w #1, settings_count
  mulu #size, d0
  lea settings, a0
  adda.l d0, a0
  move.b io0 + 1, (a0)+
  move.b io1 + 1, (a0)+
  move.b io2 + 1, (a0)+
  move.b io3 + 1, (a0)+
  moveq #text_size, d0
  jmp capture_at
@full:
  rts

; setting: d0 = number. out: a4 = setting, d7 = its y on the screen.
setting:
  mulu #size, d0
  lea settings, a4
  adda.l d0, a4
  moveq #0, d7
  move.b at_row(a4), d7
  mulu #pitch, d7
  addi.w #first_y, d7
  rts

; settings_draw: all rows.
settings_draw:
  movem.l d2-d7/a2-a4, -(sp)
  moveq #0, d6
@row:
  move.w d6, d0
  bsr setting
  bsr row_draw
  addq.w #1, d6
  cmp.w settings_count, d6
  bcs @row
  movem.l (sp)+, d2-d7/a2-a4
  rts

; fill: d0, d2 = x and width, d4 = colour: a box of the row's height at d7.
fill:
  move.w d7, d1
  moveq #high, d3
  lea screen, a1
  jmp rectangle_fill

; print: text at a3 up to 13 or 0, at x d0, in colour d3. out: a3 behind it.
print:
  movem.l d4-d5/a4, -(sp)
  movea.l a3, a4
@end:
  move.b (a4)+, d4
  beq @found
  cmpi.b #13, d4
  bne @end
@found:
  clr.b -1(a4)
  movem.l d0/d4, -(sp)
  movea.l a3, a1
  jsr text_capitalize
  movem.l (sp)+, d0/d4
  move.w d7, d1
  addq.w #1, d1
  lea text_font6, a2
  lea screen, a1
  moveq #screen_bytes, d2
  jsr text_draw
  move.b d4, -1(a4)
  movea.l a4, a3
  tst.b d4
  bne @more
  subq.l #1, a3                         ; nothing is behind the last
@more:
  movem.l (sp)+, d4-d5/a4
  rts

row_draw:
  moveq #label_x, d0
  move.w #minus_x - label_x - 2, d2
  moveq #6, d4
  bsr fill
  move.w #minus_x, d0
  move.w #320 - minus_x, d2
  moveq #6, d4
  bsr fill
  lea at_text(a4), a3
  moveq #label_x, d0
  moveq #3, d3
  bsr print
  cmpi.b #kind_slider, at_kind(a4)
  bne choice_draw
  move.w #minus_x, d0
  moveq #minus_w, d2
  moveq #5, d4
  bsr fill
  move.w #plus_x, d0
  moveq #minus_w, d2
  moveq #5, d4
  bsr fill
  move.l a3, -(sp)
  lea minus(pc), a3
  move.w #minus_x + 3, d0
  moveq #1, d3
  bsr print_sign
  lea plus(pc), a3
  move.w #plus_x + 3, d0
  moveq #1, d3
  bsr print_sign
  movea.l (sp)+, a3
  move.w #slide_x, d0
  moveq #slide_w, d2
  moveq #27, d4
  bsr fill
  bsr knob_of
  move.w d0, -(sp)
  addq.w #1, d0
  move.w d0, d2
  subi.w #slide_x, d2
  beq @knob
  move.w #slide_x, d0
  moveq #22, d4
  bsr fill
@knob:
  move.w (sp)+, d0
  moveq #knob_w, d2
  moveq #3, d4
  bsr fill
  move.w #value_x, d0
  moveq #18, d3
  bra print

minus: .asciiz "-"
plus:  .asciiz "+"
.even

; print_sign: text at a3, a constant.
print_sign:
  move.w d7, d1
  addq.w #1, d1
  lea text_font6, a2
  lea screen, a1
  moveq #screen_bytes, d2
  jmp text_draw

; knob_of: d0 = x of the slider's knob.
knob_of:
  moveq #0, d1
  move.b at_positions(a4), d1
  subq.w #1, d1
  ble @left
  moveq #0, d0
  move.b at_position(a4), d0
  mulu #slide_w - knob_w - 2, d0
  divu d1, d0
  addi.w #slide_x + 1, d0
  rts
@left:
  move.w #slide_x + 1, d0
  rts

; choice_draw: two names side by side, or one field that shows the one that holds; a3 = names.
choice_draw:
  cmpi.b #2, at_positions(a4)
  bne @cycle
  moveq #0, d5
@name:
  moveq #5, d4
  moveq #3, d3
  cmp.b at_position(a4), d5
  bne @other
  moveq #27, d4
  moveq #18, d3
@other:
  move.w #slide_x, d0
  tst.w d5
  beq @first
  move.w #choice_2, d0
@first:
  movem.w d0/d3, -(sp)
  moveq #choice_w, d2
  bsr fill
  movem.w (sp)+, d0/d3
  addq.w #2, d0
  bsr print
  addq.w #1, d5
  cmpi.w #2, d5
  bne @name
  rts
@cycle:
  move.w #slide_x, d0
  moveq #slide_w, d2
  moveq #27, d4
  bsr fill
  moveq #0, d5
  move.b at_position(a4), d5
@skip:
  tst.w d5
  beq @found
  subq.w #1, d5
@letter:
  move.b (a3)+, d0
  beq @none
  cmpi.b #13, d0
  bne @letter
  bra @skip
@found:
  move.w #slide_x + 2, d0
  moveq #18, d3
  bra print
@none:
  rts

; setting_under: d0 = $1000 + 128 * row + position that the pointer asks for, 0 (z set) none.
setting_under:
  movem.l d2-d7/a4, -(sp)
  moveq #0, d6
@row:
  cmp.w settings_count, d6
  bcc @none
  move.w d6, d0
  bsr setting
  move.w pointer_y, d0
  sub.w d7, d0
  cmpi.w #high, d0
  bcs @found
  addq.w #1, d6
  bra @row
@found:
  moveq #0, d2
  move.b at_position(a4), d2
  moveq #0, d3
  move.b at_positions(a4), d3
  subq.w #1, d3                         ; the last position
  move.w pointer_x, d0
  cmpi.b #kind_slider, at_kind(a4)
  bne @choice
  cmpi.w #minus_x, d0
  bcs @none
  cmpi.w #minus_x + minus_w, d0
  bcc @not_minus
  subq.w #1, d2
  bra @clamp
@not_minus:
  cmpi.w #plus_x, d0
  bcs @slide
  cmpi.w #plus_x + minus_w, d0
  bcc @none
  addq.w #1, d2
  bra @clamp
@slide:
  subi.w #slide_x + knob_w / 2, d0
  bpl @right
  moveq #0, d0
@right:
  mulu d3, d0
  addi.l #(slide_w - knob_w) / 2, d0
  divu #slide_w - knob_w, d0
  move.w d0, d2
@clamp:
  tst.w d2
  bpl @most
  moveq #0, d2
@most:
  cmp.w d3, d2
  ble @answer
  move.w d3, d2
@answer:
  moveq #0, d0
  move.b at_row(a4), d0
  lsl.w #7, d0
  or.w d2, d0
  ori.w #$1000, d0
  bra @done
@choice:
  cmpi.w #slide_x, d0
  bcs @none
  cmpi.w #choice_2 + choice_w, d0
  bcc @none
  cmpi.w #1, d3
  bne @next
  moveq #0, d2
  cmpi.w #choice_2, d0
  bcs @answer
  moveq #1, d2
  bra @answer
@next:
  addq.w #1, d2
  cmp.w d3, d2
  ble @answer
  moveq #0, d2
  bra @answer
@none:
  moveq #0, d0
@done:
  movem.l (sp)+, d2-d7/a4
  tst.w d0
  rts
