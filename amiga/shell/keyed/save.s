; save: saved games as the machines of keys have them: four beside each other, each in two slots that take turns, A and B, C and D and
; so on; a slot is a header of 32 bytes, whose sum is 0, and the state image, packed: behind two equal bytes stands how many more of
; them follow, 0 to 255; then counting begins anew. So the bytes are those of a file on another machine's disk.
;
; Power-cut safe: the slot that does not hold the newest whole save is written, then read back. A load looks at the whole image first,
; so that one that is damaged changes nothing.

.include "defs.inc"
.include "save.inc"
.import vm_v
.import begin, finish, written, rewind, rewind_write, get, put, flush, low_first, at, trouble, slot
.import image_rewind, image_next, image_put, crc_begin, crc_byte
.import newest, header_of_game, header_game, header_image, header_sum
.import image_length, view_turn, view_phase, view_campaign
.export call_save, call_load, call_look, header, generations, slot_state

io0 = vm_v
io1 = vm_v + 2

over_other = 4                          ; in the number of a game: another campaign may go

.segment "SHELLBSS"
.align 2
header:      .res header_size           ; of the save being written or read
first:       .res 2                     ; number of the game's first slot
over:        .res 2                     ; not 0: another campaign may go
slot_state:  .res slots                 ; save_done, or why the slot holds no save
spoilt:      .res 1                     ; not 0: a slot that should have held a save was damaged
pair:        .res 1                     ; 1: last is the last byte of the image; 2: it was there twice, and is counted
last:        .res 1
more:        .res 1                     ; how often it follows yet
.align 2
generations: .res 2 * slots
told:        .res 4 * slots             ; what the headers tell: turn, phase, campaign, in the order of look's numbers
shown:       .res 2                     ; slot that look tells of, of the game's two

.segment "SHELL"

magic: .byte "HXSG", packed_format
.even

; look io0, io1: 0: reads the headers of saved game io0 -> status: whether one is whole; else what that one says: 1 turn, 2 phase,
; 3 campaign.
call_look:
  move.w io1, d0
  bne @told
  bsr game_begin
  bne @out
  bsr slots_read
  bsr newest
  bmi @none
  move.w d0, shown
  moveq #save_done, d0
@out:
  jmp finish
@none:
  bsr why_none
  jmp finish
@told:
  andi.w #3, d0
  move.w shown, d1
  lsl.w #2, d1
  add.w d1, d0
  lea told, a0
  moveq #0, d1
  move.b -1(a0,d0.w), d1
  move.w d1, d0
  rts

; save io0: number of a game, and 4 more if another campaign may lie there; else the first -> status.
call_save:
  move.l d2, -(sp)
  bsr game_begin
  bne @out
  bsr slots_read
  bsr newest
  bmi @free
  move.w d0, shown                      ; for look
  lsl.w #2, d0
  lea told, a0
  move.b 2(a0,d0.w), d0
  cmp.b view_campaign, d0
  beq @free
  tst.w over
  bne @free
  moveq #save_campaign, d0
  bra @out
@free:
  bsr header_make
  bsr slot_write
  bne @out
  bsr header_read
  bne @broken
  moveq #0, d2
  bsr image_read
  beq @out
@broken:
  moveq #save_error, d0
@out:
  move.l (sp)+, d2
  jmp finish

; load io0: number of a game, else the first -> status: its newest whole slot. If none is whole, the state stays as it is.
call_load:
  move.l d2, -(sp)
  bsr game_begin
  bne @out
  bsr slots_read
@try:
  bsr newest
  bmi @none
  bsr slot_set
  bsr header_read
  bne @damaged
  moveq #0, d2
  bsr image_read
  bne @damaged
  bsr header_read
  moveq #1, d2
  bsr image_read                        ; it is sound: now it becomes the state
  bne @error
  tst.b spoilt
  beq @out
  moveq #save_older, d0
  bra @out
@error:
  moveq #save_error, d0
  bra @out
@damaged:
  move.b #1, spoilt
  move.w slot, d0
  sub.w first, d0
  lea slot_state, a0
  move.b #save_damaged, 0(a0,d0.w)
  bra @try                              ; the other one
@none:
  bsr why_none
@out:
  move.l (sp)+, d2
  jmp finish

; game_begin: first and over by io0; the drive turns. out: d0 = 0 (z set) or save_no_drive.
game_begin:
  move.w io0, d0
  cmpi.w #2 * games, d0
  bcs @number
  moveq #0, d0
@number:
  move.w d0, d1
  andi.w #over_other, d1
  move.w d1, over
  andi.w #games - 1, d0
  add.w d0, d0
  move.w d0, first
  jmp begin

; slot_set: slot := that with number d0 of the game's two. clobbers d0.
slot_set:
  add.w first, d0
  move.w d0, slot
  rts

; why_none: d0 = why neither slot holds a save: the graver reason of both.
why_none:
  moveq #0, d0
  move.b slot_state, d0
  cmp.b slot_state + 1, d0
  bcc @done
  move.b slot_state + 1, d0
@done:
  rts

; slots_read: what the headers of both slots say. clobbers d0, d1, a0, a1.
slots_read:
  move.l d2, -(sp)
  clr.b spoilt
  moveq #slots - 1, d2
@slot:
  move.w d2, d0
  bsr slot_set
  bsr header_read
  lea slot_state, a0
  move.b d0, 0(a0,d2.w)
  cmpi.b #save_damaged, d0
  bne @sound
  move.b #1, spoilt                     ; it may have been the newer one
