; strip: the raster, up to 28 units below the map window.

.include "defs.inc"
.import vm_v, unit_sum, screen, object_draw, box_draw, number_draw, look, pointer_x, pointer_y
.import view_raster, view_symbol, view_strength, view_original, view_combat
.import strip_pictures
.export strip_now, strip_sum, strip_count, strip_forget, strip_under, strip_start, unit_marker

io0 = vm_v

most      = 28
across    = 14
first_x   = 6
first_y   = 219
pitch_x   = 22
pitch_y   = 14
wide      = 21
high      = 13
bar_rows  = 11
number_x  = 13
classes   = 16

.segment "SHELLBSS"
.align 2
strip_count: .res 2                     ; units shown; 0: the strip is a text window's
drawn:       .res 4 * most              ; of each place, what it shows: 1 nothing, else the sum of its unit's look; 0 not known
framed:      .res 2                     ; place with the frame

.segment "SHELL"

; strip_start: the strip is a text window's.
; in: nothing.  out: strip_count = 0.  clobbers: d0, a0.
strip_start:
  clr.w strip_count
  bra strip_forget

; strip_sum: the looks of the first units of the raster.
; in: io0 = how many.  out: d0 = sum of their looks.  clobbers: d1, a0, a1.
strip_sum:
  movem.l d6-d7, -(sp)
  moveq #0, d0
  move.w io0, d7
  lea view_raster, a1
@unit:
  subq.w #1, d7
  bmi @done
  moveq #0, d6
  move.b (a1)+, d6
  add.l d6, d0
  jsr unit_sum
  bra @unit
@done:
  movem.l (sp)+, d6-d7
  rts

; strip_forget: what the places show is not known: the strip was cleared.
; in: nothing.  out: nothing.  clobbers: d0, a0.
strip_forget:
  lea drawn, a0
  moveq #most - 1, d0
@place:
  clr.l (a0)+
  dbra d0, @place
  move.w #-1, framed
  rts

; strip_now: shows units of the raster; places that show theirs already are left alone.
; in: io0 = how many, at least one.  out: strip_count.  clobbers: d0, d1, a0, a1.
strip_now:
  move.w io0, d0
  cmpi.w #most, d0
  bls @fits
  moveq #most, d0
@fits:
  move.w d0, strip_count
  movem.l d2-d7/a2-a3, -(sp)
  lea drawn, a2
  move.w framed, d7
  bmi @places
  addq.w #1, d7
  cmp.w strip_count, d7
  beq @places                           ; it stays the last one
  subq.w #1, d7
  bsr place_of
  bsr frame_erase
@places:
  moveq #0, d7
  lea view_raster, a3
@place:
  bsr place_of
  moveq #1, d0
  cmp.w strip_count, d7
  bcc @look
  move.w d6, -(sp)
  moveq #0, d6
  move.b 0(a3,d7.w), d6
  move.l d6, d0
  addq.l #2, d0
  jsr unit_sum
  move.w (sp)+, d6
@look:
  cmp.l (a2)+, d0
  beq @next
  move.l d0, -4(a2)
  cmp.w strip_count, d7
  bcc @empty
  bsr unit_draw
  bra @next
@empty:
  bsr outline_draw
@next:
  addq.w #1, d7
  cmpi.w #most, d7
  bcs @place
  move.w strip_count, d7
  subq.w #1, d7
  cmp.w framed, d7
  beq @done
  move.w d7, framed
  bsr place_of
  moveq #18, d4
  bsr frame_draw
@done:
  movem.l (sp)+, d2-d7/a2-a3
  rts

; place_of: d7 = place. out: d5, d6 = x, y of its marker.
place_of:
  move.w #first_y, d6
  move.w d7, d5
  cmpi.w #across, d5
  bcs @first
  subi.w #across, d5
  addi.w #pitch_y, d6
@first:
  mulu #pitch_x, d5
  addq.w #first_x, d5
  rts

; outline_draw: an empty place at d5, d6.
outline_draw:
  moveq #5, d4
  move.l #wide << 16 | high, d3
  bsr box
  moveq #6, d4
  move.l #(wide - 2) << 16 | (high - 2), d3
  addq.w #1, d5
  addq.w #1, d6
  bsr box
  subq.w #1, d5
  subq.w #1, d6
  rts

; frame_erase: the frame around the marker at d5, d6 goes; the lines above and below the strip are black.
frame_erase:
  moveq #6, d4
  bsr frame_draw
  moveq #0, d4
  move.w d6, -(sp)
  cmpi.w #first_y, d6
  beq @first
  addi.w #high, d6
  bra @line
