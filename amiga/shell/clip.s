; clip: what may be drawn on: whole words of a line and rows, of the bitmap that is drawn into. Objects, boxes and glyphs are cut
; there. It is the screen, but while a part of the map buffers is drawn.

.include "defs.inc"
.export clip_left, clip_right, clip_top, clip_bottom, clip_screen

.segment "SHELLBSS"
.align 2
clip_left:   .res 2                     ; words from the bitmap's first
clip_right:  .res 2                     ; the last excluded, as below
clip_top:    .res 2                     ; rows
clip_bottom: .res 2

.segment "SHELL"

; clip_screen: all of the screen may be drawn on.
; in: nothing.  out: the clip.  clobbers: nothing.
clip_screen:
  clr.w clip_left
  move.w #screen_bytes / 2, clip_right
  clr.w clip_top
  move.w #screen_rows, clip_bottom
  rts
