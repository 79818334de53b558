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

; low_first: word d0 at a2, low byte first. out: a2 behind it.
low_first:
  move.b d0, (a2)+
  lsr.w #8, d0
  move.b d0, (a2)+
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
