; start: takes the machine over, runs the cartridge, shows a fault. The bootblock (boot/bootblock.s) comes here in
; supervisor mode or out of it, with everything still running.

.include "defs.inc"
.import display_start, clip_screen, copper_start, pointer_start, keys_start, interrupt_start, screen_clear, map_start, sound_start
.import __VMBSS_RUN__, __SHELLBSS_RUN__, __SHELLBSS_SIZE__
.import vm_start, vm_trap, fault_show, program_again, stack_top, title_picture
.import __ART_RUN__, __ART_SIZE__
.export shell_start, shell_again, start_end

title_long_words = screen_bytes * 5 * screen_rows / 4

.segment "START"

; shell_again: the same where the title picture is in its place.
shell_again:
  moveq #0, d7
  bra begin
shell_start:
  moveq #1, d7
begin:
  lea custom, a6
  move.w #$7FFF, INTENA(a6)
  move.w #$7FFF, INTREQ(a6)
  move.w #$7FFF, DMACON(a6)
  move.w #$2700, sr
  lea stack_top, sp
  tst.w d7
  beq @moved
  lea __ART_RUN__ + __ART_SIZE__, a0    ; behind the program, as the file is
  lea title_picture, a1
  move.w #title_long_words - 1, d0
@long:
  move.l (a0)+, (a1)+
  dbra d0, @long
@moved:
  bsr memory_clear
  jsr display_start
  jsr clip_screen
  jsr screen_clear
  jsr pointer_start
  jsr keys_start
  jsr map_start
  jsr sound_start
  jsr copper_start
  jsr interrupt_start
  move.w #SETCLR | DMAEN | BPLEN | COPEN | BLTEN | SPREN, DMACON(a6)
  move.w #$2000, sr
  jsr vm_start
  lea custom, a6
  cmpi.b #no_trap, vm_trap
  beq @again
  jsr fault_show
@again:
  jmp program_again

; memory_clear: zeroes what is only reserved.
memory_clear:
  lea __VMBSS_RUN__, a0
  move.l #__SHELLBSS_RUN__ + __SHELLBSS_SIZE__, d0
  sub.l a0, d0
  lsr.l #1, d0
  moveq #0, d1
@word:
  move.w d1, (a0)+
  subq.l #1, d0
  bne @word
  rts
start_end:
