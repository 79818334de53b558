; info: the rows of text in the panel beside the map, each in its middle. A row of more than eight letters is set
; narrower, figures in the digits of counters; one that does not fit then in capitals as narrow as these. Where not even these
; have room a full stop stands for the rest.

.include "defs.inc"
.include "window.inc"
.import screen, window, page_now, window_here, text_draw, glyph_draw, text_font6, text_digits4, text_capitals4, text_capitalize
.import text_row, text_colour, panel_reached
.export info_row, info_flush

panel_left = 273
panel_wide = 47
most       = 24                         ; letters of a row
roomy      = 8                          ; letters that stand as usual
pitch6     = 6
space_wide = 2
tight_space = 1                         ; among narrow capitals
slash      = 26                         ; behind the capitals

.segment "SHELLBSS"
.align 2
count: .res 2
tight: .res 2                           ; not 0: in narrow capitals
row:   .res most + 2

.segment "SHELL"

; info_row: a character of the panel's text is kept until the row ends.
; in: d0.  out: z clear if it is one.  clobbers: d0, d1, a0.
info_row:
  cmpi.b #page_map, page_now
  bne @no
  cmpi.w #window_info, window
  bne @no
  cmpi.w #13, d0
  beq @end
  move.w count, d1
  cmpi.w #most, d1
  bcc @yes
  lea row, a0
  move.b d0, 0(a0,d1.w)
  addq.w #1, count
@yes:
  moveq #1, d1
  rts
@end:
  bsr info_flush
  addq.w #1, text_row
  bra @yes
@no:
  moveq #0, d1
  rts

; info_flush: the row that waits is written.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0.
info_flush:
  move.w count, d0
  beq @none
  movem.l d2-d7/a1-a3, -(sp)
  lea row, a1
  clr.b 0(a1,d0.w)
  jsr text_capitalize
  bsr window_here
  move.w text_row, d7
  cmp.w window_rows(a0), d7
  bcc @done
  move.w d7, d0
  jsr panel_reached
  mulu window_pitch_y(a0), d7
  add.w window_y(a0), d7
  lea usual_draw(pc), a1
  move.w count, d0
  cmpi.w #roomy, d0
  bhi @narrow
  mulu #pitch6, d0
  subq.w #1, d0
  bra @middle
@narrow:
  lea narrow_draw(pc), a1
  bsr fit
@middle:
  move.w #panel_wide, d6
  sub.w d0, d6
  lsr.w #1, d6
  addi.w #panel_left, d6
  moveq #0, d3                          ; its shadow
  addq.w #1, d6
  addq.w #1, d7
  jsr (a1)
  subq.w #1, d6
  subq.w #1, d7
  move.w text_colour, d3
  jsr (a1)
@done:
  clr.w count
  movem.l (sp)+, d2-d7/a1-a3
@none:
  rts

; usual_draw: row at d6, d7 in colour d3. clobbers d0 to d2, a0, a2, a3.
usual_draw:
  move.l a1, -(sp)
  move.w d6, d0
  move.w d7, d1
  lea text_font6, a2
  lea row, a3
  lea screen, a1
  moveq #screen_bytes, d2
  jsr text_draw
  movea.l (sp)+, a1
  rts

; fit: out: d0 = pixels of the row, set narrow, in narrow capitals if it has to be, with a full stop for the letters at its end that
; the panel has no room for even so. clobbers d1 to d5, a0, a2, a3.
fit:
  clr.w tight
  bsr measure
  beq @done
  move.w #1, tight
  bsr measure
  beq @done
@cut:
  clr.b (a3)
  move.b #'.', -1(a3)
  bsr measure
  beq @done
  subq.l #1, a3
  bra @cut
@done:
  move.w d3, d0
  rts

; measure: out: d3 = pixels of the letters of the row that fit; z set if all do, else a3 = behind the first that does not.
; clobbers d0 to d2, d4, d5, a0, a2.
measure:
  lea row, a3
  moveq #-1, d3
@letter:
  moveq #0, d0
  move.b (a3)+, d0
  beq @done
  bsr narrow_glyph
  move.w d3, d0
  add.w d1, d0
  addq.w #1, d0
  cmpi.w #panel_wide, d0
  bgt @done
  move.w d0, d3
  bra @letter
@done:
  rts

; narrow_draw: row, set narrow, at d6, d7 in colour d3. clobbers d0 to d2, d4, d5, a0, a2, a3.
narrow_draw:
  movem.l d6/a1, -(sp)
  blit_wait
  lea row, a3
@letter:
  moveq #0, d0
  move.b (a3)+, d0
  beq @done
  bsr narrow_glyph
  move.w d6, d0
  sub.w d2, d0
  add.w d1, d6
  addq.w #1, d6
  move.w d7, d1
  moveq #screen_bytes, d2
  lea screen, a1
  jsr glyph_draw
  bra @letter
@done:
  movem.l (sp)+, d6/a1
  rts

; narrow_glyph: d0 = character. out: a0, d4 = its glyph and rows, d1 = pixels that it needs, d2 = empty ones at its left.
; clobbers d0, d5, a2.
narrow_glyph:
  lea text_digits4, a2
  cmpi.w #'0', d0
  bcs @letter
  cmpi.w #'9', d0
  bls @glyph
@letter:
  lea text_font6, a2
  tst.w tight
  beq @glyph
  cmpi.w #' ', d0
  beq @glyph
  move.w d0, d1
  cmpi.w #'/', d1
  beq @slash
  andi.w #$5F, d1                       ; small letters too
  cmpi.w #'A', d1
  bcs @glyph
  cmpi.w #'Z', d1
  bhi @glyph
  move.w d1, d0
  bra @capital
@slash:
  moveq #'A' + slash, d0
@capital:
  lea text_capitals4, a2
@glyph:
  sub.w font_first(a2), d0
  move.w font_bytes(a2), d4
  mulu d4, d0
  movea.l font_glyphs(a2), a0
  adda.l d0, a0
  move.w d4, d5
  moveq #0, d0
@row:
  subq.w #1, d5
  or.b 0(a0,d5.w), d0                   ; all its columns
  tst.w d5
  bne @row
  moveq #space_wide, d1
  tst.w tight
  beq @space
  moveq #tight_space, d1
@space:
  moveq #0, d2
  tst.b d0
  beq @done
  moveq #8, d1
@left:
  tst.b d0
  bmi @right
  addq.w #1, d2
  subq.w #1, d1
  add.b d0, d0
  bra @left
@right:
  move.w d2, d5
@shift:
  subq.w #1, d5
  bmi @columns
  lsr.b #1, d0
  bra @shift
@columns:
  btst #0, d0
  bne @done
  subq.w #1, d1
  lsr.b #1, d0
  bra @columns
@done:
  rts
