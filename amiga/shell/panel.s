; panel: what stands beside the map window but its text: the emblem of the side to move, the whole map in small (locator.s), the
; weather. On a machine of 200 rows there is no emblem, so that the text has as many rows as with 256; the last two of them lie where the
; weather is, and take its place when something is written there. The top line has side and weather in words.

.include "defs.inc"
.import screen, object_draw, rectangle_fill, view_weather, locator_draw, is_ntsc
.import side_emblems, weather_pictures, weather_count
.export panel_draw, panel_side, panel_weather, panel_new, panel_cleared, panel_reached

emblem_x   = 275
emblem_y   = 11
weather_x  = 275
weather_y  = 201
low_weather_y = 146                     ; with 200 rows
weather_wide = 45
weather_high = 16
weather_row = 11                        ; of the panel's text: the first one that lies there
paper       = 5

.segment "SHELLBSS"
.align 2
panel_side: .res 2                      ; whose turn it is
panel_weather: .res 2                   ; the one whose picture was drawn last
covered: .res 2                         ; not 0: text has the place of the weather

.segment "SHELL"

; panel_draw: all of it.
; in: panel_side.  out: nothing.  clobbers: d0, d1, a0, a1.
panel_draw:
  movem.l d2-d7/a2-a3, -(sp)
  tst.w is_ntsc
  bne @weather
  move.w panel_side, d0
  andi.w #1, d0
  lsl.w #2, d0
  lea side_emblems, a0
  movea.l 0(a0,d0.w), a0
  move.w #emblem_x, d0
  moveq #emblem_y, d1
  bsr draw
@weather:
  bsr weather_draw
  jsr locator_draw
  movem.l (sp)+, d2-d7/a2-a3
  rts

; panel_new: nothing is written in it yet.
; in: nothing.  out: nothing.  clobbers: nothing.
panel_new:
  clr.w covered
  rts

; panel_cleared: its text was cleared, and the weather with it on a machine of 200 rows.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0, a1.
panel_cleared:
  tst.w is_ntsc
  beq @no
  clr.w covered
  movem.l d2-d7/a2-a3, -(sp)
  bsr weather_draw
  movem.l (sp)+, d2-d7/a2-a3
@no:
  rts

; panel_reached: before something is written there.
; in: d0.w = the lowest row that it reaches.  out: nothing.  clobbers: nothing.
panel_reached:
  cmpi.w #weather_row, d0
  bcs @no
  tst.w is_ntsc
  beq @no
  tst.w covered
  bne @no
  move.w #1, covered
  movem.l d0-d4/a0-a1, -(sp)
  move.w #weather_x, d0
  move.w #low_weather_y, d1
  moveq #weather_wide, d2
  moveq #weather_high, d3
  moveq #paper, d4
  lea screen, a1
  jsr rectangle_fill
  movem.l (sp)+, d0-d4/a0-a1
@no:
  rts

; weather_draw: clobbers d0 to d7, a0 to a3.
weather_draw:
  moveq #0, d0
  move.b view_weather, d0
  move.w d0, panel_weather
  tst.w covered
  bne @none
  cmpi.w #weather_count, d0
  bcc @none
  lsl.w #2, d0
  lea weather_pictures, a0
  movea.l 0(a0,d0.w), a0
  move.w #weather_x, d0
  move.w #weather_y, d1
  tst.w is_ntsc
  beq draw
  move.w #low_weather_y, d1
  bra draw
@none:
  rts

; draw: object a0, if it is one, at d0, d1.
draw:
  move.l a0, d2
  beq @none
  lea screen, a1
  moveq #screen_bytes, d2
  jmp object_draw
@none:
  rts
