; blocks: messages from machine to machine, numbered and summed up (telephone.inc). A message that was damaged is as one that did not
; come: who receives asks again.

.include "defs.inc"
.include "telephone.inc"
.import uart_put, uart_get, crc_begin, crc_byte, crc_end, crc
.export message, transfer, message_send, message_heard, message_forget

crc_length = 4

.segment "SHELLBSS"
.align 2
message:  .res packet_bytes + packet_most + crc_length
outgoing: .res packet_bytes
transfer: .res 4                        ; number of what is sent or received: the sum of its image
came:     .res 2                        ; bytes of it, behind the two of the sync

.segment "SHELL"

; message_forget: what came of a message is forgotten.
; in: nothing.  out: nothing.  clobbers: nothing.
message_forget:
  move.w #-2, came
  rts

; message_send: a message.
; in: d0 = kind, d1 = number, d2 = bytes in it, a3 = bytes.  out: nothing.  clobbers: d0, d1, a0.
message_send:
  movem.l d2-d3/a3-a4, -(sp)
  lea outgoing, a4
  move.b d0, packet_kind(a4)
  move.b d1, packet_number(a4)
  move.w d2, packet_length(a4)
  move.l transfer, packet_transfer(a4)
  moveq #packet_sync_1 - 256, d0
  jsr uart_put
  moveq #packet_sync_2, d0
  jsr uart_put
  jsr crc_begin
  moveq #packet_bytes - 1, d3
@head:
  move.b (a4)+, d0
  bsr summed
  dbra d3, @head
  bra @count
@byte:
  move.b (a3)+, d0
  bsr summed
@count:
  dbra d2, @byte
  jsr crc_end
  lea crc, a4
  moveq #crc_length - 1, d3
@sum:
  move.b (a4)+, d0
  jsr uart_put
  dbra d3, @sum
  movem.l (sp)+, d2-d3/a3-a4
  rts

; summed: sends a byte that belongs to the sum. in: d0.b. clobbers d0, d1, a0.
summed:
  move.b d0, -(sp)
  jsr uart_put
  move.b (sp)+, d0
  jmp crc_byte

; message_heard: looks through what came, up to a whole message.
; in: nothing.  out: d0 = its kind, and it is in message; 0 (z set): none yet.  clobbers: d1, a0, a1.
message_heard:
  jsr uart_get
  bmi @none
  move.w came, d1
  bmi @sync
  lea message, a0
  move.b d0, 0(a0,d1.w)
  addq.w #1, d1
  move.w d1, came
  cmpi.w #packet_bytes, d1
  bcs message_heard
  move.w message + packet_length, d0
  cmpi.w #packet_most, d0
  bhi @wrong
  addi.w #packet_bytes + crc_length, d0
  cmp.w d0, d1
  bcs message_heard
  bsr message_forget
  bsr is_whole
  bne message_heard
  moveq #0, d0
  move.b message + packet_kind, d0
  rts
@wrong:
  bsr message_forget
  bra message_heard
; A message begins with two bytes; the first may come again before the second.
@sync:
  cmpi.w #-1, d1
  bne @first
  clr.w came
  cmpi.b #packet_sync_2, d0
  beq message_heard
  bsr message_forget
@first:
  cmpi.b #packet_sync_1, d0
  bne message_heard
  move.w #-1, came
  bra message_heard
@none:
  moveq #talk_none, d0
  rts

; is_whole: z set if message has the sum that stands behind it. clobbers d0, d1, a0, a1.
is_whole:
  movem.l d2/a3, -(sp)
  jsr crc_begin
  lea message, a3
  move.w message + packet_length, d2
  addq.w #packet_bytes - 1, d2
@byte:
  move.b (a3)+, d0
  jsr crc_byte
  dbra d2, @byte
  jsr crc_end
  lea crc, a1
  moveq #crc_length - 1, d2
@sum:
  cmpm.b (a3)+, (a1)+
  dbne d2, @sum
  movem.l (sp)+, d2/a3
  rts
