; click: the mouse in a game that is worked with keys. A key that is printed in the ink of keys can be clicked, and so can what is
; printed behind it in its row; a hex is gone to, but by no unit, unless it is beside it.

.include "defs.inc"
.include "geometry.inc"
.import pointer_x, pointer_y, page_now, map_high, hex_at, cursor_hex, key_head, key_tail, shape_asked
.export click_letter, click_row, click_ink, click_put, click_forget, click_key, click_hex, click_walk, walking

cell_columns = 40                       ; a cell: 8 pixels wide, 4 high
cell_rows   = 64
longest     = 8                         ; letters of a key's name

.segment "SHELLBSS"
.align 2
ink:        .res 2                      ; of what is printed
name_length: .res 2                     ; letters of a key that is being printed
name_place: .res 4                      ; of the first of them: x, y
name:       .res longest
label_key:  .res 2                      ; what a click on what follows answers, 0 nothing
walk_to:    .res 2                      ; hex that was clicked, while it is walked to
walk_from:  .res 2                      ; where the cursor was at the last step
walking:    .res 2                      ; not 0: it is
cells:      .res cell_columns * cell_rows

.segment "SHELL"

; Names of keys that have no letter; the key.
names:
  .byte "RETURN", 0, key_return
  .byte "SPACE", 0, ' '
  .byte "ANY", 0, ' '
  .byte "KEY", 0, ' '
  .byte "DEL", 0, key_delete
  .byte "ESC", 0, key_back
  .byte "F1", 0, key_help
  .byte 0
.even

; click_ink: the ink of what follows.
; in: d0.w.  out: nothing.  clobbers: d1, a0.
click_ink:
  cmp.w ink, d0
  beq @same
  bsr name_end
@same:
  move.w d0, ink
  rts

; click_row: a row begins: nothing is labelled by what was before.
; in: nothing.  out: nothing.  clobbers: nothing.
click_row:
  movem.l d0-d1/a0, -(sp)
  bsr name_end
  clr.w label_key
  move.w #-1, ink
  movem.l (sp)+, d0-d1/a0
  rts

; click_letter: a letter is printed.
; in: d5.w = it; d0, d1 = x, y.  out: nothing.  clobbers: nothing.
click_letter:
  movem.l d0-d1/d4/a0, -(sp)
  cmpi.w #ink_key, ink
  bne @label
  cmpi.w #' ', d5
  beq @space
  move.w name_length, d4
  bne @goes_on
  movem.w d0-d1, name_place
@goes_on:
  cmpi.w #longest, d4
  bcc @done
  addq.w #1, name_length
  lea name, a0
  move.b d5, 0(a0,d4.w)
  cmpi.w #'-', d5
  beq @done                             ; of a row of keys
  move.w d5, d4
  bsr click_put
  bra @done
@space:
  bsr name_end
@label:
  move.w label_key, d4                  ; none: what stood there answers no more
  bsr click_put
@done:
  movem.l (sp)+, d0-d1/d4/a0
  rts

; name_end: the key that was printed, if one was, is known. clobbers d1, a0.
name_end:
  tst.w name_length
  beq @none
  movem.l d0/d2-d4/a1-a2, -(sp)
  move.w name_length, d2
  clr.w name_length
  moveq #0, d4
  lea name, a0
  cmpi.w #1, d2
  bne @long
  move.b (a0), d4
  bra @known
@long:
  move.w d2, d3
@letter:
  cmpi.b #'-', -1(a0,d3.w)
  beq @known                            ; from one key to another: each letter for itself
  subq.w #1, d3
  bne @letter
  lea names(pc), a1
@name:
  tst.b (a1)
  beq @cells
  lea name, a0
  move.w d2, d3
@compare:
  move.b (a1)+, d0
  beq @shorter
  subq.w #1, d3
  bmi @skip
  cmp.b (a0)+, d0
  beq @compare
@skip:
  tst.b (a1)+
  bne @skip
  addq.l #1, a1
  bra @name
@shorter:
  move.b (a1)+, d4
  tst.w d3
  beq @cells
  moveq #0, d4
  bra @name
; All of its letters answer it; of an unknown name none does.
@cells:
  movem.w name_place, d0-d1
@cell:
  bsr click_put
  addq.w #8, d0
  subq.w #1, d2
  bne @cell
@known:
  move.w d4, label_key
  movem.l (sp)+, d0/d2-d4/a1-a2
@none:
  rts

; click_put: what a click on a letter answers.
; in: d0, d1 = x, y of the letter; d4.b = key, 0 nothing.  out: nothing.  clobbers: a0.
click_put:
  movem.l d0-d1, -(sp)
  lsr.w #3, d0
  cmpi.w #cell_columns, d0
  bcc @done
  addq.w #2, d1
  lsr.w #2, d1
  cmpi.w #cell_rows - 1, d1
  bcc @done
  mulu #cell_columns, d1
  add.w d0, d1
  lea cells, a0
  adda.w d1, a0
  move.b d4, (a0)
  move.b d4, cell_columns(a0)
@done:
  movem.l (sp)+, d0-d1
  rts

