; telephone: what a save holds, header and image, goes to another machine, and comes from one. Who transmits calls; who receives says
; which block he wants, so that after a line that dropped the next call goes on where it stopped. What came counts only if all of it is
; there and checks as a saved game on a disk does (WD-P.2, WD-P.3).

.include "defs.inc"
.include "save.inc"
.include "telephone.inc"
.import call_open, call_say, call_bar_draw, call_close, watch
.import modem_start, modem_dial, modem_ring, modem_answer, modem_hang_up, time_begin, time_over
.import uart_stop, uart_carrier, uart_nudge, carrier_told, frames
.import message, transfer, message_send, message_heard, message_forget
.if LETTERED
.import cache_forget
.endif
.import menu_room, header, trouble, magic, low_first, header_of_game, header_game, header_image, header_sum
.import image_rewind, image_next, image_put, image_length, crc_begin, crc_byte, view_turn, view_phase
.export telephone_send, telephone_receive

; The game as it is transmitted lies where menus keep what they cover: none hangs meanwhile.
store       = menu_room
magic_bytes = 5
no_number   = $FF                       ; of a file, in the header

first_word  = 40 * second               ; for the first message of the other
next_word   = 20 * second               ; for any other
ask_again   = 3 * second                ; a block of 9600 bits a second takes 0.3 seconds, one of 2400 takes 1.2
tries_a_word = 7                        ; and one more, before the line is taken to be dead
last_words  = 3 * second
another_call = 45 * second              ; for who dials again after all was received
dial_pause  = 3 * second
most_calls  = 10                        ; in vain, one after the other, when the line has dropped
lost_frames = 10                        ; without a carrier: the line has dropped

.segment "SHELLBSS"
.align 2
blocks:     .res 2                      ; of the transfer; 0 not known yet
wanted:     .res 2                      ; the next block; of who transmits: how many the other has
outcome:    .res 2                      ; status of the contract, once all was looked at; -1 before
dropped:    .res 2                      ; not 0: there was a call
calls:      .res 2                      ; in vain since then
silent:     .res 2                      ; frames without a carrier
frame_last: .res 2

.segment "SHELL"

text_send:      .asciiz "TRANSMIT"
text_receive:   .asciiz "RECEIVE"
text_modem:     .asciiz "LOOKING FOR THE MODEM"
text_no_modem:  .asciiz "NO MODEM ANSWERS"
text_dialling:  .asciiz "DIALLING"
text_waiting:   .asciiz "WAITING FOR THE CALL"
text_ringing:   .asciiz "RINGING"
text_connected: .asciiz "CONNECTED"
text_busy:      .asciiz "BUSY"
text_no_answer: .asciiz "NO ANSWER"
text_no_tone:   .asciiz "NO DIAL TONE"
text_no_call:   .asciiz "NO CARRIER"
text_error:     .asciiz "THE MODEM REFUSES"
text_again:     .asciiz "LINE DROPPED - DIALLING AGAIN"
text_wait_again: .asciiz "LINE DROPPED - WAITING"
text_lost:      .asciiz "LINE DROPPED"
text_sent:      .asciiz "TRANSMITTED"
text_received:  .asciiz "RECEIVED"
text_other:     .asciiz "ANOTHER GAME OR VERSION"
text_damaged:   .asciiz "IT CAME DAMAGED"
.even

; telephone_send: calls the number in view_name and transmits the game as it is now.
; in: nothing.  out: d0 = save_done, or save_none if it was not transmitted.  clobbers: as a call of the table.
telephone_send:
  bsr pack
  lea text_send(pc), a3
  bsr begin
  bne @ended
  clr.w dropped
@dial:
  lea text_dialling(pc), a3
  tst.w dropped
  beq @say
  lea text_again(pc), a3
@say:
  jsr call_say
  jsr modem_dial
  cmpi.w #answer_connect, d0
  beq @talk
  cmpi.w #answer_cancel, d0
  beq @stopped
  tst.w dropped
  bne @in_vain
  bsr words_of
  bra @failed
