; flip: while the map scrolls, its window is drawn where it is not seen, and seen from the next frame on, so that no frame shows
; half of a movement: in turns in a place of its own and on the screen. Before anything else is drawn it is that of the screen.

.include "defs.inc"
.import screen, frames, rectangle_copy, rows_of_map, map_behind
.export flip_target, flip_show, flip_settle

words = screen_bytes / 2                ; of a line

.segment "SHELLBSS"
.align 2
behind: .res 2                          ; not 0: seen are the rows of map_behind

.segment "SHELL"

; flip_target: where the map window may be drawn now.
; in: nothing.  out: a1 = its first row where it is not seen; beside it the panel.  clobbers: d0 to d3, a0.
flip_target:
  lea screen + map_top * screen_row, a1
  tst.w behind
  bne @done
  lea screen + flip_top * screen_row, a0
  lea map_behind, a1
  moveq #screen_bytes, d0
  moveq #screen_bytes, d1
  moveq #words, d2
  moveq #map_top - flip_top, d3
  jsr rectangle_copy
  lea screen + map_top * screen_row + map_words * 2, a0
  lea map_behind + (map_top - flip_top) * screen_row + map_words * 2, a1
  moveq #screen_bytes, d0
  moveq #screen_bytes, d1
  moveq #words - map_words, d2
  move.w #map_rows, d3
  jsr rectangle_copy
  lea map_behind + (map_top - flip_top) * screen_row, a1
@done:
  rts

; flip_show: what was drawn there is seen from the next frame on.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0.
flip_show:
  move.l #map_behind, d0
  not.w behind
  bne show
  move.l #screen + flip_top * screen_row, d0
; falls through to show

; show: the rows from d0 on are seen from the next frame on. clobbers d0, d1, a0.
show:
  blit_wait
  move.w frames, d1
@frame:
  cmp.w frames, d1
  beq @frame
  jmp rows_of_map

; flip_settle: the map that is seen is that of the screen.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0.
flip_settle:
  tst.w behind
  beq @done
  clr.w behind
  movem.l d2-d3/a1, -(sp)
  lea map_behind + (map_top - flip_top) * screen_row, a0
  lea screen + map_top * screen_row, a1
  moveq #screen_bytes, d0
  moveq #screen_bytes, d1
  moveq #map_words, d2
  move.w #map_rows, d3
  jsr rectangle_copy
  movem.l (sp)+, d2-d3/a1
  move.l #screen + flip_top * screen_row, d0
  bra show
@done:
  rts
