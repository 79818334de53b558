; save: slots on the game's disk, five tracks each at its end: a header of 32 bytes, a name of 12, the state image. Two slots
; take turns; the others hold games that were saved under a name (names.s), ten of them, and one is free.
;
; Every save has a running number in its header, one above the highest of its kind on the disk: slots that take turns tell by it
; which is the newer, the list of names begins with the highest (names.s).
;
; Power-cut safe: the slot that does not hold the newest whole save is written, then read back; a name that is there is
; written into a free slot before the old one goes. A load looks at the whole image first, so that one that is damaged
; changes nothing.

.include "defs.inc"
.include "save.inc"
.import vm_v
.import track_data, begin, finish, written, rewind, rewind_write, get, put, flush, low_first, at, trouble, slot
.import image_rewind, image_next, image_put, crc_begin, crc_byte
.import newest, header_of_game, header_game, header_image, header_sum
.import image_length, view_turn, view_phase
.import names_read, name_find, name_room, name_newest, name_noted, name_gone, saves_forget
.if TELEPHONE
.import telephone_send, telephone_receive
.export magic
.endif
.export call_save, call_load, call_look
.export generation_noted, header, header_read, header_name, generations, slot_state, slot_erase, replaced

io0 = vm_v
io1 = vm_v + 2

.segment "SHELLBSS"
.align 2
header:      .res header_size           ; of the save being written or read
header_name: .res name_length
slot_state:  .res all_slots             ; save_done, or why the slot holds no save
.align 2
generations: .res 2 * all_slots         ; running numbers in the headers
replaced:    .res 2                     ; slot whose name is saved anew, -1 none

.segment "SHELL"

magic: .byte "HXSG", format
.even

; save io0: slot 0 or 1, no_hex for the older one -> status.
call_save:
.if TELEPHONE
  cmpi.w #by_telephone, io0
  beq telephone_send
.endif
  jsr begin
  bne @out
  move.w #-1, replaced
  cmpi.w #by_name, io0
  bne @turn
  bsr name_room
  bne @out
  bra @write
@turn:
  bsr slots_read
  bsr older
  clr.l header_name
@write:
  bsr header_make
  bsr slot_write
  bne @out
  bsr slot_check                        ; what was written is what is read
  beq @clean
  moveq #save_error, d0
  bra @out
@clean:
  jsr name_noted
  move.w replaced, d0
  bmi @done
  move.w d0, slot
  bsr slot_erase
  bne @out
  jsr name_gone
@done:
  moveq #save_done, d0
@out:
  beq finish
  bsr saves_forget                      ; what is on the disk now is not known
  jmp finish

; load io0: slot 0 or 1, no_hex for the newest whole one -> status.
call_load:
.if TELEPHONE
  cmpi.w #by_telephone, io0
  beq telephone_receive
.endif
  jsr begin
  bne finish
  cmpi.w #by_name, io0
  bne @turn
  bsr names_read
  bsr name_find
  bmi @no_name
  move.w d0, slot
  bsr slot_load
  jmp finish
@no_name:
  moveq #save_none, d0
  jmp finish
@turn:
  bsr slots_read
  move.w io0, d0
  cmpi.w #no_hex, d0
  bne @one
  bsr newest
  bmi @nothing
  move.w d0, slot
  bsr slot_load
  beq finish
  bsr other_slot                        ; the newer is damaged
  move.w slot, d0
  lea slot_state, a0
  tst.b 0(a0,d0.w)
  bne @damaged
  bsr slot_load
  bne finish
  moveq #save_older, d0
  jmp finish
@damaged:
  moveq #save_damaged, d0
  jmp finish
@nothing:
  move.b slot_state, d0                 ; why: a damaged slot says more than an empty one
  cmpi.b #save_none, d0
  bne @why
  move.b slot_state + 1, d0
@why:
  andi.w #$FF, d0
  jmp finish
@one:
  andi.w #1, d0
  move.w d0, slot
  lea slot_state, a0
  move.b 0(a0,d0.w), d0
  andi.w #$FF, d0
  bne finish
  bsr slot_load
  jmp finish

; look io0, io1: 0: reads the header of slot io0 -> status; else what it says: 1 turn, 2 phase, 3 campaign.
call_look:
  move.w io1, d0
  bne @told
  jsr begin
  bne finish
  move.w io0, d0
  andi.w #1, d0
  move.w d0, slot
  bsr header_read
  jmp finish
@told:
  andi.w #3, d0
  lea told(pc), a0
  moveq #0, d1
  move.b 0(a0,d0.w), d1
  lea header, a0
  moveq #0, d0
  move.b 0(a0,d1.w), d0
  rts

told: .byte at_format, at_turn, at_phase, at_campaign

