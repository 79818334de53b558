; The ROM, $FC0000-$FFFFFF, seen at $F80000 and, from reset until it says otherwise, at 0 as well: one assembly unit.

.setcpu "68000"
.include "amiga/hardware.inc"
.include "amiga/exec.inc"
.include "amiga/variables.s"

.segment "ROM"

; What the processor fetches at reset: the stack, which reset.s sets again, and the address to begin at.
rom_start:
  .dword supervisor_stack
  .dword reset_start

.include "amiga/reset.s"
.include "amiga/memory_size.s"
.include "amiga/exceptions.s"
.include "amiga/base.s"
.include "amiga/jump_table.s"
.include "amiga/memory.s"
.include "amiga/lists.s"
.include "amiga/tasks.s"
.include "amiga/libraries.s"
.include "amiga/copy.s"
.include "amiga/io.s"
.include "amiga/trackdisk.s"
.include "amiga/drive.s"
.include "amiga/track.s"
.include "amiga/mfm.s"
.include "amiga/delay.s"
.include "amiga/boot.s"
.include "amiga/picture.s"
.include "amiga/font.s"
.include "amiga/tail.s"
