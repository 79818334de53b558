; range: the hexes that reach into a part of the map buffers, or into all of them, and what is done with each.

.include "defs.inc"
.include "geometry.inc"
.import grid_columns, grid_rows, buffer_column, buffer_top, clip_left, clip_right, clip_top, clip_bottom
.export range_all, range_alike, range_tiles, range_clip, range_names, range_covered, hexes_do, hexes_even, hexes_odd, hexes_where, list_place
.export range_left, range_right, range_top, range_bottom, range_top_odd, range_bottom_odd

; Rows that what belongs to a hex reaches above its corner, bridges, and ends below it, stacks.
reach_up   = 8
reach_down = 38
; Columns that a name reaches to the left and right of its hex.
name_left  = 2
name_right = 3

.segment "SHELLBSS"
.align 2
; Hexes that are drawn, from the buffers' first: columns, and rows of even ones and of odd ones, the last excluded.
range_left:    .res 2
range_right:   .res 2
range_top:     .res 2
range_bottom:  .res 2
range_top_odd: .res 2
range_bottom_odd: .res 2
; The same as far as they are on the map (columns_set): the first row of it, and how many.
even_rows:     .res 4
odd_rows:      .res 4
last_column:   .res 2                   ; excluded
column_step:   .res 2

.segment "SHELL"

; range_all: hexes_do goes over all hexes that reach into the buffers, whichever half of a column they begin with.
; in: nothing.  out: the range.  clobbers: nothing.
range_all:
  move.l #-1 << 16 | range_columns, range_left
  move.l #-1 << 16 | (buffer_rows / hex_pitch_y + 1), range_top
; falls through to range_alike

; range_alike: of odd columns the same rows as of even ones.
; in: the range of even ones.  out: that of odd ones.  clobbers: nothing.
range_alike:
  move.l range_top, range_top_odd
  rts

; range_tiles: over those whose own pixels the clip has: from its corner a hex is three words wide.
; in: the clip.  out: the range.  clobbers: d0, d1.
range_tiles:
  move.l #hex_pitch_y << 16, d1
  bra range_reach

; range_clip: the same with all that is drawn in a hex.
; in: the clip.  out: the range.  clobbers: d0, d1.
range_clip:
  move.l #reach_down << 16 | reach_up, d1
; falls through to range_reach

; range_reach: d1 = rows that it ends below the corner << 16 | rows that it begins above. clobbers d0, d1.
range_reach:
  move.w clip_left, d0
  subq.w #1, d0
  asr.w #1, d0
  move.w d0, range_left
  move.w clip_right, d0
  addq.w #1, d0
  asr.w #1, d0
  move.w d0, range_right
  move.w clip_bottom, d0
  add.w d1, d0
  addi.w #hex_pitch_y - 1, d0
  move.w d0, -(sp)
  asr.w #5, d0
  move.w d0, range_bottom
  move.w (sp)+, d0
  subi.w #hex_half, d0
  asr.w #5, d0
  move.w d0, range_bottom_odd
  swap d1
  move.w clip_top, d0
  sub.w d1, d0
  move.w d0, d1
  asr.w #5, d0
  addq.w #1, d0
  move.w d0, range_top
  subi.w #hex_half, d1
  asr.w #5, d1
  addq.w #1, d1
  move.w d1, range_top_odd
  rts

; range_names: the same, of hexes whose names reach into it.
; in: the clip.  out: the range.  clobbers: d0, d1.
range_names:
  bsr range_clip
  subq.w #name_left, range_left
  addq.w #name_right, range_right
  rts

; range_covered: whether all hexes in range are on the map.
; in: the range.  out: z set: they are.  clobbers: d0.
range_covered:
  move.w buffer_column, d0
  add.w range_left, d0
  bmi @no
  move.w buffer_column, d0
  add.w range_right, d0
  cmpi.w #grid_columns, d0
  bgt @no
  move.w buffer_top, d0
  add.w range_top_odd, d0               ; never below that of even columns
  bmi @no
  move.w buffer_top, d0
  add.w range_bottom, d0
  cmpi.w #grid_rows, d0
  bgt @no
  moveq #0, d0
  rts
@no:
  moveq #1, d0
  rts

; columns_set: the columns and rows in range, as far as they are on the map. out: d6 = the first column. clobbers d0, d3.
columns_set:
  move.w range_right, d0
  add.w buffer_column, d0
  cmpi.w #grid_columns, d0
  ble @right
  move.w #grid_columns, d0
@right:
  move.w d0, last_column
  move.l range_top, d0
  bsr @rows
  move.l d0, even_rows
  move.l range_top_odd, d0
  bsr @rows
  move.l d0, odd_rows
  move.w buffer_column, d6
  add.w range_left, d6
  bpl @left
  moveq #0, d6
@left:
  rts
; d0 = first row << 16 | the last excluded, in the buffers. out: d0 = first row of the map << 16 | rows.
@rows:
  move.w buffer_top, d3
  add.w d3, d0
  swap d0
  add.w d3, d0
  bpl @top
  moveq #0, d3
  move.w d3, d0
