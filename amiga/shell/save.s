; save: slots on the game's disk, five tracks each at its end: a header of 32 bytes, a name of 12, the state image. Two slots
; take turns; the others hold games that were saved under a name (names.s), ten of them, and one is free.
;
; Power-cut safe: the slot that does not hold the newest whole save is written, then read back; a name that is there is
; written into a free slot before the old one goes. A load looks at the whole image first, so that one that is damaged
; changes nothing.

.include "defs.inc"
.include "save.inc"
.import vm_v
.import disk_on, disk_off, track_read, track_write, track_data
.import image_rewind, image_next, image_put, crc_begin, crc_byte, crc_end, crc
.import game_id, game_version, image_length, view_turn, view_phase, view_campaign
.import names_read, name_find, name_room, name_noted, name_gone, saves_forget
.export call_save, call_load, call_look
.export begin, finish, header_read, header_name, slot_state, slot, slot_erase, replaced

io0 = vm_v
io1 = vm_v + 2

; What track_read and track_write give.
disk_protected = 3

.segment "SHELLBSS"
.align 2
header:      .res header_size           ; of the save being written or read
header_name: .res name_length
slot_state:  .res all_slots             ; save_done, or why the slot holds no save
.align 2
generations: .res 2 * slots
track:       .res 2                     ; being filled or emptied
at:          .res 2                     ; next byte in it; track_bytes: none is left
trouble:     .res 2                     ; not 0: what the disk said
slot:        .res 2
replaced:    .res 2                     ; slot whose name is saved anew, -1 none

.segment "SHELL"

magic: .byte "HXSG", format
.even

; save io0: slot 0 or 1, no_hex for the older one -> status.
call_save:
  bsr begin
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
  bra finish

; load io0: slot 0 or 1, no_hex for the newest whole one -> status.
call_load:
  bsr begin
  bne finish
  cmpi.w #by_name, io0
  bne @turn
  bsr names_read
  bsr name_find
  bmi @no_name
  move.w d0, slot
  bsr slot_load
  bra finish
@no_name:
  moveq #save_none, d0
  bra finish
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
  bra finish
@damaged:
  moveq #save_damaged, d0
  bra finish
@nothing:
  move.b slot_state, d0                 ; why: a damaged slot says more than an empty one
  cmpi.b #save_none, d0
  bne @why
  move.b slot_state + 1, d0
@why:
  andi.w #$FF, d0
  bra finish
@one:
  andi.w #1, d0
  move.w d0, slot
  lea slot_state, a0
  move.b 0(a0,d0.w), d0
  andi.w #$FF, d0
  bne finish
  bsr slot_load
  bra finish

; look io0, io1: 0: reads the header of slot io0 -> status; else what it says: 1 turn, 2 phase, 3 campaign.
call_look:
  move.w io1, d0
  bne @told
  bsr begin
  bne finish
  move.w io0, d0
  andi.w #1, d0
  move.w d0, slot
  bsr header_read
  bra finish
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

; slot_erase: the header of slot goes. out: d0 = 0 (z set) or a result.
slot_erase:
  bsr rewind_write
  lea track_data, a0
  moveq #header_size / 4 - 1, d0
@long:
  clr.l (a0)+
  dbra d0, @long
  move.w #1, at
  bsr flush
; falls through to written

; written: out: d0 = 0 (z set), or what became of a write.
written:
  move.w trouble, d0
  beq @done
  cmpi.w #disk_protected, d0
  beq @protected
  moveq #save_error, d0
  rts
@protected:
  moveq #save_protected, d0
@done:
  rts

; finish: d0 = status; the drive rests.
finish:
  move.w d0, -(sp)
  jsr disk_off
  moveq #0, d0
  move.w (sp)+, d0
  rts

; begin: the drive turns. out: d0 = 0 (z set) or save_no_drive.
begin:
  clr.w trouble
  jsr disk_on
  tst.w d0
  beq @done
  moveq #save_no_drive, d0
@done:
  rts

; slots_read: state and generation of both slots.
slots_read:
  move.w #slots - 1, slot
@slot:
  bsr header_read
  move.w slot, d1
  lea slot_state, a0
  move.b d0, 0(a0,d1.w)
  lea header, a1
  move.b at_generation + 1(a1), d0
  lsl.w #8, d0
  move.b at_generation(a1), d0
  add.w d1, d1
  lea generations, a0
  move.w d0, 0(a0,d1.w)
  subq.w #1, slot
  bpl @slot
  rts

; header_read: header := that of slot. out: d0 = save_done if it is one of ours, else why not.
header_read:
  movem.l d2-d3/a2-a3, -(sp)
  bsr rewind
  lea header, a2
  moveq #header_size + name_length - 1, d2
@byte:
  bsr get
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
  lea header + at_game, a2
  lea game_id, a3
  moveq #id_length - 1, d2
