; bootblock: the first two sectors of the disk. Reads the program behind them, takes the machine over and jumps into it.
;
; The machine's ROM calls `start` in user mode with everything running: a1 = request of trackdisk.device, a6 = exec. The
; bootblock may lie anywhere, so all addresses are relative. The program is read to wherever there is chip memory, and
; copied to its own address when nothing of the system is needed any more.
;
; Facts: Amiga ROM Kernel Reference Manual, Devices, "Trackdisk Device" and boot blocks; Libraries, "Memory Allocation";
; Autodocs of exec.library (AllocMem, FreeMem, DoIO, Supervisor); Amiga Hardware Reference Manual, chapter 7.

.setcpu "68000"

; exec.library
AllocMem    = -198
FreeMem     = -210
DoIO        = -456
Supervisor  = -30
memory_kind = 3                 ; public, chip

; requests to trackdisk.device
io_command  = 28
io_length   = 36
io_data     = 40
io_offset   = 44
cmd_read    = 2
td_motor    = 9

; hardware
custom      = $DFF000
DMACON      = $096
INTENA      = $09A
INTREQ      = $09C
clear_all   = $7FFF
ciaa_icr    = $BFED01
ciab_icr    = $BFDD00
no_sources  = $7F

attempts    = 3

.segment "BOOT"

bootblock:
  .byte "DOS", 0
  .dword 0                      ; checksum: whoever writes the disk puts it in
  .dword 880                    ; root block: there is none, but this is what stands here
start:
  bra read_program
  .even
  .res 2, 0                     ; to offset 16

; The program: whoever writes the disk puts it in.
.assert * - bootblock = 16, error, "the program's header has moved"
program_offset:
  .dword 0                      ; bytes from the beginning of the disk, a multiple of 512
program_length:
  .dword 0                      ; bytes, a multiple of 512
program_address:
  .dword 0                      ; where it runs
program_entry:
  .dword 0                      ; where it begins

read_program:
  movea.l a1, a4                ; request
  move.l program_length(pc), d5
  move.l d5, d0
  addi.l #2 * copier_size, d0   ; room for the copier before and behind
  moveq #memory_kind, d1
  jsr AllocMem(a6)
  tst.l d0
  beq @fail
  movea.l d0, a3
  moveq #attempts - 1, d4
@again:
  move.w #cmd_read, io_command(a4)
  move.l d5, io_length(a4)
  lea copier_size(a3), a0
  move.l a0, io_data(a4)
  move.l program_offset(pc), io_offset(a4)
  movea.l a4, a1
  jsr DoIO(a6)
  tst.l d0
  dbeq d4, @again
  bne @free
  move.w #td_motor, io_command(a4)
  clr.l io_length(a4)           ; off
  movea.l a4, a1
  jsr DoIO(a6)
  lea take_over(pc), a5
  jmp Supervisor(a6)            ; never returns

@free:
  movea.l a3, a1
  move.l d5, d0
  addi.l #2 * copier_size, d0
  jsr FreeMem(a6)
@fail:
  moveq #-1, d0                 ; the machine says that the disk did not start
  rts

; take_over: in supervisor mode.   in: a3 = memory, d5 = length.
; The program's place may overlap the memory it was read to, but not the copier: that goes to the end which the program
; moves away from.
take_over:
  move.w #$2700, sr
  lea custom, a0
  move.w #clear_all, d0
  move.w d0, INTENA(a0)
  move.w d0, INTREQ(a0)
  move.w d0, DMACON(a0)
  move.b #no_sources, ciaa_icr
  move.b #no_sources, ciab_icr
  tst.b ciaa_icr                ; reading takes requests back
  tst.b ciab_icr
  movea.l a3, a2                ; the copier goes before the program
  lea copier_size(a3), a3
  movea.l program_address(pc), a1
  movea.l program_entry(pc), a4
  cmpa.l a3, a1
  bhi @copier                   ; up
  lea 0(a3, d5.l), a2           ; down: behind it
@copier:
  lea copier(pc), a0
  moveq #copier_size / 2 - 1, d0
  movea.l a2, a5
@word:
  move.w (a0)+, (a5)+
  dbra d0, @word
  jmp (a2)

; copier: copied itself, goes on in the program with interrupts and DMA off.
; in: a3 = from, a1 = to, d5 = length, a4 = entry.
copier:
  cmpa.l a3, a1
  bhi @up
@down:
  move.l (a3)+, (a1)+
  subq.l #4, d5
  bne @down
  jmp (a4)
@up:
  adda.l d5, a3
  adda.l d5, a1
@long:
  move.l -(a3), -(a1)
  subq.l #4, d5
  bne @long
  jmp (a4)
copier_size = * - copier
.assert copier_size .mod 8 = 0, error, "memory before the program is to stay a multiple of 8"

  .res bootblock + 1024 - *, 0
