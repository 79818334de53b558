; A track, to and from the disk.
; Facts: Amiga Hardware Reference Manual, chapter 8 (DSKLEN twice, DSKSYNC, ADKCON, precompensation).

attempts      = 4               ; readings of a track between two calibrations
calibrations  = 3
dma_ms        = 800             ; a transfer takes at most two turns of 200 ms
write_gap     = 415             ; words in front of the sectors: a turn and a little more in all
precomp_from  = 80              ; tracks from here on want precompensation

; track_load: a track into track_cache, unless it is there.   in: d0 = track.   out: d0 = error.
; clobbers: everything but a5, a6.
track_load:
  cmp.w cached_track.w,d0
  bne @read
  bsr drive_select
  btst #pra_change,ciaa_pra     ; still the same disk?
  beq @changed
  moveq #0,d0
  rts
@read:
  move.w d0,d7
  move.w #-1,cached_track.w
  bsr drive_motor_on
  moveq #calibrations - 1,d6
@calibrated:
  move.w #attempts - 1,d5
@attempt:
  move.w d7,d0
  bsr drive_seek
  bne @end
  btst #pra_change,ciaa_pra
  beq @changed
  movem.l d5-d7,-(sp)
  bsr track_read
  bne @read_done
  move.w 10(sp),d0              ; d7: the track
  bsr track_decode
@read_done:
  movem.l (sp)+,d5-d7
  tst.l d0
  beq @good
  move.w d0,read_error.w
  dbra d5,@attempt
  move.w #-1,drive_cylinder.w
  dbra d6,@calibrated
  moveq #0,d0
  move.w read_error.w,d0
  rts
@good:
  move.w d7,cached_track.w
  rts
@changed:
  move.w #-1,cached_track.w
  moveq #tderr_changed,d0
@end:
  rts

; track_read: the track under the heads into mfm_buffer, from a sync word on.   out: d0 = error, with its flags.
; clobbers: d1, d2, a0.
track_read:
  lea custom,a0
  move.w #precomp | mfm_precomp | msb_sync,ADKCON(a0)
  move.w #set_bits | mfm_precomp | word_sync | fast_bits,ADKCON(a0)
  move.w #sync_word,DSKSYNC(a0)
  move.w #dsklen_dma | mfm_words,d1
; falls through to track_transfer

; track_transfer.   in: a0 = custom, d1 = value of DSKLEN.   out: d0 = error, with its flags.   clobbers: d1, d2.
track_transfer:
  move.w #dsklen_off,DSKLEN(a0)
  move.l #mfm_buffer,DSKPT(a0)
  move.w #set_bits | dma_master | dma_disk,DMACON(a0)
  move.w #int_dskblk,INTREQ(a0)
  move.w d1,DSKLEN(a0)
  move.w d1,DSKLEN(a0)
  move.w #dma_ms - 1,d2
@wait:
  move.w INTREQR(a0),d0
  btst #dskblk_bit,d0
  bne @done
  moveq #1,d0
  bsr delay_ms
  dbra d2,@wait
  bsr transfer_end
  moveq #tderr_no_sector,d0     ; nothing that looks like a sync word
  rts
@done:
  bsr transfer_end
  moveq #0,d0
  rts

transfer_end:
  move.w #dsklen_off,DSKLEN(a0)
  move.w #int_dskblk,INTREQ(a0)
  move.w #dma_disk,DMACON(a0)
  rts

; track_store: writes track_cache.   in: d0 = track.   out: d0 = error.   clobbers: everything but a5, a6.
track_store:
  move.w d0,d7
  move.w #-1,cached_track.w
  bsr drive_motor_on
  move.w d7,d0
  bsr drive_seek
  bne @end
  btst #pra_change,ciaa_pra
  bne @there
  moveq #tderr_changed,d0
  rts
@there:
  move.w d7,d0
  bsr track_encode              ; d1 = words
  lea custom,a0
  move.w #precomp | word_sync | msb_sync,ADKCON(a0)
  move.w #set_bits | mfm_precomp | fast_bits,d0
  cmpi.w #precomp_from,d7
  blo @precomp
  ori.w #precomp_140,d0
@precomp:
  move.w d0,ADKCON(a0)
  ori.w #dsklen_dma | dsklen_write,d1
  bsr track_transfer
  bne @end
  move.w d7,cached_track.w
  moveq #2,d0                   ; the last bits are on their way, the erase head behind
  bsr delay_ms
  moveq #0,d0
@end:
  rts
