; map: the map window, 13 x 7 hexes in 40 x 15 cells. Two screens take turns: the next picture is drawn on the hidden
; one, then shown below the window while the beam is elsewhere, and colour RAM follows ahead of the beam, row by row.
;
; Window cell of hex (x, y): column 3 (x - win_x), row 1 + 2 (y - win_y) + (x mod 2).

.include "defs.inc"
.include "calls.inc"
.importzp src, dst, hex_x, hex_y, hex_odd, count, row, column
.importzp cell_up, cell_tl, cell_tr, cell_down, cell_bl, cell_br
.import grid_columns, grid_rows, map_colours, units_shown
.import hex_column, hex_cells, hex_edges
.import row_mode, map_memory, bands_build, page_now, page_clear, cursor_place
.export shell_map, shell_refresh, shell_show_units, map_start, win_x, win_y, hex_split, row_low, row_high, map_shown, map_draw

; rasters between which the screens may be exchanged: below the map, early enough for the colours
flip_from = 178
flip_to   = 240
map_first_line = 57             ; the map's rows and a line more
margin_x = 2                    ; hexes kept between a hex in view and the window's rim
margin_y = 1

.segment "SHELLBSS"
win_x:      .res 1              ; hex column and row in the window's upper left
win_y:      .res 1
map_shown:  .res 1              ; 1: the window shows a map
draw_high:  .res 1              ; high byte of the screen being drawn
draw_from:  .res 1              ; hex rows of a column to draw, from and to, relative to win_y (-1 to 7)
draw_to:    .res 1
view_high:  .res 1              ; high byte of the screen being shown
step_x:     .res 1              ; scroll: -1, 0, 1
step_y:     .res 1

.segment "SHELL"

; Start of each screen row, from the screen's own start.
row_low:
.repeat rows, i
  .byte <(i * columns)
.endrepeat
row_high:
.repeat rows, i
  .byte >(i * columns)
.endrepeat

; map_start: nothing is shown yet. clobbers a.
map_start:
  lda #0
  sta map_shown
  lda #>screen_text
  sta view_high
  lda #memory_map
  sta map_memory
  rts

; hex_split: x:a = hex, a low byte -> hex_x, hex_y. clobbers a, x.
hex_split:
  pha
  and #31
  sta hex_y
  pla
  stx hex_x
  asl a
  rol hex_x
  asl a
  rol hex_x
  asl a
  rol hex_x
  rts

; map io0, io1: hex in view; io1 = 1 centres on it.
shell_map:
  lda page_now
  cmp #page_map
  beq @page
  lda #page_map
  jsr page_clear
@page:
  lda io0
  ldx io0 + 1
  jsr hex_split
  lda io1
  lsr a
  bcs @centre
  lda map_shown
  beq @centre
  jsr steps
  ldx #0                        ; how far off: one step each way scrolls, more jumps
  lda step_x
  jsr far
  lda step_y
  jsr far
  cpx #0
  bne @centre
  lda step_x
  ora step_y
  beq @end
  jmp scroll
@centre:
  lda hex_x
  sec
  sbc #map_wide / 2
  ldx #<(grid_columns - map_wide)
  jsr clamp
  cmp win_x
  sta win_x
  php
  lda hex_y
  sec
  sbc #map_high / 2
  ldx #<(grid_rows - map_high)
  jsr clamp
  plp
  bne @moved
  cmp win_y
  bne @moved
  ldx map_shown
  bne @end
@moved:
  sta win_y
  jmp map_draw
@end:
  rts

; clamp: a = signed window position, x = greatest -> 0 to x.
clamp:
  cmp #$80
  bcs @zero
  stx count
  cmp count
  bcc @end
  txa
@end:
  rts
@zero:
  lda #0
  rts

; far: x + 1 if a is not -1, 0 or 1.
far:
  clc
  adc #1
  cmp #3
  bcc @end
  inx
@end:
  rts

; steps: step_x, step_y = signed way the window must go to show the hex with its margins, as far as the map allows.
steps:
  lda hex_x
  sec
  sbc win_x
  ldx #margin_x
  ldy #map_wide - margin_x
  jsr way
  ldx win_x
  ldy #<(grid_columns - map_wide)
  jsr allow
  sta step_x
  lda hex_y
  sec
  sbc win_y
  ldx #margin_y
  ldy #map_high - margin_y
  jsr way
  ldx win_y
  ldy #<(grid_rows - map_high)
  jsr allow
  sta step_y
  rts

