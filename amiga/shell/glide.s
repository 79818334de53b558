; glide: the window glides over the map, some pixels in every frame. While it does the display fetches the map from its buffer
; (copper.s), as wide as the screen: the panel beside the window steps aside. The interrupt moves the window, as far as the land is drawn;
; what comes in is drawn meanwhile, a word or a row of hexes before it is seen. When it has stood for a moment the window is copied
; to the screen, and the panel is seen again.

.include "defs.inc"
.include "geometry.inc"
.import frames, pointer_x, pointer_y, page_now, map_shown, window_x, window_y, on_map, scroll_step, directions
.import buffer_word, buffer_top, buffers_step, around_draw, around_all, window_copy, copper_glide, copper_still, narrow_frame, cursor_place, cursor_room
.export key_held, glide_frame, glide_ahead, glide_by, glide_end, gliding

; Pixels a frame right and down, so slow that what comes in is drawn in time: at an edge, and in a corner.
across_speed = 4
down_speed   = 3
both_speeds  = 3 << 16 | 2
nearly       = 4                        ; pixels from where it goes: a hex further, without a stop
held_long    = 15                       ; frames until a cursor key is more than a step
still        = 12                       ; frames that it stands before the panel is seen again
seen_words   = screen_bytes / 2 + 1      ; at any pixel
slack_x      = (buffer_words - screen_bytes / 2) * 16
slack_y      = buffer_rows - map_rows

.segment "SHELLBSS"
.align 2
opened:   .res 2                        ; not 0: the player is asked for something, on the map
gliding:  .res 2                        ; not 0: the display shows the buffer
glide_x:  .res 2                        ; where the window goes, in pixels of the map
glide_y:  .res 2
speeds:   .res 4                        ; pixels a frame, right and down
key_held: .res 2                        ; the cursor key that is down, or 0
held:     .res 2                        ; frames that it has been
moved_at: .res 2                        ; the frame in which it went on last
; The least and the most of window_x and window_y for which the land is drawn.
least_x:  .res 2
most_x:   .res 2
least_y:  .res 2
most_y:   .res 2

.segment "SHELL"

; glide_by: the window goes on by so many pixels, if the map is seen.
; in: d0.w, d1.w = right and down, signed.  out: nothing.  clobbers: d0 to d2.
glide_by:
  tst.b map_shown
  beq nothing
  bsr open
  move.w scroll_step, speeds
  move.w scroll_step, speeds + 2
  add.w glide_x, d0
  add.w glide_y, d1
; falls through to glide_to

; glide_to: d0, d1 = where to. clobbers d0 to d2.
glide_to:
  bsr on_map
  move.w d0, glide_x
  move.w d1, glide_y
nothing:
  rts

; open: the window may go.
open:
  tst.w opened
  bne nothing
  move.w window_x, glide_x
  move.w window_y, glide_y
  move.w #1, opened
  rts

; glide_frame: part of the interrupt, in the vertical blank.
; in: nothing.  out: window_x, window_y.  clobbers: d0 to d3, a0, a1.
glide_frame:
  jsr narrow_frame
  tst.w opened
  beq nothing
  bsr edges
  tst.w gliding
  beq nothing
  lea speeds, a0
  move.w window_x, d0
  move.w glide_x, d1
  movem.w least_x, d2-d3
  bsr closer
  move.w d0, -(sp)
  move.w window_y, d0
  move.w glide_y, d1
  movem.w least_y, d2-d3
  bsr closer
  move.w d0, d1
  move.w (sp)+, d0
  cmp.w window_x, d0
  bne @moves
  cmp.w window_y, d1
  beq nothing
@moves:
  move.w d0, window_x
  move.w d1, window_y
  move.w frames, moved_at
  bsr copper_glide
  jmp cursor_place

; closer: d0 = d0 as much closer to d1 as the speed at a0 is, from d2 to d3. a0 = the next speed. clobbers d1.
closer:
  sub.w d0, d1
  bsr @slow
  neg.w d1
  bsr @slow
  sub.w d1, d0
  addq.l #2, a0
  cmp.w d3, d0
  ble @least
  move.w d3, d0
@least:
  cmp.w d2, d0
  bge @done
  move.w d2, d0
@done:
  rts
@slow:
  cmp.w (a0), d1
  ble @done
  move.w (a0), d1
  rts

; edges: the pointer at the screen's edge moves the window by a hex, again and again (BLZ-OVR.4).
edges:
  moveq #0, d0
  moveq #0, d1
  tst.w pointer_x
  bne @right
  moveq #-hex_pitch_x, d0
@right:
  cmpi.w #319, pointer_x
  bne @top
  moveq #hex_pitch_x, d0
@top:
  tst.w pointer_y
  bne @bottom
  moveq #-hex_pitch_y, d1
@bottom:
  cmpi.w #screen_rows - 1, pointer_y
  bne @set
  moveq #hex_pitch_y, d1
@set:
  move.w d0, d2
  or.w d1, d2
  beq held_key
  move.l #across_speed << 16 | down_speed, d2
  tst.w d0
  beq @speeds
  tst.w d1
  beq @speeds
  move.l #both_speeds, d2
