; overview: the two maps of small scale: half scale (page 3) shows 31 x 22 hexes with zones, the whole map (page 4) all.

.include "defs.inc"
.include "geometry.inc"
.include "overview.inc"
.import grid_columns, grid_rows
.import screen, object_draw, rectangle_fill, labels_draw, clip_left, clip_right, clip_top, clip_bottom
.import view_terrain, view_first, view_next, view_hidden, view_side, view_symbol
.import view_dump_at, view_dump_number, view_dump_side, view_dump_at_count, view_target
.import half_grounds, whole_grounds, half_units, whole_units, whole_dumps, class_shades, ground_count, ground_city
.import object_whole_city
.import window_x, window_y, square_new, hex_lines
.export overview_draw, list_hex, scale, first_column, first_row


.segment "SHELLBSS"
.align 2
scale:        .res 4                    ; the page's
first_column: .res 2                    ; hex at the upper left
first_row:    .res 2
column_x:     .res 2                    ; x for which the blitter is set up (hex_ground); -1: for none
column_words: .res 2                    ; words that it writes; 0: the column reaches over an edge
column_at:    .res 4                    ; where they begin in the screen's first line

.segment "SHELL"

half:
  .word 10, 4, 10, 31, 22, 7, 5, 84, 65, 234, 10, 8, 1, 21, 9, 317, 10
whole:
  .word 6, 8, 13, 64, 64, 4, 3, 52, 41, 220, 7, 8, 2, 22, 10, 311, 6
whole_close:                            ; for more rows than find room
  .word 6, 8, 13, 64, 64, 4, 3, 52, 34, 220, 7, 8, 2, 22, 10, 311, 5

hollow        = 2                       ; in a unit that is a target
most_rows     = 34                      ; of hexes, as the whole map is drawn if they have room

; Ground of the whole map: slate, a line around the map's own black: x, y, width, height, colour.
whole_boxes:
  .word 0, 10, 320, 236, 6
  .word 5, 11, 308, 212, 4
  .word 6, 12, 306, 210, 0
  .word $FFFF

; overview_draw: all of it.
; in: d0.b = page.  out: scale, first_column, first_row.  clobbers: d0, d1, a0, a1.
overview_draw:
  movem.l d2-d7/a2-a5, -(sp)
  lea half(pc), a5
  cmpi.b #page_half, d0
  beq @scale
  lea whole_boxes(pc), a3
  bsr boxes_draw
  lea whole(pc), a5
  move.w #grid_rows, d1
  cmpi.w #most_rows, d1
  ble @scale
  lea whole_close(pc), a5
@scale:
  move.l a5, scale
  jsr square_new
  bsr corner_find
  move.w #-1, column_x
  lea half_grounds, a3
  cmpi.w #half_pitch, pitch(a5)
  beq @grounds
  lea whole_grounds, a3
@grounds:
  lea hex_ground(pc), a4
  bsr hexes
  blit_wait
  lea hex_lines, a4
  bsr hexes
  lea hex_units(pc), a4
  bsr hexes
  bsr dumps_draw
  jsr labels_draw
  movem.l (sp)+, d2-d7/a2-a5
  rts

; boxes_draw: a3 = boxes, ended by -1. clobbers d0 to d4, a0, a1.
boxes_draw:
  move.w (a3)+, d0
  bmi @done
  movem.w (a3)+, d1-d4
  lea screen, a1
  jsr rectangle_fill
  bra boxes_draw
@done:
  rts

; corner_find: the part of the map that has the window in its middle.
corner_find:
  move.w window_x, d0
  lsr.w #5, d0
  subi.w #12, d0
  move.w #grid_columns, d1
  sub.w columns(a5), d1
  bpl @wide
  moveq #0, d1
@wide:
  clamp d0, d1
  move.w d0, first_column
  move.w window_y, d0
  lsr.w #5, d0
  subq.w #8, d0
  move.w #grid_rows, d1
  sub.w rows(a5), d1
  bpl @high
  moveq #0, d1
@high:
  clamp d0, d1
  move.w d0, first_row
  rts

; hexes: calls a4 for each hex that is shown: d5 = hex, d6, d7 = x, y of its corner on the screen. It keeps these, a4 and a5.
hexes:
  move.w first_column, d0