; way: a = signed place in the window, x = least, y = one past the greatest place -> a = signed way out of it.
way:
  stx row
  sty column
  cmp #$80
  bcs @low
  cmp row
  bcc @low
  cmp column
  bcs @high
  lda #0
  rts
@low:
  sec
  sbc row
  rts
@high:
  sec
  sbc column
  clc
  adc #1
  rts

; allow: a = signed way, x = position, y = greatest position -> a = way cut to where the window can go.
allow:
  stx row
  sty column
  clc
  adc row
  ldx column
  jsr clamp
  sec
  sbc row
  rts

; map_draw: the whole window anew.
map_draw:
  jsr other_screen
  ldx #map_wide
@column:
  stx column
  jsr whole_column
  ldx column
  dex
  bpl @column
  ; falls through to flip

; flip: shows the screen just drawn, from the next frame on.
flip:
  lda map_shown
  bne @wait
  inc map_shown
  ldx #map_rows
  lda #mode_map
@bands:
  sta row_mode, x
  dex
  bne @bands
  jsr wait_flip
  jsr @show
  jmp bands_build
@wait:
  jsr wait_flip
@show:
  lda draw_high
  sta view_high
  ldx #memory_map
  cmp #>screen_text
  beq @front
  ldx #memory_map | memory_back
@front:
  stx map_memory
  jsr cursor_place
  ; falls through to map_recolour

; map_recolour: colour RAM of the window from the characters shown, top row first. clobbers a, x, y.
map_recolour:
  lda #<(map_top * columns)
  sta src
  sta dst
  lda view_high
  sta src + 1
  lda #>colour_ram
  sta dst + 1
  lda #map_rows
  sta count
@row:
  ldy #columns - 1
@cell:
  lda (src), y
  tax
  lda map_colours, x
  sta (dst), y
  dey
  lda (src), y
  tax
  lda map_colours, x
  sta (dst), y
  dey
  bpl @cell
  lda src
  clc
  adc #columns
  sta src
  sta dst
  bcc @next
  inc src + 1
  inc dst + 1
@next:
  dec count
  bne @row
  rts

; wait_flip: until the beam is below the map.
wait_flip:
  bit vic_control1
  bmi wait_flip
  lda vic_raster
  cmp #flip_from
  bcc wait_flip
  cmp #flip_to
  bcs wait_flip
  rts

; other_screen: draws on the screen that is not shown.
other_screen:
  lda view_high
  eor #>(screen_text ^ screen_back)
  sta draw_high
  rts

; whole_column: draws column (0 to 13) of the window, all rows.
whole_column:
  lda column
  clc
  adc win_x
  and #1
  eor #1                        ; odd columns stand half a hex lower: their first is the row above
  clc
  adc #$FF
  sta draw_from
  clc
  adc #map_high
  sta draw_to
  ; falls through to draw_column

; draw_column: draws hexes draw_from to draw_to of column; of the last column only the boundary.
draw_column:
  lda column
  clc
  adc win_x
  sta hex_x
  jsr hex_column
@hex:
  lda draw_from
  clc
  adc win_y
  sta hex_y
  lda column
  cmp #map_wide
  bcs @edges
  jsr hex_cells
  jmp @put
@edges:
  jsr hex_edges
@put:
  lda draw_from
  asl a
  adc hex_odd                   ; carry: set by -1, which asl leaves as -2
  bcs @above
  adc #map_top
  bcc @store
@above:
  clc
  adc #map_top - 1
@store:
  sta row
  jsr put_hex
  lda draw_from
  inc draw_from
  cmp draw_to
  bne @hex
  rts

; put_hex: stores the six characters at row, hex column column of the screen draw_high; what is outside is cut.
put_hex:
  lda column
  asl a
  adc column
  tay
  lda row
  beq @second
  cmp #map_top + map_rows
  bcs @end
  tax
  jsr row_start
  lda cell_up
  sta (dst), y
  lda column
  cmp #map_wide
  bcs @second
  iny
  lda cell_tl
  sta (dst), y
  iny
  lda cell_tr
  sta (dst), y
  dey
  dey