; click_forget: nothing in a part of the screen answers a key.
; in: d0 to d3 = x, y, width, height.  out: nothing.  clobbers: d0 to d3, a0.
click_forget:
  movem.l d4/a1, -(sp)
  add.w d0, d2
  addq.w #7, d2
  lsr.w #3, d2
  lsr.w #3, d0
  sub.w d0, d2                          ; columns
  ble @done
  add.w d1, d3
  addq.w #1, d1
  lsr.w #2, d1
  addq.w #3, d3
  lsr.w #2, d3
  cmpi.w #cell_rows, d3
  bls @rows
  move.w #cell_rows, d3
@rows:
  sub.w d1, d3
  ble @done
  mulu #cell_columns, d1
  add.w d0, d1
  lea cells, a0
  adda.w d1, a0
@row:
  movea.l a0, a1
  move.w d2, d4
@cell:
  clr.b (a1)+
  subq.w #1, d4
  bne @cell
  lea cell_columns(a0), a0
  subq.w #1, d3
  bne @row
@done:
  movem.l (sp)+, d4/a1
  rts

; click_key: the key that is printed below the pointer.
; in: pointer_x, pointer_y.  out: d0 = it; 0, z set: there is none.  clobbers: d1, a0.
click_key:
  move.w pointer_x, d0
  lsr.w #3, d0
  move.w pointer_y, d1
  lsr.w #2, d1
  mulu #cell_columns, d1
  add.w d0, d1
  lea cells, a0
  moveq #0, d0
  move.b 0(a0,d1.w), d0
  tst.w d0
  rts

; click_hex: the first key of the way from the cursor to the hex below the pointer; on the hex of the cursor it is fire; where the keys
; of directions move a unit, and the hex is not beside it, the back key comes first.
; in: pointer_x, pointer_y, cursor_hex, shape_asked.  out: d0 = the key; 0, z set: there is no way.  clobbers: d1, a0.
click_hex:
  cmpi.b #page_map, page_now
  bne @none
  move.w pointer_y, d0
  subi.w #map_top, d0
  bcs @none
  cmp.w map_high, d0
  bcc @none
  move.w cursor_hex, d1
  cmpi.w #no_hex, d1
  beq @none
  jsr hex_at
  cmpi.w #no_hex, d0
  beq @none
  cmp.w cursor_hex, d0
  beq @here
  move.w d0, walk_to
  move.w #1, walking
  cmpi.w #shape_unit, shape_asked
  bne step
  bsr beside
  beq step
  move.w #no_hex, walk_from
  moveq #key_back, d0
  rts
@here:
  move.w #key_fire, d0
  rts
@none:
  moveq #0, d0
  rts

; click_walk: the next key of a way that was begun. There is none at its end, when the cursor has not come on, or when the player has
; done something else; then the way is forgotten.
; in: cursor_hex.  out: d0 = the key; 0, z set: there is none.  clobbers: nothing.
click_walk:
  tst.w walking
  beq @stand
  move.w key_head - 1, d0
  cmp.w key_tail - 1, d0
  bne @stand
  cmpi.b #page_map, page_now
  bne @stand
  move.w cursor_hex, d0
  cmp.w walk_from, d0
  beq @stand
  cmpi.w #no_hex, d0
  beq @stand
  cmpi.w #shape_unit, shape_asked
  beq @stand                            ; the unit has come, or keeps the keys
  cmp.w walk_to, d0
  bne step
@stand:
  clr.w walking
  moveq #0, d0
  rts

; beside: whether walk_to is one of the six hexes around the cursor's.
; in: cursor_hex, walk_to.  out: z set if it is.  clobbers: nothing.
beside:
  movem.l d2-d5, -(sp)
  bsr offset
  tst.w d4
  bpl @right
  neg.w d4
@right:
  tst.w d5
  bpl @down
  neg.w d5
@down:
  add.w d4, d5                          ; 1 and 1, or 0 and 2
  cmpi.w #1, d4
  bhi @done
  cmpi.w #2, d5
@done:
  movem.l (sp)+, d2-d5
  rts

; offset: how far it is from the cursor's hex to walk_to.
; in: cursor_hex, walk_to.  out: d4.w = columns right, d5.w = half hexes down.  clobbers: d2, d3.
offset:
  move.w cursor_hex, d2
  hex_split d2, d3                      ; column, row
  move.w walk_to, d4
  hex_split d4, d5
  add.w d3, d3                          ; in half hexes
  btst #0, d2
  beq @from
  addq.w #1, d3
@from:
  add.w d5, d5
  btst #0, d4
  beq @to
  addq.w #1, d5
@to:
  sub.w d3, d5
  sub.w d2, d4
  rts

; step: the direction from the cursor's hex towards walk_to.
; in: cursor_hex, walk_to.  out: d0 = its key, z clear; walk_from.  clobbers: nothing.
step:
  movem.l d2-d5, -(sp)
  move.w cursor_hex, walk_from
  bsr offset
  moveq #'1', d0
  tst.w d4
  beq @straight
  bmi @left
  moveq #'2', d0
  tst.w d5
  bmi @done
  moveq #'3', d0
  bra @done
@left:
  moveq #'6', d0
  tst.w d5
  bmi @done
  moveq #'5', d0
  bra @done
@straight:
  tst.w d5
  bmi @done
  moveq #'4', d0
@done:
  movem.l (sp)+, d2-d5
  tst.w d0
  rts
