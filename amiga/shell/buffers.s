; buffers: two of the same shape hold the land around the map window: the ground alone (ground.s), and the ground with counters,
; which the window shows. Whatever part is drawn, it looks as if all were (region_draw).
;
; As long as the window glides on, a word of the map lies at the same place of a buffer: so many words on as it is from the map's left edge,
; in the line of its row, shifted by row_shift, modulo buffer_rows. So the buffers hold whichever buffer_words and buffer_rows lie around the window; when that moves on,
; what comes in takes the place of what it leaves behind, and nothing is moved. The words of a line go on in the next one; in one
; row, the seam, the buffer begins again.

.include "defs.inc"
.include "geometry.inc"
.import vm_v, record_end, window_x, window_y
.import ground_bitmap, map_bitmap, ground_draw, hexes_do, rectangle_copy, counters_draw
.import window_copy, rows_copy, copy_top, copy_rows, range_all, range_clip, range_names
.import names_draw, names_forget, plates_draw
.import clip_left, clip_right, clip_top, clip_bottom, clip_screen
.import range_left, range_right, range_top, range_bottom, range_alike
.import changes_find, changes_of_hex, changes_taken, changes_none, changed, changed_count, changed_ground
.export call_refresh, call_show_units, buffers_step, buffers_draw, map_shown, units_shown
.export buffers_known, buffer_word, buffer_column, buffer_top, origin, seam, part_origin, ground_at, row_shift, around_draw, around_all, around_x, around_y

io0 = vm_v
parts_around = 4
ground_waits = parts_around + 1         ; the ground of what the window shows, too

.segment "SHELLBSS"
.align 2
map_shown:   .res 1                     ; 1: the buffers hold the map around the window
units_shown: .res 1                     ; 0: counters are hidden
.align 2
buffer_word:   .res 2                   ; the first word of the map that they hold
buffer_column: .res 2                   ; the hex column it is in, and the first hex row: places in the buffers are counted from there
buffer_top:    .res 2
odd_word:    .res 2                     ; 1: they begin with the column's second word
row_shift:   .res 2                     ; by so many lines
seam:        .res 2                     ; the row that lies in a buffer's first line
origin:      .res 4                     ; bytes from a buffer to the column's first word in their first row
ground_at:   .res 4                     ; the buffer that the ground is drawn into
part_origin: .res 4                     ; the same for the rows that are drawn now: another one from the seam on
buffers_known: .res 2                   ; not 0: they hold the map, whether it is seen or not, as the sums in changes.s tell
around_count: .res 2                    ; of what lies around the window so many parts are yet to be drawn
around_ground: .res 2                   ; not 0: the ground, too
around_x:    .res 2                     ; where it was
around_y:    .res 2
touched_top: .res 2                     ; rows of the buffers that were drawn on
touched_end: .res 2

.segment "SHELL"

; buffers_place: what they hold begins there.
; in: d0.w = word of the map, d1.w = hex row.  out: all that tells where a place is in them.  clobbers: d0, d1.
buffers_place:
  move.w d0, buffer_word
  move.w d1, buffer_top
  move.w d0, odd_word
  andi.w #1, odd_word
  lsr.w #1, d0
  move.w d0, buffer_column
  lsl.w #5, d1
  add.w row_shift, d1
  ext.l d1
  divu #buffer_rows, d1
  swap d1                               ; the line of their first row
  move.w #buffer_rows, seam
  sub.w d1, seam
  mulu #buffer_row, d1
  lsl.w #2, d0
  add.w d0, d1
  bcc @origin
  addi.l #$10000, d1
@origin:
  move.l d1, origin
  rts

; buffers_step: they move along, and what comes in is drawn.
; in: d0.w, d1.w = by so many words and hex rows, signed.  out: nothing.  clobbers: d0, d1, a0, a1.
buffers_step:
  movem.l d2-d7/a2/a5, -(sp)
  move.w d0, d6
  move.w d1, d7
  move.w buffer_column, d5
  add.w buffer_word, d0
  add.w buffer_top, d1
  bsr buffers_place
  neg.w d5
  add.w buffer_column, d5               ; hex columns
  move.w d5, d0
  or.w d7, d0
  beq @columns
  bsr clip_all
  jsr range_names
  jsr names_forget
@columns:
  move.w d6, d0
  beq @rows
  move.w odd_word, d1
  moveq #buffer_words, d2
  add.w d1, d2
  bsr come_in
  moveq #0, d2
  move.w #buffer_rows, d3
  bsr clip_to
  bsr region_draw
  move.w d5, d0
  beq @rows                             ; no hex is new
  jsr range_all
  moveq #-1, d1
  moveq #range_columns, d2
  bsr come_in
  move.w d0, range_left
  move.w d1, range_right
  jsr changes_taken
