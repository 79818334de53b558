; title: the title picture.

.include "defs.inc"
.import title_picture, screen, rectangle_copy
.export title_show

.segment "SHELL"

; title_show: the picture over the whole screen. clobbers d0 to d3, a0, a1.
title_show:
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
