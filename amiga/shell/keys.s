; keys: keyboard by its serial port, the mouse's buttons, and the queue of both that the game reads.
;
; The keyboard sends a byte a key, inverted and rotated left by one: bit 7 up, bits 6 to 0 the key's place. It waits for
; the handshake, the data line low for 85 microseconds (Hardware Reference Manual, appendix H).

.include "defs.inc"
.import record_settle
.import frames, vm_v, is_ntsc
.import key_held
.if KEYED
.import forget_early
.export queue_put, queue_clear
.else
.export call_pressed
.endif
.export key_head, key_tail, entropy, entropy_given, keys_start, keys_serial, event_put, event_take, call_delay, call_entropy, modifiers

io0 = vm_v

queue_size   = 64                       ; entries; a power of 2
handshake    = 63                       ; ticks of timer B of 1.4 microseconds: 88 microseconds

key_up_bit   = 7
place_shift_left  = $60
place_shift_right = $61
place_amiga_left  = $66
place_amiga_right = $67

; modifiers
shift_bit = 0
amiga_bit = 1

.segment "SHELLBSS"
.align 2
queue:      .res queue_size * 2
queue_head: .res 2                      ; bytes into the queue
queue_tail: .res 2
key_head = queue_head + 1               ; for instruments: the bytes that change; equal: nothing waits
key_tail = queue_tail + 1
modifiers:  .res 1                      ; keys held: bit 0 SHIFT, bit 1 an Amiga key
.align 2
entropy:    .res 2
entropy_given: .res 2                   ; what the game was told

.segment "SHELL"

; Key codes by place, without SHIFT; 0: no key of ours. Places $00 to $67.
places:
  .byte "`1234567890-=", $5C, 0, "0"
  .byte "QWERTYUIOP[]", 0, "123"
  .byte "ASDFGHJKL;'", 0, 0, "456"
  .byte 0, "ZXCVBNM,./", 0, ".789"
  .byte " ", key_delete, 0, key_return, key_return, key_back, key_delete, 0, 0, 0, "-", 0
  .byte key_up, key_down, key_right, key_left
  .byte key_f1, key_f1 + 1, key_f1 + 2, key_f1 + 3, key_f1 + 4, key_f1 + 5, key_f1 + 6, key_f1 + 7, key_f1 + 8, key_f1 + 9
  .byte "()/*+", key_help
  .byte 0, 0, 0, 0, 0, 0, 0, 0
places_end:
; With SHIFT, where it differs.
shifted_from: .byte "1234567890-=;',./"
shifted_to:   .byte "!@#$%^&*()_+:", $22, "<>?"
shifted_count = 17

; keys_start: the keyboard may send.
; in: nothing.  out: nothing.  clobbers: d0, a0.
keys_start:
  lea ciaa, a0
  move.b #$7F, ICR(a0)
  move.b ICR(a0), d0                    ; reading forgets what was pending
  clr.b CRA(a0)                         ; serial port: input
  move.b #$88, ICR(a0)                  ; its interrupt
  rts

; keys_serial: part of the level 2 interrupt.
; in: nothing.  out: nothing.  clobbers: d0 to d2, a0.
keys_serial:
  lea ciaa, a0
  btst #3, ICR(a0)                      ; the serial port
  beq @done
  move.b SDR(a0), d0
  bset #6, CRA(a0)                      ; handshake: the data line is ours and low
  not.b d0
  ror.b #1, d0
  bsr place_take
  lea ciaa, a0
  clr.b CRB(a0)
  move.b #handshake, TBLO(a0)
  clr.b TBHI(a0)
  move.b #$19, CRB(a0)                  ; start, one shot, load
@wait:
  btst #0, CRB(a0)
  bne @wait
  bclr #6, CRA(a0)
@done:
  rts

; place_take: d0 = place and bit 7 up: keeps the modifiers, queues the key's code.
place_take:
  move.b d0, d1
  andi.w #$7F, d1
  moveq #1 << shift_bit, d2
  cmpi.b #place_shift_left, d1
  beq @modifier
  cmpi.b #place_shift_right, d1
  beq @modifier
  moveq #1 << amiga_bit, d2
  cmpi.b #place_amiga_left, d1
  beq @modifier
  cmpi.b #place_amiga_right, d1
  beq @modifier
  tst.b d0
  bmi @let_go
  cmpi.w #places_end - places, d1
  bcc @done
  lea places(pc), a0
  moveq #0, d0
  move.b 0(a0,d1.w), d0
  beq @done
  btst #shift_bit, modifiers
  beq @queue
  lea shifted_from(pc), a0
  moveq #shifted_count - 1, d1
