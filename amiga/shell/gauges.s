; gauges: what a row of settings looks like: label, slider or choice, value.

.include "defs.inc"
.include "window.inc"
.include "settings.inc"
.import screen, rectangle_fill, bevel_draw, shadow_text, text_draw, text_font6, text_font8, text_capitalize, text_small
.import text_length, glyph_draw, message_used, pixel_put, entry_count, entry_at, message_y
.export setting_draw, settings_hint, settings_pitch, group_gap, band_high, settings_narrow

ticks_most = 14                         ; a tick for each position, or for a tenth of the way
ticks_else = 11

.segment "SHELLBSS"
.align 2
part: .res setting_room                 ; a label, name or value as it is shown

.segment "SHELL"

settings_pitch: .word 12
group_gap:      .word 2                 ; more before a group
band_high:      .word 11                ; of a row's ground
gadget_high:    .word 9
letters_in:     .word 2                 ; from the row's top to its letters
line_in:        .word 3                 ; from the row's top up to the line of a group

; settings_narrow: seventeen rows and three groups in 160 rows of pixels.
; in: nothing.  out: nothing.  clobbers: nothing.
settings_narrow:
  move.w #9, settings_pitch
  move.w #1, group_gap
  move.w #9, band_high
  move.w #8, gadget_high
  move.w #1, letters_in
  move.w #1, line_in
  rts

; setting_draw: a row: label, slider or choice, value.
; in: a4 = setting, d6 = its number, d7 = top of its row; d5 = 1: it is the chosen one, else 0.  out: nothing.
; clobbers: d0 to d5, a0 to a3.
setting_draw:
  moveq #5, d4
  tst.w d5
  beq @ground
  moveq #6, d4
@ground:
  move.w #band_x, d0
  move.w d7, d1
  move.w #band_w, d2
  move.w band_high, d3
  bsr fill
  tst.w d6
  beq @label
  btst #kind_group, setting_kind(a4)
  beq @label
  bsr group_line
@label:
  lea setting_text(a4), a3
  bsr part_take
  move.l a3, -(sp)
  lea part, a1
  jsr text_capitalize
  moveq #1, d3
  tst.w d5
  beq @plain
  moveq #18, d3
@plain:
  moveq #label_x, d0
  bsr part_print
  movea.l (sp)+, a3
  btst #kind_choice, setting_kind(a4)
  bne choice_draw
  bsr slider_draw
  moveq #1, d3
; falls through to value_print

; value_print: the next part of the text at a3 behind the gadgets, in colour d3.
value_print:
  bsr part_take
  lea part, a1
  jsr text_small
  move.w #value_x, d0
; falls through to part_print

; part_print: the part at x d0, in colour d3, with a shadow. clobbers d0 to d3, a0 to a3.
part_print:
  move.w d7, d1
  add.w letters_in, d1
  lea part, a3
  lea text_font6, a2
  jmp shadow_text

; part_take: the next part of the text at a3 becomes `part`. out: a3 behind it. clobbers d0, a0.
part_take:
  lea part, a0
@letter:
  move.b (a3)+, d0
  beq @last
  cmpi.b #13, d0
  beq @end
  move.b d0, (a0)+
  bra @letter
@last:
  subq.l #1, a3                         ; nothing is behind the last
@end:
  clr.b (a0)
  rts

; fill: a box d0 to d3 in colour d4. clobbers d0 to d4, a0, a1.
fill:
  lea screen, a1
  jmp rectangle_fill

group_line:
  move.w #label_x, d0
  move.w d7, d1
  sub.w line_in, d1
  move.w #301, d2
  moveq #1, d3
  moveq #6, d4
  bsr fill
  move.w #label_x, d0
  move.w d7, d1
  sub.w line_in, d1
  cmpi.w #1, line_in
  beq @one
  addq.w #1, d1
@one:
  move.w #301, d2
  moveq #1, d3
  moveq #4, d4
  bra fill

; raised, sunken: a gadget at x d0, d2 pixels wide, in the row at d7. clobbers d0 to d4, a0, a1.
raised:
  movem.l d5-d6, -(sp)
  moveq #3, d4
  moveq #1, d5
  moveq #5, d6
  bra bevelled
sunken:
  movem.l d5-d6, -(sp)
  moveq #27, d4
  moveq #0, d5
  moveq #4, d6
bevelled:
  move.w d7, d1
  addq.w #1, d1
  move.w gadget_high, d3
  jsr bevel_draw
  movem.l (sp)+, d5-d6
  rts

; sign_draw: a minus, from x d0 on. clobbers d0 to d4, a0, a1.
sign_draw:
  move.w d7, d1
  addq.w #5, d1
  moveq #5, d2
  moveq #1, d3
  moveq #0, d4
  bra fill

; slider_draw: both signs, trough, run, ticks, knob. clobbers d0 to d5, a0, a1.
slider_draw:
  move.w #minus_x, d0
  moveq #minus_w, d2
  bsr raised
  move.w #minus_x + 3, d0
  bsr sign_draw
  move.w #plus_x, d0
  moveq #minus_w, d2
  bsr raised
  move.w #plus_x + 3, d0
  bsr sign_draw
  move.w #plus_x + 5, d0
  move.w d7, d1
  addq.w #3, d1
  moveq #1, d2
  moveq #5, d3
  moveq #0, d4
  bsr fill
  move.w #slide_x, d0
  moveq #slide_w, d2
  bsr sunken
  bsr ticks_draw
  bsr knob_of
  move.w d0, d5
  move.w d5, d2
  subi.w #slide_x + 1, d2
  beq @knob
  move.w #slide_x + 1, d0
  move.w d7, d1
  addq.w #4, d1
  moveq #3, d3
  moveq #22, d4
  bsr fill
