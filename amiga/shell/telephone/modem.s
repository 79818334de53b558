; modem: a Hayes modem at the serial port: its commands, and what it answers in words.

.include "defs.inc"
.include "telephone.inc"
.import uart_start, uart_put, uart_get, uart_clear, uart_sent, uart_carrier, uart_dtr_on, uart_dtr_off, carrier_told
.import frames, view_name, watch
.export modem_start, modem_dial, modem_ring, modem_answer, modem_hang_up, time_begin, time_over, rest

letters_of_name = 12
line_room   = 16
tries       = 2
wait_ok     = 2 * second
wait_call   = 60 * second               ; the modem's own patience is 50 seconds
dtr_rest    = 30                        ; frames for which DTR has fallen
guard       = second + 10               ; silence before the escape sequence

.segment "SHELLBSS"
.align 2
until:      .res 2                      ; frame up to which something is waited for
length:     .res 2
line:       .res line_room

.segment "SHELL"

; Answers. A line that begins so is one.
answers:
  .byte answer_ok, "OK", 0
  .byte answer_connect, "CONNECT", 0
  .byte answer_ring, "RING", 0
  .byte answer_no_carrier, "NO CARRIER", 0
  .byte answer_busy, "BUSY", 0
  .byte answer_no_answer, "NO ANSWER", 0
  .byte answer_no_tone, "NO DIAL", 0
  .byte answer_error, "ERROR", 0
  .byte 0

; No echo; words; all results; DCD tells of the carrier, DTR ends a call; it never answers by itself.
text_set_up: .asciiz "ATE0V1Q0X4&C1&D2S0=0"
text_dial:   .asciiz "ATDT"
text_answer: .asciiz "ATA"
text_escape: .asciiz "+++"
text_end:    .asciiz "ATH"
.even

answers_of_call = 1 << answer_connect | 1 << answer_no_carrier | 1 << answer_busy | 1 << answer_no_answer | 1 << answer_no_tone | 1 << answer_error

; modem_start: the port listens, and the modem is set up.
; in: nothing.  out: d0 = answer_ok (z clear), answer_late: there is no modem, or answer_cancel.  clobbers: d1, a0, a1.
modem_start:
  movem.l d2/a3, -(sp)
  move.w #baud_9600, d0
  jsr uart_start
  clr.w length
  moveq #10, d0
  bsr rest
  moveq #tries - 1, d2
@try:
  lea text_set_up(pc), a3
  bsr command
  move.w #wait_ok, d0
  moveq #1 << answer_ok, d1
  bsr await
  cmpi.w #answer_late, d0
  dbne d2, @try
  movem.l (sp)+, d2/a3
  rts

; modem_dial: calls the number in view_name.
; in: nothing.  out: d0 = answer_...  clobbers: d1, a0, a1.
modem_dial:
  movem.l d2/a3, -(sp)
  jsr uart_clear
  lea text_dial(pc), a3
  bsr letters_send
  lea view_name, a3
  moveq #letters_of_name - 1, d2
@letter:
  move.b (a3)+, d0
  beq @end
  jsr uart_put
  dbra d2, @letter
@end:
  bsr return_send
  bsr call_await
  movem.l (sp)+, d2/a3
  rts

; modem_ring: waits until it rings.
; in: d0 = frames, 0: for as long as it takes.  out: d0 = answer_ring, answer_late or answer_cancel.  clobbers: d1, a0, a1.
modem_ring:
  move.w #1 << answer_ring, d1
  bra await

; modem_answer: takes the call.
; in: nothing.  out: d0 = answer_...  clobbers: d1, a0, a1.
modem_answer:
  move.l a3, -(sp)
  lea text_answer(pc), a3
  bsr command
  bsr call_await
  movea.l (sp)+, a3
  rts

call_await:
  move.w #wait_call, d0
  move.w #answers_of_call, d1
; falls through to await

