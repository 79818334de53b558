; words: the two words on a counter as rows of pixels, kept of every unit where the disk's tracks pass through while one is read or written,
; and made ahead while nothing else is to be done.

.include "defs.inc"
.include "geometry.inc"
.import raw, view_unit_name, text_unpack, word_rows
.export words_find, words_ahead, words_forget

; Of a counter.
words_x     = 3
words_wide  = 26
name_room   = 24

units       = 256
letters_rows = 5
word_bytes  = 4 * letters_rows
both_bytes  = 2 * word_bytes
.assert units * (2 + both_bytes) <= raw_bytes, error, "words have too little room"

names = raw                             ; of each unit the text that its words were made of, no_text: none yet
kept  = raw + 2 * units
no_text = $FFFF

.segment "SHELLBSS"
.align 2
name:       .res name_room
known:      .res 2                      ; not 0: `names` are such
ahead:      .res 2                      ; the unit that is looked at next

.segment "SHELL"

; words_forget: something else comes to lie there.
; in: nothing.  out: nothing.  clobbers: nothing.
words_forget:
  clr.w known
  rts

; words_ahead: the words of another unit, if they are not known.
; in: nothing.  out: nothing.  clobbers: d0, a0.
words_ahead:
  movem.l d1-d7/a1-a3, -(sp)
  moveq #0, d5
  move.w ahead, d5
  addq.b #1, d5
  move.w d5, ahead
  bsr words_find
  movem.l (sp)+, d1-d7/a1-a3
  rts

; words_find: the words of a unit.
; in: d5.w = unit.  out: a0 = five longs of the first word, five of the second.  clobbers: d0 to d4, d6, d7, a1, a3.
words_find:
  tst.w known
  bne @known
  move.w #1, known
  lea names, a0
  move.w #units / 2 - 1, d0
@none:
  move.l #no_text << 16 | no_text, (a0)+
  dbra d0, @none
@known:
  lea view_unit_name, a0
  moveq #0, d0
  list_word d5, d0
  lea names, a0
  adda.w d5, a0
  adda.w d5, a0
  move.w d5, d1
  mulu #both_bytes, d1
  lea kept, a1
  adda.l d1, a1
  cmp.w (a0), d0
  beq @done
  move.w d0, (a0)
  move.l a1, -(sp)
  lea name, a1
  moveq #name_room, d1
  jsr text_unpack
  movea.l (sp), a1
  move.w d5, -(sp)
  lea name, a3
  bsr @rows
@space:
  move.b (a3), d0
  beq @word
  addq.l #1, a3
  cmpi.b #' ', d0
  bne @space
@word:
  bsr @rows
  move.w (sp)+, d5
  movea.l (sp)+, a1
@done:
  movea.l a1, a0
  rts
@rows:
  moveq #words_x, d0
  moveq #words_wide, d1
  jsr word_rows
  movem.l d0-d4, (a1)
  lea word_bytes(a1), a1
  rts