; slot_erase: the header of slot goes.
; in: slot.  out: d0 = 0 (z set) or a status of the contract.  clobbers: d1, a0, a1.
slot_erase:
  jsr rewind_write
  lea track_data, a0
  moveq #header_size / 4 - 1, d0
@long:
  clr.l (a0)+
  dbra d0, @long
  move.w #1, at
  jsr flush
  jmp written

; slots_read: state and generation of both slots.
slots_read:
  move.w #slots - 1, slot
@slot:
  bsr header_read
  move.w slot, d1
  lea slot_state, a0
  move.b d0, 0(a0,d1.w)
  bsr generation_noted
  subq.w #1, slot
  bpl @slot
  rts

; generation_noted: the running number in header is that of slot.
; in: slot, header.  out: nothing.  clobbers: d0, d1, a0.
generation_noted:
  move.b header + at_generation + 1, d0
  lsl.w #8, d0
  move.b header + at_generation, d0
  move.w slot, d1
  add.w d1, d1
  lea generations, a0
  move.w d0, 0(a0,d1.w)
  rts

; header_read: header := that of slot.
; in: slot.  out: d0 = save_done (z set) if it is one of ours, else why not.  clobbers: d1, a0, a1.
header_read:
  movem.l d2-d3/a2-a3, -(sp)
  jsr rewind
  lea header, a2
  moveq #header_size + name_length - 1, d2
@byte:
  jsr get
  move.b d0, (a2)+
  dbra d2, @byte
  tst.w trouble
  bne @damaged
  lea header, a2
  lea magic(pc), a3
  moveq #4, d2
@magic:
  cmpm.b (a2)+, (a3)+
  bne @none
  dbra d2, @magic
  bsr header_of_game
  bra @done
@none:
  moveq #save_none, d0
  bra @done
@damaged:
  clr.w trouble
  moveq #save_damaged, d0
@done:
  movem.l (sp)+, d2-d3/a2-a3
  rts

; older: slot := that of io0, or the one that does not hold the newest save.
older:
  move.w io0, d0
  cmpi.w #no_hex, d0
  beq @choose
  andi.w #1, d0
  move.w d0, slot
  rts
@choose:
  bsr newest
  bpl @other
  moveq #1, d0
@other:
  move.w d0, slot
; falls through to other_slot

other_slot:
  eori.w #1, slot
  rts

; header_make: header of a save into slot, of the state as it is now.
header_make:
  movem.l d2/a2-a3, -(sp)
  lea header, a2
  lea magic(pc), a3
  moveq #4, d2
@magic:
  move.b (a3)+, (a2)+
  dbra d2, @magic
  move.b view_turn, (a2)+
  move.b view_phase, (a2)+
  move.b slot + 1, d0
  cmpi.w #by_name, io0
  bne @slot
  moveq #-1, d0                         ; a name has no slot
@slot:
  move.b d0, (a2)+
  jsr header_game
  cmpi.w #by_name, io0
  bne @turn
  jsr name_newest
  bra @count
@turn:
  bsr newest
  bmi @first
  add.w d0, d0
  lea generations, a0
  move.w 0(a0,d0.w), d0
  bra @count
@first:
  moveq #0, d0
@count:
  addq.w #1, d0
  jsr low_first
  jsr header_image
  movem.l (sp)+, d2/a2-a3
  rts

; slot_write: header and image into slot. out: d0 = 0 (z set) or a result.
slot_write:
  movem.l d2/a2, -(sp)
  jsr rewind_write
  lea header, a2
  moveq #header_size + name_length - 1, d2
@header:
  move.b (a2)+, d0
  jsr put
  dbra d2, @header
  jsr image_rewind
@byte:
  jsr image_next
  bcs @end
  jsr put
  bra @byte
@end:
  jsr flush
  jsr written
  movem.l (sp)+, d2/a2
  tst.w d0
  rts

; slot_load: the image of slot, if it is whole, becomes the state. out: d0 = 0 (z set) or a result.
slot_load:
  move.l d2, -(sp)
  bsr header_read
  bne @done
  bsr slot_check
  bne @done
  bsr image_seek
  jsr image_rewind
  move.w #image_length - 1, d2
@byte:
  jsr get
  jsr image_put
  dbra d2, @byte
  moveq #save_done, d0
  tst.w trouble
  beq @done
  moveq #save_error, d0
@done:
  move.l (sp)+, d2
  tst.w d0
  rts

; slot_check: whether the image of slot has the sum that header says. out: d0 = 0 (z set) or save_damaged.
slot_check:
  move.l d2, -(sp)
  bsr image_seek
  jsr crc_begin
  move.w #image_length - 1, d2
@byte:
  jsr get
  jsr crc_byte
  dbra d2, @byte
  jsr header_sum
  move.l (sp)+, d2
  tst.w d0
  rts

; image_seek: reading begins behind the header of slot.
image_seek:
  jsr rewind
  jsr get
  move.w #header_size + name_length, at
  rts
