; overview_lines: what runs along and between the hexes of the overviews: rivers, roads, railways, and the outline of marked hexes.
; Each is a shape of some rows of up to sixteen pixels, and a row is put into the five planes in one go.

.include "defs.inc"
.include "geometry.inc"
.include "overview.inc"
.import screen, view_road, view_river, view_outline
.if RAILS
.import view_rail
.endif
.export hex_lines

rail_colour = 30
map_end     = 236                       ; row of the screen below the map
last_word   = 320 / 16 - 1

; A shape: rows, x and y of the first from the hex's corner; the rows follow, the pixel at x in the highest bit.
.macro line rows, x, y
  .byte rows, x, <y, 0
.endmacro
shape_head = 4

.segment "SHELL"

; hex_lines: of hex d5 at d6, d7, of the scale a5: the outline if it is marked, rivers on sides 1 to 3, roads and above them railways
; in directions 1 to 3.
; in: d5 to d7, a5; the blitter is not at its words.  out: nothing.  clobbers: d0 to d4, a0 to a3.
hex_lines:
  lea view_outline, a0
  move.b 0(a0,d5.w), d0
  lea view_river, a0
  or.b 0(a0,d5.w), d0
  lea view_road, a0
  or.b 0(a0,d5.w), d0
.if RAILS
  lea view_rail, a0
  or.b 0(a0,d5.w), d0
.endif
  andi.w #7, d0
  beq @none
  lea view_outline, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  beq @rivers
  cmpi.w #half_pitch, pitch(a5)
  bne @rivers
  lea outlines(pc), a0
  andi.w #3, d0
  move.b 0(a0,d0.w), d4
  lea outline(pc), a3
  bsr colour_find
  bsr shape_draw
@rivers:
  lea view_river, a0
  lea rivers(pc), a3
  lea whole_rivers(pc), a2
  move.w river(a5), d4
  bsr lines_draw
  lea view_road, a0
  lea roads(pc), a3
  lea whole_roads(pc), a2
  move.w road(a5), d4
  bsr lines_draw
.if RAILS
  lea view_rail, a0
  lea roads(pc), a3
  lea whole_roads(pc), a2
  moveq #rail_colour, d4
  bsr lines_draw
.endif
@none:
  rts

; lines_draw: of hex d5, the lines to its sides 1 to 3 that are set in the role at a0, in colour d4; a3, a2 = their shapes in half and
; in whole scale.
lines_draw:
  moveq #7, d3
  and.b 0(a0,d5.w), d3
  beq @done
  cmpi.w #half_pitch, pitch(a5)
  beq @half
  movea.l a2, a3
@half:
  bsr colour_find
@line:
  lsr.w #1, d3
  bcc @pass
  bsr shape_draw
  bra @next
@pass:
  moveq #0, d1
  move.b (a3), d1
  add.w d1, d1
  lea shape_head(a3,d1.w), a3
@next:
  tst.w d3
  bne @line
@done:
  rts

; colour_find: a2 = what puts rows of colour d4. clobbers d0.
colour_find:
  lea colours(pc), a2
@colour:
  move.w (a2)+, d0
  cmp.b (a2)+, d4
  addq.l #1, a2
  bne @colour
  lea rows0(pc), a2
  adda.w d0, a2
  rts

; shape_draw: the shape at a3, by what puts its rows at a2; of it what lies on the map's part of the screen. out: a3 = behind it. clobbers
; d0 to d2, a0, a1.
shape_draw:
  movem.l d5/d7, -(sp)
  moveq #0, d1
  move.b (a3)+, d1                      ; rows
  moveq #0, d0
  move.b (a3)+, d0
  add.w d6, d0                          ; x
  move.b (a3)+, d2
  ext.w d2
  add.w d7, d2                          ; y
  addq.l #1, a3
  movea.l a3, a1
  adda.w d1, a3
  adda.w d1, a3
  cmpi.w #320, d0
  bcc @done
  move.w #map_top, d5
  sub.w d2, d5
  ble @top
  sub.w d5, d1
  ble @done
  add.w d5, d2
  adda.w d5, a1
  adda.w d5, a1
@top:
  move.w #map_end, d5
  sub.w d2, d5
  ble @done
  cmp.w d5, d1
  ble @bottom
  move.w d5, d1
@bottom:
  subq.w #1, d1
  mulu #screen_row, d2
  lea screen, a0
  adda.l d2, a0
  moveq #-1, d7                         ; what of a long lies on the screen
  move.w d0, d2
  lsr.w #4, d2
  cmpi.w #last_word, d2
  bne @inside
  clr.w d7
@inside:
  add.w d2, d2
  adda.w d2, a0
  moveq #15, d2
  and.w d0, d2
  jsr (a2)
@done:
  movem.l (sp)+, d5/d7
  rts

; d1 + 1 rows of one colour: a1 = their words, d2 = the shift, d7 = what counts of a long, a0 = the first in its plane.
.macro rows_of colour
  .local @row
@row:
  moveq #0, d0
  move.w (a1)+, d0
  swap d0
  lsr.l d2, d0
  and.l d7, d0
  move.l d0, d5
  not.l d5
.repeat depth, plane
.if (colour >> plane) & 1
  or.l d0, plane * screen_bytes(a0)
.else
  and.l d5, plane * screen_bytes(a0)
.endif
.endrepeat
  lea screen_row(a0), a0
  dbra d1, @row
  rts
.endmacro

rows0:  rows_of 0
rows9:  rows_of 9
rows10: rows_of 10
rows17: rows_of 17
rows18: rows_of 18
rows21: rows_of 21
rows22: rows_of 22
rows30: rows_of rail_colour

; All colours that lines have: where their rows are put.
colours:
.macro colour of, number
  .word of - rows0
  .byte number, 0
.endmacro
  colour rows9, 9                       ; the most frequent first
  colour rows17, 17
  colour rows30, rail_colour
  colour rows21, 21
  colour rows10, 10
  colour rows22, 22
  colour rows18, 18
  colour rows0, 0                       ; of a mark without a colour of its own

outlines: .byte 0, 17, 22, 18           ; by the mark
.even

; The outline is two pixels wide, or it is lost among rivers and woods: the second line lies within the first, so that those of
; neighbours keep apart.
outline:
  line 10, 0, 0
  .word %0000111111000000
  .word %0001111111100000
  .word %0011100001110000
  .word %0011000000110000
  .word %0110000000011000
  .word %0110000000011000
  .word %0011000000110000
  .word %0001100001100000
  .word %0001111111100000
  .word %0000111111000000

; For sides or directions 1, 2, 3.
rivers:
  line 1, 3, 0
  .word $FF00
  line 5, 10, 0
  .word $8000, $4000, $4000, $2000, $1000
  line 5, 10, 5
  .word $1000, $2000, $4000, $4000, $8000
whole_rivers:
  line 1, 2, 0
  .word $F000
  line 3, 6, 0
  .word $8000, $8000, $4000
  line 3, 6, 3
  .word $4000, $8000, $8000
roads:
  line 11, 7, -5
  .word $8000, $8000, $8000, $8000, $8000, $8000, $8000, $8000, $8000, $8000, $8000
  line 6, 7, 0
  .word $0020, $00C0, $0300, $0C00, $3000, $C000
  line 6, 7, 5
  .word $C000, $3000, $0C00, $0300, $00C0, $0020
whole_roads:
  line 7, 4, -3
  .word $8000, $8000, $8000, $8000, $8000, $8000, $8000
  line 4, 4, 0
  .word $0200, $0C00, $3000, $C000
  line 4, 4, 3
  .word $C000, $3000, $0C00, $0200
