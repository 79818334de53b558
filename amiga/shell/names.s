; names: the slots that hold games saved under a name: which name lies where, and where the next one goes.

.include "defs.inc"
.include "save.inc"
.import vm_v
.import disk_off
.import begin, finish, header_read, header_name, slot_state, slot, replaced
.import view_name
.export call_saved, names_read, name_find, name_room

io0 = vm_v

.segment "SHELLBSS"
.align 2
names: .res all_slots * name_length

.segment "SHELL"

; saved io0: the name of the n-th game that was saved under one -> 0 and view_name, or 1: there is no n-th.
call_saved:
  move.w io0, d0
  bne @known                            ; the first asks the disk
  bsr begin
  bne finish
  bsr names_read
  jsr disk_off
@known:
  move.w io0, d0
  moveq #slots, d1
@slot:
  lea slot_state, a0
  tst.b 0(a0,d1.w)
  bne @next
  subq.w #1, d0
  bmi @found
@next:
  addq.w #1, d1
  cmpi.w #all_slots, d1
  bne @slot
  moveq #save_none, d0
  rts
@found:
  mulu #name_length, d1
  lea names, a0
  adda.l d1, a0
  lea view_name, a1
  moveq #name_length - 1, d1
@letter:
  move.b (a0)+, (a1)+
  dbra d1, @letter
  moveq #save_done, d0
  rts

; names_read: state and name of every slot that has a name.
names_read:
  move.w #all_slots - 1, slot
@slot:
  bsr header_read
  move.w slot, d1
  lea slot_state, a0
  move.b d0, 0(a0,d1.w)
  mulu #name_length, d1
  lea names, a1
  adda.l d1, a1
  lea header_name, a0
  moveq #name_length - 1, d1
@letter:
  move.b (a0)+, (a1)+
  dbra d1, @letter
  subq.w #1, slot
  cmpi.w #slots, slot
  bcc @slot
  rts

; name_find: d0 = slot with the name in view_name; minus: there is none.
name_find:
  moveq #slots, d0
@slot:
  lea slot_state, a0
  tst.b 0(a0,d0.w)
  bne @next
  move.w d0, d1
  mulu #name_length, d1
  lea names, a0
  adda.l d1, a0
  lea view_name, a1
  moveq #name_length - 1, d1
@letter:
  cmpm.b (a0)+, (a1)+
  bne @next
  tst.b -1(a0)
  beq @found
  dbra d1, @letter
@found:
  tst.w d0
  rts
@next:
  addq.w #1, d0
  cmpi.w #all_slots, d0
  bne @slot
  moveq #-1, d0
  rts

; name_room: slot := a free one, replaced := the one that has the name. out: d0 = 0 (z set) or save_full.
name_room:
  bsr names_read
  bsr name_find
  move.w d0, replaced
  lea view_name, a0
  lea header_name, a1
  moveq #name_length - 1, d0
@letter:
  move.b (a0)+, (a1)+
  dbra d0, @letter
  moveq #slots, d0
@slot:
  lea slot_state, a0
  tst.b 0(a0,d0.w)
  bne @free
  addq.w #1, d0
  cmpi.w #all_slots, d0
  bne @slot
  moveq #save_full, d0
  rts
@free:
  move.w d0, slot
  moveq #0, d0
  rts
