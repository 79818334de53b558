; symbols: what stands beside text in a game that is worked with keys: counters, and pieces of the map.

.include "defs.inc"
.include "window.inc"
.include "geometry.inc"
.import vm_v, screen, object_draw, box_draw, counter_bare, counter_compose, window_here, clip_top, clip_bottom, clip_screen
.import ground_tiles, ground_count, ground_city, ground_colours, side_grounds, side_dots, site_kinds, site_count, dot_draw
.import object_objective, object_exit, object_river3, object_road2, object_road3, object_road5, object_road6, object_bridge3, object_blown3
.import view_terrain, view_owner, view_site, view_first, view_side, grid_columns, grid_rows
.export counter_now, symbol_now

io0 = vm_v
io1 = vm_v + 2
io2 = vm_v + 4
io3 = vm_v + 6

; Kinds (core/isa/shell.toml).
kind_ground  = 0
kind_counter = 1
kind_road    = 2
kind_river   = 3
kind_bridge  = 4
kind_blown   = 5
kind_owner   = 6
kind_exit    = 7
kind_whole   = 8

counter_left = 6                        ; pixels that a counter of the body stands further left than its cells
piece_left   = 6                        ; that a hex stands further left than its four cells
hex_rows     = 32
counter_rows = 22
border_in    = 3
site_objective = 2
cell_wide    = 8                        ; of a hex of the whole map
town_size    = 4
unit_in      = 2                        ; of a unit's mark: from the left of its cell
unit_wide    = 4
unit_high    = 3

.segment "SHELL"

; cell: d0, d1 = column, row of the window -> x, y of the screen; d4 = pixels from row to row. clobbers a0.
cell:
  movem.w d0-d1, -(sp)
  jsr window_here
  movem.w (sp)+, d0-d1
  mulu window_pitch_x(a0), d0
  add.w window_x(a0), d0
  move.w window_pitch_y(a0), d4
  mulu d4, d1
  add.w window_y(a0), d1
  rts

; counter_now: the counter of a unit at a column and row of the window.
; in: io0 = unit, io1, io2 = column, row.  out: nothing.  clobbers: d0 to d5, a0, a1.
counter_now:
  move.w io1, d0
  move.w io2, d1
  bsr cell
  subq.w #counter_left + 1, d0
  subq.w #border_in, d1
  move.w io0, d5
  andi.w #$FF, d5
  lea screen, a1
  moveq #screen_bytes, d2
  jmp counter_bare

; symbol_now: a piece of the map, a counter or the whole map, at four cells by two of the window.
; in: io0 = kind, io1 = which, io2, io3 = column, row.  out: nothing.  clobbers: d0 to d7, a0 to a2.
symbol_now:
  move.w io2, d0
  move.w io3, d1
  bsr cell
  lea screen, a1
  moveq #screen_bytes, d2
  move.w io0, d3
  cmpi.w #kind_whole, d3
  beq whole_draw
  bhi @none
  cmpi.w #kind_counter, d3
  beq composed
; A hex that ends where the two rows do, cut above by the row before them.
  add.w d4, d4
  add.w d4, d1
  move.w d1, clip_bottom
  sub.w d4, d1
  sub.w d4, d1
  addq.w #8, d1
  move.w d1, clip_top
  add.w d4, d1
  add.w d4, d1
  subi.w #8 + hex_rows, d1
  subq.w #piece_left, d0
  move.w io1, d5
  cmpi.w #kind_ground, d3
  beq @tile
  moveq #0, d5                          ; the first ground below anything else
@tile:
  movem.w d0-d1/d5, -(sp)
  cmpi.w #ground_count, d5
  bcs @known
  move.w #ground_city, d5               ; behind the last: a town that counts
  cmpi.w #ground_count, d5
  bcs @known
  moveq #0, d5
@known:
  lsl.w #4, d5                          ; four tiles each
  lea ground_tiles, a0
  movea.l 0(a0,d5.w), a0
  jsr object_draw
  movem.w (sp)+, d0-d1/d5
  cmpi.w #ground_count, d5
  bcs @pieces
  lea object_objective, a0
  bsr draw
@pieces:
  lsl.w #2, d3
  lea pieces(pc), a2
  move.w 0(a2,d3.w), d5                 ; objects
  move.w 2(a2,d3.w), d3
  lea 0(a2,d3.w), a2
@piece:
  subq.w #1, d5
  bmi @pieced
  movea.l (a2)+, a0
  bsr draw
  bra @piece
@pieced:
  cmpi.w #kind_owner, io0
  bne @clip
  jsr dot_draw
