; again: the program anew from the disk, over itself: code is what it was, and what the last game changed is as at first.

.include "defs.inc"
.import disk_on, disk_off, track_read, track_data, shell_start, page_clear, text_draw, text_font8, screen, event_take
.export program_again

track_bytes = 5632
sector      = 512
header      = 2 * sector                ; the bootblock
length_at   = 20                        ; in it: bytes of the program
program     = $1000

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
  jmp shell_start

; program_read: out: d0 = 0 (z set) if it was read.
program_read:
  movem.l d5-d7/a2, -(sp)
  jsr disk_on
  tst.w d0
  bne @done
  moveq #0, d7                          ; track
  moveq #0, d0
  jsr track_read
  bne @done
  move.l track_data + length_at, d6
  beq @no_disk
  cmpi.l #$7E000, d6
  bhi @no_disk                          ; no disk of ours
  lea program, a2
  lea track_data + header, a0
  move.l #track_bytes - header, d5
@copy:
  cmp.l d6, d5
  bls @part
  move.l d6, d5
@part:
  sub.l d5, d6
  lsr.l #1, d5
@word:
  move.w (a0)+, (a2)+
  subq.l #1, d5
  bne @word
  tst.l d6
  beq @done                             ; z set: d0 is 0
  addq.w #1, d7
  move.w d7, d0
  jsr track_read
  bne @done
  lea track_data, a0
  move.l #track_bytes, d5
  bra @copy
@no_disk:
  moveq #1, d0
@done:
  move.w d0, -(sp)
  jsr disk_off
  move.w (sp)+, d0
  movem.l (sp)+, d5-d7/a2
  tst.w d0
  rts
