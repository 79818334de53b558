; square: the pointer on the overviews: a square of the map window's size follows it, and the hex under it can be chosen.

.include "defs.inc"
.include "geometry.inc"
.include "overview.inc"
.import grid_columns, grid_rows, screen, rectangle_copy, rectangle_fill, scale, first_column, first_row, pointer_x, pointer_y, page_now
.export square_new, overview_under, overview_frame

.segment "SHELLBSS"
.align 2
shown_x: .res 2                         ; where the square is drawn; $FFFF nowhere
shown_y: .res 2

; What lies under it: at most 7 words and 65 rows.
.segment "BUFFERS"
below_square: .res 7 * 2 * depth * 65

.segment "SHELL"

; square_new: the page is drawn anew, without it.
; in: nothing.  out: nothing.  clobbers: nothing.
square_new:
  move.w #$FFFF, shown_x
  rts

; overview_under: the hex under the pointer, or that of the map nearest to it.
; in: scale.  out: d0 = $8000 + hex, z clear.  clobbers: d1.
overview_under:
  movem.l d2-d4/a5, -(sp)
  movea.l scale, a5
  move.w pitch(a5), d4
  move.w pointer_x, d0
  sub.w left(a5), d0
  move.w #grid_columns, d1
  sub.w first_column, d1
  move.w columns(a5), d2
  bsr hex_along
  add.w first_column, d0
  move.w d0, d3
  move.w row_pitch(a5), d4
  move.w pointer_y, d0
  sub.w top(a5), d0
  btst #0, d3
  beq @even
  move.w d4, d2
  lsr.w #1, d2
  sub.w d2, d0
@even:
  move.w #grid_rows, d1
  sub.w first_row, d1
  move.w rows(a5), d2
  bsr hex_along
  add.w first_row, d0
  hex_number d3, d0, d2
  move.w d2, d0
  ori.w #$8000, d0
  movem.l (sp)+, d2-d4/a5
  tst.w d0
  rts

; hex_along: d0 = pixels from the first of the hexes that are shown; d1 = hexes that the map has from there on, d2 = that the page has
; room for; d4 = pixels from one to the next. out: d0 = hexes from the first, one that there is. clobbers d1.
hex_along:
  cmp.w d2, d1
  ble @fewer
  move.w d2, d1
@fewer:
  subq.w #1, d1
  tst.w d0
  bpl @right
  moveq #0, d0
@right:
  ext.l d0
  divu d4, d0
  cmp.w d1, d0
  ble @done
  move.w d1, d0
@done:
  rts

; overview_frame: once a frame: the square follows the pointer.
; in: scale.  out: nothing.  clobbers: d0, d1, a0, a1.
overview_frame:
  move.b page_now, d0
  cmpi.b #page_half, d0
  beq @overview
  cmpi.b #page_whole, d0
  bne @no
@overview:
  movem.l d2-d7/a5, -(sp)
  movea.l scale, a5
  move.w square_w(a5), d0
  lsr.w #1, d0
  move.w pointer_x, d5
  sub.w d0, d5
  sub.w left(a5), d5
  move.w right(a5), d1
  sub.w left(a5), d1
  sub.w square_w(a5), d1
  clamp d5, d1
  add.w left(a5), d5
  move.w square_h(a5), d0
  lsr.w #1, d0
  move.w pointer_y, d6
  sub.w d0, d6
  sub.w top(a5), d6
  move.w bottom(a5), d1
  sub.w top(a5), d1
  sub.w square_h(a5), d1
  clamp d6, d1
  add.w top(a5), d6
  cmp.w shown_x, d5
  bne @moved
  cmp.w shown_y, d6
  beq @same
@moved:
  movem.w d5-d6, -(sp)
  move.w shown_x, d5
  bmi @first
  move.w shown_y, d6
  bsr area
  exg a0, a1                            ; back
  exg d0, d1
  jsr rectangle_copy
@first:
  movem.w (sp)+, d5-d6
  move.w d5, shown_x
  move.w d6, shown_y
  bsr area
  jsr rectangle_copy
  bsr frames_draw
@same:
  movem.l (sp)+, d2-d7/a5
@no:
  rts

; area: what the square at d5, d6 covers, for rectangle_copy: a0, d0 = on the screen, a1, d1 = where it is kept, d2, d3 =
; words and rows.
area:
  lea screen, a0
  move.w d6, d0
  mulu #screen_row, d0
  adda.l d0, a0
  move.w d5, d0
  lsr.w #4, d0
  add.w d0, d0
  adda.w d0, a0
  move.w d5, d2
  andi.w #15, d2
  add.w square_w(a5), d2
  addi.w #15, d2
  lsr.w #4, d2
  move.w square_h(a5), d3
  moveq #screen_bytes, d0
  lea below_square, a1
  move.w d2, d1
  add.w d1, d1
  rts

; Frames of the square, the outermost first: distance from its edge, pixels wide, colour.
frames:
  .word 0, 1, 1, 1, 2, 22, 3, 1, 27, $FFFF

; frames_draw: the square at d5, d6.
frames_draw:
  movem.l d4/d7/a2-a3, -(sp)
  lea frames(pc), a2
@frame:
  move.w (a2)+, d7                      ; distance
  bmi @done
  movea.w (a2)+, a3                     ; pixels
  bsr row_corner
  move.w a3, d3
  bsr fill                              ; above
  bsr row_corner
  add.w square_h(a5), d1
  sub.w d7, d1
  sub.w d7, d1
  sub.w a3, d1
  move.w a3, d3
  bsr fill                              ; below
  bsr column_corner
  bsr fill                              ; left
  bsr column_corner
  add.w square_w(a5), d0
  sub.w d7, d0
  sub.w d7, d0
  sub.w a3, d0
  bsr fill                              ; right
  addq.l #2, a2
  bra @frame
@done:
  movem.l (sp)+, d4/d7/a2-a3
  rts

; row_corner: d0, d1 = upper left corner of the frame, d2 = its width.
row_corner:
  move.w square_w(a5), d2
  sub.w d7, d2
  sub.w d7, d2
corner:
  move.w d5, d0
  add.w d7, d0
  move.w d6, d1
  add.w d7, d1
  rts

; column_corner: d0, d1 = upper left corner, d2, d3 = width and height of one of its sides.
column_corner:
  move.w a3, d2
  move.w square_h(a5), d3
  sub.w d7, d3
  sub.w d7, d3
  bra corner

; fill: d0 to d3 = x, y, width, height, in the colour of the frame.
fill:
  move.w (a2), d4
  lea screen, a1
  jmp rectangle_fill
