; outline: text with an edge, legible on any ground: made as an object of black letters and white edges, then drawn in one go.

.include "defs.inc"
.include "window.inc"
.import object_draw
.export outlined_draw

glyph_rows = 8
edge_rows  = glyph_rows + 2
most_longs = 6                          ; of a row: what is longer is drawn in parts
most_wide  = most_longs * 32 - 2 - 8    ; pixels at which the last letter of a part begins

line_bytes   = 4 * (most_longs + 1)     ; of a plane that is made: what a letter reaches beyond it, too
lines        = edge_rows + 2
letters_from = 2                        ; the line with the first row of letters
.assert 2 * 4 * most_longs * depth * edge_rows <= outline_room, error, "outlines have too little room"

.segment "SHELLBSS"
.align 2
head:    .res 16                        ; of the object
; One plane each: the letters; the same with what is left and right of them.
letters: .res line_bytes * lines
sides:   .res line_bytes * lines
.if KEYED
image:   .res outline_room
.else
.import menu_room
image = menu_room + menu_rows * screen_row - outline_room ; no menu hangs meanwhile
.endif
mask = image + outline_room / 2

.segment "SHELL"

; outlined_draw: black letters with a white edge.
; in: a2 = font of eight rows; a3 = characters, ended by 0; a1, d2 = bitmap; d0, d1 = x, y.  out: nothing.  clobbers: d0, d1, d3, a0, a3.
outlined_draw:
  movem.l d4-d7, -(sp)
@part:
  movem.w d0-d1, -(sp)
  bsr letters_set
  bsr sides_set
  bsr object_make
  movem.w (sp), d0-d1
  subq.w #1, d0
  subq.w #1, d1
  lea head, a0
  jsr object_draw
  movem.w (sp)+, d0-d1
  add.w d7, d0                          ; behind what was drawn
  tst.b (a3)
  bne @part
  movem.l (sp)+, d4-d7
  rts

; letters_set: a3 = characters. out: letters; d6 = longs of a row, d7 = pixels of the letters; a3 = behind them. clobbers d0, d1, d3 to
; d5, a0.
letters_set:
  move.l a1, -(sp)
  lea letters, a0
  moveq #line_bytes * lines / 4 - 1, d0
@clear:
  clr.l (a0)+
  dbra d0, @clear
  moveq #0, d7
@letter:
  moveq #0, d0
  move.b (a3), d0
  beq @end
  cmpi.w #most_wide, d7
  bgt @end
  addq.l #1, a3
  sub.w font_first(a2), d0
  lsl.w #3, d0
  movea.l font_glyphs(a2), a0
  adda.w d0, a0
  move.w d7, d1
  addq.w #1, d1                         ; the edge is left of it
  move.w d1, d3
  lsr.w #4, d3
  add.w d3, d3                          ; its word
  andi.w #15, d1
  lea letters + letters_from * line_bytes, a1
  adda.w d3, a1
  moveq #glyph_rows - 1, d4
@row:
  moveq #0, d5
  move.b (a0)+, d5
  beq @next
  ror.l #8, d5
  lsr.l d1, d5
  or.l d5, (a1)
@next:
  lea line_bytes(a1), a1
  dbra d4, @row
  add.w font_pitch(a2), d7
  bra @letter
@end:
  move.w d7, d6
  addi.w #2 + 31, d6
  lsr.w #5, d6
  movea.l (sp)+, a1
  rts

; sides_set: sides from letters. clobbers d0, d1, d4, a0.
sides_set:
  move.l a1, -(sp)
  lea letters, a0
  lea sides, a1
  moveq #lines - 1, d4
@line:
  move.w d6, d1
  subq.w #1, d1
  andi #$EF, ccr                        ; X: nothing comes in
@right:
  move.l (a0)+, d0
  roxr.l #1, d0
  or.l -4(a0), d0
  move.l d0, (a1)+
  dbra d1, @right
  move.w d6, d1
  subq.w #1, d1
  andi #$EF, ccr
@left:
  move.l -(a0), d0
  roxl.l #1, d0
  or.l d0, -(a1)
  dbra d1, @left
  lea line_bytes(a0), a0
  lea line_bytes(a1), a1
  dbra d4, @line
  movea.l (sp)+, a1
  rts

; object_make: head, image and mask: each pixel of the letters and all around it. clobbers d0, d1, d3 to d5, a0.
object_make:
  movem.l d7/a1-a5, -(sp)
  blit_wait                             ; what was made before is drawn
  lea head, a0
  move.w d6, d5
  add.w d5, d5
  move.w d5, object_words(a0)
  move.w #edge_rows, object_rows(a0)
  move.l #image, object_image(a0)
  move.l #mask, object_mask(a0)
  add.w d5, d5                          ; bytes of a line of the object
  lea sides, a0
  lea letters + line_bytes, a1
  lea image, a2
  lea mask, a3
  moveq #0, d7
  moveq #edge_rows - 1, d4
@row:
  move.w d6, d1
  subq.w #1, d1
  movea.l a0, a4
  movea.l a1, a5
@long:
  move.l (a4)+, d0
  or.l line_bytes - 4(a4), d0
  or.l 2 * line_bytes - 4(a4), d0
  move.l (a5)+, d3
  not.l d3
  and.l d0, d3
  bsr @planes
  addq.l #4, a2
  addq.l #4, a3
  dbra d1, @long
  move.w d5, d0
  lsl.w #2, d0
  adda.w d0, a2                         ; behind the other planes
  adda.w d0, a3
  lea line_bytes(a0), a0
  lea line_bytes(a1), a1
  dbra d4, @row
  movem.l (sp)+, d7/a1-a5
  rts
; d3 is white in the first plane, in the others nothing; d0 masks all.
@planes:
  movem.l a2-a3, -(sp)
  move.l d3, (a2)
  move.l d0, (a3)
  .repeat depth - 1
  adda.w d5, a2
  adda.w d5, a3
  move.l d7, (a2)
  move.l d0, (a3)
  .endrepeat
  movem.l (sp)+, a2-a3
  rts