@sound:
  lea header, a1
  move.b at_generation + 1(a1), d0
  lsl.w #8, d0
  move.b at_generation(a1), d0
  move.w d2, d1
  add.w d1, d1
  lea generations, a0
  move.w d0, 0(a0,d1.w)
  add.w d1, d1
  lea told, a0
  adda.w d1, a0
  move.b at_turn(a1), (a0)+
  move.b at_phase(a1), (a0)+
  move.b at_campaign(a1), (a0)+
  dbra d2, @slot
  move.l (sp)+, d2
  rts

; header_read: header := that of slot. out: d0 = save_done (z set) if it is one of ours, else why not. clobbers d1, a0, a1.
header_read:
  movem.l d2-d3/a2-a3, -(sp)
  jsr rewind
  lea header, a2
  moveq #header_size - 1, d2
  moveq #0, d3
@byte:
  jsr get
  move.b d0, (a2)+
  add.b d0, d3
  dbra d2, @byte
  tst.w trouble
  bne @damaged
  lea header, a2
  lea magic(pc), a3
  moveq #3, d2
@magic:
  cmpm.b (a2)+, (a3)+
  bne @none
  dbra d2, @magic
  tst.b d3
  bne @damaged
  cmpm.b (a2)+, (a3)+
  bne @other
  bsr header_of_game
  bra @done
@none:
  moveq #save_none, d0
  bra @done
@other:
  moveq #save_other, d0
  bra @done
@damaged:
  clr.w trouble
  moveq #save_damaged, d0
@done:
  movem.l (sp)+, d2-d3/a2-a3
  tst.w d0
  rts

; header_make: slot := the one to write; header: that of a save into it, of the state as it is now. clobbers d0, d1, a0, a1.
header_make:
  movem.l d2/a2-a3, -(sp)
  moveq #0, d2                          ; generation before
  bsr newest
  bmi @first
  move.w d0, d1
  add.w d1, d1
  lea generations, a0
  move.w 0(a0,d1.w), d2
  eori.w #1, d0                         ; the other one
  bra @slot
@first:
  moveq #0, d0
@slot:
  bsr slot_set
  lea header, a2
  lea magic(pc), a3
  moveq #4, d1
@magic:
  move.b (a3)+, (a2)+
  dbra d1, @magic
  move.b view_turn, (a2)+
  move.b view_phase, (a2)+
  move.b slot + 1, (a2)+
  jsr header_game
  move.w d2, d0
  addq.w #1, d0
  jsr low_first
  jsr header_image
  moveq #0, d0
  lea header, a2
  moveq #header_size - 1, d1
@check:
  sub.b (a2)+, d0
  dbra d1, @check
  move.b d0, header + at_check
  movem.l (sp)+, d2/a2-a3
  rts

; slot_write: header and image into slot. out: d0 = 0 (z set) or a result.
slot_write:
  movem.l d2/a2, -(sp)
  jsr rewind_write
  lea header, a2
  moveq #header_size - 1, d2
@header:
  move.b (a2)+, d0
  jsr put
  dbra d2, @header
  jsr image_rewind
  clr.b pair
@byte:
  jsr image_next
  bcs @end
  bsr packed_put
  bra @byte
@end:
  bsr packed_end
  jsr flush
  jsr written
  movem.l (sp)+, d2/a2
  tst.w d0
  rts

; packed_put: d0 = next byte of the image. clobbers d0, d1, a0.
packed_put:
  cmpi.b #2, pair
  bne @single
  cmp.b last, d0
  bne @another
  addq.b #1, more
  cmpi.b #255, more
  beq packed_end                        ; a count holds no more
  rts
@another:
  move.w d0, -(sp)
  bsr packed_end
  move.w (sp)+, d0
@single:
  tst.b pair
  beq @new
  cmp.b last, d0
  beq @twice
@new:
  clr.b pair
@twice:
  addq.b #1, pair
  clr.b more
  move.b d0, last
  jmp put

; packed_end: the count of a run, if one is under way. clobbers d0, d1, a0.
packed_end:
  cmpi.b #2, pair
  bne @none
  clr.b pair
  move.b more, d0
  jmp put
@none:
  rts

; image_read: behind a header_read: d2 = 1: the image of slot becomes the state, 0: it is only looked at. out: d0 = save_done (z set)
; if it is whole, else save_damaged. clobbers d1, d2, a0, a1.
image_read:
  movem.l d3-d4, -(sp)
  jsr crc_begin
  jsr image_rewind
  clr.b pair
  clr.b more
  move.w #image_length - 1, d3
@byte:
  bsr packed_get
  move.w d0, d4
  tst.w d2
  beq @sum
  jsr image_put
@sum:
  move.w d4, d0
  jsr crc_byte
  dbra d3, @byte
  jsr header_sum
  movem.l (sp)+, d3-d4
  tst.w d0
  rts

; packed_get: d0 = next byte of the image. clobbers d1, a0.
packed_get:
  tst.b more
  bne @again
  jsr get
  tst.b pair
  beq @single
  clr.b pair
  cmp.b last, d0
  bne @single
  move.w d0, -(sp)
  jsr get
  move.b d0, more
  move.w (sp)+, d0
  rts
@again:
  subq.b #1, more
  move.b last, d0
  rts
@single:
  move.b d0, last
  move.b #1, pair
  rts
