; uart: Paula's serial port and the lines of CIA-B's port A beside it (port B is the drive's). What is to be sent and what has come
; waits in two rings, which the interrupts of levels 1 and 5 empty and fill. Off unless a call is made or waited for.

.include "defs.inc"
.include "telephone.inc"
.export uart_start, uart_stop, uart_put, uart_get, uart_clear, uart_sent, uart_carrier, uart_dtr_on, uart_dtr_off
.export carrier_told, uart_nudge

in_size  = 1024                         ; powers of 2
out_size = 512
eight_bits = $0100                      ; the stop bit above a character
buffer_empty = 5                        ; of the high byte of SERDATR

.segment "SHELLBSS"
.align 2
in_ring:  .res in_size
out_ring: .res out_size
in_head:  .res 2
in_tail:  .res 2
out_head: .res 2
out_tail: .res 2
sending:  .res 2                        ; not 0: an interrupt will ask for the next character
carrier_told: .res 2                    ; not 0: the line of the carrier has been asserted; a cable may be without it

.segment "SHELL"

; uart_start: the port listens; DTR and RTS are asserted.
; in: d0 = baud_...  out: nothing.  clobbers: nothing.
uart_start:
  move.w d0, SERPER(a6)
  clr.w in_head
  clr.w in_tail
  clr.w out_head
  clr.w out_tail
  clr.w sending
  move.l #transmit, vector_level1
  move.l #receive, vector_level5
  andi.b #~our_lines & $FF, ciab + PRA
  ori.b #our_lines, ciab + DDRA
  move.w #TBE | RBF, INTREQ(a6)
  move.w #SETCLR | TBE | RBF, INTENA(a6)
  rts

; uart_stop: the port rests; DTR and RTS fall.
; in: nothing.  out: nothing.  clobbers: nothing.
uart_stop:
  move.w #TBE | RBF, INTENA(a6)
  move.w #TBE | RBF, INTREQ(a6)
  ori.b #our_lines, ciab + PRA
  rts

; uart_dtr_on: DTR is asserted.  uart_dtr_off: it falls.
; in: nothing.  out: nothing.  clobbers: nothing.
uart_dtr_on:
  bclr #dtr_bit, ciab + PRA
  rts
uart_dtr_off:
  bset #dtr_bit, ciab + PRA
  rts

; uart_carrier: whether the modem hears another.
; in: nothing.  out: z set if so; carrier_told.  clobbers: nothing.
uart_carrier:
  btst #cd_bit, ciab + PRA
  bne @none
  st carrier_told
@none:
  rts

; uart_put: sends a character; waits where the ring is full.
; in: d0.b.  out: nothing.  clobbers: d1, a0.
uart_put:
  lea out_ring, a0
  move.w out_tail, d1
  move.b d0, 0(a0,d1.w)
  addq.w #1, d1
  andi.w #out_size - 1, d1
@full:
  cmp.w out_head, d1
  beq @full
  move.w d1, out_tail
  tst.w sending
  bne @done
  move.w #1, sending
  move.w #SETCLR | TBE, INTREQ(a6)      ; the buffer is empty, and was before
@done:
  rts

; uart_sent: whether all was sent, up to the last two characters.
; in: nothing.  out: z set if so.  clobbers: nothing.
uart_sent:
  tst.w sending
  rts

; uart_nudge: where an emulator has lost the interrupt of an empty buffer, what waits is sent all the same. To be called once a frame.
; in: nothing.  out: nothing.  clobbers: nothing.
uart_nudge:
  tst.w sending
  beq @done
  move.w #TBE, INTENA(a6)               ; none between the look and what follows
  btst #buffer_empty, SERDATR(a6)
  beq @full
  move.w #SETCLR | TBE, INTREQ(a6)
@full:
  move.w #SETCLR | TBE, INTENA(a6)
@done:
  rts

; uart_get: the next character that came.
; in: nothing.  out: d0.w = it; n set: there is none.  clobbers: d1, a0.
uart_get:
  move.w in_head, d1
  cmp.w in_tail, d1
  beq @none
  lea in_ring, a0
  moveq #0, d0
  move.b 0(a0,d1.w), d0
  addq.w #1, d1
  andi.w #in_size - 1, d1
  move.w d1, in_head
  tst.w d0                              ; n clear
  rts
@none:
  moveq #-1, d0
  rts

; uart_clear: what came is forgotten.
; in: nothing.  out: nothing.  clobbers: nothing.
uart_clear:
  move.w in_tail, in_head
  rts

; The transmit buffer is empty (level 1).
transmit:
  movem.l d0-d1/a0/a6, -(sp)
  lea custom, a6
  move.w #TBE, INTREQ(a6)
  move.w out_head, d0
  cmp.w out_tail, d0
  beq @rest
  lea out_ring, a0
  move.w #eight_bits, d1
  move.b 0(a0,d0.w), d1
  move.w d1, SERDAT(a6)
  addq.w #1, d0
  andi.w #out_size - 1, d0
  move.w d0, out_head
  movem.l (sp)+, d0-d1/a0/a6
  rte
@rest:
  clr.w sending
  movem.l (sp)+, d0-d1/a0/a6
  rte

; A character has come (level 5). It is lost where there is no room.
receive:
  movem.l d0-d1/a0/a6, -(sp)
  lea custom, a6
  move.w SERDATR(a6), d0
  move.w #RBF, INTREQ(a6)
  lea in_ring, a0
  move.w in_tail, d1
  move.b d0, 0(a0,d1.w)
  addq.w #1, d1
  andi.w #in_size - 1, d1
  cmp.w in_head, d1
  beq @full
  move.w d1, in_tail
@full:
  movem.l (sp)+, d0-d1/a0/a6
  rte