@game:
  cmpm.b (a2)+, (a3)+
  bne @other
  dbra d2, @game
  move.w #game_version, d2
  cmp.b header + at_version, d2
  bne @other
  lsr.w #8, d2
  cmp.b header + at_version + 1, d2
  bne @other
  move.w #image_length, d2
  cmp.b header + at_length, d2
  bne @other
  lsr.w #8, d2
  cmp.b header + at_length + 1, d2
  bne @other
  moveq #save_done, d0
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
  rts

; newest: d0 = the slot with the newest whole header; minus: neither has one.
newest:
  moveq #-1, d0
  tst.b slot_state
  bne @second
  moveq #0, d0
@second:
  tst.b slot_state + 1
  bne @done
  tst.w d0
  bmi @take
  move.w generations + 2, d1            ; generations count on modulo 65,536
  sub.w generations, d1
  bmi @done
@take:
  moveq #1, d0
@done:
  tst.w d0
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
  moveq #-1, d0                         ; a name has no slot, and no generation
@slot:
  move.b d0, (a2)+
  lea game_id, a3
  moveq #id_length - 1, d2
@game:
  move.b (a3)+, (a2)+
  dbra d2, @game
  move.w #game_version, d0
  bsr low_first
  moveq #0, d0
  cmpi.w #by_name, io0
  beq @generation
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
@generation:
  bsr low_first
  move.w #image_length, d0
  bsr low_first
  move.b view_campaign, (a2)+
  clr.b (a2)+
  jsr crc_begin
  jsr image_rewind
@byte:
  jsr image_next
  bcs @sum
  jsr crc_byte
  bra @byte
@sum:
  jsr crc_end
  move.w crc + 2, d0
  bsr low_first
  move.w crc, d0
  bsr low_first
  movem.l (sp)+, d2/a2-a3
  rts

; low_first: word d0 at a2, low byte first. out: a2 behind it.
low_first:
  move.b d0, (a2)+
  lsr.w #8, d0
  move.b d0, (a2)+
  rts

; slot_write: header and image into slot. out: d0 = 0 (z set) or a result.
slot_write:
  movem.l d2/a2, -(sp)
  bsr rewind_write
  lea header, a2
  moveq #header_size + name_length - 1, d2
@header:
  move.b (a2)+, d0
  bsr put
  dbra d2, @header
  jsr image_rewind
@byte:
  jsr image_next
  bcs @end
  bsr put
  bra @byte
@end:
  bsr flush
  bsr written
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
  bsr get
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
  bsr get
  jsr crc_byte
  dbra d2, @byte
  jsr crc_end
  moveq #save_damaged, d0
  tst.w trouble
  bne @done
  lea header + at_crc, a0
  lea crc + 4, a1
  moveq #3, d2
@sum:
  move.b (a0)+, d1
  cmp.b -(a1), d1
  bne @done
  dbra d2, @sum
  moveq #save_done, d0
@done:
  move.l (sp)+, d2
  tst.w d0
  rts

; image_seek: reading begins behind the header of slot.
image_seek:
  bsr rewind
  bsr get
  move.w #header_size + name_length, at
  rts

; rewind: reading begins at the first byte of slot.
rewind:
  bsr rewind_write
  move.w #track_bytes, at
  subq.w #1, track
  rts

; rewind_write: writing begins there. clobbers d0, d1.
rewind_write:
  move.w slot, d0
  move.w #first_track, d1
  cmpi.w #row_slots, d0
  bcs @row
  subi.w #row_slots, d0
  addq.w #slot_tracks, d1
@row:
  mulu #row_tracks, d0
  add.w d1, d0
  move.w d0, track
  clr.w at
  clr.w trouble
  rts

; get: d0.b = next byte; 0 and trouble where the disk fails. clobbers d1, a0.
get:
  move.w at, d0
  cmpi.w #track_bytes, d0
  bne @byte
  addq.w #1, track
  move.w track, d0
  jsr track_read
  beq @read
  move.w d0, trouble
@read:
  moveq #0, d0
@byte:
  lea track_data, a0
  adda.w d0, a0
  addq.w #1, d0
  move.w d0, at
  moveq #0, d0
  move.b (a0), d0
  rts

; put: writes d0.b. clobbers d0, d1, a0.
put:
  move.w at, d1
  lea track_data, a0
  move.b d0, 0(a0,d1.w)
  addq.w #1, d1
  move.w d1, at
  cmpi.w #track_bytes, d1
  bne done
; falls through to flush

; flush: writes the track that is begun, the rest of it as it is.
flush:
  tst.w at
  beq done
  tst.w trouble
  bne done                              ; one failure is enough
  move.w track, d0
  jsr track_write
  move.w d0, trouble
  addq.w #1, track
  clr.w at
done:
  rts
