; title: the title picture, and the same as the ground of the closing page. It lies where maps are drawn later, so it is there for
; the first page alone; then it comes from the disk, and without one the page stays black.

.include "defs.inc"
.import title_picture, screen, rectangle_copy, title_read
.export title_show, closing_show, title_lost

.segment "SHELLBSS"
.align 2
title_lost:  .res 2                     ; not 0: something was drawn over the picture

.segment "SHELL"

; title_show: the picture over the whole screen.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
title_show:
  tst.w title_lost
  beq @there
  jmp title_read
@there:
  move.w #1, title_lost                 ; a menu may hang from the page
  movem.l d2-d3, -(sp)
  lea title_picture, a0
  lea screen, a1
  moveq #screen_bytes, d0
  move.w d0, d1
  moveq #screen_bytes / 2, d2
  move.w #screen_rows, d3
  jsr rectangle_copy
  blit_wait
  movem.l (sp)+, d2-d3
  rts

sky_rows = 69                           ; above the clouds: the name of the game; its first word is pure sky

; closing_show: the picture without the name: the first word of the sky all over it.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
closing_show:
  bsr title_show
  movem.l d2-d4, -(sp)
  moveq #screen_bytes / 2 - 2, d4
  lea screen + 2, a1
@word:
  lea screen, a0
  moveq #screen_bytes, d0
  move.w d0, d1
  moveq #1, d2
  moveq #sky_rows, d3
  jsr rectangle_copy
  addq.l #2, a1
  dbra d4, @word
  blit_wait
  movem.l (sp)+, d2-d4
  rts
