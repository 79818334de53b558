; towns: names of places on the map, black with a white edge, below the middle of their hexes; in a hex with a unit that is
; seen there is none. A name moves away from the counters of the hexes at its sides, or up, if it can: not where another name stands.

.include "defs.inc"
.include "geometry.inc"
.import grid_columns, grid_rows, list_place, stack_find, stack_high, outlined_draw, text_font6, text_unpack, text_capitalize
.import view_place_at, view_place_name, view_place_at_count, view_site
.import clip_left, clip_right, clip_top, clip_bottom
.export names_draw, names_forget, names_shown, name_state

name_size   = 20
letter_wide = 6
middle      = 22                        ; of a hex, from its corner
low         = 22                        ; rows from the corner to a name, below and above
high        = 2
name_high   = 9                         ; rows, its edge below too
counter_left  = 11                      ; where the counters of the next columns end and begin, from the hex's corner
counter_right = 38

; What name_state adds for each of the hexes at the sides that has units.
right_low  = 0                          ; bit numbers
left_low   = 1
right_high = 2
left_high  = 3

.segment "SHELLBSS"
.align 2
name:        .res name_size
names_shown: .res 256                   ; of each place its name_state when it was drawn first or changed last, 0: not in the buffers

.segment "SHELL"

; names_draw: names of places in range.
; in: a1, d2 = bitmap; the range.  out: names_shown.  clobbers: d0, d1, a0.
names_draw:
  movem.l d2-d7/a2-a4, -(sp)
  moveq #0, d7
@place:
  cmpi.w #view_place_at_count, d7
  bcc @done
  lea view_place_at, a0
  bsr list_place
  bcs @next
  movem.w d0-d1, -(sp)
  list_word d7, d5
  bsr name_state
  lea names_shown, a0
  tst.b 0(a0,d7.w)
  bne @known                            ; what has changed since is found by a refresh
  move.b d0, 0(a0,d7.w)
@known:
  move.w d0, d4
  movem.w (sp)+, d5-d6
  subq.w #name_drawn, d4
  bmi @next                             ; hidden
  lea view_place_name, a0
  list_word d7, d0
  movem.l d2/a1, -(sp)
  lea name, a1
  moveq #name_size, d1
  bsr text_unpack
  movem.l (sp)+, d2/a1
  bsr name_draw
@next:
  addq.w #1, d7
  bra @place
@done:
  movem.l (sp)+, d2-d7/a2-a4
  rts

; names_forget: places that are not in range are not in the buffers.
; in: the range.  out: names_shown.  clobbers: d0, d1, a0.
names_forget:
  movem.l d4/d7, -(sp)
  move.w #view_place_at_count, d7
  bra @next
@place:
  lea view_place_at, a0
  bsr list_place
  bcc @next
  lea names_shown, a0
  clr.b 0(a0,d7.w)
@next:
  dbra d7, @place
  movem.l (sp)+, d4/d7
  rts

; name_state: whether the name of a place is seen.
; in: d5.w = its hex.  out: d0 = name_hidden, or name_drawn and what stands beside.  clobbers: d1, a0.
name_state:
  movem.l d2-d5, -(sp)
  bsr stack_find
  moveq #name_hidden, d0
  tst.w stack_high
  bne @done
  move.w d5, d2
  hex_split d2, d3                      ; column, row
  moveq #name_drawn, d4
  btst #0, d2
  bne @odd
  subq.w #1, d3                         ; row of the upper neighbours
@odd:
  addq.w #1, d3
  moveq #1 << right_low, d0
  moveq #1 << left_low, d1
  bsr @sides
  subq.w #1, d3
  moveq #1 << right_high, d0
  moveq #1 << left_high, d1
  bsr @sides
  move.w d4, d0
@done:
  movem.l (sp)+, d2-d5
  rts
; Neighbours in row d3: adds d0 if that at the right has units, d1 if that at the left; of the upper ones a place is enough.
@sides:
  move.w d1, -(sp)
  addq.w #1, d2
  bsr @side
  subq.w #2, d2
  move.w (sp)+, d0
  bsr @side
  addq.w #1, d2
  rts
@side:
  cmpi.w #grid_columns, d2
  bcc @none
  cmpi.w #grid_rows, d3
  bcc @none
  hex_number d2, d3, d5
  cmpi.w #1 << right_high, d0
  bcs @units
  lea view_site, a0
  tst.b 0(a0,d5.w)
  bne @add
@units:
  move.w d0, -(sp)
  bsr stack_find
  move.w (sp)+, d0
  tst.w stack_high
  beq @none
@add:
  add.w d0, d4
@none:
  rts

; name_draw: name at the hex whose corner is d5, d6; d4 = what stands beside. clobbers d0, d1, d3 to d6, a0, a2 to a4.
name_draw:
  lea name, a0
  moveq #0, d3
@length:
  tst.b (a0)+
  beq @known
  addq.w #letter_wide, d3
  bra @length
@known:
  move.w d3, d1
  lsr.w #1, d1
  moveq #middle, d0
  sub.w d1, d0                          ; left
  moveq #low, d1
  add.w d0, d3                          ; right
  btst #left_low, d4
  beq @right
  cmpi.w #counter_left, d0
  bge @right
  btst #right_low, d4
  bne @up
  moveq #counter_left, d0
  bra @place
@right:
  btst #right_low, d4
  beq @place
  subi.w #counter_right, d3
  ble @place
  sub.w d3, d0                          ; never as far as a counter at the left: with one the name has gone up or is short
  bra @place
@up:
  andi.w #1 << right_high | 1 << left_high, d4
  bne @place
  moveq #high, d1
@place:
  add.w d0, d5
  add.w d1, d6
  bsr is_seen
  bcs @done
  move.l a1, -(sp)
  lea name, a1
  bsr text_capitalize
  movea.l (sp)+, a1
  move.w d5, d0
  move.w d6, d1
  lea text_font6, a2
  lea name, a3
  bra outlined_draw
@done:
  rts

; is_seen: carry clear if the name at d5, d6 reaches into the clip. clobbers d0, d1, a0.
is_seen:
  move.w clip_bottom, d0
  addq.w #1, d0
  cmp.w d6, d0
  ble @no
  moveq #-name_high, d0
  add.w clip_top, d0
  cmp.w d0, d6
  ble @no
  move.w clip_right, d0
  lsl.w #4, d0
  addq.w #1, d0
  cmp.w d5, d0
  ble @no
  move.w clip_left, d0
  lsl.w #4, d0
  sub.w d5, d0                          ; pixels left of the clip
  lea name, a0
@letter:
  tst.b (a0)+
  beq @last
  subq.w #letter_wide, d0
  bra @letter
@last:
  subq.w #2, d0
  bpl @no
  andi #$FE, ccr
  rts
@no:
  ori #1, ccr
  rts