@speeds:
  move.l d2, speeds
  move.w glide_x, d2                    ; from where it is, or is nearly
  sub.w window_x, d2
  bsr @near
  bls @across
  moveq #0, d0
@across:
  move.w glide_y, d2
  sub.w window_y, d2
  bsr @near
  bls @down
  moveq #0, d1
@down:
  add.w glide_x, d0
  add.w glide_y, d1
  bra glide_to
@near:
  addq.w #nearly, d2
  cmpi.w #2 * nearly, d2
  rts

; held_key: a cursor key that stays down moves it on, at its step a frame but no faster than the pointer does.
held_key:
  move.w key_held, d0
  bne @down
  clr.w held
  rts
@down:
  cmpi.w #held_long, held
  bcc @long
  addq.w #1, held
  rts
@long:
  move.w scroll_step, d2
  cmpi.w #down_speed, d2
  ble @speed
  moveq #down_speed, d2
@speed:
  move.w d2, speeds
  move.w d2, speeds + 2
  lea directions, a0
  subi.w #key_up, d0
  lsl.w #2, d0
  adda.w d0, a0
  move.w (a0)+, d0
  muls d2, d0
  move.w (a0), d1
  muls d2, d1
  add.w window_x, d0
  add.w window_y, d1
  bra glide_to

; glide_ahead: once a frame while the player is asked: begins to glide, draws what comes in, ends. Only on the map.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
glide_ahead:
  cmpi.b #page_map, page_now
  bne nothing
  tst.b map_shown
  beq nothing
  movem.l d2-d4, -(sp)
  bsr open
  tst.w gliding
  bne @glides
  move.w window_x, d0
  move.w window_y, d1
  cmp.w glide_x, d0
  bne @begin
  cmp.w glide_y, d1
  bne @begin
  jsr around_draw
  bra @done
@begin:
  bsr begin
@glides:
  bsr across
  bsr down
  move.w frames, d0
  sub.w moved_at, d0
  cmpi.w #still, d0
  bcs @done
  move.w window_x, d0
  cmp.w glide_x, d0
  bne @done
  move.w window_y, d0
  cmp.w glide_y, d0
  bne @done
  bsr glide_end
@done:
  movem.l (sp)+, d2-d4
  rts

; begin: the land is drawn as far as the screen is wide. clobbers d0, d1, a0, a1.
begin:
  jsr around_all
  move.w window_x, d0
  lsr.w #4, d0
  addi.w #seen_words - buffer_words, d0
  sub.w buffer_word, d0
  ble @drawn
  moveq #0, d1
  jsr buffers_step
@drawn:
  bsr drawn_x
  bsr drawn_y
  move.w #320, cursor_room
  move.w frames, moved_at
  move.w #1, gliding
  rts

; drawn_x: least_x and most_x as the buffers are. clobbers d0.
drawn_x:
  move.w buffer_word, d0
  lsl.w #4, d0
  move.w d0, least_x
  addi.w #slack_x, d0
  move.w d0, most_x
  rts

; drawn_y: the same of rows.
drawn_y:
  move.w buffer_top, d0
  lsl.w #5, d0
  move.w d0, least_y
  addi.w #slack_y, d0
  move.w d0, most_y
  rts

; across: draws the next word at the side where the window goes, if that of the other side is no longer seen. clobbers d0, d1, a0, a1.
across:
  moveq #1, d1
  move.w glide_x, d0
  sub.w window_x, d0
  beq @none
  bmi @left
  move.w buffer_word, d0
  addq.w #1, d0
  lsl.w #4, d0
  cmp.w window_x, d0
  bgt @none
  move.w d0, least_x
  bra @step
@left:
  moveq #-1, d1
  move.w buffer_word, d0
  beq @none
  lsl.w #4, d0
  addi.w #slack_x - 16, d0
  cmp.w window_x, d0
  blt @none
  move.w d0, most_x
@step:
  move.w d1, d0
  moveq #0, d1
  jsr buffers_step
  bra drawn_x
@none:
  rts

; down: the same with the next row of hexes.
down:
  moveq #1, d1
  move.w glide_y, d0
  sub.w window_y, d0
  beq @none
  bmi @up
  move.w buffer_top, d0
  addq.w #1, d0
  lsl.w #5, d0
  cmp.w window_y, d0
  bgt @none
  move.w d0, least_y
  bra @step
@up:
  moveq #-1, d1
  move.w buffer_top, d0
  beq @none
  lsl.w #5, d0
  addi.w #slack_y - hex_pitch_y, d0
  cmp.w window_y, d0
  blt @none
  move.w d0, most_y
@step:
  moveq #0, d0
  jsr buffers_step
  bra drawn_y
@none:
  rts

; glide_end: the window stands, and is the screen's.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0.
glide_end:
  clr.w opened
  tst.w gliding
  beq @done
  movem.l d2-d3/a1, -(sp)
  move.w #map_words * 16, cursor_room
  jsr window_copy
  blit_wait
  move.w frames, d0
@frame:
  cmp.w frames, d0
  beq @frame
  jsr copper_still
  clr.w gliding
  movem.l (sp)+, d2-d3/a1
@done:
  rts