@in_vain:
  addq.w #1, calls
  cmpi.w #most_calls, calls
  bcc @lost
  bsr pause
  beq @dial
  bra @stopped
@talk:
  lea text_connected(pc), a3
  jsr call_say
  bsr serve
  move.w d0, -(sp)
  jsr modem_hang_up
  move.w (sp)+, d0
  tst.w outcome
  bpl @told
  cmpi.w #call_stopped, d0
  beq @stopped
  tst.w dropped
  beq @nobody
  lea text_again(pc), a3
  jsr call_say
  bsr pause
  beq @dial
@stopped:
  bsr hang_up
  moveq #save_none, d0
  rts
@nobody:
  lea text_no_answer(pc), a3
  bra @failed
@lost:
  lea text_lost(pc), a3
@failed:
  bsr end
  moveq #save_none, d0
  rts
@told:
  move.w outcome, d0
  bsr words_of_outcome
  bne @failed
  lea text_sent(pc), a3
  bsr end
  moveq #save_done, d0
@ended:
  rts

; telephone_receive: waits for a call; the game that comes becomes the state.
; in: nothing.  out: d0 = save_done, or save_none if none came.  clobbers: as a call of the table.
telephone_receive:
  lea text_receive(pc), a3
  bsr begin
  bne @ended
  clr.w wanted
  clr.w blocks
  clr.l transfer
  lea text_waiting(pc), a3
@wait:
  jsr call_say
  moveq #0, d0
  tst.w outcome
  bmi @ring
  move.w #another_call, d0
@ring:
  jsr modem_ring
  cmpi.w #answer_ring, d0
  bne @no_ring
  lea text_ringing(pc), a3
  jsr call_say
  jsr modem_answer
  lea text_waiting(pc), a3
  cmpi.w #answer_cancel, d0
  beq @no_ring
  cmpi.w #answer_connect, d0
  bne @wait
  lea text_connected(pc), a3
  jsr call_say
  bsr ask
  move.w d0, -(sp)
  jsr modem_hang_up
  move.w (sp)+, d0
  cmpi.w #call_stopped, d0
  beq @no_ring
  lea text_wait_again(pc), a3
  cmpi.w #call_done, d0
  bne @wait
@no_ring:
  tst.w outcome                         ; what is whole counts, whether the other knows it or not
  bpl @told
  bsr hang_up
  moveq #save_none, d0
  rts
@told:
  move.w outcome, d0
  bsr words_of_outcome
  bne @failed
  bsr unpack
  lea text_received(pc), a3
  bsr end
  moveq #save_done, d0
  rts
@failed:
  bsr end
  moveq #save_none, d0
@ended:
  rts

; begin: the box, and the modem set up. in: a3 = title. out: z set; z clear: there is none, or it was ended; that was said, d0 is the
; answer to the rules. clobbers d1, a0, a1, a3.
begin:
.if LETTERED
  jsr cache_forget                      ; the game lies where counters are kept
.endif
  move.w #-1, outcome
  jsr call_open
  lea text_modem(pc), a3
  jsr call_say
  jsr modem_start
  cmpi.w #answer_ok, d0
  beq @done
  cmpi.w #answer_cancel, d0
  beq @stopped
  lea text_no_modem(pc), a3
  bsr end
  bra @none
@stopped:
  bsr hang_up
@none:
  moveq #save_none, d0
@done:
  rts

; end: nothing is connected any more; what came of it is said. in: a3. clobbers d0, d1, a0, a1.
end:
  jsr uart_stop
  jmp call_close

hang_up:
  jsr modem_hang_up
  jmp uart_stop

; words_of: a3 = what an answer of the modem means.
words_of:
  lea text_busy(pc), a3
  cmpi.w #answer_busy, d0
  beq @done
  lea text_no_tone(pc), a3
  cmpi.w #answer_no_tone, d0
  beq @done
  lea text_error(pc), a3
  cmpi.w #answer_error, d0
  beq @done
  lea text_no_call(pc), a3
  cmpi.w #answer_no_carrier, d0
  beq @done
  lea text_no_answer(pc), a3
@done:
  rts