@top:
  move.w d0, d3
  swap d0
  cmpi.w #grid_rows, d0
  ble @bottom
  move.w #grid_rows, d0
@bottom:
  sub.w d3, d0
  rts

; hexes_do: calls a routine for every hex of the map in range, column by column, with d0, d1 = its x, y in the buffers, d5 = its
; number, d6, d7 = its column and row. It may change d0, d1, d4, d5, a0 and a2.
; in: a5 = the routine; the range; what it wants, as a1, d2 = bitmap.  out: nothing.  clobbers: d0, d1, a0, a2.
hexes_do:
  movem.l d3-d7/a3-a4, -(sp)
  bsr columns_set
  move.w #1, column_step
  bra next_column

; hexes_even: the same for every second column, from 0 on.
; in: as hexes_do.  out: nothing.  clobbers: d0, d1, a0, a2.
hexes_even:
  movem.l d3-d7/a3-a4, -(sp)
  bsr columns_set
  move.w #2, column_step
  btst #0, d6
  beq next_column
  addq.w #1, d6
  bra next_column

; hexes_odd: the same for every second column, from 1 on.
; in: as hexes_do.  out: nothing.  clobbers: d0, d1, a0, a2.
hexes_odd:
  movem.l d3-d7/a3-a4, -(sp)
  bsr columns_set
  move.w #2, column_step
  btst #0, d6
  bne next_column
  addq.w #1, d6
next_column:
  cmp.w last_column, d6
  bge columns_done
  bsr column_find
  ble another_column
  subq.w #1, d3
  movea.w d5, a4
  move.w d7, d0
  sub.w buffer_top, d0
  lsl.w #5, d0
  add.w d4, d0
  movea.w d0, a3                        ; y
  move.w d6, d0
  sub.w buffer_column, d0
  lsl.w #5, d0
  move.w d0, -(sp)                      ; x
@row:
  move.w (sp), d0
  move.w a3, d1
  move.w a4, d5
  jsr (a5)
  lea hex_pitch_y(a3), a3
  addq.w #1, a4
  addq.w #1, d7
  dbra d3, @row
  addq.l #2, sp
another_column:
  add.w column_step, d6
  bra next_column
columns_done:
  movem.l (sp)+, d3-d7/a3-a4
  rts

; column_find: of column d6: d3 = rows, d7 = the first, d5 = its hex, d4 = how far it lies lower; flags of d3.
column_find:
  moveq #0, d4
  movem.w even_rows, d3/d7
  btst #0, d6
  beq @rows
  moveq #hex_half, d4
  movem.w odd_rows, d3/d7
@rows:
  exg d3, d7
  hex_number d6, d7, d5
  tst.w d3
  rts

; hexes_where: the same for those hexes alone for which a role is not 0.
; in: a3 = the role; else as hexes_do.  out: nothing.  clobbers: d0, d1, a0, a2.
hexes_where:
  movem.l d3-d7/a3-a4, -(sp)
  movea.l a3, a4
  bsr columns_set
@column:
  cmp.w last_column, d6
  bge columns_done
  bsr column_find
  ble @next_column
  subq.w #1, d3
  lea 0(a4,d5.w), a3
@row:
  tst.b (a3)+
  bne @hex
@next:
  addq.w #1, d7
  dbra d3, @row
@next_column:
  addq.w #1, d6
  bra @column
@hex:
  movem.w d3-d4, -(sp)
  move.w d7, d1
  sub.w buffer_top, d1
  lsl.w #5, d1
  add.w d4, d1
  move.w d6, d0
  sub.w buffer_column, d0
  lsl.w #5, d0
  hex_number d6, d7, d5
  jsr (a5)
  movem.w (sp)+, d3-d4
  bra @next

; list_place: where the hex of an entry of a word list is.
; in: a0 = list, d7.w = entry; the range.  out: d0, d1 = its corner in the buffers; carry set if it is not in range; a0 is kept.
; clobbers: d4.
list_place:
  movem.l d5-d6, -(sp)
  list_word d7, d5
  cmpi.w #no_hex, d5
  beq @no
  move.w d5, d4
  hex_split d4, d5
  move.w d4, d6
  sub.w buffer_column, d6
  cmp.w range_left, d6
  blt @no
  cmp.w range_right, d6
  bge @no
  move.w d5, d6
  sub.w buffer_top, d6
  btst #0, d4
  bne @odd
  cmp.w range_top, d6
  blt @no
  cmp.w range_bottom, d6
  bge @no
  bra @yes
@odd:
  cmp.w range_top_odd, d6
  blt @no
  cmp.w range_bottom_odd, d6
  bge @no
@yes:
  hex_place d4, d5, d0, d1
  movem.l (sp)+, d5-d6
  andi #$FE, ccr
  rts
@no:
  movem.l (sp)+, d5-d6
  ori #1, ccr
  rts
