; under: which hex lies under the pointer.

.include "defs.inc"
.include "geometry.inc"
.import pointer_x, pointer_y, window_x, window_y, grid_columns, grid_rows
.export hex_at, left_inset
; Where hexes are: for instruments that lead the pointer to one.
.export hex_pitch_x, hex_pitch_y, hex_half, map_top, map_words, map_rows, screen_bytes, screen_rows

.segment "SHELL"

; Pixels from a hex's left tip to its edge, by row; mirrored for the lower half.
left_inset:
  .byte 11, 11, 10, 9, 8, 8, 7, 6, 5, 5, 4, 3, 2, 2, 1, 0
  .byte 0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11

; hex_at: the hex under the pointer, which is in the map window.
; in: nothing.  out: d0.w = hex or no_hex.  clobbers: d1, a0.
hex_at:
  movem.l d2-d5, -(sp)
  move.w pointer_x, d2
  add.w window_x, d2
  move.w pointer_y, d3
  subi.w #map_top, d3
  add.w window_y, d3
  move.w d2, d4
  lsr.w #5, d4                          ; column, unless the pixel is left of its edge
  andi.w #31, d2
  bsr row_here
  lea left_inset(pc), a0
  move.w d5, d1
  andi.w #31, d1
  moveq #0, d0
  move.b 0(a0,d1.w), d0
  cmp.w d0, d2
  bcc @column
  subq.w #1, d4
  bsr row_here
@column:
  lsr.w #5, d5                          ; above the map: more rows than there are
  cmpi.w #grid_columns, d4
  bcc @none
  cmpi.w #grid_rows, d5
  bcc @none
  hex_number d4, d5, d0
  bra @done
@none:
  move.w #no_hex, d0
@done:
  movem.l (sp)+, d2-d5
  rts

; row_here: d5 = pixels of d3 below the top of row 0 of column d4.
row_here:
  move.w d3, d5
  btst #0, d4
  beq @even
  subi.w #hex_half, d5
@even:
  rts