; words_of_outcome: z set: the game is whole and ours; else a3 = what is wrong. in: d0 = status.
words_of_outcome:
  lea text_other(pc), a3
  cmpi.w #save_other, d0
  beq @wrong
  lea text_damaged(pc), a3
  tst.w d0
  rts
@wrong:
  tst.w d0
  rts

; pause: before the next call. out: z clear: the player has ended it. clobbers d0, d1, a0.
pause:
  move.w #dial_pause, d0
  jsr time_begin
@frame:
  jsr watch
  bne @done
  jsr time_over
  bmi @frame
  moveq #0, d0
@done:
  rts

; line_begin: a call begins. clobbers d0.
line_begin:
  clr.w silent
  sf carrier_told
  move.w frames, frame_last
  jmp message_forget

; line_lost: z set: the line has dropped. To be asked at least once a frame. A cable that never told of a carrier tells of no loss: then
; nothing comes any more. clobbers d0.
line_lost:
  move.w frames, d0
  cmp.w frame_last, d0
  beq @same
  move.w d0, frame_last
  jsr uart_nudge
  addq.w #1, silent
  jsr uart_carrier
  beq @carried
  tst.b carrier_told
  bne @same
@carried:
  clr.w silent
@same:
  cmpi.w #lost_frames, silent
  bcs @there
  moveq #0, d0
  rts
@there:
  moveq #1, d0
  rts

; serve: gives the other what he wants, until he has said what became of it.
; out: d0 = call_...; outcome.  clobbers d1, a0, a1.
serve:
  movem.l d2-d3/a3, -(sp)
  bsr line_begin
  move.w #first_word, d0
@patience:
  jsr time_begin
@wait:
  jsr watch
  bne @stopped
  bsr line_lost
  beq @dropped
  jsr message_heard
  bne @heard
  jsr time_over
  bmi @wait
@dropped:
  moveq #call_dropped, d0
  tst.w outcome
  bmi @done
  moveq #call_done, d0                  ; he has hung up, as he should
  bra @done
@stopped:
  moveq #call_stopped, d0
@done:
  movem.l (sp)+, d2-d3/a3
  rts
@heard:
  cmpi.b #talk_want, d0
  beq @want
  cmpi.b #talk_end, d0
  bne @wait
  move.l message + packet_transfer, d0
  cmp.l transfer, d0
  bne @wait
  moveq #0, d0
  move.b message + packet_number, d0
  move.w d0, outcome
  moveq #1, d0                          ; all is there
  moveq #1, d1
  jsr call_bar_draw
  moveq #talk_bye, d0
  moveq #0, d2
  jsr message_send
  move.w #last_words, d0
  bra @patience
@want:
  moveq #0, d1
  move.b message + packet_number, d1
  cmp.w blocks, d1
  bcc @wait
  move.w #1, dropped                    ; from now on it is worth to dial again
  clr.w calls
  move.w d1, d3
  lsl.w #8, d3
  lea store, a3
  adda.w d3, a3
  move.w #header_size + image_length, d2
  sub.w d3, d2
  cmpi.w #packet_most, d2
  bls @last
  move.w #packet_most, d2
@last:
  moveq #talk_block, d0
  move.w d1, d3
  jsr message_send
  move.w d3, d0
  move.w blocks, d1
  jsr call_bar_draw
  move.w #next_word, d0
  bra @patience

; ask: asks for one block after the other, looks at the whole, and says what became of it.
; out: d0 = call_...; outcome.  clobbers d1, a0, a1.
ask:
  movem.l d2-d3/a2-a3, -(sp)
  bsr line_begin
@again:
  moveq #tries_a_word, d3
@next:
  moveq #talk_want, d0
  move.w wanted, d1
  tst.w outcome
  bmi @send
  moveq #talk_end, d0
  move.w outcome, d1
@send:
  moveq #0, d2
  jsr message_send
  move.w #ask_again, d0
  jsr time_begin
@wait:
  jsr watch
  bne @stopped
  bsr line_lost
  beq @dropped
  jsr message_heard
  bne @heard
  jsr time_over
  bmi @wait
  jsr message_forget
  dbra d3, @next
