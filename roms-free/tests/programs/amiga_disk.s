; A bootblock that reads twenty sectors, writes their complement to others, reads that back, and leaves errors and the sum.

.setcpu "68000"
.segment "BOOT"

AllocMem   = -198
DoIO       = -456
io_command = 28
io_actual  = 32
io_length  = 36
io_data    = 40
io_offset  = 44
cmd_read   = 2
cmd_write  = 3
cmd_clear  = 5
length     = 20 * 512
source     = 8192               ; neither begins nor ends with a track
target     = 800256
results    = $70000

  .byte "DOS", 0
  .dword 0, 880
start:
  movea.l a1, a4
  lea results, a5
  move.l #length, d0
  moveq #2, d1                  ; chip memory
  jsr AllocMem(a6)
  movea.l d0, a3
  move.l #source, d2
  moveq #cmd_read, d3
  bsr transfer
  bsr complement
  move.l #target, d2
  moveq #cmd_write, d3
  bsr transfer
  bsr complement                ; so that it is not what is read
  moveq #cmd_clear, d3
  bsr transfer
  moveq #cmd_read, d3
  bsr transfer
  move.l io_actual(a4), (a5)+
  movea.l a3, a0
  move.w #length / 4 - 1, d1
  moveq #0, d0
@sum:
  add.l (a0)+, d0
  dbra d1, @sum
  move.l d0, (a5)+
  moveq #-1, d0                 ; back to the ROM: it did not start
  rts

; transfer: d3 = command, d2 = offset. The error goes to the results.
transfer:
  move.w d3, io_command(a4)
  move.l #length, io_length(a4)
  move.l a3, io_data(a4)
  move.l d2, io_offset(a4)
  movea.l a4, a1
  jsr DoIO(a6)
  move.l d0, (a5)+
  rts

complement:
  movea.l a3, a0
  move.w #length / 4 - 1, d0
@long:
  not.l (a0)+
  dbra d0, @long
  rts
