; disk: tracks of drive 0, read and written as AmigaDOS lays them out: eleven sectors of 512 bytes in MFM (Hardware
; Reference Manual, chapter 8; ROM Kernel Manual, trackdisk). A track is read and written whole.
;
; A sector on the disk, in words: $AAAA $AAAA $4489 $4489, then in pairs of odd and even bits: info (long: $FF, track,
; sector, sectors to the gap), label (16 bytes), header checksum (long), data checksum (long), data (512 bytes).

.include "defs.inc"
.if LETTERED
.import words_forget
.endif
.export raw, disk_on, disk_off, disk_changed, track_read, track_write, track_data
.export disk_ok, disk_none, disk_bad, disk_protected

; What the routines give in d0.
disk_ok        = 0
disk_none      = 1                      ; no disk, or the drive is not ready
disk_bad       = 2                      ; the track cannot be read
disk_protected = 3

sectors       = 11
sector_bytes  = 512
raw_words     = raw_bytes / 2           ; a track and more than a sector, so that eleven whole ones are in it
write_gap     = 350                     ; words before the first sector
write_words   = write_gap + sectors * sector_raw / 2
sector_raw    = 1088                    ; bytes of a sector on the disk
mfm_data      = $55555555
tries         = 4

; CIA-A port A
dskchange_bit = 2
dskprot_bit   = 3
dsktrack0_bit = 4
dskrdy_bit    = 5

; CIA-B port B
step_bit      = 0
dir_bit       = 1
side_bit      = 2
sel0_bit      = 3
motor_bit     = 7
deselected    = $FF

; delays in ticks of 1.4 microseconds
ms            = 709
step_delay    = 3 * ms
settle_delay  = 15 * ms

.segment "SHELLBSS"
.align 2
cylinder:   .res 2                      ; under the heads; -1 unknown
drive_lines: .res 1                     ; what CIA-B port B holds: motor and side
.align 2
disk_changed: .res 2                    ; not 0: another disk may have been put in; who keeps what a disk holds clears it
track_data: .res sectors * sector_bytes
found:      .res 2                      ; bit n: sector n has been decoded

.segment "DISKBUFFER"
.align 2
raw:        .res raw_words * 2

.segment "SHELL"

; disk_on: drive 0 selected, motor up to speed.
; in: nothing.  out: d0 = disk_ok or disk_none; disk_changed.  clobbers: d1, a0.
disk_on:
  move.w #-1, cylinder
  lea ciab + PRB, a0
  move.b #deselected, (a0)
  move.b #deselected & ~(1 << motor_bit), (a0)
  move.b #deselected & ~(1 << motor_bit | 1 << sel0_bit), d0
  move.b d0, (a0)                       ; the motor line counts as the drive is selected
  move.b d0, drive_lines
  move.w #250, d1                       ; a second at most
@wait:
  btst #dskrdy_bit, ciaa + PRA
  beq @ready
  move.w #4 * ms, d0
  bsr delay
  dbra d1, @wait
@none:
  bsr disk_off
  moveq #disk_none, d0
  rts
@ready:
  btst #dskchange_bit, ciaa + PRA       ; low since the disk was taken out, until a step
  bne @same
  move.w #1, disk_changed
  bclr #dir_bit, drive_lines            ; from cylinder 0 seek_zero makes none
  bsr step
  move.w #settle_delay, d0
  bsr delay
@same:
  bsr seek_zero
  bne @none
  btst #dskchange_bit, ciaa + PRA
  beq @none                           ; no disk in it
  moveq #disk_ok, d0
  rts

; disk_off: motor off, drive deselected.
; in: nothing.  out: nothing.  clobbers: a0.
disk_off:
  lea ciab + PRB, a0
  move.b #deselected, (a0)
  move.b #deselected & ~(1 << sel0_bit), (a0)
  move.b #deselected, (a0)
  rts

; seek_zero: to cylinder 0. out: d0 = 0 (z set) if the drive says so.
seek_zero:
  move.w #85, d1
@step:
  btst #dsktrack0_bit, ciaa + PRA
  beq @there
  bset #dir_bit, drive_lines            ; outwards
  bsr step
  dbra d1, @step
  moveq #1, d0
  rts
@there:
  clr.w cylinder
  moveq #0, d0
  rts

; seek: d0 = track (2 * cylinder + side): heads there, side chosen.
seek:
  movem.l d2-d3, -(sp)
  move.w d0, d3
  bset #side_bit, drive_lines           ; the line is low for the upper side
  btst #0, d3
  beq @lower
  bclr #side_bit, drive_lines
@lower:
  move.b drive_lines, ciab + PRB
  lsr.w #1, d3
  moveq #0, d2                          ; 1: it moved
@step:
  cmp.w cylinder, d3
  beq @there
  bgt @inwards
  bset #dir_bit, drive_lines
  subq.w #1, cylinder
  bra @move
@inwards:
  bclr #dir_bit, drive_lines
  addq.w #1, cylinder
@move:
  bsr step
  moveq #1, d2
  bra @step