@rows:
  move.w d7, d0
  beq @done
  lsl.w #5, d0                          ; rows of pixels
  moveq #0, d1
  move.w #buffer_rows, d2
  bsr come_in
  move.w d0, d2
  move.w d1, d3
  move.w odd_word, d0
  moveq #buffer_words, d1
  add.w d0, d1
  bsr clip_to
  bsr region_draw
  jsr range_all
  move.w d7, d0
  moveq #-1, d1
  moveq #buffer_rows / hex_pitch_y + 1, d2
  bsr come_in
  move.w d0, range_top
  move.w d1, range_bottom
  jsr range_alike
  jsr changes_taken
@done:
  movem.l (sp)+, d2-d7/a2/a5
  rts

; come_in: which of d1 to d2, the last excluded, come in when all move along by d0. out: d0, d1 likewise.
come_in:
  tst.w d0
  bmi @first
  exg d1, d2
  move.w d1, d2
  sub.w d0, d2
  move.w d2, d0
  rts
@first:
  neg.w d0
  add.w d1, d0
  exg d0, d1
  rts

; clip_all: all of the buffers may be drawn on. clobbers d0, d1.
clip_all:
  movem.l d2-d3, -(sp)
  move.w odd_word, d0
  moveq #buffer_words, d1
  add.w d0, d1
  moveq #0, d2
  move.w #buffer_rows, d3
  bsr clip_to
  movem.l (sp)+, d2-d3
  rts

; clip_to: words d0 to d1 of the buffers, rows d2 to d3, as far as they have them. out: carry set if they have none.
clip_to:
  cmp.w odd_word, d0
  bge @right
  move.w odd_word, d0
@right:
  subi.w #buffer_words, d1
  cmp.w odd_word, d1
  ble @width
  move.w odd_word, d1
@width:
  addi.w #buffer_words, d1
  tst.w d2
  bpl @bottom
  moveq #0, d2
@bottom:
  cmpi.w #buffer_rows, d3
  ble @set
  move.w #buffer_rows, d3
@set:
  move.w d0, clip_left
  move.w d1, clip_right
  move.w d2, clip_top
  move.w d3, clip_bottom
  cmp.w d1, d0
  bge @none
  cmp.w d3, d2
  bge @none
  andi #$FE, ccr
  rts
@none:
  ori #1, ccr
  rts

; region_anew: what the clip leaves of both buffers, or of the map buffer if the ground is as it was.
region_anew:
  tst.w around_ground
  beq region_units
; falls through to region_draw

; region_draw: what the clip leaves of both buffers, as it is when all of them is drawn: everything that reaches into it, in the
; same order. Then the clip is the screen.
region_draw:
  move.l a5, -(sp)
  lea part_draw(pc), a5
  bra in_parts

; region_units: the same of the map buffer: the ground, and names and counters where they are shown.
region_units:
  move.l a5, -(sp)
  lea part_units(pc), a5
  bra in_parts

; region_of: what routine a5 draws.
region_of:
  move.l a5, -(sp)
; falls through to in_parts

; in_parts: calls a5 for the rows of the clip above the seam, and for those from there on.
in_parts:
  move.l origin, part_origin
  move.w clip_bottom, -(sp)
  move.w seam, d0
  cmp.w clip_top, d0
  ble @below
  cmp.w clip_bottom, d0
  bge @last
  move.w d0, clip_bottom
  jsr (a5)
  move.w seam, clip_top
  move.w (sp), clip_bottom
@below:
  subi.l #buffer_size, part_origin
@last:
  jsr (a5)
  addq.l #2, sp
  movea.l (sp)+, a5
  jmp clip_screen

; part_ground: the clip's part of the ground's buffer, on one side of the seam.
part_ground:
  move.l #ground_bitmap, ground_at
  jmp ground_draw

; part_first: that of the map buffer, its ground not copied but drawn there.
part_first:
  move.l #map_bitmap, ground_at
  jsr ground_draw
  movem.l d2-d3/a5, -(sp)
  bra part_over

; part_draw: that of both.
part_draw:
  bsr part_ground
; falls through to part_units

