; interrupt: the vertical blank (level 3) moves the pointer, counts frames; the keyboard's port (level 2).

.include "defs.inc"
.if SEASONS
.import season_frame
.endif
.if KEYED
.import stick_frame
.else
.import glide_frame
.endif
.import pointer_frame, keys_serial, sound_frame
.export interrupt_start, frames

.segment "SHELLBSS"
.align 2
frames: .res 2                          ; vertical blanks since the start

.segment "SHELL"

; interrupt_start: both interrupts from now on.
; in: nothing.  out: nothing.  clobbers: nothing.
interrupt_start:
  move.l #level2, vector_level2
  move.l #level3, vector_level3
  move.w #SETCLR | INTEN | VERTB | PORTS, INTENA(a6)
  rts

level3:
  movem.l d0-d3/a0-a2/a6, -(sp)
  lea custom, a6
  move.w #VERTB | COPER | BLIT, INTREQ(a6)
  move.w #VERTB | COPER | BLIT, INTREQ(a6) ; twice: the first may be late on fast machines
  addq.w #1, frames
  bsr pointer_frame
.if SEASONS
  bsr season_frame
.endif
.if KEYED
  bsr stick_frame
.else
  bsr glide_frame
.endif
  bsr sound_frame
  movem.l (sp)+, d0-d3/a0-a2/a6
  rte

level2:
  movem.l d0-d3/a0-a2/a6, -(sp)
  lea custom, a6
  bsr keys_serial
  move.w #PORTS, INTREQ(a6)
  move.w #PORTS, INTREQ(a6)
  movem.l (sp)+, d0-d3/a0-a2/a6
  rte