@there:
  tst.w d2
  beq @done
  move.w #settle_delay, d0
  bsr delay
@done:
  movem.l (sp)+, d2-d3
  rts

; step: one cylinder in the direction of drive_lines.
step:
  lea ciab + PRB, a0
  move.b drive_lines, (a0)
  bclr #step_bit, (a0)
  bset #step_bit, (a0)
  move.w #step_delay, d0
; falls through to delay

; delay: d0 ticks of timer A of CIA-B. clobbers d0, a0.
delay:
  lea ciab, a0
  clr.b CRA(a0)
  move.b d0, TALO(a0)
  lsr.w #8, d0
  move.b d0, TAHI(a0)
  move.b #$19, CRA(a0)                  ; start, one shot, load
@wait:
  btst #0, CRA(a0)
  bne @wait
  rts

; track_read: a track of the disk.
; in: d0 = track.  out: d0 = disk_ok, z set, or disk_bad; track_data.  clobbers: d1, a0, a1.
track_read:
  movem.l d2-d7/a2-a3, -(sp)
.if LETTERED
  jsr words_forget
.endif
  move.w d0, d7
  bsr seek
  moveq #tries - 1, d6
@try:
  move.w #DSKSYN | $0400, ADKCON(a6)    ; clear MSBSYNC
  move.w #$8500, ADKCON(a6)             ; MFM, wait for the sync word
  move.w #$4489, DSKSYNC(a6)
  move.w #raw_words | $8000, d1
  bsr dma_run
  bne @next
  bsr decode
  cmpi.w #(1 << sectors) - 1, found
  beq @whole
@next:
  dbra d6, @try
  moveq #disk_bad, d0
  bra @done
@whole:
  moveq #disk_ok, d0
@done:
  movem.l (sp)+, d2-d7/a2-a3
  tst.w d0
  rts

; dma_run: d1 = DSKLEN: reads or writes raw. out: d0 = 0 (z set) when it is done, 1 if nothing came for two turns of the disk.
dma_run:
  movem.l d2, -(sp)
  move.w #$4000, DSKLEN(a6)             ; off
  move.w #SETCLR | DMAEN | DSKEN, DMACON(a6)
  move.w #DSKBLK, INTREQ(a6)
  move.l #raw, DSKPT(a6)
  move.w d1, DSKLEN(a6)
  move.w d1, DSKLEN(a6)                 ; it starts with the second write
  move.w #450, d2
@wait:
  move.w INTREQR(a6), d0
  andi.w #DSKBLK, d0
  bne @done
  move.w #ms, d0
  bsr delay
  dbra d2, @wait
  moveq #1, d2
  bra @off
@done:
  moveq #0, d2
@off:
  move.w #$4000, DSKLEN(a6)
  move.w #DSKEN, DMACON(a6)
  move.l d2, d0
  movem.l (sp)+, d2
  rts

; decode: every whole sector of track d7 in raw -> track_data, found. clobbers d0 to d5, a0 to a3.
decode:
  clr.w found
  lea raw, a0
  lea raw + (raw_words - sector_raw / 2) * 2, a3
@sync:
  cmpa.l a3, a0
  bcc @done
  cmpi.w #$4489, (a0)+
  bne @sync
  cmpi.w #$4489, (a0)
  beq @sync                           ; the last of the sync words
  movea.l a0, a1
  bsr long_decode                     ; info
  move.l d0, d4
  moveq #(4 + 16) / 2 - 1, d1           ; info and label, in longs of MFM
  bsr sum
  move.l d0, d5
  lea 40(a1), a0
  bsr long_decode
  cmp.l d0, d5
  bne @skip
  move.l d4, d0
  swap d0
  cmp.b d7, d0                          ; the track it says it is of
  bne @skip
  lsr.w #8, d4                          ; sector
  andi.w #$FF, d4
  cmpi.w #sectors, d4
  bcc @skip
  lea 48(a1), a0
  bsr long_decode
  move.l d0, d5                         ; checksum of the data
  lea 56(a1), a0
  move.w #sector_bytes / 2 - 1, d1
  bsr sum_at
  cmp.l d0, d5
  bne @skip
  move.w d4, d0
  mulu #sector_bytes, d0
  lea track_data, a2
  adda.l d0, a2
  lea 56(a1), a0
  moveq #sector_bytes / 4 - 1, d1
@data:
  move.l sector_bytes(a0), d2
  move.l (a0)+, d0
  andi.l #mfm_data, d0
  andi.l #mfm_data, d2
  add.l d0, d0
  or.l d2, d0
  move.l d0, (a2)+
  dbra d1, @data
  move.w found, d0
  bset d4, d0
  move.w d0, found
  lea 56 + 2 * sector_bytes(a1), a0
  bra @sync
@skip:
  movea.l a1, a0
  bra @sync
@done:
  rts

