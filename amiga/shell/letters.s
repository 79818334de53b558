; letters: words on counters, in two fonts whose letters are as wide as they need: five pixels at most, and three.

.include "defs.inc"
.import glyph_draw, letters5, letters3
.export letters_draw, letter_draw, letters_rows

letters_rows = 5
letter_bytes = letters_rows + 1         ; rows, then how wide it is
first_letter = ' ' + 1                  ; a word ends before it

.segment "SHELL"

; letters_draw: a word in the middle of a place: in the wider font if it has room, else in the narrow one; what has no room in that is
; left out.
; in: a3 = characters, up to a space or 0; d0, d1 = left and top of the place; d4 = its width; d3 = colour; a1, d2 = bitmap.
; out: nothing.  clobbers: d0, d1, a0.
letters_draw:
  movem.l d4-d7/a2-a3, -(sp)
  move.w d0, d5
  move.w d0, d7
  add.w d4, d7                          ; right of the place
  lea letters5, a2
  bsr word_wide
  cmp.w d4, d6
  ble @fits
  lea letters3, a2
  bsr word_wide
  cmp.w d4, d6
  ble @fits
  move.w d4, d6
@fits:
  sub.w d6, d4
  asr.w #1, d4
  add.w d4, d5
  move.w d1, d6
@letter:
  bsr letter_next
  bcs @done
  moveq #0, d4
  move.b letters_rows(a0), d4
  add.w d5, d4                          ; right of the letter
  cmp.w d7, d4
  bgt @done
  move.w d5, d0
  move.w d6, d1
  move.w d4, d5
  addq.w #1, d5
  bsr rows_draw
  bra @letter
@done:
  movem.l (sp)+, d4-d7/a2-a3
  rts

; letter_draw: one letter of the wider font, which ends at a column.
; in: d4.b = character; d0, d1 = right and top; d3 = colour; a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0.
letter_draw:
  movem.l d4/a2, -(sp)
  lea letters5, a2
  bsr letter_find
  bcs @none
  moveq #0, d4
  move.b letters_rows(a0), d4
  sub.w d4, d0
  bsr rows_draw
@none:
  movem.l (sp)+, d4/a2
  rts

; rows_draw: the letter at a0 at d0, d1. clobbers d0, d1, d4, a0.
rows_draw:
  moveq #letters_rows, d4
  blit_wait
  jmp glyph_draw

; word_wide: a2 = font, a3 = characters. out: d6 = pixels. clobbers d0, a0.
word_wide:
  move.l a3, -(sp)
  moveq #-1, d6
@letter:
  bsr letter_next
  bcs @done
  moveq #0, d0
  move.b letters_rows(a0), d0
  add.w d0, d6
  addq.w #1, d6
  bra @letter
@done:
  movea.l (sp)+, a3
  rts

; letter_next: the next character of a3 in font a2. out: a0 = its rows; a3 behind it; carry set: the word ends.
letter_next:
  move.l d4, -(sp)
  move.b (a3)+, d4
  bsr letter_find
  movem.l (sp)+, d4                     ; carry stays
  rts

; letter_find: character d4.b in font a2. out: a0 = its rows; carry set: there is none.
letter_find:
  move.w d4, -(sp)
  andi.w #$FF, d4
  subi.w #first_letter, d4
  bcs @none
  mulu #letter_bytes, d4
  lea letter_bytes(a2,d4.w), a0         ; behind the space
  movem.w (sp)+, d4
  andi #$FE, ccr
  rts
@none:
  movem.w (sp)+, d4
  ori #1, ccr
  rts
