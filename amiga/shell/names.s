; names: the slots that hold games saved under a name: which name lies where, in which order they are listed, and where the next
; one goes.

.include "defs.inc"
.include "save.inc"
.import vm_v
.import disk_off, disk_changed
.import begin, finish, header_read, header_name, slot_state, slot, slot_erase, replaced, generations, generation_noted
.import view_name
.export call_saved, call_named, names_read, name_find, name_room, name_newest, name_noted, name_gone, saves_forget

io0 = vm_v

.segment "SHELLBSS"
.align 2
names: .res all_slots * name_length
known: .res 2                           ; not 0: slot_state and names are those of the disk that is in the drive

.segment "SHELL"

; saved io0: the name of the n-th game that was saved under one, the newest first -> 0 and view_name, or 1: there is no n-th.
call_saved:
  move.w io0, d0
  bne @known                            ; the first asks the disk
  bsr begin
  bne finish
  bsr names_read
  jsr disk_off
@known:
  moveq #slots, d1
@slot:
  lea slot_state, a0
  tst.b 0(a0,d1.w)
  bne @next
  bsr name_rank
  cmp.w io0, d0
  beq @found
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

; name_rank: how many games stand before that of a slot in the list: those with a higher running number, and those with the same
; one in a lower slot (games of the days when there was none have 0).
; in: d1 = slot that holds a game.  out: d0 = how many.  clobbers: a0.
name_rank:
  movem.l d2-d4, -(sp)
  bsr name_number
  move.w d2, d3
  moveq #0, d0
  move.w d1, d4
  moveq #slots, d1
@slot:
  bsr name_number
  bmi @next
  cmp.w d3, d2
  bhi @before
  bne @next
  cmp.w d4, d1
  bcc @next
@before:
  addq.w #1, d0
@next:
  addq.w #1, d1
  cmpi.w #all_slots, d1
  bne @slot
  move.w d4, d1
  movem.l (sp)+, d2-d4
  rts

; name_newest: the highest running number of the games that have names.
; in: slot_state.  out: d0 = number, 0 if there is no game.  clobbers: d1, a0.
name_newest:
  move.l d2, -(sp)
  moveq #0, d0
  moveq #slots, d1
@slot:
  bsr name_number
  bmi @next
  cmp.w d0, d2
  bls @next
  move.w d2, d0
@next:
  addq.w #1, d1
  cmpi.w #all_slots, d1
  bne @slot
  move.l (sp)+, d2
  rts

; name_number: the running number of the game in a slot.
; in: d1 = slot.  out: d2 = number; n set: no game is there; n clear: one is.  clobbers: a0.
name_number:
  lea slot_state, a0
  tst.b 0(a0,d1.w)
  bne @none
  add.w d1, d1
  lea generations, a0
  move.w 0(a0,d1.w), d2
  lsr.w #1, d1                          ; n clear
  rts
@none:
  moveq #-1, d2
  rts

; named io0: 0: is there a game under the name in view_name? 1: takes it off the disk -> status.
call_named:
  bsr begin
  bne finish
  bsr names_read
  bsr name_find
  bmi @none
  move.w d0, slot
  tst.w io0
  beq @done
  jsr slot_erase
  bne @failed
  bsr name_gone
@done:
  moveq #save_done, d0
  bra finish
@none:
  moveq #save_none, d0
  bra finish
@failed:
  bsr saves_forget
  bra finish

; saves_forget: what is on the disk is not known.
; in: nothing.  out: nothing.  clobbers: nothing.
saves_forget:
  clr.w known
  rts

; name_noted: slot holds the game that was saved, under the name of its header.
; in: slot, header, header_name.  out: nothing.  clobbers: d0, d1, a0, a1.
name_noted:
  move.w slot, d0
  cmpi.w #slots, d0
  bcs noted
  jsr generation_noted
  move.w slot, d0
  lea slot_state, a0
  clr.b 0(a0,d0.w)                      ; save_done
  mulu #name_length, d0
  lea names, a1
  adda.l d0, a1
  lea header_name, a0
  moveq #name_length - 1, d0
@letter:
  move.b (a0)+, (a1)+
  dbra d0, @letter
noted:
  rts

; name_gone: slot holds nothing.
; in: slot.  out: nothing.  clobbers: d0, a0.
name_gone:
  move.w slot, d0
  lea slot_state, a0
  move.b #save_none, 0(a0,d0.w)
  rts

; names_read: state and name of every slot that has a name. The disk, which turns, is asked only if it is another one than the last
; time.
; in: nothing.  out: slot_state.  clobbers: d0, d1, a0, a1, slot.
names_read:
  tst.w disk_changed
  beq @same
  clr.w disk_changed
  clr.w known
@same:
  tst.w known
  bne noted
  move.w #1, known
  move.w #all_slots - 1, slot
@slot:
  bsr header_read
  move.w slot, d1
  lea slot_state, a0
  move.b d0, 0(a0,d1.w)
  jsr generation_noted
  move.w slot, d1
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

; name_find: the slot with the name in view_name, behind names_read.
; in: slot_state.  out: d0 = slot; n set: there is none.  clobbers: d1, a0, a1.
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

; name_room: a slot for the name in view_name.
; in: nothing.  out: d0 = 0, z set: slot is a free one, replaced the one that has the name, or -1; or d0 = save_full. header_name is
; the name.  clobbers: d1, a0, a1, slot.
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
  tst.w replaced
  bpl @room
  moveq #slots, d0
  moveq #most_names, d1
@count:
  lea slot_state, a0
  tst.b 0(a0,d0.w)
  bne @next
  subq.w #1, d1
@next:
  addq.w #1, d0
  cmpi.w #all_slots, d0
  bne @count
  tst.w d1
  beq @full
@room:
  moveq #save_none, d1                  ; an empty slot before one that holds something that cannot be loaded
  bsr slot_in_state
  bpl @free
  moveq #save_damaged, d1
  bsr slot_in_state
  bpl @free
  moveq #save_other, d1
  bsr slot_in_state
  bmi @full
@free:
  move.w d0, slot
  moveq #0, d0
  rts
@full:
  moveq #save_full, d0
  rts

; slot_in_state: d0 = first slot for names in state d1; minus: none is. clobbers a0.
slot_in_state:
  moveq #slots, d0
@slot:
  lea slot_state, a0
  cmp.b 0(a0,d0.w), d1
  beq @found
  addq.w #1, d0
  cmpi.w #all_slots, d0
  bne @slot
  moveq #-1, d0
@found:
  tst.w d0
  rts