@second:
  ldx row
  inx
  cpx #map_top + map_rows
  bcs @end
  jsr row_start
  lda cell_down
  sta (dst), y
  lda column
  cmp #map_wide
  bcs @end
  iny
  lda cell_bl
  sta (dst), y
  iny
  lda cell_br
  sta (dst), y
@end:
  rts

; row_start: dst = start of row x on the screen draw_high. keeps x, y.
row_start:
  lda row_low, x
  sta dst
  lda row_high, x
  clc
  adc draw_high
  sta dst + 1
  rts

; scroll: by step_x, step_y hexes (-1, 0, 1): what stays is copied, what comes into view is drawn.
scroll:
  jsr other_screen
  lda #map_top
  sta row
@row:
  lda step_y
  asl a
  clc
  adc row                       ; source row, two down or up
  cmp #map_top
  bcc @next
  cmp #map_top + map_rows
  bcs @next
  tax
  lda row_low, x
  sta src
  lda row_high, x
  clc
  adc view_high
  sta src + 1
  ldx row
  jsr row_start
  ldy #columns - 1
  lda step_x
  beq @copy
  ldy #columns - 4
  asl a
  bcs @right
  lda #3
  adc src
  sta src
  bcc @copy
  inc src + 1
  bne @copy
@right:
  lda #2                        ; carry is set
  adc dst
  sta dst
  bcc @copy
  inc dst + 1
@copy:
  lda (src), y
  sta (dst), y
  dey
  beq @last
  lda (src), y
  sta (dst), y
  dey
  bne @copy
@last:
  lda (src), y
  sta (dst), y
@next:
  inc row
  lda row
  cmp #map_top + map_rows
  bne @row

  lda win_x
  clc
  adc step_x
  sta win_x
  lda win_y
  clc
  adc step_y
  sta win_y

  ; columns that came in
  lda step_x
  beq @rows
  bmi @first
  lda #map_wide
  sta column
  jsr whole_column
  dec column
  jsr whole_column
  jmp @rows
@first:
  lda #0
  sta column
  jsr whole_column
@rows:
  lda step_y
  beq @done
  ldx #map_wide
@column:
  stx column
  txa
  clc
  adc win_x
  and #1
  tay                           ; 1: odd
  lda step_y
  bmi @top
  lda #map_high - 1
  sta draw_from
  sta draw_to
  cpy #1
  bcs @draw
  inc draw_to
  bne @draw
@top:
  lda #0
  sta draw_from
  sta draw_to
  cpy #0
  beq @draw
  dec draw_from
@draw:
  jsr draw_column
  ldx column
  dex
  bpl @column
@done:
  jmp flip

; refresh io0: the hex's six cells anew; $FFFF: the whole window.
shell_refresh:
  lda map_shown
  beq @end
  ldx io0 + 1
  cpx #no_hex_high
  beq @all
  lda io0
  jsr hex_split
  lda hex_x
  sec
  sbc win_x
  cmp #map_wide
  bcs @end
  sta column
  lda hex_y
  sec
  sbc win_y
  cmp #$FF                      ; half a hex above the window counts
  beq @seen
  cmp #map_high + 1
  bcs @end
@seen:
  sta draw_from
  sta draw_to
  lda view_high
  sta draw_high
  jsr wait_away
  jsr draw_column
  jmp recolour_hex
@all:
  jmp map_draw
@end:
  rts

; wait_away: until the beam is not about to cross the map.
wait_away:
  bit vic_control1
  bmi @end
  lda vic_raster
  cmp #map_first_line - 10
  bcc @end
  cmp #flip_from
  bcc wait_away
@end:
  rts

; recolour_hex: colours of the cells at row (0 to 15), column, just drawn.
recolour_hex:
  ldx row
  beq @below
  jsr @three
@below:
  ldx row
  inx
  cpx #map_top + map_rows
  bcc @three
  rts
@three:
  jsr row_start
  lda dst
  sta src
  lda dst + 1
  sta src + 1
  sec
  sbc draw_high
  clc
  adc #>colour_ram
  sta dst + 1
  lda column
  asl a
  adc column
  tay
  lda #3
  sta count
@cell:
  lda (src), y
  tax
  lda map_colours, x
  sta (dst), y
  iny
  dec count
  bne @cell
  rts

; show_units io0: 1 shows the counters, 0 hides them.
shell_show_units:
  lda io0
  cmp units_shown
  beq @end
  sta units_shown
  lda map_shown
  beq @end
  jmp map_draw
@end:
  rts