@dropped:
  moveq #call_dropped, d0
  bra @done
@stopped:
  moveq #call_stopped, d0
  bra @done
@bye:
  moveq #call_done, d0
@done:
  movem.l (sp)+, d2-d3/a2-a3
  rts
@heard:
  cmpi.b #talk_bye, d0
  bne @block
  tst.w outcome
  bpl @bye
  bra @wait
@block:
  cmpi.b #talk_block, d0
  bne @wait
  tst.w outcome
  bpl @wait
  bsr block_take
  bne @wait
  bra @again

; block_take: the block in message, if it is the one that is wanted. out: z set: another is wanted, or outcome is known. clobbers d0 to
; d2, a0 to a3.
block_take:
  move.l message + packet_transfer, d0
  cmp.l transfer, d0
  beq @same
  move.l d0, transfer                   ; another game than the one that was begun: from the beginning
  clr.w wanted
  clr.w blocks
@same:
  moveq #0, d1
  move.b message + packet_number, d1
  cmp.w wanted, d1
  bne @other
  move.w d1, d0
  lsl.w #8, d0
  lea store, a2
  adda.w d0, a2
  lea message + packet_bytes, a3
  move.w message + packet_length, d2
  bra @count
@byte:
  move.b (a3)+, (a2)+
@count:
  dbra d2, @byte
  tst.w wanted
  bne @taken
  bsr head_take
  bne @over
@taken:
  addq.w #1, wanted
  move.w wanted, d0
  move.w blocks, d1
  jsr call_bar_draw
  move.w wanted, d0
  cmp.w blocks, d0
  bcs @more
  bsr whole
@over:
  move.w d0, outcome
@more:
  moveq #0, d0
  rts
@other:
  tst.w wanted                          ; of a new transfer it is asked for the first block
  beq @more
  moveq #1, d0
  rts

; head_take: the header of the game in store. out: z set: it is of our game; d0 = status. clobbers d1, d2, a0, a1.
head_take:
  lea store, a0
  lea header, a1
  moveq #header_size - 1, d1
@byte:
  move.b (a0)+, (a1)+
  dbra d1, @byte
  lea header, a0
  lea magic, a1
  moveq #magic_bytes - 1, d1
@magic:
  cmpm.b (a0)+, (a1)+
  bne @other
  dbra d1, @magic
  bsr blocks_count
  jsr header_of_game
  tst.w d0
  rts
@other:
  moveq #save_other, d0
  rts

; whole: whether the image in store has the sum that its header says. out: d0 = status. clobbers d1, d2, a0 to a3.
whole:
  clr.w trouble
  jsr crc_begin
  lea store + header_size, a3
  move.w #image_length - 1, d2
@byte:
  move.b (a3)+, d0
  jsr crc_byte
  dbra d2, @byte
  jmp header_sum

; pack: header and image of the game as it is now into store; transfer, blocks. clobbers all but a6.
pack:
  lea store, a2
  lea magic, a3
  moveq #magic_bytes - 1, d2
@magic:
  move.b (a3)+, (a2)+
  dbra d2, @magic
  move.b view_turn, (a2)+
  move.b view_phase, (a2)+
  move.b #no_number, (a2)+
  jsr header_game
  moveq #0, d0                          ; no running number: it lies on no disk
  jsr low_first
  jsr header_image
  jsr image_rewind
@byte:
  jsr image_next
  bcs @end
  move.b d0, (a2)+
  bra @byte
@end:
  move.l store + at_crc, transfer
; falls through to blocks_count

; blocks_count: blocks of a game of ours. clobbers d0.
blocks_count:
  move.w #header_size + image_length + packet_most - 1, d0
  lsr.w #8, d0
  move.w d0, blocks
  rts

; unpack: the image in store becomes the state. clobbers d0 to d2, a0 to a3.
unpack:
  jsr image_rewind
  lea store + header_size, a3
  move.w #image_length - 1, d2
@byte:
  move.b (a3)+, d0
  jsr image_put
  dbra d2, @byte
  rts
