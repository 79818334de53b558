; trackdisk.device for drive 0: commands by number. A track is read as a whole and kept; writing goes to the disk at once.
; Facts: ROM Kernel Reference Manual, Devices, "Trackdisk Device"; Includes (devices/trackdisk.i, exec/io.i).

; trackdisk_make: the device, and the request that the boot uses.   in: a6.   out: nothing.
; clobbers: d0, d1, a0, a1.
trackdisk_make:
  lea trackdisk_base.w,a1
  move.b #nt_device,ln_type(a1)
  lea trackdisk_name(pc),a0
  move.l a0,ln_name(a1)
  move.w #6 * slot_size,lib_negsize(a1)
  move.w #lib_size,lib_possize(a1)
  move.w #exec_version,lib_version(a1)
  move.w #1,lib_opencnt(a1)
  lea device_list(a6),a0
  bsr exec_add_tail
  lea trackdisk_base.w,a1
  lea trackdisk_table(pc),a0
  moveq #6,d0
  bsr jump_table_make
  lea boot_request.w,a1
  lea trackdisk_base.w,a0
  move.l a0,io_device(a1)
  move.b #nt_message,ln_type(a1)
  move.w #io_size,18(a1)        ; length of the message
  move.w #-1,drive_cylinder.w
  move.w #-1,cached_track.w
  rts

trackdisk_table:
  .dword exec_nothing, exec_nothing, exec_zero, exec_zero ; Open, Close, Expunge, reserved
  .dword trackdisk_begin, exec_zero ; BeginIO, AbortIO
trackdisk_name:
  .asciiz "trackdisk.device"
.even

; trackdisk_begin, BeginIO().   in: a1 = request.   out: its error and what it has done.   clobbers: d0, d1, a0, a1.
trackdisk_begin:
  movem.l d2-d7/a2-a6,-(sp)
  movea.l a1,a5
  clr.b io_error(a5)
  clr.l io_actual(a5)
  move.w io_command(a5),d0
  bclr #td_extended,d0
  cmpi.w #commands,d0
  bhs @unknown
  add.w d0,d0
  lea command_table(pc),a0
  move.w 0(a0,d0.w),d0
  beq @unknown
  jsr 0(a0,d0.w)
  bra @done
@unknown:
  moveq #ioerr_nocmd,d0
@done:
  move.b d0,io_error(a5)
  movem.l (sp)+,d2-d7/a2-a6
  rts

; Commands: a5 = request.   out: d0 = error.   They may clobber all but a5 and sp.
command_table:
  .word 0                       ; 0 invalid
  .word command_clear - command_table ; 1 CMD_RESET
  .word command_read - command_table ; 2
  .word command_write - command_table ; 3
  .word command_none - command_table ; 4 CMD_UPDATE: nothing is ever unwritten
  .word command_clear - command_table ; 5 CMD_CLEAR
  .word command_none - command_table ; 6 CMD_STOP
  .word command_none - command_table ; 7 CMD_START
  .word command_none - command_table ; 8 CMD_FLUSH
  .word command_motor - command_table ; 9
  .word command_seek - command_table ; 10
  .word command_write - command_table ; 11 TD_FORMAT
  .word 0                       ; 12 TD_REMOVE
  .word command_changenum - command_table ; 13
  .word command_changestate - command_table ; 14
  .word command_protstatus - command_table ; 15
  .word 0, 0                    ; 16 TD_RAWREAD, TD_RAWWRITE
  .word command_type - command_table ; 18 TD_GETDRIVETYPE
  .word command_tracks - command_table ; 19 TD_GETNUMTRACKS
commands = (* - command_table) / 2

command_clear:
  move.w #-1,cached_track.w
command_none:
  moveq #0,d0
  rts

; The answer is what the motor did before.
command_motor:
  moveq #0,d0
  tst.w drive_motor.w
  beq @was_off
  moveq #1,d0