; long_decode: d0 = long whose odd and even bits are at a0 and a0 + 4. clobbers d1.
long_decode:
  move.l (a0)+, d0
  move.l (a0)+, d1
  andi.l #mfm_data, d0
  andi.l #mfm_data, d1
  add.l d0, d0
  or.l d1, d0
  rts

; sum: d0 = checksum of d1 + 1 longs of MFM from a1; sum_at: from a0. clobbers d1, d2, a0.
sum:
  movea.l a1, a0
sum_at:
  moveq #0, d0
@long:
  move.l (a0)+, d2
  eor.l d2, d0
  dbra d1, @long
  andi.l #mfm_data, d0
  rts

; track_write: a track onto the disk.
; in: d0 = track, track_data.  out: d0 = disk_ok, z set, or disk_none or disk_protected.  clobbers: d1, a0, a1.
track_write:
  movem.l d2-d7/a2-a3, -(sp)
.if LETTERED
  jsr words_forget
.endif
  move.w d0, d7
  btst #dskprot_bit, ciaa + PRA
  beq @protected
  bsr encode
  move.w d7, d0
  bsr seek
  move.w #$7700, ADKCON(a6)             ; clear precompensation, sync
  move.w #$9100, d0                     ; MFM, fast; inner cylinders with 140 ns of precompensation
  cmpi.w #80, d7
  bcs @outer
  ori.w #$2000, d0
@outer:
  move.w d0, ADKCON(a6)
  move.w #write_words | $C000, d1
  bsr dma_run
  beq @written
  moveq #disk_none, d0
  bra @done
@written:
  move.w #2 * ms, d0                    ; the last bits are still on their way
  bsr delay
  moveq #disk_ok, d0
  bra @done
@protected:
  moveq #disk_protected, d0
@done:
  movem.l (sp)+, d2-d7/a2-a3
  tst.w d0
  rts

; encode: track d7 from track_data into raw, the gap first. clobbers d0 to d6, a0 to a3.
encode:
  lea raw, a0
  move.w #write_gap / 2 - 1, d0
@gap:
  move.l #$AAAAAAAA, (a0)+
  dbra d0, @gap
  moveq #0, d6
@sector:
  bsr sector_encode
  addq.w #1, d6
  cmpi.w #sectors, d6
  bne @sector
  rts

; sector_encode: sector d6 at a0. out: a0 behind it.
sector_encode:
  move.l #$AAAAAAAA, (a0)
  bsr clock_fix
  addq.l #4, a0
  move.l #$44894489, (a0)+
  movea.l a0, a1                        ; info, label: counted by the header's checksum
  move.l #$0000FF00, d0
  move.b d7, d0
  swap d0                               ; $FF, track
  move.w d6, d1
  lsl.w #8, d1
  move.b #sectors, d1
  sub.b d6, d1                          ; sector, sectors to the gap
  move.w d1, d0
  bsr long_encode
  moveq #3, d5
@label:
  moveq #0, d0
  bsr long_encode
  dbra d5, @label
  moveq #(4 + 16) / 2 - 1, d1
  bsr sum
  lea 40(a1), a0
  bsr long_encode
  move.w d6, d0
  mulu #sector_bytes, d0
  lea track_data, a2
  adda.l d0, a2
  lea 56(a1), a3
  moveq #sector_bytes / 4 - 1, d5
@data:
  movea.l a3, a0
  move.l (a2)+, d0
  move.l d0, d1
  lsr.l #1, d0
  bsr half_encode
  lea sector_bytes(a3), a0
  move.l d1, d0
  bsr half_encode
  addq.l #4, a3
  dbra d5, @data
  lea 56(a1), a0
  bsr clock_fix                       ; first long of either half: its clock looks at the bit before
  lea 56 + sector_bytes(a1), a0
  bsr clock_fix
  lea 56(a1), a0
  move.w #sector_bytes / 2 - 1, d1
  bsr sum_at
  lea 48(a1), a0
  bsr long_encode
  lea 56(a1), a0
  bsr clock_fix
  lea 56 + 2 * sector_bytes(a1), a0
  rts

; long_encode: d0 -> odd bits, even bits at a0. out: a0 behind them. clobbers d0 to d3.
long_encode:
  move.l d0, d1
  lsr.l #1, d0
  bsr half_encode
  move.l d1, d0
; falls through to half_encode

; half_encode: the bits of d0 at even places with their clocks: a clock bit is set between two bits that are 0.
half_encode:
  andi.l #mfm_data, d0
  move.l d0, d2
  eori.l #mfm_data, d2
  move.l d2, d3
  add.l d2, d2
  lsr.l #1, d3
  bset #31, d3
  and.l d3, d2
  or.l d2, d0
  move.l d0, (a0)
  bsr clock_fix
  addq.l #4, a0
  rts

; clock_fix: the first clock bit of the long at a0, by the bit before it. clobbers d2.
clock_fix:
  move.b (a0), d2
  btst #0, -1(a0)
  bne @clear
  btst #6, d2
  bne @clear
  bset #7, d2
  bra @set
@clear:
  bclr #7, d2
@set:
  move.b d2, (a0)
  rts
