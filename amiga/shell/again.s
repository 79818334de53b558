; again: the program anew from the disk, over itself: code is what it was, and what the last game changed is as at first. And the
; title picture, which nothing keeps.

.include "defs.inc"
.import disk_on, disk_off, track_read, track_data, shell_start, shell_again, start_end, page_clear, text_draw, text_font8, screen
.import event_take, title_picture, __ART_RUN__, __ART_SIZE__
.export program_again, title_read

track_bytes = 5632
header      = 2 * 512                   ; the bootblock
program     = $1000
; Bytes of the file: the program, behind it the picture.
program_bytes = __ART_RUN__ + __ART_SIZE__ - program
title_bytes = screen_bytes * 5 * screen_rows

.segment "SHELL"

ask_text: .asciiz "GAME DISK INTO DRIVE DF0:, THEN A KEY"
.even

; program_again: reads the program and begins it; asks for the disk until that is done.
; in: nothing.  out: never returns.  clobbers: everything.
program_again:
  bsr program_read
  beq @start
  move.w #page_text, d0
  jsr page_clear
  lea ask_text(pc), a3
  lea text_font8, a2
  lea screen, a1
  moveq #screen_bytes, d2
  moveq #16, d0
  moveq #100, d1
  moveq #1, d3
  jsr text_draw
@key:
  jsr event_take
  beq @key
  bra program_again
@start:
  jmp shell_again

; program_read: program and picture.
; in: nothing.  out: d0 = 0 (z set) if they were read.  clobbers: d1, a0, a1.
program_read:
  movem.l d6/a2, -(sp)
  jsr disk_on
  tst.w d0
  bne @done
  bsr is_ours
  bne @done
  moveq #0, d0
  move.l #program_bytes, d6
  lea program, a2
  bsr part_read
  bne @done
  lea title_picture, a2
  bsr picture_read
@done:
  bsr off
  movem.l (sp)+, d6/a2
  rts

; title_read: the title picture onto the screen, if the game's disk is there.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
title_read:
  movem.l d6/a2, -(sp)
  jsr disk_on
  tst.w d0
  bne @done
  bsr is_ours
  bne @done
  lea screen, a2
  bsr picture_read
@done:
  bsr off
  movem.l (sp)+, d6/a2
  rts

; off: the drive.  in: d0.  out: z set if d0 is 0.  clobbers: a0.
off:
  move.w d0, -(sp)
  jsr disk_off
  move.w (sp)+, d0
  rts

; is_ours: whether the disk holds this program: its beginning names places that no other has.
; in: nothing.  out: d0 = 0 (z set) if so.  clobbers: d1, a0, a1.
is_ours:
  moveq #0, d0
  jsr track_read
  bne @done
  lea track_data + header, a0
  lea shell_again, a1
  move.w #(start_end - shell_again) / 2 - 1, d1
@word:
  cmpm.w (a0)+, (a1)+
  bne @other
  dbra d1, @word
  moveq #0, d0
  rts
@other:
  moveq #1, d0
@done:
  rts

; picture_read: the picture. in: a2 = where to.  out, clobbers: as part_read.
picture_read:
  move.l #program_bytes, d0
  move.l #title_bytes, d6
; falls through to part_read

; part_read: a part of the file.
; in: d0 = where it begins, d6 = bytes, even, a2 = where to.  out: d0 = 0 (z set) if it was read.  clobbers: d1, d6, a0, a1, a2.
part_read:
  movem.l d5/d7, -(sp)
  addi.l #header, d0
  divu #track_bytes, d0
  moveq #0, d7
  move.w d0, d7                         ; track
  clr.w d0
  swap d0
  move.l d0, d5                         ; first byte in it
@track:
  move.w d7, d0
  jsr track_read
  bne @done
  lea track_data, a0
  adda.l d5, a0
  move.l #track_bytes, d0
  sub.l d5, d0
  cmp.l d6, d0
  bls @part
  move.l d6, d0
@part:
  sub.l d0, d6
  lsr.w #1, d0
  subq.w #1, d0
@word:
  move.w (a0)+, (a2)+
  dbra d0, @word
  moveq #0, d5
  addq.w #1, d7
  tst.l d6
  bne @track
  moveq #0, d0
@done:
  movem.l (sp)+, d5/d7
  tst.w d0
  rts
