; map: the map window, 13 x 7 hexes in 40 x 15 cells. Two screens take turns: the next picture is drawn on the hidden
; one, then shown below the window while the beam is elsewhere, and colour RAM follows ahead of the beam, row by row.
;
; Window cell of hex (x, y): column 3 (x - win_x), row 1 + 2 (y - win_y) + (x mod 2).

.include "defs.inc"
.include "calls.inc"
.importzp src, dst, hex_x, hex_y, hex_odd, hex_temp, cell_edge, cell_left, cell_right, count, row, column
.import grid_columns, grid_rows, units_shown
.import map_recolour, recolour_cells, block_size, next_block
.import hex_column, hex_upper, hex_lower, edge_only
.import row_mode, map_memory, bands_build, page_now, page_clear, cursor_place, cursor_late
.export shell_map, shell_refresh, shell_show_units, map_start, win_x, win_y, hex_split, row_low, row_high, map_shown, map_draw, view_high, draw_high, cell_column

; Colour RAM may be rewritten, top row first, from the moment the beam has left the map's first row: it goes faster than
; we do. From late_line on the beam's next visit would catch us up.
early_line = first_line + 8 * (map_top + 1) + 1
late_line  = 294
first_line = 51
map_bottom = first_line + 8 * (map_top + map_rows)
copy_step  = 7                  ; bytes of the code of one copied cell
margin_x = 2                    ; hexes kept between a hex in view and the window's rim
margin_y = 1

.segment "SHELLBSS"
win_x:      .res 1              ; hex column and row in the window's upper left
win_y:      .res 1
map_shown:  .res 1              ; 1: the window shows a map
draw_high:  .res 1              ; high byte of the screen being drawn
cell_column: .res 1             ; first screen column of the hexes being drawn
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

; map_start: nothing is shown yet.
; in: nothing.  out: map_shown, view_high, map_memory.  clobbers: a.
map_start:
  lda #0
  sta map_shown
  lda #>screen_text
  sta view_high
  lda #memory_map
  sta map_memory
  rts

; hex_split: the column and row of a hex.
; in: x:a = hex, a low byte.  out: hex_x, hex_y.  clobbers: a.
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
  jsr steps
  jsr near
  beq @close
@centre:
  lda hex_x
  sec
  sbc #map_wide / 2
  ldx #<(grid_columns - map_wide)
  jsr clamp
  sec
  sbc win_x
  sta step_x
  lda hex_y
  sec
  sbc #map_high / 2
  ldx #<(grid_rows - map_high)
  jsr clamp
  sec
  sbc win_y
  sta step_y
  jsr near
  bne @jump
@close:
  lda map_shown                 ; behind another page the window is where it was
  bne @scroll
@jump:
  clc
  lda win_x
  adc step_x
  sta win_x
  clc
  lda win_y
  adc step_y
  sta win_y
  jmp map_draw
@scroll:
  lda step_x
  ora step_y
  beq @end
  jmp scroll
@end:
  rts

; near: z set if the window has one step to go each way at most: that scrolls, more jumps. clobbers a, x.
near:
  ldx #0
  lda step_x
  jsr far
  lda step_y
  jsr far
  cpx #0
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

