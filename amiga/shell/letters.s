; letters: words on counters, in two fonts whose letters are as wide as they need: five pixels at most, and three. A word is five rows of 32
; pixels, each in a register, the leftmost pixel in bit 31.

.include "defs.inc"
.import letters5, letters3
.export word_rows, letter_rows

letters_rows = 5
letter_bytes = letters_rows + 1         ; rows, then how wide it is
font_begins  = ' '
first_letter = ' ' + 1                  ; a word ends before it

.segment "SHELL"

; word_rows: a word in the middle of a place: in the wider font if it has room, else in the narrow one; what has no room in that is
; left out.
; in: a3 = characters, up to a space or 0; d0, d1 = left of the place, and its width.  out: d0 to d4 = its rows.  clobbers: d5 to d7, a0.
word_rows:
  movem.l a1-a2, -(sp)
  lea letters5 - font_begins * letter_bytes, a2
  bsr measure
  bcc @fits
  lea letters3 - font_begins * letter_bytes, a2
  bsr measure
  bcc @fits
  move.w d1, d6                         ; it begins at the left
@fits:
  move.w d1, d7
  sub.w d6, d7
  asr.w #1, d7
  add.w d0, d7
  addq.w #8, d7
  moveq #0, d0
  moveq #0, d1
  moveq #0, d2
  moveq #0, d3
  moveq #0, d4
; From the last letter to the first: what is there moves right by the next one. The leftmost eight pixels are the low byte meanwhile.
@letter:
  cmpa.l a3, a0
  beq @done
  moveq #0, d6
  move.b -(a0), d6
  add.w d6, d6
  move.w d6, d5
  add.w d6, d6
  add.w d5, d6
  lea 0(a2,d6.w), a1
  moveq #1, d6                          ; the gap
  add.b letters_rows(a1), d6
  ror.l d6, d0
  ror.l d6, d1
  ror.l d6, d2
  ror.l d6, d3
  ror.l d6, d4
  or.b (a1)+, d0
  or.b (a1)+, d1
  or.b (a1)+, d2
  or.b (a1)+, d3
  or.b (a1)+, d4
  bra @letter
@done:
  movem.l (sp)+, a1-a2
; falls through to rows_at

; rows_at: rows d0 to d4, whose low bytes are leftmost, begin d7 - 8 pixels from the left.
rows_at:
  ror.l d7, d0
  ror.l d7, d1
  ror.l d7, d2
  ror.l d7, d3
  ror.l d7, d4
  rts

; measure: a2 = font, a3 = characters, d1 = width of a place. out: d6 = pixels of those that fit, a0 = behind them; carry set: not all
; do. clobbers d5, d7.
measure:
  movea.l a3, a0
  moveq #-1, d6                         ; no gap before the first
@letter:
  moveq #0, d7
  move.b (a0)+, d7
  cmpi.w #first_letter, d7
  bcs @end
  add.w d7, d7
  move.w d7, d5
  add.w d7, d7
  add.w d5, d7
  moveq #0, d5
  move.b letters_rows(a2,d7.w), d5
  addq.w #1, d5
  add.w d6, d5
  cmp.w d1, d5
  bgt @over
  move.w d5, d6
  bra @letter
@over:
  subq.l #1, a0
  ori #1, ccr
  rts
@end:
  subq.l #1, a0
  andi #$FE, ccr
  rts

; letter_rows: one letter of the wider font, which ends at a column.
; in: d6.b = character; d7.w = that column; d0 to d4 = 0.  out: d0 to d4 = its rows.  clobbers: d6, a0.
letter_rows:
  andi.w #$FF, d6
  cmpi.w #first_letter, d6
  bcs @none
  mulu #letter_bytes, d6
  lea letters5 - font_begins * letter_bytes, a0
  adda.w d6, a0
  moveq #0, d6
  move.b letters_rows(a0), d6
  sub.w d7, d6
  addi.w #24, d6                        ; so much further left than the lowest byte
  move.b (a0)+, d0
  move.b (a0)+, d1
  move.b (a0)+, d2
  move.b (a0)+, d3
  move.b (a0)+, d4
  rol.l d6, d0
  rol.l d6, d1
  rol.l d6, d2
  rol.l d6, d3
  rol.l d6, d4
@none:
  rts