@first:
  subq.w #1, d6
@line:
  subq.w #1, d5
  move.l #(wide + 2) << 16 | 1, d3
  bsr box
  addq.w #1, d5
  move.w (sp)+, d6
  rts

; frame_draw: lines around the marker at d5, d6 in colour d4.
frame_draw:
  movem.w d5-d6, -(sp)
  subq.w #1, d5
  subq.w #1, d6
  move.l #(wide + 2) << 16 | 1, d3
  bsr box
  move.l #1 << 16 | (high + 2), d3
  bsr box
  addi.w #wide + 1, d5
  move.l #1 << 16 | (high + 2), d3
  bsr box
  subi.w #wide + 1, d5
  addi.w #high + 1, d6
  move.l #(wide + 2) << 16 | 1, d3
  bsr box
  movem.w (sp)+, d5-d6
  rts

; box: box_draw of d3 in colour d4 at d5, d6 of the screen.
box:
  movem.l d2, -(sp)
  move.w d5, d0
  move.w d6, d1
  lea screen, a1
  moveq #screen_bytes, d2
  jsr box_draw
  movem.l (sp)+, d2
  rts

; unit_draw: unit number d7 of the raster at d5, d6.
unit_draw:
  movem.l d5-d7, -(sp)
  lea view_raster, a0
  moveq #0, d0
  move.b 0(a0,d7.w), d0
  move.w d5, d7
  move.w d0, d5                         ; d5 = unit; d7, d6 = x, y
  bsr unit_marker
  movem.l (sp)+, d5-d7
  rts

; unit_marker: a unit in small on the screen.
; in: d5.w = unit; d7, d6 = x, y.  out: nothing.  clobbers: d0 to d4, a0, a1.
unit_marker:
  jsr look
  lsl.w #4, d4
  lea view_symbol, a0
  move.b 0(a0,d5.w), d0
  andi.w #classes - 1, d0
  or.w d0, d4
  lsl.w #2, d4
  lea strip_pictures, a0
  movea.l 0(a0,d4.w), a0
  move.w d7, d0
  move.w d6, d1
  lea screen, a1
  moveq #screen_bytes, d2
  jsr object_draw
  lea view_original, a0
  moveq #0, d1
  move.b 0(a0,d5.w), d1
  beq @bare
  lea view_strength, a0
  moveq #0, d0
  move.b 0(a0,d5.w), d0
  mulu #bar_rows, d0
  add.w d1, d0
  subq.w #1, d0
  divu d1, d0
  cmpi.w #bar_rows, d0
  bls @rows
  moveq #bar_rows, d0
@rows:
  move.l #1 << 16, d3
  move.w d0, d3
  beq @number
  moveq #25, d4
  cmpi.w #bar_rows * 2 / 3, d0
  bhi @bar
  moveq #18, d4
  cmpi.w #bar_rows / 3, d0
  bhi @bar
  moveq #17, d4
@bar:
  move.w d6, d1
  addi.w #1 + bar_rows, d1
  sub.w d0, d1
  move.w d7, d0
  addq.w #1, d0
  jsr box_draw
  bra @number
@bare:
  lea view_combat, a0
  tst.b 0(a0,d5.w)
  beq @none                             ; it has no strength to have: an aircraft
@number:
  lea view_combat, a0
  moveq #0, d4
  move.b 0(a0,d5.w), d4
  moveq #number_x, d0
  cmpi.w #10, d4
  bcs @one
  moveq #number_x - 2, d0
@one:
  add.w d7, d0
  move.w d6, d1
  addq.w #3, d1
  moveq #1, d3
  jmp number_draw
@none:
  rts

; strip_under: the unit of the strip under the pointer.
; in: nothing.  out: d0 = $2000 + i, the i-th; 0, z set: there is none.  clobbers: d1.
strip_under:
  tst.w strip_count
  beq @none
  move.w pointer_y, d1
  subi.w #first_y, d1
  bcs @none
  ext.l d1
  divu #pitch_y, d1
  cmpi.w #1, d1
  bhi @none
  move.w pointer_x, d0
  subq.w #first_x, d0
  bcs @none
  ext.l d0
  divu #pitch_x, d0
  cmpi.w #across, d0
  bcc @none
  mulu #across, d1
  add.w d1, d0
  cmp.w strip_count, d0
  bcc @none
  addi.w #$2001, d0
  rts
@none:
  moveq #0, d0
  rts
