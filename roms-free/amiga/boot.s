; boot: waits for a disk, reads its first two sectors and runs what is in them.
; Facts: ROM Kernel Reference Manual, Devices, "Trackdisk Device", boot blocks: "DOS", the checksum, entry at 12 with the
; request in a1 and exec in a6; 0 in d0 says that a0 is where to go on.

poll_ms     = 500               ; between looks for a disk

; boot: waits for a disk and runs it, over and over.   in: user mode; a6 = exec_base.
; out: never returns.   clobbers: everything.
boot:
  bsr drive_disk_in
  tst.l d0
  bne @disk
  lea message_insert(pc),a0
  bsr picture_show
@wait:
  move.w #poll_ms,d0
  bsr delay_ms
  bsr drive_disk_in
  tst.l d0
  beq @wait
@disk:
  bsr picture_hide
  bsr boot_disk                 ; comes back if it did not work, with a message in a0
  bsr picture_show
  lea exec_base.w,a6
  bsr drive_motor_off
@taken_out:
  move.w #poll_ms,d0
  bsr delay_ms
  bsr drive_select
  btst #pra_change,ciaa_pra
  beq boot                    ; it has been taken out
  bra @taken_out

; boot_disk: boots the disk in the drive.   out, if that fails: a0 = message.
boot_disk:
  moveq #0,d0
  move.w #boot_size,d0
  moveq #memf_chip | memf_public,d1
  bsr exec_alloc_mem
  lea message_memory(pc),a0
  tst.l d0
  beq @end
  movea.l d0,a4
  moveq #5,d0                   ; CMD_CLEAR: nothing of another disk
  bsr boot_command
  moveq #cmd_read,d0
  move.l #boot_size,io_length + boot_request.w
  move.l a4,io_data + boot_request.w
  clr.l io_offset + boot_request.w
  bsr boot_command
  lea message_unreadable(pc),a0
  bne @free
  move.l (a4),d0
  lsr.l #8,d0
  lea message_not_bootable(pc),a0
  cmpi.l #dos_id,d0
  bne @free
  bsr boot_sum
  addq.l #1,d0                  ; a good sum is all ones
  lea message_not_bootable(pc),a0
  bne @free
  lea boot_request.w,a1
  lea exec_base.w,a6
  move.l a4,-(sp)
  jsr boot_entry(a4)
  movea.l (sp)+,a4
  lea exec_base.w,a6
  move.l a0,a3
  lea message_failed(pc),a0
  tst.l d0
  bne @free
  ; It goes on at a0, without what the boot has used.
  movea.l a4,a1
  move.l #boot_size,d0
  bsr exec_free_mem
  jsr (a3)
  lea message_failed(pc),a0
  rts
@free:
  move.l a0,-(sp)
  movea.l a4,a1
  move.l #boot_size,d0
  bsr exec_free_mem
  movea.l (sp)+,a0
@end:
  rts

dos_id = 'D' << 16 | 'O' << 8 | 'S'

; boot_command: a command to trackdisk.device.   in: d0.   out: d0 = error, with its flags.   clobbers: d1, a0, a1.
boot_command:
  lea boot_request.w,a1
  move.w d0,io_command(a1)
  bsr exec_do_io
  tst.l d0
  rts

; boot_sum: the sum of the boot block, carries added in again.   in: a4.   out: d0.   clobbers: d1, a0.
boot_sum:
  movea.l a4,a0
  moveq #0,d0
  move.w #boot_size / 4 - 1,d1
@long:
  add.l (a0)+,d0
  bcc @no_carry
  addq.l #1,d0
@no_carry:
  dbra d1,@long
  rts

message_insert:
  .asciiz "INSERT A DISK TO START"
message_memory:
  .asciiz "NO MEMORY TO START A DISK WITH"
message_unreadable:
  .asciiz "THIS DISK CANNOT BE READ"
message_not_bootable:
  .asciiz "THIS DISK DOES NOT START BY ITSELF"
message_failed:
  .asciiz "THE DISK'S PROGRAM DID NOT START"
.even
