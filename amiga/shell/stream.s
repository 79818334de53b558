; stream: the tracks of a slot, a byte at a time. A slot of saved games takes five tracks.

.include "defs.inc"
.include "save.inc"
.import disk_on, disk_off, track_read, track_write, track_data
.export begin, finish, written, rewind, rewind_write, get, put, flush, low_first, at, trouble, slot

; What track_read and track_write give.
disk_protected = 3

.segment "SHELLBSS"
.align 2
track:       .res 2                     ; being filled or emptied
at:          .res 2                     ; next byte in it; track_bytes: none is left
trouble:     .res 2                     ; not 0: what the disk said
slot:        .res 2

.segment "SHELL"

; written: what became of the writes since rewind_write.
; in: nothing.  out: d0 = 0 (z set), or a status of the contract.  clobbers: nothing.
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

; finish: the drive rests.
; in: d0.w = status.  out: d0 = the same.  clobbers: a0.
finish:
  move.w d0, -(sp)
  jsr disk_off
  moveq #0, d0
  move.w (sp)+, d0
  rts

; begin: the drive turns.
; in: nothing.  out: d0 = 0 (z set) or save_no_drive.  clobbers: d1, a0.
begin:
  clr.w trouble
  jsr disk_on
  tst.w d0
  beq @done
  moveq #save_no_drive, d0
@done:
  rts

; low_first: writes a word, low byte first.
; in: d0.w, a2 = where.  out: a2 behind it.  clobbers: d0.
low_first:
  move.b d0, (a2)+
  lsr.w #8, d0
  move.b d0, (a2)+
  rts

; rewind: reading begins at the first byte of slot.
; in: slot.  out: nothing.  clobbers: d0, d1.
rewind:
  bsr rewind_write
  move.w #track_bytes, at
  subq.w #1, track
  rts

; rewind_write: writing begins there.
; in: slot.  out: nothing.  clobbers: d0, d1.
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

; get: the next byte.
; in: nothing.  out: d0 = it; trouble where the disk fails.  clobbers: d1, a0, a1.
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

; put: writes a byte.
; in: d0.b.  out: trouble where the disk fails.  clobbers: d0, d1, a0, a1.
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
; in: nothing.  out: trouble where the disk fails.  clobbers: d0, d1, a0, a1.
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
