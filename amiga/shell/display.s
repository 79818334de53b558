; display: how many rows of the screen are seen. A PAL machine shows all 256. One for 60 Hz shows 200: the rows from the one
; where the page is split on are left out, as many as do not fit, so that what stands at the bottom is seen too. Everything is
; drawn, and told by the pointer, in rows of the whole screen.

.include "defs.inc"
.if KEYED
.import page_pitches, ntsc_split
.else
.import page_pitches, settings_narrow, ntsc_split
.endif
.import page_now, pointer_line, pointer_y
.export display_start, display_split, display_frame, split_line, rows_shown, map_high, row_of_line, is_ntsc

left_out   = screen_rows - ntsc_rows
ntsc_agnus = 4                          ; bit of VPOSR's high byte
lower_split = map_top                  ; of the lower part of an overview

.segment "SHELLBSS"
.align 2
is_ntsc:     .res 2                     ; not 0: 200 rows
rows_shown:  .res 2                     ; rows of the display
map_high:    .res 2                     ; rows of the map window that are seen
split_line:  .res 2                     ; the first row that is left out

.segment "SHELL"

; By page: map, text, title, half scale, whole map, closing, requester (as the page below).
splits: .word map_split, text_split, title_split, half_split, whole_split, closing_split, requester_split

; display_start: which machine it is.
; in: nothing.  out: is_ntsc, rows_shown, split_line, map_high.  clobbers: d0, d1, a0, a1.
display_start:
  move.w #screen_rows, d0
  move.w d0, rows_shown
  move.w d0, split_line
  move.w #map_rows, map_high
  btst #ntsc_agnus, VPOSR(a6)
  beq @pal
  move.w #1, is_ntsc
  move.w #ntsc_rows, d0
  move.w d0, rows_shown
  move.w d0, split_line
  move.w #map_split - map_top, map_high
  jsr page_pitches
.if KEYED
  rts
.else
  jmp settings_narrow
.endif
@pal:
.if KEYED
  jmp page_pitches
.else
  rts
.endif

; display_split: where the screen is split.
; in: d0.w = 0: where page_now is; else nowhere: the screen is seen from its top.  out: split_line.  clobbers: d0, a0.
display_split:
  tst.w is_ntsc
  beq @done
  tst.w d0
  bne @none
  moveq #0, d0
  move.b page_now, d0
  add.w d0, d0
  lea splits(pc), a0
  move.w 0(a0,d0.w), d0
  beq @done
  bra @set
@none:
  move.w #ntsc_rows, d0
@set:
  move.w d0, split_line
  jmp ntsc_split
@done:
  rts

; display_frame: once a frame: an overview is higher than the display. The pointer at the lower edge shows its lower part, at
; the upper edge its upper one.
; in: nothing.  out: split_line, and pointer_y if that changed.  clobbers: d0, d1, a0.
display_frame:
  tst.w is_ntsc
  beq @done
  move.b page_now, d0
  cmpi.b #page_half, d0
  beq @overview
  cmpi.b #page_whole, d0
  bne @done
@overview:
  move.w pointer_line, d1
  beq @upper
  cmpi.w #ntsc_rows - 1, d1
  bne @done
  cmpi.w #lower_split, split_line
  beq @done
  move.w #lower_split, split_line
  jsr ntsc_split
  bra @pointer
@upper:
  cmpi.w #lower_split, split_line
  bne @done
  moveq #0, d0
  bsr display_split
@pointer:
  move.w pointer_line, d1
  bsr row_of_line
  move.w d1, pointer_y
@done:
  rts

; row_of_line: what is seen in a line of the display.
; in: d1 = line.  out: d1 = row of the screen.  clobbers: nothing.
row_of_line:
  cmp.w split_line, d1
  bcs @above
  tst.w is_ntsc
  beq @above
  addi.w #left_out, d1
@above:
  rts
