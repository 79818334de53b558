; Sectors in and out of MFM. A long word is two on the disk: its odd bits, then its even bits, with a clock bit in front of
; each, which is 1 between two zeros.
; Facts: ROM Kernel Reference Manual, Devices, "Commodore-Amiga Disk Format" and "MFM Track Encoding".

; Behind the two sync words: header, checksums, data, each as odd bits and even bits.
mfm_info      = 0               ; format, track, sector, sectors to the gap
mfm_label     = 8
mfm_header_sum = 40
mfm_data_sum  = 48
mfm_data      = 56
mfm_sector    = mfm_data + 2 * sector_size
header_longs  = mfm_header_sum / 4
data_longs    = 2 * sector_size / 4
amiga_format  = $FF
data_bits     = $55555555
gap_word      = $AAAA           ; zeros
all_sectors   = (1 << track_sectors) - 1

; track_decode: the sectors in mfm_buffer into track_cache.   in: d0 = track.   out: d0 = error, 0 if all are good.
; clobbers: d1-d7, a0-a4.
track_decode:
  move.w d0,d7
  moveq #0,d6                   ; sectors found
  moveq #tderr_no_sector,d5     ; what to say if they are not all there
  move.l #data_bits,d4
  lea mfm_buffer,a0
  lea mfm_words * 2 - mfm_sector(a0),a4 ; last place for a sector
  bsr sector_decode             ; the chip may have begun behind both sync words
  beq @next
  moveq #tderr_no_sector,d5     ; that was none, and no mistake
@look:
  cmpa.l a4,a0
  bhi @end
  cmpi.w #sync_word,(a0)+
  bne @look
  cmpi.w #sync_word,(a0)
  beq @look                     ; the second one counts
  bsr sector_decode
  bne @look
@next:
  lea mfm_sector(a0),a0
  bra @look
@end:
  move.w d5,d0
  cmpi.w #all_sectors,d6
  bne @missing
  moveq #0,d0
@missing:
  ext.l d0
  rts

; sector_decode: the sector that may be at a0.   in: d4 = data_bits, d7 = track.   out: zero flag if it is good; then
; its bit is set in d6. Else d5 = why not.   clobbers: d0-d3, a1-a3.
sector_decode:
  movea.l a0,a1
  moveq #header_longs - 1,d0
  bsr mfm_sum
  move.l mfm_header_sum(a0),d0
  move.l mfm_header_sum + 4(a0),d2
  bsr mfm_join
  cmp.l d0,d1
  bne @bad_header
  move.l mfm_info(a0),d0
  move.l mfm_info + 4(a0),d2
  bsr mfm_join                ; d0 = format, track, sector, to the gap
  move.l d0,d3
  swap d3
  cmp.b d7,d3
  bne @bad_header
  lsr.w #8,d3
  cmpi.b #amiga_format,d3
  bne @bad_header
  lsr.w #8,d0
  cmpi.w #track_sectors,d0
  bhs @bad_header
  move.w d0,d3                  ; sector
  lea mfm_data(a0),a1
  move.w #data_longs - 1,d0
  bsr mfm_sum
  move.l mfm_data_sum(a0),d0
  move.l mfm_data_sum + 4(a0),d2
  bsr mfm_join
  cmp.l d0,d1
  bne @bad_sum
  bset d3,d6
  lea mfm_data(a0),a1
  lea sector_size(a1),a2
  mulu #sector_size,d3
  lea track_cache,a3
  adda.l d3,a3
  moveq #sector_size / 4 - 1,d3
@long:
  move.l (a1)+,d0
  move.l (a2)+,d2
  and.l d4,d0
  and.l d4,d2
  add.l d0,d0
  or.l d2,d0
  move.l d0,(a3)+
  dbra d3,@long
  cmpi.w #tderr_no_sector,d5
  bne @good
  moveq #tderr_too_few,d5
@good:
  moveq #0,d0
  rts
@bad_sum:
  moveq #tderr_bad_sum,d5
  moveq #1,d0
  rts
@bad_header:
  moveq #tderr_bad_header,d5
  moveq #1,d0
  rts

