; labels: names of places on the overviews, black with a white edge, where none lies on another: below their hex, above it,
; right or left of it; cities first. A name that finds no room is left out, as is the same name once more.

.include "defs.inc"
.include "geometry.inc"
.include "overview.inc"
.import screen, outlined_draw, text_font6, text_unpack, text_capitalize, list_hex
.import view_site, view_place_at, view_place_name, view_place_at_count
.export labels_draw

name_size   = 20
most_labels = 48
city_site   = 2
letter_wide = 6
high        = 8
top_edge    = 12
clear       = 10                        ; pixels that towns keep from other names
beside      = 10                        ; pixels from a hex's corner to a name at its right

; A label: left, top, right, bottom, position of its name.
label_left   = 0
label_top    = 2
label_right  = 4
label_bottom = 6
label_name   = 8
label_size   = 10

.segment "SHELLBSS"
.align 2
name:   .res name_size
wide:   .res 2                          ; pixels of the name
count:  .res 2
margin: .res 2                          ; pixels between names
labels: .res label_size * most_labels

.segment "SHELL"

; labels_draw: all names.
; in: a5 = scale.  out: nothing.  clobbers: d0, d1, a0, a1.
labels_draw:
  movem.l d2-d7/a2-a4, -(sp)
  clr.w count
  clr.w margin
  moveq #city_site, d4
  bsr places
  move.w sites(a5), d4
  cmpi.w #city_site, d4
  beq @done
  move.w #clear, margin
  bsr places
@done:
  movem.l (sp)+, d2-d7/a2-a4
  rts

; places: the names of those whose site is d4, or, if d4 is that of cities, more.
places:
  moveq #0, d5
@place:
  cmpi.w #view_place_at_count, d5
  bcc @done
  lea view_place_at, a0
  jsr list_hex                          ; d3 = hex, d6, d7 = corner
  bcs @next
  lea view_site, a0
  move.b 0(a0,d3.w), d0
  cmp.b d4, d0
  beq @wanted
  bcs @next
  cmpi.w #city_site, d4
  bne @next
@wanted:
  lea view_place_name, a0
  moveq #0, d3
  list_word d5, d3
  bsr is_there
  beq @next
  bsr name_read
  bsr room_find
  bcs @next
  bsr name_draw
@next:
  addq.w #1, d5
  bra @place
@done:
  rts

; is_there: z set if name d3 has been drawn, or no more fit into the list. clobbers d0, a0.
is_there:
  lea labels, a0
  move.w count, d0
  cmpi.w #most_labels, d0
  beq @done
@label:
  subq.w #1, d0
  bmi @done                             ; z clear
  cmp.w label_name(a0), d3
  beq @done
  lea label_size(a0), a0
  bra @label
@done:
  rts

; name_read: the name at d3 of the text area -> name, wide.
name_read:
  move.w d3, d0
  lea name, a1
  moveq #name_size, d1
  jsr text_unpack
  jsr text_capitalize
  lea name, a0
  moveq #0, d0
@length:
  tst.b (a0)+
  beq @known
  addq.w #letter_wide, d0
  bra @length
@known:
  move.w d0, wide
  rts

; room_find: the hex's corner d6, d7. out: d6, d7 = corner of its name, which is entered in the list; carry set: no room.
; clobbers d0 to d2, a0.
room_find:
  movem.l d4-d5, -(sp)
  move.w d6, d4
  move.w d7, d5
  add.w middle_x(a5), d6
  move.w wide, d0
  lsr.w #1, d0
  sub.w d0, d6
  add.w below(a5), d7
  bsr try
  bcc @found
  move.w d5, d7
  sub.w above(a5), d7
  bsr try
  bcc @found
  move.w d5, d7
  add.w middle_y(a5), d7
  subq.w #high / 2, d7
  move.w d4, d6
  addi.w #beside, d6
  bsr try
  bcc @found
  move.w d4, d6
  sub.w wide, d6
  subq.w #1, d6
  bsr try
@found:
  movem.l (sp)+, d4-d5                  ; leaves the carry
  rts

; try: a name at d6, d7; moved to inside left and right if it reaches out. out: carry set if that cannot be.
try:
  cmp.w left(a5), d6
  bge @right
  move.w left(a5), d6
@right:
  move.w d6, d0
  add.w wide, d0
  sub.w right(a5), d0
  ble @rows
  sub.w d0, d6
@rows:
  cmpi.w #top_edge, d7
  blt @no
  move.w d7, d1
  addq.w #high, d1
  cmp.w bottom(a5), d1
  bgt @no
  move.w d6, d0
  add.w wide, d0                        ; d0, d1 = right, bottom
  movem.w d0-d1/d6-d7, -(sp)
  move.w margin, d2
  add.w d2, d0
  add.w d2, d1
  sub.w d2, d6
  sub.w d2, d7
  lea labels, a0
  move.w count, d2
@label:
  subq.w #1, d2
  bmi @free
  cmp.w label_left(a0), d0
  blt @next
  cmp.w label_right(a0), d6
  bgt @next
  cmp.w label_top(a0), d1
  blt @next
  cmp.w label_bottom(a0), d7
  ble @taken
@next:
  lea label_size(a0), a0
  bra @label
@taken:
  movem.w (sp)+, d0-d1/d6-d7
@no:
  ori #1, ccr
  rts
@free:
  movem.w (sp)+, d0-d1/d6-d7
  move.w d6, (a0)+                      ; behind the last one
  move.w d7, (a0)+
  move.w d0, (a0)+
  move.w d1, (a0)+
  move.w d3, (a0)
  addq.w #1, count
  andi #$FE, ccr
  rts

; name_draw: name at d6, d7. clobbers d0 to d3, a0 to a3.
name_draw:
  move.w d6, d0
  move.w d7, d1
  lea text_font6, a2
  lea name, a3
  lea screen, a1
  moveq #screen_bytes, d2
  jmp outlined_draw