; put_cells: stores the three characters in the row that begins at pointer. clobbers a, y.
.macro put_cells pointer
  ldy cell_column
  lda cell_edge
  sta (pointer), y
  lda edge_only
  bne * + 12                    ; past the core (no label: it would end the scope of the user's)
  iny
  lda cell_left
  sta (pointer), y
  iny
  lda cell_right
  sta (pointer), y
.endmacro

; map_draw: the whole window anew.
; in: win_x, win_y.  out: map_shown, view_high.  clobbers: a, x, y, src, dst, count, row, column; as hex_column, hex_upper,
; hex_lower; hex_x, hex_y, the cells.
map_draw:
  jsr other_screen
  ldx #map_wide
@column:
  stx column
  jsr draw_column
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
  stx map_memory                ; the next frame's split shows it
  jsr cursor_place
  jsr cursor_late
  jmp map_recolour

; wait_flip: until colour RAM may be rewritten.
wait_flip:
  lda vic_raster
  bit vic_control1
  bmi @low
  cmp #early_line
  bcc wait_flip
  rts
@low:
  cmp #<late_line               ; lines from 256 on
  bcs wait_flip
  rts

; other_screen: draws on the screen that is not shown.
other_screen:
  lda view_high
  eor #>(screen_text ^ screen_back)
  sta draw_high
  rts

; draw_column: all rows of column (0 to 13) of the window.
draw_column:
  jsr prepare
  ldx #map_top
  stx row
  jsr row_start
@row:
  jsr half_hex
  put_cells dst
  lda dst
  clc
  adc #columns
  sta dst
  bcc @next
  inc dst + 1
@next:
  inc row
  lda row
  cmp #map_top + map_rows
  bne @row
  rts

; prepare: hex column of the window's column, and where its cells begin.
prepare:
  lda column
  clc
  adc win_x
  sta hex_x
  lda column
  asl a
  adc column
  sta cell_column
  lda #0
  ldx column
  cpx #map_wide
  rol a
  sta edge_only                 ; of the last column only the boundary is in the window
  jmp hex_column

; half_hex: the characters of the prepared column in row.
half_hex:
  lda row
  sec
  sbc hex_odd
  sec
  sbc #map_top
  sta hex_temp                  ; -1 to 14: twice the hex row, and the half
  cmp #$80
  ror a
  clc
  adc win_y
  sta hex_y
  lsr hex_temp
  bcs @lower
  jmp hex_upper
@lower:
  jmp hex_lower

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
  ; rows that stay go up, down or nowhere: source and destination begin two rows apart
  ldx #map_top
  ldy #map_rows
  lda step_y
  beq @rows_known
  ldy #map_rows - 2
  asl a
  bcc @rows_known
  ldx #map_top + 2
@rows_known:
  sty row
  jsr row_start
  lda step_y
  asl a
  stx count
  clc
  adc count
  tax
  lda step_x
  asl a
  clc
  adc step_x                    ; three cells a hex: -3, 0, 3
  ldy #0
  cmp #$80
  bcc @positive
  dey
@positive:
  clc
  adc row_low, x
  sta src
  tya
  adc row_high, x
  clc
  adc view_high
  sta src + 1
scroll_block:
  jsr block_size
.repeat unrolled, i
  lda src
  sta copy_code + copy_step * i + 1
  lda src + 1
  sta copy_code + copy_step * i + 2
  lda dst
  sta copy_code + copy_step * i + 4
  lda dst + 1
  sta copy_code + copy_step * i + 5
.endrepeat
  ldx #0
copy_code:                      ; what comes round a row's end is drawn over below
.repeat unrolled
  lda $FFFF, x                  ; address written above
  sta $FFFF, x                  ; address written above
  inx
.endrepeat
  cpx count
  bne copy_code
  jsr next_block
  beq @copied
  jmp scroll_block
@copied:
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
  jsr draw_column
  dec column
  jsr draw_column
  jmp @rows
@first:
  lda #0
  sta column
  jsr draw_column
@rows:
  ; two rows that came in
  lda #map_top
  ldx step_y
  beq scroll_done
  bmi @rows_from
  lda #map_top + map_rows - 2
@rows_from:
  sta row
  tax
  inx
  jsr row_start
  lda dst
  sta src
  lda dst + 1
  sta src + 1
  dex
  jsr row_start
  ldx #map_wide
end_column:
  stx column
  jsr prepare
  jsr half_hex
  put_cells dst
  inc row
  jsr half_hex
  put_cells src
  dec row
  ldx column
  dex
  bpl end_column
scroll_done:
  jmp flip

; refresh io0: the hex's six cells anew; $FFFF: the whole window.
shell_refresh:
  lda map_shown
  beq @end
  ldx io0 + 1
  cpx #no_hex_high
  beq redraw
  lda io0
  jsr hex_split
  lda hex_x
  sec
  sbc win_x
  cmp #map_wide
  bcs @end
  sta column
  lda hex_x
  and #1
  sta row
  lda hex_y
  sec
  sbc win_y
  asl a                         ; -2 stands for half a hex above the window
  clc
  adc row
  clc
  adc #map_top
  sta row
  lda view_high
  sta draw_high
  jsr prepare
  jsr wait_away
  jsr @half
  inc row
@half:
  lda row
  sec
  sbc #map_top
  cmp #map_rows
  bcs @end
  jsr half_hex
  ldx row
  jsr row_start
  put_cells dst
  jmp recolour_cells
@end:
  rts
redraw:
  jmp map_draw

; wait_away: until the beam is not about to cross the map.
wait_away:
  bit vic_control1
  bmi @end
  lda vic_raster
  cmp #first_line
  bcc @end
  cmp #map_bottom
  bcc wait_away
@end:
  rts

; show_units io0: 1 shows the counters, 0 hides them.
shell_show_units:
  lda io0
  cmp units_shown
  beq @end
  sta units_shown
  lda map_shown
  bne redraw
@end:
  rts