; mfm_join: odd and even bits to a long word.   in: d0 = odd, d2 = even, d4 = data_bits.   out: d0.   clobbers: d2.
mfm_join:
  and.l d4,d0
  and.l d4,d2
  add.l d0,d0
  or.l d2,d0
  rts

; mfm_sum: the checksum of MFM long words.   in: a1, d0 = how many less 1, d4 = data_bits.   out: d1.
; clobbers: d0, d2, a1.
mfm_sum:
  moveq #0,d1
@long:
  move.l (a1)+,d2
  eor.l d2,d1
  dbra d0,@long
  and.l d4,d1
  rts

; track_encode: track_cache into mfm_buffer, with a gap in front.   in: d0 = track.   out: d1 = words.
; clobbers: d0, d2-d6, a0-a3.
track_encode:
  move.w d0,d5
  move.l #data_bits,d4
  lea mfm_buffer,a0
  move.w #write_gap - 1,d0
@gap:
  move.w #gap_word,(a0)+
  dbra d0,@gap
  lea track_cache,a2
  moveq #0,d6                   ; sector
@sector:
  bsr sector_encode
  addq.w #1,d6
  cmpi.w #track_sectors,d6
  blo @sector
  move.w #gap_word,d0           ; the chip loses the last bits of a transfer
  btst #0,-1(a0)
  beq @end
  andi.w #$7FFF,d0
@end:
  move.w d0,(a0)+
  move.l a0,d1
  subi.l #mfm_buffer,d1
  lsr.l #1,d1
  rts

; sector_encode: one sector.   in: a0 = where, a2 = data, d5 = track, d6 = sector, d4 = data_bits.
; out: a0, a2 behind it.   clobbers: d0-d3, a1, a3.
sector_encode:
  move.l #gap_word << 16 | gap_word,d0
  btst #0,-1(a0)                ; no clock bit behind a 1
  beq @lead
  bclr #31,d0
@lead:
  move.l d0,(a0)+
  move.l #sync_word << 16 | sync_word,(a0)+
  movea.l a0,a3                 ; header
  move.l #amiga_format << 24,d0
  move.w d6,d0
  lsl.w #8,d0
  moveq #track_sectors,d1
  sub.w d6,d1
  move.b d1,d0
  swap d0
  move.b d5,d0
  swap d0
  bsr long_encode
  moveq #8 - 1,d1
@label:
  moveq #0,d0
  bsr mfm_put
  dbra d1,@label
  movea.l a3,a1
  moveq #header_longs - 1,d0
  bsr mfm_sum
  move.l d1,d0
  bsr long_encode
  lea 8(a0),a0                  ; the checksum of the data, when that is there
  movea.l a2,a1
  moveq #sector_size / 4 - 1,d1
@odd:
  move.l (a1)+,d0
  lsr.l #1,d0
  bsr mfm_put
  dbra d1,@odd
  moveq #sector_size / 4 - 1,d1
@even:
  move.l (a2)+,d0
  bsr mfm_put
  dbra d1,@even
  lea mfm_data(a3),a1
  move.w #data_longs - 1,d0
  bsr mfm_sum
  move.l a0,-(sp)
  lea mfm_data_sum(a3),a0
  move.l d1,d0
  bsr long_encode
  ; The clock bit of the data's first bit depends on the checksum's last.
  move.l (a0),d0
  bsr mfm_put
  movea.l (sp)+,a0
  rts

; long_encode: odd bits, then even bits.   in: d0, a0.   out: a0 behind them.   clobbers: d0, d2, d3.
long_encode:
  move.l d0,-(sp)
  lsr.l #1,d0
  bsr mfm_put
  move.l (sp)+,d0
; falls through to mfm_put

; mfm_put: the data bits of a long word with their clock bits.   in: d0, a0, d4 = data_bits.   out: a0 behind it.
; clobbers: d0, d2, d3.
mfm_put:
  and.l d4,d0
  move.l d0,d2
  eor.l d4,d2                   ; the zeros among the data bits
  move.l d2,d3
  add.l d2,d2                   ; a zero behind the clock bit
  lsr.l #1,d3                   ; a zero before it
  bset #31,d3
  and.l d3,d2
  btst #0,-1(a0)
  beq @clocks
  bclr #31,d2
@clocks:
  or.l d2,d0
  move.l d0,(a0)+
  rts