@clip:
  jmp clip_screen
@none:
  rts

; draw: object a0 in the hex at d0, d1. keeps these. clobbers a0.
draw:
  movem.w d0-d1, -(sp)
  jsr object_draw
  movem.w (sp)+, d0-d1
  rts

; By kind: how many objects, and which.
pieces:
  .word 0, nothing - pieces
  .word 0, nothing - pieces
  .word 2, road - pieces
  .word 1, river - pieces
  .word 4, bridge - pieces
  .word 4, blown - pieces
  .word 0, nothing - pieces
  .word 1, exit - pieces
nothing:
river:  .dword object_river3
road:   .dword object_road3, object_road6
bridge: .dword object_river3, object_road3, object_road6, object_bridge3
blown:  .dword object_river3, object_road3, object_road6, object_blown3
exit:   .dword object_exit

; composed: counter io1 at d0, d1: symbol + 8 * size + 32 * mode + 64 * side + 128 for a stack. It ends where the two rows do.
composed:
  add.w d4, d4
  add.w d4, d1
  subi.w #counter_rows, d1
  addq.w #2, d0
  tst.b io1 + 1
  bpl @one
  subq.w #2, d0
  subq.w #2, d1
  bsr @put
  addq.w #4, d0
  addq.w #2, d1
@one:
@put:
  move.w io1, d5
  moveq #7, d4
  and.w d5, d4
  lsr.w #3, d5
  moveq #3, d6
  and.w d5, d6
  lsr.w #2, d5
  moveq #1, d7
  and.w d5, d7
  lsr.w #1, d5
  moveq #1, d3
  and.w d5, d3
  jmp counter_compose

; whole_draw: the whole map in small at d0, d1: whose ground it is, and where units stand; d4 = pixels of two hexes, one above the
; other. Ground of the first side has the colours of its kinds.
whole_draw:
  move.w d0, d6                         ; x of the column
  lsr.w #1, d4
  move.w d4, d7                         ; rows of a hex
  moveq #0, d5                          ; column, row
@column:
  movem.w d1/d5, -(sp)
  btst #0, d5
  beq @even
  move.w d7, d0
  lsr.w #1, d0
  add.w d0, d1
@even:
  lsl.w #ROW_BITS, d5                   ; first hex
  move.w #grid_rows - 1, d3
@hex:
  movem.w d1/d3, -(sp)
  lea view_owner, a0
  tst.b 0(a0,d5.w)
  bne @other
  lea view_terrain, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  cmpi.w #ground_count, d0
  bcs @kind
  moveq #0, d0
@kind:
  lea ground_colours, a0
  bra @colour
@other:
  lea side_grounds, a0
  moveq #1, d0
@colour:
  moveq #0, d4
  move.b 0(a0,d0.w), d4
  moveq #cell_wide, d3
  swap d3
  move.w d7, d3
  move.w d6, d0
  jsr box_draw
  movem.w (sp), d1/d3
  bsr whole_unit
  movem.w (sp), d1/d3
  lea view_site, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  cmpi.w #site_count, d0
  bcc @next
  lea site_kinds, a0
  cmpi.b #site_objective, 0(a0,d0.w)
  bne @next
  move.w d6, d0
  addq.w #1, d0
  moveq #0, d4
  move.l #(town_size + 2) << 16 | town_size, d3
  jsr box_draw
  movem.w (sp), d1/d3
  addq.w #1, d1
  move.w d6, d0
  addq.w #2, d0
  moveq #18, d4
  lea view_owner, a0
  tst.b 0(a0,d5.w)
  bne @town
  moveq #1, d4
@town:
  move.l #town_size << 16 | (town_size - 2), d3
  jsr box_draw
@next:
  movem.w (sp)+, d1/d3
  add.w d7, d1
  addq.w #1, d5
  dbra d3, @hex
  movem.w (sp)+, d1/d5
  addq.w #cell_wide, d6
  addq.w #1, d5
  cmpi.w #grid_columns, d5
  bne @column
  rts

; whole_unit: a mark on hex d5 of the whole map, at d6, d1, if a unit stands there. clobbers d0, d1, d3, d4, a0.
whole_unit:
  lea view_first, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  cmpi.w #no_unit, d0
  beq @none
  lea view_side, a0
  move.b 0(a0,d0.w), d0
  andi.w #1, d0
  lea side_dots, a0
  moveq #0, d4
  move.b 0(a0,d0.w), d4
  move.w d6, d0
  addq.w #unit_in, d0
  addq.w #1, d1
  move.l #unit_wide << 16 | unit_high, d3
  jmp box_draw
@none:
  rts
