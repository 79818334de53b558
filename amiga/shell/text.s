; text: glyphs by the processor, into any bitmap.

.include "defs.inc"
.include "window.inc"
.import screen, font8, font6, digits4, capitals4, clip_left, clip_right, clip_top, clip_bottom
.export glyph_draw, text_draw, number_draw, screen_clear, text_font8, text_font6, text_digits4, text_capitals4

.segment "SHELL"

text_font8:   .dword font8
              .word 32, 8, 8
text_font6:   .dword font6
              .word 32, 8, 6
text_digits4: .dword digits4
              .word '0', 7, 5
text_capitals4: .dword capitals4
              .word 'A', 7, 5

; screen_clear: all planes to 0.
; in: nothing.  out: nothing.  clobbers: nothing.
screen_clear:
  blit_wait
  move.l #$01000000, BLTCON0(a6)        ; channel D alone, zeros
  clr.w BLTDMOD(a6)
  move.l #screen, BLTDPT(a6)
  move.w #(screen_row * screen_rows / 64) << 6 | 32, BLTSIZE(a6)
  rts

; glyph_draw: only the glyph's own pixels change, those in the clip (clip.s). The blitter must be done.
; in: a0 = rows of a glyph, a byte each, d4 = rows; a1, d2 = bitmap (bytes of a line); d0, d1 = x, y; d3 = colour.
; out: nothing.  clobbers: d0, d1, a0.
glyph_draw:
  movem.l d4-d7/a1-a3, -(sp)
  move.w clip_top, d5
  sub.w d1, d5
  ble @top
  sub.w d5, d4                          ; rows that are left
  ble @done
  adda.w d5, a0
  add.w d5, d1
@top:
  move.w clip_bottom, d5
  sub.w d1, d5
  ble @done
  cmp.w d5, d4
  ble @rows
  move.w d5, d4
@rows:
  move.w d0, d5
  asr.w #4, d5                          ; first word
  bsr words_seen
  beq @done
  movea.l d6, a3
  mulu d2, d1
  mulu #depth, d1
  adda.l d1, a1
  add.w d5, d5
  adda.w d5, a1
  andi.w #15, d0                        ; pixels into it
  subq.w #1, d4
  move.w d2, d7
  mulu #depth, d7                       ; bytes from row to row
@row:
  moveq #0, d5
  move.b (a0)+, d5
  ror.l #8, d5                          ; leftmost pixel in bit 31
  lsr.l d0, d5
  move.l a3, d6
  and.l d6, d5
  beq @next
  move.w d3, d1
  movea.l a1, a2
  tst.w d5
  bne @two
  swap d5                               ; all of them in one word
  move.w d5, d6
  not.w d6
  .repeat depth
  and.w d6, (a2)
  lsr.w #1, d1
  bcc.s * + 4
  or.w d5, (a2)
  adda.w d2, a2
  .endrepeat
  bra @next
@two:
  move.l d5, d6
  not.l d6
  .repeat depth
  and.l d6, (a2)
  lsr.w #1, d1
  bcc.s * + 4
  or.l d5, (a2)
  adda.w d2, a2
  .endrepeat
@next:
  adda.l d7, a1
  dbra d4, @row
@done:
  movem.l (sp)+, d4-d7/a1-a3
  rts

; words_seen: d5 = word of a line. out: d6 = ones for it, in the upper half, and for the next, where the clip leaves them; z set
; if it leaves neither.
words_seen:
  moveq #0, d6
  cmp.w clip_right, d5
  bge @done
  cmp.w clip_left, d5
  blt @second
  not.w d6
  swap d6
@second:
  addq.w #1, d5
  cmp.w clip_left, d5
  blt @no
  cmp.w clip_right, d5
  bge @no
  not.w d6
@no:
  subq.w #1, d5
@done:
  tst.l d6
  rts

; text_draw: a line of text.
; in: a2 = font; a3 = characters, ended by 0; a1, d2 = bitmap; d0, d1 = x, y; d3 = colour.
; out: d0.w = x behind the last, d1.w = y.  clobbers: a0, a3.
text_draw:
  movem.l d4-d7, -(sp)
  blit_wait
  move.w d0, d5
  move.w d1, d6
@letter:
  moveq #0, d7
  move.b (a3)+, d7
  beq @done
  sub.w font_first(a2), d7
  move.w font_bytes(a2), d4
  mulu d4, d7
  movea.l font_glyphs(a2), a0
  adda.l d7, a0
  move.w d5, d0
  move.w d6, d1
  bsr glyph_draw
  add.w font_pitch(a2), d5
  bra @letter
@done:
  move.w d5, d0
  move.w d6, d1
  movem.l (sp)+, d4-d7
  rts

; number_draw: a number in the digits of counters.
; in: d4 = 0 to 99; a1, d2 = bitmap; d0, d1 = x, y; d3 = colour.  out: nothing.  clobbers: d0, d1, d4, a0.
number_draw:
  movem.l a2-a3, -(sp)
  subq.l #4, sp
  movea.l sp, a3
  andi.l #$FF, d4
  divu #10, d4
  beq @one
  tst.w d4
  beq @one
  addi.b #'0', d4
  move.b d4, (a3)+
@one:
  swap d4
  addi.b #'0', d4
  move.b d4, (a3)+
  clr.b (a3)
  movea.l sp, a3
  lea text_digits4(pc), a2
  bsr text_draw
  addq.l #4, sp
  movem.l (sp)+, a2-a3
  rts
