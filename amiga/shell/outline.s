; outline: text with an edge, legible on any ground: each letter's edge in one go, then the letters.

.include "defs.inc"
.include "window.inc"
.import glyph_draw, text_draw
.export outlined_draw

glyph_rows = 8
edge_rows  = glyph_rows + 2
edge_colour = 1

.segment "SHELLBSS"
.align 2
edge: .res edge_rows

.segment "SHELL"

; outlined_draw: black letters with a white edge.
; in: a2 = font of eight rows; a3 = characters, ended by 0; a1, d2 = bitmap; d0, d1 = x, y.  out: nothing.  clobbers: d0, d1, d3, a0, a3.
outlined_draw:
  movem.l d4-d7/a4, -(sp)
  movea.l a3, a4
  move.w d0, d5
  move.w d1, d6
  move.w d0, d7
  blit_wait
@letter:
  moveq #0, d0
  move.b (a4)+, d0
  beq @letters
  bsr edge_find
  lea edge, a0
  moveq #edge_rows, d4
  move.w d7, d0
  subq.w #1, d0
  move.w d6, d1
  subq.w #1, d1
  moveq #edge_colour, d3
  jsr glyph_draw
  add.w font_pitch(a2), d7
  bra @letter
@letters:
  move.w d5, d0
  move.w d6, d1
  moveq #0, d3
  jsr text_draw
  movem.l (sp)+, d4-d7/a4
  rts

; edge_find: d0 = character -> edge: its pixels and all that touch them, a pixel further left and up. clobbers d0, d1, d3, a0.
edge_find:
  movem.l d2/d4/a3, -(sp)
  sub.w font_first(a2), d0
  lsl.w #3, d0
  movea.l font_glyphs(a2), a3
  adda.w d0, a3
  lea edge, a0
  moveq #0, d2                          ; the row above, and the one above that
  moveq #0, d3
  moveq #edge_rows - 1, d4
@row:
  moveq #0, d0
  cmpi.w #edge_rows - glyph_rows, d4
  bcs @below
  move.b (a3)+, d0
  move.b d0, d1
  lsr.b #1, d1
  or.b d1, d0
  lsr.b #1, d1
  or.b d1, d0                           ; with its neighbours left and right
@below:
  move.b d0, d1
  or.b d2, d1
  or.b d3, d1
  move.b d1, (a0)+
  move.b d2, d3
  move.b d0, d2
  dbra d4, @row
  movem.l (sp)+, d2/d4/a3
  rts