@column:
  cmpi.w #grid_columns, d0
  bcc @done
  move.w d0, d1
  sub.w first_column, d1
  cmp.w columns(a5), d1
  bcc @done
  move.w d0, -(sp)
  move.w first_row, d1
  moveq #0, d5
  hex_number d0, d1, d5
  bsr place
  move.w #grid_rows, d2
  sub.w first_row, d2
  cmp.w rows(a5), d2
  ble @rows
  move.w rows(a5), d2
@rows:
  subq.w #1, d2
@row:
  move.w d2, -(sp)
  jsr (a4)
  move.w (sp)+, d2
  addq.w #1, d5
  add.w row_pitch(a5), d7
  dbra d2, @row
  move.w (sp)+, d0
  addq.w #1, d0
  bra @column
@done:
  rts

; place: d0, d1 = column, row. out: d6, d7 = corner on the screen.
place:
  move.w d0, d6
  sub.w first_column, d6
  mulu pitch(a5), d6
  add.w left(a5), d6
  move.w d1, d7
  sub.w first_row, d7
  mulu row_pitch(a5), d7
  add.w top(a5), d7
  btst #0, d0
  beq @even
  move.w row_pitch(a5), d2
  lsr.w #1, d2
  add.w d2, d7
@even:
  rts

; hex_ground: terrain, of the table at a3. Within a column all hexes lie alike in their words: the blitter keeps all but addresses.
; Only what is wider than a word or reaches over an edge is drawn as anything else.
hex_ground:
  bsr terrain_here
  lsl.w #2, d4
  movea.l 0(a3,d4.w), a0
  cmp.w column_x, d6
  beq @column
  bsr column_begin
@column:
  move.w column_words, d3
  beq @alone
  cmpi.w #1, object_words(a0)
  bne @alone
  tst.w object_x(a0)
  bne @alone
  move.w object_y(a0), d0
  add.w d7, d0
  cmp.w clip_top, d0
  blt @alone
  move.w object_rows(a0), d1
  move.w d0, d2
  add.w d1, d2
  cmp.w clip_bottom, d2
  bgt @alone
  move.l object_mask(a0), d2
  beq @alone
  mulu #screen_row, d0
  movea.l column_at, a1
  adda.l d0, a1
  move.w d1, d0
  lsl.w #2, d0
  add.w d0, d1                          ; lines
  lsl.w #6, d1
  or.w d3, d1
  blit_hold
  move.l d2, BLTAPT(a6)
  move.l object_image(a0), BLTBPT(a6)
  move.l a1, BLTCPT(a6)
  move.l a1, BLTDPT(a6)
  move.w d1, BLTSIZE(a6)
  rts
@alone:
  move.w #-1, column_x
  bra object_here

; column_begin: the blitter is set up for objects of a word at x = d6. clobbers d0 to d3.
column_begin:
  move.w d6, column_x
  moveq #1, d3                          ; words
  moveq #0, d2
  move.w d6, d0
  asr.w #4, d0
  blit_wait
  move.w #-1, BLTAFWM(a6)
  moveq #15, d1
  and.w d6, d1
  beq @aligned
  addq.w #1, d3                         ; the second takes what is shifted out
  moveq #-1, d2
@aligned:
  not.w d2
  move.w d2, BLTALWM(a6)
  not.w d2
  add.w d2, d2                          ; 0 or -2
  move.w d2, BLTAMOD(a6)
  move.w d2, BLTBMOD(a6)
  ror.w #4, d1
  move.w d1, BLTCON1(a6)
  ori.w #minterm_cookie, d1
  move.w d1, BLTCON0(a6)
  moveq #screen_bytes, d1
  sub.w d3, d1
  sub.w d3, d1
  move.w d1, BLTCMOD(a6)
  move.w d1, BLTDMOD(a6)
  move.w d3, d1
  add.w d0, d1
  cmp.w clip_right, d1
  bgt @over
  cmp.w clip_left, d0
  bge @in
@over:
  moveq #0, d3
@in:
  move.w d3, column_words
  lea screen, a1
  adda.w d0, a1
  adda.w d0, a1
  move.l a1, column_at
  rts