@shifted:
  cmp.b (a0)+, d0
  dbeq d1, @shifted
  bne @queue
  move.b shifted_to - shifted_from - 1(a0), d0
@queue:
  cmpi.w #key_up, d0
  bcs @put
  cmpi.w #key_left, d0
  bhi @put
  move.w d0, key_held
@put:
  bra queue_put
@let_go:
  clr.w key_held
  rts
@modifier:
  tst.b d0
  bmi @up
  or.b d2, modifiers
  rts
@up:
  not.b d2
  and.b d2, modifiers
@done:
  rts

; event_put: what the mouse's buttons did, the left one first; in an interrupt.
; in: d0 = buttons down, d1 = those that changed.  out: nothing.  clobbers: d0 to d2, a0.
event_put:
  movem.w d0-d1, -(sp)
  btst #0, d1
  beq @right
  btst #0, d0
  beq @left_up
  move.w #event_left_down, d0
  bsr queue_put
.if KEYED
@left_up:                               ; a key that goes up is none
.else
  bra @right
@left_up:
  move.w #event_left_up, d0
  bsr queue_put
.endif
@right:
  movem.w (sp)+, d0-d1
  btst #1, d1
  beq @done
  btst #1, d0
  beq @up
  move.w #event_right_down, d0
  bra queue_put
@up:
.if KEYED = 0
  move.w #event_right_up, d0
  bra queue_put
.endif
@done:
  rts

; queue_put: an event joins those that wait; it is lost where there is no room.
; in: d0.w = event.  out: nothing.  clobbers: d1, d2, a0.
queue_put:
  move.w queue_tail, d1
  move.w d1, d2
  addq.w #2, d2
  andi.w #queue_size * 2 - 1, d2
  cmp.w queue_head, d2
  beq @full
  lea queue, a0
  move.w d0, 0(a0,d1.w)
  move.w d2, queue_tail
@full:
  rts

; event_take: the next event.
; in: nothing.  out: d0.w, 0 and z set if there is none.  clobbers: d1, a0.
event_take:
  addq.w #1, entropy
  moveq #0, d0
  move.w queue_head, d1
  cmp.w queue_tail, d1
  beq @none
  lea queue, a0
  move.w 0(a0,d1.w), d0
  addq.w #2, d1
  andi.w #queue_size * 2 - 1, d1
  move.w d1, queue_head
@none:
  tst.w d0
  rts

; entropy -> d0: 16 bits from how long the player took: how often the queue was looked at.
call_entropy:
  move.w entropy, d0
  move.w d0, entropy_given              ; for instruments, that play the same game elsewhere
  rts

.if KEYED
; queue_clear: what waits is forgotten.
; in: nothing.  out: nothing.  clobbers: nothing.
queue_clear:
  move.w queue_tail, queue_head
  rts
.else
; pressed -> d0: 1 if a key or the left button went down; the queue is empty afterwards.
call_pressed:
  moveq #0, d0
  lea queue, a0
@next:
  move.w queue_head, d1
  cmp.w queue_tail, d1
  beq @done
  cmpi.w #event_left_down, 0(a0,d1.w)
  beq @pressed
  tst.b 0(a0,d1.w)                      ; the high byte of a key's code is 0
  bne @forget
@pressed:
  moveq #1, d0
@forget:
  addq.w #2, d1
  andi.w #queue_size * 2 - 1, d1
  move.w d1, queue_head
  bra @next
@done:
  rts
.endif

; delay io0: tenths of a second, five frames each, or six; an event ends it early and stays in the queue, a key that ends it in a game
; for keys is forgotten.
call_delay:
.if KEYED
  jsr forget_early
.endif
  jsr record_settle
  move.w io0, d1
  tst.w is_ntsc
  beq @pal
  mulu #6, d1
  bra @until
@pal:
  mulu #5, d1
@until:
  add.w frames, d1
@frame:
.if KEYED
  move.w d1, -(sp)
  bsr event_take
  move.w (sp)+, d1
  tst.w d0
  bne @done
.else
  move.w queue_head, d0
  cmp.w queue_tail, d0
  bne @done
.endif
  move.w frames, d0
  sub.w d1, d0
  bmi @frame
@done:
  rts