; part_units: that of the map buffer.
part_units:
  movem.l d2-d3/a5, -(sp)
  move.w clip_top, d0
  mulu #buffer_row, d0
  move.w clip_left, d2
  add.w d2, d2
  ext.l d2
  add.l d2, d0
  add.l part_origin, d0
  lea ground_bitmap, a0
  adda.l d0, a0
  lea map_bitmap, a1
  adda.l d0, a1
  move.w #buffer_bytes, d0
  move.w d0, d1
  move.w clip_right, d2
  sub.w clip_left, d2
  move.w clip_bottom, d3
  sub.w clip_top, d3
  jsr rectangle_copy
part_over:
  tst.b units_shown
  beq @done
  lea map_bitmap, a1
  adda.l part_origin, a1
  move.w #buffer_bytes, d2
  jsr range_names
  jsr names_draw
  jsr range_clip
  lea counters_draw, a5
  jsr hexes_do
  jsr plates_draw
@done:
  movem.l (sp)+, d2-d3/a5
  rts

; buffers_draw: both buffers anew around the window, and what of them is seen.
; in: nothing.  out: nothing.  clobbers: d0 to d3, a0 to a2.
buffers_draw:
  move.w window_x, d0
  lsr.w #4, d0
  beq @word
  subq.w #1, d0
@word:
  move.w window_y, d1
  lsr.w #5, d1
  beq @row
  subq.w #1, d1
@row:
  moveq #0, d2                          ; so that the seam is out of the way
  move.w d1, d2
  lsl.w #5, d2
  divu #buffer_rows, d2
  swap d2
  move.w #buffer_rows, row_shift
  sub.w d2, row_shift
  bsr buffers_place
  move.b #1, map_shown
  move.w #1, buffers_known
; falls through to buffers_anew

; buffers_anew: what the window shows is drawn as the map is now, so that it is seen: its ground at once where the counters are laid on it.
; The buffer of the ground alone has it later, and so comes what lies around.
buffers_anew:
  move.l a5, -(sp)
  lea part_first(pc), a5
  move.w #1, around_ground
  move.w #ground_waits, around_count
  bra window_anew

; buffers_units: the same where the ground is as it was: what of it is yet to be drawn around the window comes with the rest.
buffers_units:
  bsr ground_settle
  tst.w around_count
  bne @rest
  clr.w around_ground
@rest:
  move.l a5, -(sp)
  lea part_units(pc), a5
  move.w #parts_around, around_count
window_anew:
  movem.l d4-d7, -(sp)
  jsr changes_none
  move.w window_x, around_x
  move.w window_y, around_y
  bsr parts_find
  move.w d4, d0
  move.w d5, d1
  move.w d6, d2
  move.w d7, d3
  bsr clip_to
  bsr region_of
  jsr window_copy
  jsr range_all
  jsr changes_taken
  movem.l (sp)+, d4-d7
  movea.l (sp)+, a5
  rts

.if KEYED = 0
.import narrow
; buffers_again: the map as the buffers hold it, and what has changed since, behind another page.
; in: the window is in them.  out: nothing.  clobbers: d0 to d3, a0 to a2.
buffers_again:
  move.b #1, map_shown
  jsr changes_find
  move.w changed_count, d0
  beq window_copy
  cmpi.w #most_changed, d0
  bls @few
  move.w #1, narrow
  tst.w changed_ground
  beq buffers_units
  bra buffers_anew
@few:
  bsr ground_settle
  movem.l d4-d5, -(sp)
  move.w changed_count, d4
  lea changed, a2
@hex:
  move.w (a2)+, d5
  bsr change_draw
  subq.w #1, d4
  bne @hex
  movem.l (sp)+, d4-d5
  jmp window_copy
.export buffers_again
.endif

; ground_settle: the ground of what the window shows is in its buffer. clobbers d0, d1, a0, a1.
ground_settle:
  cmpi.w #ground_waits, around_count
  beq around_draw
  rts

; parts_find: d4 to d5, d6 to d7 = words and rows of the buffers that the window showed when they were drawn. clobbers d0.
parts_find:
  move.w around_x, d4
  lsr.w #4, d4
  move.w buffer_column, d0
  add.w d0, d0
  sub.w d0, d4
  move.w d4, d5
  addi.w #map_words + 1, d5
  move.w buffer_top, d0
  lsl.w #5, d0
  move.w around_y, d6
  sub.w d0, d6
  move.w d6, d7
  addi.w #map_rows, d7
  rts

