; case: texts come in capitals; with the narrow font they are shown as a book would print them.
;
; A word keeps its capitals if it is an abbreviation or a roman number. A few short words are all small unless they begin
; the text. Of others the first letter stays; in a sentence only that of the first word, and of peoples and months.

.include "defs.inc"
.export word_case, word_letter, text_capitalize, text_small, sentence

shortest = 3                            ; longer words without a vowel are words all the same

.segment "SHELLBSS"
.align 2
sentence: .res 2                        ; not 0: the words are those of sentences

.segment "SHELL"

; Ended by 0, the list by another.
small_words:
  .asciiz "AND"
  .asciiz "AT"
  .asciiz "BY"
  .asciiz "FOR"
  .asciiz "FROM"
  .asciiz "IN"
  .asciiz "IS"
  .asciiz "OF"
  .asciiz "ON"
  .asciiz "OR"
  .asciiz "OVER"
  .asciiz "THE"
  .asciiz "TO"
  .asciiz "WITH"
  .byte 0
; Abbreviations that could be words.
abbreviations:
  .asciiz "AA"
  .asciiz "AD"
  .asciiz "CCA"
  .asciiz "FA"
  .asciiz "HQ"
  .asciiz "ID"
  .asciiz "NE"
  .asciiz "OK"
  .asciiz "SE"
  .asciiz "SW"
  .asciiz "US"
  .asciiz "VAK"
  .byte 0
; Peoples, their men too, and months.
proper_names:
  .asciiz "ALLIED"
  .asciiz "AMERICAN"
  .asciiz "BRITISH"
  .asciiz "DEC"
  .asciiz "GERMAN"
  .asciiz "JAN"
  .asciiz "NOV"
  .asciiz "SOVIET"
  .byte 0
; Words without a vowel that are none.
no_abbreviations:
  .asciiz "MR"
  .asciiz "ST"
  .byte 0
vowels: .byte "AEIOUY"
vowel_count = 6
.even

; word_letter: is a word made of this?
; in: d0.b = character.  out: carry set: yes.  clobbers: nothing.
word_letter:
  cmpi.b #39, d0                        ; apostrophe
  beq @yes
  cmpi.b #'A', d0
  bcs @no
  cmpi.b #'Z' + 1, d0
  rts                                   ; carry: below it
@yes:
  ori.b #1, ccr
  rts
@no:
  andi.b #$FE, ccr
  rts

; word_case: a word in capitals as it is shown, in place.
; in: a0 = word, d0 = its letters, d1 = the character before it, 0 at the beginning; sentence.  out: nothing.  clobbers: d0, d1.
word_case:
  movem.l d2-d4/a0-a2, -(sp)
  movea.l a0, a2
  move.w d0, d2                         ; letters
  move.w d1, d3                         ; before
  cmpi.w #1, d2
  bne @word
  cmpi.b #'X', (a2)                     ; times
  bne @word
  cmpi.b #'0', d3
  bcs @word
  cmpi.b #'9', d3
  bls @all
@word:
  bsr roman
  beq @done
  lea abbreviations(pc), a1
  bsr listed
  beq @done
  cmpi.w #shortest, d2
  bhi @name
  bsr spoken
  beq @name
  lea no_abbreviations(pc), a1
  bsr listed
  bne @done
@name:
  tst.w sentence
  beq @title
  tst.b d3
  beq @rest
  cmpi.b #'.', d3
  beq @title
  bsr is_name
  beq @rest
  bra @all
@title:
  cmpi.b #' ', d3
  bne @rest
  lea small_words(pc), a1
  bsr listed
  beq @all
@rest:
  addq.l #1, a2
  subq.w #1, d2
  beq @done
@all:
  move.b (a2), d4
  cmpi.b #'A', d4
  bcs @next
  addi.b #'a' - 'A', d4
@next:
  move.b d4, (a2)+
  subq.w #1, d2
  bne @all
@done:
  movem.l (sp)+, d2-d4/a0-a2
  rts

; roman: a2, d2 = word. out: z set if it is a number of I, V and X. clobbers d0, d1.
roman:
  moveq #0, d1
@letter:
  move.b 0(a2,d1.w), d0
  cmpi.b #'I', d0
  beq @next
  cmpi.b #'V', d0
  beq @next
  cmpi.b #'X', d0
  bne @done
@next:
  addq.w #1, d1
  cmp.w d2, d1
  bne @letter
@done:
  rts

; spoken: a2, d2 = word. out: z set if it has a vowel. clobbers d0, d1, a0, a1.
spoken:
  moveq #0, d1
@letter:
  move.b 0(a2,d1.w), d0
  lea vowels(pc), a0
  lea vowels + vowel_count(pc), a1
@vowel:
  cmp.b (a0)+, d0
  beq @done
  cmpa.l a1, a0
  bne @vowel
  addq.w #1, d1
  cmp.w d2, d1
  bne @letter
  moveq #1, d0                          ; z clear
@done:
  rts

; is_name: a2, d2 = word. out: z set if it is one of a people, of its men, or of a month. clobbers d0, d1, a1.
is_name:
  lea proper_names(pc), a1
  bsr listed
  beq @done
  move.w d2, -(sp)
  subq.w #1, d2
  cmpi.b #'S', 0(a2,d2.w)
  bne @no
  lea proper_names(pc), a1
  bsr listed
@no:
  movem.w (sp)+, d2                     ; keeps z
@done:
  rts

; listed: a2, d2 = word, a1 = list. out: z set if it is there. clobbers d0, d1, a1.
listed:
  tst.b (a1)
  beq @none
  moveq #0, d1
@letter:
  move.b (a1)+, d0
  beq @end
  cmp.w d2, d1
  bcc @other
  cmp.b 0(a2,d1.w), d0
  bne @other
  addq.w #1, d1
  bra @letter
@other:
  tst.b (a1)+
  bne @other
  bra listed
@end:
  cmp.w d2, d1
  bne listed
  rts
@none:
  moveq #1, d0
  rts

; text_capitalize: all words of a text.
; in: a1 = text, ended by 0.  out: nothing.  clobbers: d0, d1, a0.
text_capitalize:
  movem.l d2-d3/a1, -(sp)
  move.w sentence, -(sp)
  clr.w sentence
  moveq #0, d2                          ; the character before
@letter:
  move.b (a1), d0
  beq @done
  bsr word_letter
  bcs @word
  move.b d0, d2
  addq.l #1, a1
  bra @letter
@word:
  movea.l a1, a0
  moveq #0, d3
@more:
  addq.w #1, d3
  addq.l #1, a1
  move.b (a1), d0
  bsr word_letter
  bcs @more
  move.b -1(a1), -(sp)                  ; as it was
  move.w d3, d0
  move.w d2, d1
  bsr word_case
  moveq #0, d2
  move.b (sp)+, d2
  bra @letter
@done:
  move.w (sp)+, sentence
  movem.l (sp)+, d2-d3/a1
  rts

; text_small: all letters of a text become small.
; in: a1 = text, ended by 0.  out: nothing.  clobbers: d0, a0.
text_small:
  movea.l a1, a0
@letter:
  move.b (a0)+, d0
  beq @done
  cmpi.b #'A', d0
  bcs @letter
  cmpi.b #'Z', d0
  bhi @letter
  addi.b #'a' - 'A', d0
  move.b d0, -1(a0)
  bra @letter
@done:
  rts