@was_off:
  move.l d0,io_actual(a5)
  tst.l io_length(a5)
  beq @off
  bra drive_motor_on
@off:
  bra drive_motor_off

command_seek:
  move.l io_offset(a5),d0
  cmpi.l #disk_tracks * track_size,d0
  bhs bad_length
  divu #track_size,d0
  bra drive_seek

command_changenum:
  move.l change_count.w,io_actual(a5)
  bra command_none

command_changestate:
  bsr drive_disk_in
  not.b d0                      ; 0 is: a disk is in
  move.b d0,io_actual + 3(a5)
  bra command_none

command_protstatus:
  bsr drive_protected
  move.b d0,io_actual + 3(a5)
  bra command_none

command_type:
  moveq #1,d0                   ; 3.5 inches
  move.l d0,io_actual(a5)
  bra command_none

command_tracks:
  move.l #disk_tracks,io_actual(a5)
  bra command_none

bad_length:
  moveq #ioerr_badlength,d0
  rts

; request_range: what a request asks for.   out: d2 = offset, d3 = length, a2 = data; d0 = error, with its flags.
request_range:
  move.l io_offset(a5),d2
  move.l io_length(a5),d3
  movea.l io_data(a5),a2
  move.l d2,d0
  or.l d3,d0
  andi.l #sector_size - 1,d0
  bne bad_length
  move.l d2,d0
  bmi bad_length
  add.l d3,d0
  bcs bad_length
  cmpi.l #disk_tracks * track_size,d0
  bhi bad_length
  moveq #0,d0
  rts

; range_part: the part of what is left that lies in one track.   in: d2, d3.   out: d4 = track, a3 = its place in the
; track's memory, d5 = bytes.   clobbers: d0.
range_part:
  move.l d2,d0
  divu #track_size,d0
  move.w d0,d4
  clr.w d0
  swap d0                       ; offset in the track
  lea track_cache,a3
  adda.l d0,a3
  move.l #track_size,d5
  sub.l d0,d5
  cmp.l d3,d5
  bls @end
  move.l d3,d5
@end:
  rts

; range_next: goes on behind a part.   in: d2, d3, d5.   out: flags of what is left.
range_next:
  add.l d5,io_actual(a5)
  add.l d5,d2
  sub.l d5,d3
  rts

command_read:
  bsr request_range
  bne @end
  tst.l d3
@part:
  beq @done
  bsr range_part
  movem.l d2-d5/a2-a3,-(sp)
  move.w d4,d0
  bsr track_load
  movem.l (sp)+,d2-d5/a2-a3
  tst.l d0
  bne @end
  movea.l a3,a0
  movea.l a2,a1
  move.l d5,d0
  bsr exec_copy_mem
  movea.l a1,a2
  bsr range_next
  bra @part
@done:
  moveq #0,d0
@end:
  rts

; A track that is not written as a whole is read first.
command_write:
  bsr request_range
  bne @end
  bsr drive_protected
  tst.b d0
  beq @allowed
  moveq #tderr_protected,d0
  rts
@allowed:
  tst.l d3
@part:
  beq @done
  bsr range_part
  movem.l d2-d5/a2-a3,-(sp)
  move.w d4,d0
  cmpi.l #track_size,d5
  beq @whole
  bsr track_load
  bra @loaded
@whole:
  moveq #0,d0
@loaded:
  movem.l (sp)+,d2-d5/a2-a3
  tst.l d0
  bne @end
  movea.l a2,a0
  movea.l a3,a1
  move.l d5,d0
  bsr exec_copy_mem
  movea.l a0,a2
  movem.l d2-d5/a2-a3,-(sp)
  move.w d4,d0
  bsr track_store
  movem.l (sp)+,d2-d5/a2-a3
  tst.l d0
  bne @end
  bsr range_next
  bra @part
@done:
  moveq #0,d0
@end:
  rts