; around_draw: the ground of what the window showed, or the next of what lies around it: at its left, its right, above it, below it.
; in: nothing.  out: z set: nothing is left.  clobbers: d0, d1, a0, a1.
around_draw:
  tst.w around_count
  beq @none
  movem.l d2-d7/a2/a5, -(sp)
  subq.w #1, around_count
  bsr parts_find
  move.w around_count, d2
  cmpi.w #parts_around, d2
  beq @ground
  moveq #0, d0
  move.w #2 * buffer_words, d1
  subq.w #1, d2
  bmi @below
  beq @above
  subq.w #1, d2
  beq @right
  move.w d4, d1
  bra @beside
@right:
  move.w d5, d0
@beside:
  move.w d6, d2
  move.w d7, d3
  bra @draw
@above:
  moveq #0, d2
  move.w d6, d3
  bra @draw
@below:
  move.w d7, d2
  move.w #buffer_rows, d3
@draw:
  bsr clip_to
  bcs @empty
  bsr region_anew
@empty:
  jsr clip_screen
  movem.l (sp)+, d2-d7/a2/a5
  tst.w around_count
@none:
  rts
@ground:
  move.w d4, d0
  move.w d5, d1
  move.w d6, d2
  move.w d7, d3
  bsr clip_to
  lea part_ground(pc), a5
  bsr region_of
  bra @empty

; around_all: all of it.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
around_all:
  bsr around_draw
  bne around_all
  rts

; show_units io0: shows or hides the counters.
call_show_units:
  move.w io0, d0
  move.b d0, units_shown
  tst.b map_shown
  beq @hidden
  bsr ground_settle
  bsr clip_all
  bsr region_units
  jmp window_copy
@hidden:
  clr.w buffers_known                   ; they hold it otherwise
  rts

; refresh io0: a hex whose contents changed; no hex: whichever changed.
call_refresh:
  jsr record_end
  tst.b map_shown
  beq nothing
  move.w io0, d5
  cmpi.w #no_hex, d5
  beq @all
  jsr changes_of_hex
  bra @changed
@all:
  jsr changes_find
@changed:
  move.w changed_count, d4
  beq nothing
  cmpi.w #most_changed, d4
  bls @few
  tst.w changed_ground
  beq buffers_units
  bra buffers_anew
@few:
  bsr ground_settle
  move.w #buffer_rows, touched_top
  clr.w touched_end
  lea changed, a2
@hex:
  move.w (a2)+, d5
  bsr change_draw
  subq.w #1, d4
  bne @hex
; The rows that were drawn on, as far as they are in the window.
  move.w buffer_top, d0
  lsl.w #5, d0
  sub.w window_y, d0                    ; from rows of the buffers to those of the window
  move.w touched_top, d1
  add.w d0, d1
  bpl @top
  moveq #0, d1
@top:
  add.w touched_end, d0
  cmpi.w #map_rows, d0
  ble @end
  move.w #map_rows, d0
@end:
  move.w d1, copy_top
  sub.w d1, d0
  ble nothing                           ; out of sight
  move.w d0, copy_rows
  jmp rows_copy
nothing:
  rts

; What is drawn of a hex lies on so many words of the buffers, and on rows from so many above its corner to so many below; its
; name on more words, from the first one.
hex_words  = 3
hex_above  = 8
hex_below  = 38
name_from  = 5
name_words = 13

; change_draw: d5 = entry of `changed`: what is drawn otherwise than before. The rows join those that were touched.
; clobbers d0 to d3, d5, a0, a1.
change_draw:
  move.w d4, -(sp)
  move.w d5, d4
  andi.w #~(1 << ground_flag | 1 << name_flag) & $FFFF, d5
  move.w d5, d2
  hex_split d2, d3
  hex_place d2, d3, d0, d1
  move.w d1, d2
  asr.w #4, d0                          ; the hex's first word
  move.w d2, d3
  addi.w #hex_below, d3
  btst #ground_flag, d4
  beq @name
  subq.w #hex_above, d2
@name:
  move.w d0, d1
  addq.w #hex_words, d1
  btst #name_flag, d4
  beq @clip
  subq.w #name_from, d0
  move.w d0, d1
  addi.w #name_words, d1
@clip:
  bsr clip_to
  bcs @none
  move.w clip_top, d0
  cmp.w touched_top, d0
  bge @end
  move.w d0, touched_top
@end:
  move.w clip_bottom, d0
  cmp.w touched_end, d0
  ble @draw
  move.w d0, touched_end
@draw:
  btst #ground_flag, d4
  beq @units
  bsr region_draw
  bra @done
@units:
  bsr region_units
  bra @done
@none:
  jsr clip_screen
@done:
  move.w (sp)+, d4
  rts