; await: waits for an answer.
; in: d0 = frames, 0: for as long as it takes; d1 = answers that count, a bit each.  out: d0 = answer_...  clobbers: d1, a0, a1.
await:
  movem.l d2-d3, -(sp)
  move.w d1, d2
  move.w d0, d3
  bsr time_begin
@wait:
  jsr watch
  bne @cancel
  bsr heard
  beq @time
  btst d0, d2
  bne @done
@time:
  tst.w d3
  beq @wait
  bsr time_over
  bmi @wait
  moveq #answer_late, d0
  bra @done
@cancel:
  moveq #answer_cancel, d0
@done:
  movem.l (sp)+, d2-d3
  tst.w d0
  rts

; modem_hang_up: ends a call: DTR falls; if that is not heeded, or the cable does not tell, by the escape sequence. What is to be sent is
; sent before.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
modem_hang_up:
  movem.l a3, -(sp)
  move.w #2 * second, d0
  bsr time_begin
@send:
  jsr uart_sent
  beq @sent
  bsr time_over
  bmi @send
@sent:
  moveq #5, d0
  bsr rest
  jsr uart_dtr_off
  moveq #dtr_rest, d0
  bsr rest
  jsr uart_dtr_on
  moveq #5, d0
  bsr rest
  jsr uart_carrier
  beq @escape
  tst.b carrier_told
  bne @done
@escape:
  moveq #guard, d0
  bsr rest
  jsr uart_clear
  clr.w length
  lea text_escape(pc), a3
  bsr letters_send
  move.w #4 * second, d0
  bsr ok_rest
  lea text_end(pc), a3
  bsr command
  move.w #2 * second, d0
  bsr ok_rest
@done:
  jsr uart_clear
  clr.w length
  movem.l (sp)+, a3
  rts

; ok_rest: so many frames at most, until the modem says OK. in: d0. clobbers d0, d1, a0, a1.
ok_rest:
  bsr time_begin
@wait:
  bsr heard
  cmpi.w #answer_ok, d0
  beq @done
  bsr time_over
  bmi @wait
@done:
  rts

; command: a line to the modem. in: a3 = text. clobbers d0, d1, a0, a3.
command:
  bsr letters_send
; falls through to return_send

return_send:
  moveq #13, d0
  jmp uart_put

letters_send:
  move.b (a3)+, d0
  beq @done
  jsr uart_put
  bra letters_send
@done:
  rts

; heard: looks through what came up to an answer. out: d0 = answer_..., 0 (z set): none yet. clobbers d1, a0, a1.
heard:
  jsr uart_get
  bmi @none
  andi.b #$7F, d0
  cmpi.b #' ', d0
  bcs @end
  move.w length, d1
  cmpi.w #line_room - 1, d1
  bcc heard
  lea line, a0
  move.b d0, 0(a0,d1.w)
  addq.w #1, length
  bra heard
@end:
  move.w length, d1
  beq heard
  clr.w length
  lea line, a0
  clr.b 0(a0,d1.w)
  lea answers(pc), a1
@answer:
  moveq #0, d0
  move.b (a1)+, d0
  beq heard
  lea line, a0
@letter:
  move.b (a1)+, d1
  beq @found
  cmp.b (a0)+, d1
  beq @letter
@skip:
  tst.b (a1)+
  bne @skip
  bra @answer
@found:
  tst.w d0
  rts
@none:
  moveq #answer_none, d0
  rts

; time_begin: a time begins to run.
; in: d0 = frames.  out: nothing.  clobbers: d0.
time_begin:
  add.w frames, d0
  move.w d0, until
  rts

; time_over: n clear: it is over.
; in: nothing.  out: n.  clobbers: d0.
time_over:
  move.w frames, d0
  sub.w until, d0
  rts

; rest: so many frames.
; in: d0.  out: nothing.  clobbers: d0.
rest:
  bsr time_begin
@frame:
  bsr time_over
  bmi @frame
  rts
