; event: waits for a key. Cursor keys are answered; the mouse presses keys (click.s), its right button is the back key.

.include "defs.inc"
.import record_settle, around_draw, frames, event_take, queue_clear, click_key, click_hex, click_walk
.export call_event, event_idle, forget_early

type_ahead = 50                         ; frames after an answer in which the next may be typed ahead of its question

.segment "SHELLBSS"
.align 2
answered:    .res 2                     ; the frame of the last answer

.segment "SHELL"

; event -> d0.
call_event:
  bsr forget_early                      ; at first: from the call on, instruments say, it takes keys
  jsr record_settle
  jsr click_walk                        ; or there is no way any more
  bne @answer
@wait:
  jsr event_take
  bne @event
  jsr around_draw
  bsr event_idle
  bra @wait
@event:
  cmpi.w #event_left_down, d0
  beq @click
  cmpi.w #event_right_down, d0
  beq @back
  cmpi.w #key_f1, d0
  bcs @answer
  bne @wait
  move.w #key_help, d0
  bra @answer
@back:
  moveq #key_back, d0
  bra @answer
@click:
  jsr click_key
  bne @answer
  jsr click_hex
  beq @wait
@answer:
  move.w frames, answered
  rts

; event_idle: comes by whenever nothing waits to be done; for instruments.
; in: nothing.  out: nothing.  clobbers: nothing.
event_idle:
  rts

; forget_early: what was pressed while the machine worked answers no question that nobody has seen.
; in: nothing.  out: nothing.  clobbers: d0.
forget_early:
  move.w frames, d0
  sub.w answered, d0
  cmpi.w #type_ahead, d0
  bcs @done
  jmp queue_clear
@done:
  rts
