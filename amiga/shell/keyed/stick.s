; stick: the joystick in port 2 is cursor keys and fire; it and the cursor keys repeat while they are held.

.include "defs.inc"
.import queue_put
.export stick_frame, key_held

repeat_wait = 20                        ; frames before the first repeat
repeat_next = 4                         ; frames between repeats
fire_bit    = 7                         ; of CIA-A's port A, low while it is pressed

.segment "SHELLBSS"
.align 2
key_held:  .res 2                       ; cursor key that is down on the keyboard, 0 none (keys.s)
held:      .res 2                       ; what is held: a key, or the stick
timer:     .res 2                       ; frames to the next repeat

.segment "SHELL"

; stick_frame: once a frame, in the interrupt.
; in: key_held.  out: nothing.  clobbers: d0 to d2, a0.
stick_frame:
  bsr stick_now
  bne @stick
  move.w key_held, d0
  cmp.w held, d0
  beq @same
  move.w d0, held                       ; keys.s has put it into the queue
  bra @wait
@stick:
  cmp.w held, d0
  beq @same
  move.w d0, held
  jsr queue_put
@wait:
  move.w #repeat_wait, timer
@done:
  rts
@same:
  cmpi.w #key_up, d0
  bcs @done
  cmpi.w #key_left, d0
  bhi @done                             ; fire does not repeat
  subq.w #1, timer
  bne @done
  move.w #repeat_next, timer
  jmp queue_put

; stick_now: d0 = key that the stick is, 0 (z set) none. clobbers d1.
; JOY1DAT: bit 1 right, bit 9 left, bits 0 and 1 differ: down, bits 8 and 9 differ: up.
stick_now:
  moveq #0, d0
  btst #fire_bit, ciaa + PRA
  bne @ways
  move.w #key_fire, d0
  bra @done
@ways:
  move.w JOY1DAT(a6), d1
  btst #9, d1
  beq @right
  move.w #key_left, d0
@right:
  btst #1, d1
  beq @vertical
  move.w #key_right, d0
@vertical:
  move.w d1, d2
  lsr.w #1, d2
  eor.w d1, d2
  btst #8, d2
  beq @down
  move.w #key_up, d0
@down:
  btst #0, d2
  beq @done
  move.w #key_down, d0
@done:
  tst.w d0
  rts
