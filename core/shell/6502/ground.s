; ground: the whole map in small on a text page, a character for two hexes of a column, one above the other: whose ground
; they are, and the towns that count.

.include "shell.inc"
.include "calls.inc"
.importzp dst, src, p_owner, p_site, hex_x, hex_y, row, column
.import hex_column, row_address, win_left, win_top, glyph_leader, glyph_lower, glyph_upper, glyph_box, glyph_town
.import grid_columns, grid_rows, site_victory, side_ink_1, side_paper_0
.export ground_draw

.segment "SHELL"

; By the owners of both hexes, the upper one's bit first; then a town, by its owner.
glyphs: .byte <glyph_leader, <glyph_lower, <glyph_upper, <glyph_box, <glyph_town, <glyph_town
glyph_inks: .byte <side_paper_0, <side_ink_1, <side_ink_1, <side_ink_1, white, yellow
town = 4

; ground_draw: the whole map, from a column and row of the window on.
; in: io2 = column, io3 = row.  out: nothing.  clobbers: a, x, y, src, dst, row, column, hex_x, hex_y; as hex_column.
ground_draw:
  lda io3
  clc
  adc win_top
  sta row
  lda #0
  sta hex_y
@row:
  lda io2
  clc
  adc win_left
  sta column
  lda #0
  sta hex_x
@column:
  jsr hex_column
  ldy hex_y
  jsr town_at
  beq @town
  iny
  jsr town_at
  beq @town
  lda (p_owner), y
  lsr a
  dey
  lda (p_owner), y
  rol a
  bpl @put                      ; always
@town:
  lda (p_owner), y
  ora #town
@put:
  pha
  ldx row
  jsr row_address
  pla
  tax
  ldy column
  lda glyphs, x
  code_put
  lda glyph_inks, x
  ink_put
  inc column
  inc hex_x
  lda hex_x
  cmp #<grid_columns
  bne @column
  inc row
  inc hex_y
  inc hex_y
  lda hex_y
  cmp #<grid_rows
  bcc @row
  rts

; town_at: z set if a town that counts is at row y of the column.
town_at:
  lda (p_site), y
  cmp #<site_victory
  rts