; piece_draw: piece d4 of the table at a0 (half scale) or a1 (whole map) at d6, d7. clobbers d0 to d4, a0, a1.
piece_draw:
  cmpi.w #half_pitch, pitch(a5)
  beq @half
  movea.l a1, a0
@half:
  lsl.w #2, d4
  movea.l 0(a0,d4.w), a0
; falls through to object_here

; object_here: object a0 at d6, d7. clobbers d0 to d3, a0, a1.
object_here:
  move.w d6, d0
  move.w d7, d1
  lea screen, a1
  moveq #screen_bytes, d2
  jmp object_draw

; terrain_here: d4 = kind of hex d5 that has a picture. clobbers a2.
terrain_here:
  lea view_terrain, a2
  moveq #0, d4
  move.b 0(a2,d5.w), d4
  cmpi.w #ground_count, d4
  bcs @known
  moveq #0, d4
@known:
  rts

; hex_units: the first unit that is seen, in one of two shades of its side; on the whole map hollow if it is a target, and below it
; a city, which lies on the roads.
hex_units:
  cmpi.w #half_pitch, pitch(a5)
  beq @units
  lea view_terrain, a0
  cmpi.b #<ground_city, 0(a0,d5.w)
  bne @units
  lea object_whole_city, a0
  bsr object_here
@units:
  lea view_first, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
@unit:
  cmpi.w #no_unit, d0
  beq @none
  lea view_hidden, a0
  tst.b 0(a0,d0.w)
  beq @found
  lea view_next, a0
  move.b 0(a0,d0.w), d0
  bra @unit
@none:
  rts
@found:
  lea view_symbol, a0
  moveq #15, d2
  and.b 0(a0,d0.w), d2
  lea view_side, a0
  moveq #1, d4
  and.b 0(a0,d0.w), d4
  add.w d4, d4
  lea class_shades, a0
  or.b 0(a0,d2.w), d4
  lea half_units, a0
  lea whole_units, a1
  move.w d0, -(sp)
  bsr piece_draw
  move.w (sp)+, d0
  cmpi.w #half_pitch, pitch(a5)
  beq @solid
  lea view_target, a0
  tst.b 0(a0,d0.w)
  beq @solid
  move.w d6, d0                         ; hollow
  addq.w #2, d0
  move.w d7, d1
  addq.w #2, d1
  moveq #3, d2
  moveq #3, d3
  moveq #hollow, d4
  lea screen, a1
  jmp rectangle_fill
@solid:
  rts

; dumps_draw: yellow or white squares.
dumps_draw:
  move.w #view_dump_at_count, d0
  beq @done
  moveq #0, d5
@dump:
  lea view_dump_number, a0
  tst.b 0(a0,d5.w)
  beq @next
  lea view_dump_at, a0
  bsr list_hex
  bcs @next
  move.w middle_x(a5), d0
  subq.w #4, d0
  add.w d0, d6
  move.w middle_y(a5), d0
  subq.w #3, d0
  add.w d0, d7
  lea view_dump_side, a1
  moveq #1, d0
  and.b 0(a1,d5.w), d0
  lsl.w #2, d0
  lea whole_dumps, a0
  movea.l 0(a0,d0.w), a0
  bsr object_here
@next:
  addq.w #1, d5
  cmpi.w #view_dump_at_count, d5
  bcs @dump
@done:
  rts

; list_hex: where the hex of an entry of a word list is.
; in: a0 = list, d5.w = entry; a5 = scale.  out: d3 = hex; d6, d7 = its corner; carry set if it is not shown.  clobbers: d0 to d2.
list_hex:
  list_word d5, d0
  cmpi.w #no_hex, d0
  beq @no
  move.w d0, d3
  hex_split d0, d1
  move.w d0, d2
  sub.w first_column, d2
  bcs @no
  cmp.w columns(a5), d2
  bcc @no
  move.w d1, d2
  sub.w first_row, d2
  bcs @no
  cmp.w rows(a5), d2
  bcc @no
  bsr place
  cmp.w d0, d0                          ; carry clear
  rts
@no:
  cmp.w #1, d0
  ori #1, ccr
  rts
