; event: waits for a key or a choice of the pointer, scrolls meanwhile, and says what the pointer chose.

.include "defs.inc"
.include "geometry.inc"
.import record_settle, map_high, display_frame
.import frames, event_take, menu_run, entry_count, page_now, pointer_x, pointer_y, pointer_moved, message_until
.import hex_at, unit_under, strip_under, item_under, counter_under, capture_stop
.import settings_count, settings_draw, setting_under, settings_frame, settings_key, settings_release
.import page_settle, buttons_draw, button_of_page, requester_draw, button_under, overview_under, overview_frame
.import narrow, locator_frame, glide_ahead, glide_by, glide_end
.if LETTERED
.import words_ahead, cache_ahead, map_shown, gliding
.endif
.export call_event, call_pointed, event_idle, scroll_step, pointed_hex, directions

key_f10      = key_f1 + 9

.segment "SHELLBSS"
.align 2
frame_seen:  .res 2
scroll_step: .res 2                     ; pixels that a cursor key scrolls by: 1 to 10
pointed_hex: .res 2                     ; the hex of the map that was chosen with the pointer last, no_hex: the last answer was another
key_hex:     .res 2                     ; the hex that the last answer, a key, means by where the pointer is, or no_hex

.segment "SHELL"

; event -> d0.
call_event:
  clr.w narrow                          ; whatever the game shows, the pointer is seen
  bsr capture_stop
  bsr record_settle
  move.w #no_hex, pointed_hex
  move.w #no_hex, key_hex
  tst.w settings_count
  beq @no_settings
  bsr settings_draw
@no_settings:
  bsr page_settle
  bsr buttons_draw
  cmpi.b #page_requester, page_now
  bne @wait
  bsr requester_draw
@wait:
  bsr event_take
  bne @event
.if LETTERED
  bsr ahead
.endif
  bsr event_idle
  move.w frames, d0
  cmp.w frame_seen, d0
  beq @wait
  move.w d0, frame_seen
  bsr glide_ahead
  bsr display_frame
  bsr overview_frame
  bsr locator_frame
  bsr settings_frame
  tst.w d0
  bne @answer
  bra @wait
@event:
  cmpi.w #event_left_down, d0
  beq @choice
  cmpi.w #event_right_down, d0
  beq @menu
  cmpi.w #event_left_up, d0
  beq @release
  cmpi.w #key_f1, d0
  bcs @key
  cmpi.w #key_f10, d0                   ; the last key
  bhi @wait                             ; the right button goes up
  subi.w #key_f1 - 1, d0
  move.w d0, scroll_step
  bra @wait
@key:
  bsr settings_key
  tst.w d0
  beq @wait
  cmpi.b #page_map, page_now
  bne @answer
  bsr key_means
  cmpi.w #key_up, d0
  bcs @answer
  cmpi.w #key_left, d0
  bhi @answer
  bsr scroll_key
  bra @wait
@release:
  bsr settings_release
  bra @wait
@menu:
  tst.w entry_count
  beq @wait
  cmpi.b #page_requester, page_now
  beq @wait
  bsr glide_end
  bsr menu_run
  tst.w d0
  beq @wait
  bra @answer
@choice:
  bsr patient
  bne @wait
  bsr glide_end
  bsr chosen
  beq @wait
@answer:
  clr.w message_until                   ; whoever goes on has read it
  clr.w pointer_moved
  move.w d0, -(sp)
  bsr glide_end
  move.w (sp)+, d0
  rts

; pointed -> d0: the hex that the last key means. It lies where the player looks: the map stays.
call_pointed:
  move.w key_hex, d0
  move.w d0, pointed_hex
  rts

; key_means: key_hex = the hex under the pointer, if the pointer has moved since the last answer. keeps d0. clobbers d1, a0.
key_means:
  tst.w pointer_moved
  beq @done
  move.w d0, -(sp)
  bsr map_hex
  move.w d0, key_hex
  move.w (sp)+, d0
@done:
  rts

.if LETTERED
; ahead: makes what may be drawn soon. clobbers d0, d1, a0.
ahead:
  jsr words_ahead
  cmpi.b #page_map, page_now
  bne @done
  tst.b map_shown
  beq @done
  tst.w gliding
  beq cache_ahead
@done:
  rts
.endif

; event_idle: comes by whenever nothing waits to be done; for instruments.
; in: nothing.  out: nothing.  clobbers: nothing.
event_idle:
  rts

; patient: z clear while a warning has not stood for its second. clobbers d1.
patient:
  move.w message_until, d1
  beq @done
  sub.w frames, d1
  bgt @done
  clr.w message_until
@done:
  rts

; chosen: d0 = answer for the place of the pointer, 0 (z set): nothing is there.
chosen:
  move.b page_now, d0
  cmpi.b #page_map, d0
  beq @map
  cmpi.b #page_requester, d0
  beq @requester
  cmpi.b #page_half, d0
  beq @overview
  cmpi.b #page_whole, d0
  beq @overview
  cmpi.b #page_title, d0
  beq @anywhere
  bsr button_of_page
  bne @done
  cmpi.b #page_closing, page_now
  beq @anywhere
  tst.w settings_count
  beq @items
  bra setting_under
@items:
  bra item_under
@requester:
  bra button_under
@anywhere:
  move.w #key_fire, d0
  rts
@overview:
  bra overview_under
@map:
  bsr map_hex
  cmpi.w #no_hex, d0
  beq @panel
  move.w d0, pointed_hex
  bsr unit_under
  bne @done
  move.w pointed_hex, d0
  ori.w #$8000, d0
@done:
  rts
@panel:
  bsr strip_under
  bne @done
  bsr counter_under
  bne @done
  bra item_under

; map_hex: d0 = the hex under the pointer, no_hex: it lies beside the map. clobbers d1, a0.
map_hex:
  move.w pointer_x, d0
  move.w pointer_y, d1
  cmpi.w #map_words * 16, d0
  bcc @beside
  subi.w #map_top, d1
  bcs @beside
  cmp.w map_high, d1
  bcs hex_at
@beside:
  move.w #no_hex, d0
  rts

; Directions of the cursor keys: x, y.
directions: .word 0, -1 & $FFFF, 1, 0, 0, 1, -1 & $FFFF, 0

; scroll_key: d0 = cursor key: the window moves by the step (BLZ-REV.8).
scroll_key:
  move.l d2, -(sp)
  subi.w #key_up, d0
  lsl.w #2, d0
  lea directions(pc), a0
  adda.w d0, a0
  move.w (a0)+, d0
  move.w (a0), d1
  muls scroll_step, d0
  muls scroll_step, d1
  bsr glide_by
  move.l (sp)+, d2
  rts