@knob:
  move.w d5, d0
  moveq #knob_w, d2
  bsr raised
  moveq #5, d4
  bsr @grip
  addq.w #1, d5
  moveq #1, d4
@grip:
  move.w d5, d0
  addq.w #4, d0
  move.w d7, d1
  addq.w #3, d1
  moveq #1, d2
  moveq #5, d3
  bra fill

; ticks_draw: dots along the trough. clobbers d0 to d4, a0, a1.
ticks_draw:
  moveq #0, d4
  move.b setting_positions(a4), d4
  cmpi.w #ticks_most, d4
  bls @some
  moveq #ticks_else, d4
@some:
  subq.w #1, d4                         ; the last one
  beq @done
  move.w d4, d2
  blit_wait
@tick:
  move.w d2, d0
  mulu #slide_w - knob_w - 2, d0
  divu d4, d0
  addi.w #slide_x + knob_w / 2, d0
  move.w d7, d1
  addq.w #5, d1
  moveq #4, d3
  lea screen, a1
  move.w d2, -(sp)
  moveq #screen_bytes, d2
  jsr pixel_put
  move.w (sp)+, d2
  dbra d2, @tick
@done:
  rts

; knob_of: d0 = x of the slider's knob. clobbers d1.
knob_of:
  moveq #0, d1
  move.b setting_positions(a4), d1
  moveq #0, d0
  subq.w #1, d1
  ble @left
  move.b setting_position(a4), d0
  mulu #slide_w - knob_w - 2, d0
  divu d1, d0
@left:
  addi.w #slide_x + 1, d0
  rts

; choice_draw: two names side by side, or one field that shows the one that holds; a3 = names, what they are in behind them.
choice_draw:
  btst #kind_pair, setting_kind(a4)
  beq cycle_draw
  moveq #0, d5
@name:
  bsr part_take
  move.l a3, -(sp)
  move.w #slide_x, d0
  tst.w d5
  beq @place
  move.w #choice_2, d0
@place:
  moveq #choice_w, d2
  moveq #18, d3
  cmp.b setting_position(a4), d5
  bne @other
  bsr sunken
  moveq #18, d3
  bra @text
@other:
  bsr raised
  moveq #0, d3
@text:
  lea part, a1
  jsr text_small
  lea part, a3
  jsr text_length
  mulu #3, d0                           ; half of its width
  neg.w d0
  addi.w #slide_x + choice_w / 2 + 1, d0
  tst.w d5
  beq @print
  addi.w #choice_2 - slide_x, d0
@print:
  bsr name_print
  movea.l (sp)+, a3
  addq.w #1, d5
  cmpi.w #2, d5
  bne @name
  moveq #3, d3
  bra value_print

; name_print: the part on its gadget, at x d0, in colour d3. clobbers d0 to d2, a0 to a3.
name_print:
  move.w d7, d1
  add.w letters_in, d1
  lea part, a3
  lea text_font6, a2
  lea screen, a1
  moveq #screen_bytes, d2
  jmp text_draw

cycle_sign: .byte %01111000, %10000100, %10011111, %10001110, %10000100, %10000000, %01111000, 0

cycle_draw:
  moveq #0, d5
  move.b setting_position(a4), d5
@skip:
  bsr part_take
  dbra d5, @skip
  move.w #slide_x, d0
  moveq #slide_w, d2
  bsr raised
  move.w #slide_x + 13, d0
  move.w d7, d1
  addq.w #2, d1
  moveq #1, d2
  move.w gadget_high, d3
  subq.w #2, d3
  moveq #5, d4
  bsr fill
  lea cycle_sign(pc), a0
  lea screen, a1
  moveq #screen_bytes, d2
  move.w #slide_x + 3, d0
  move.w d7, d1
  addq.w #2, d1
  moveq #0, d3
  moveq #7, d4
  blit_wait
  jsr glyph_draw
  lea part, a1
  jsr text_capitalize
  move.w #slide_x + 17, d0
  moveq #0, d3
  bra name_print

hint: .byte "ARROWS OR MOUSE - RETURN = "
hint_end:
.even

; settings_hint: what the keys do, in the message line if nothing stands there.
; in: message_used.  out: message_used = 1.  clobbers: d0, d1, a0, a1.
settings_hint:
  tst.w message_used
  bne @done
  move.w #1, message_used
  movem.l d2-d3/a2-a3, -(sp)
  lea part, a1
  lea hint(pc), a0
@letter:
  move.b (a0)+, (a1)+
  cmpa.l #hint_end, a0
  bne @letter
  move.w entry_count, d0
  subq.w #1, d0
  bmi @end
  jsr entry_at
  addq.l #2, a0                         ; its label
@label:
  move.b (a0)+, (a1)+
  bne @label
  subq.l #1, a1
@end:
  clr.b (a1)
  lea part, a3
  lea text_font8, a2
  moveq #8, d0
  move.w message_y, d1
  moveq #1, d3
  jsr shadow_text
  movem.l (sp)+, d2-d3/a2-a3
@done:
  rts
