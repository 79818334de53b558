; panel: what stands beside the map window but its text: the emblem of the side to move, the whole map in small (locator.s), the
; weather.

.include "defs.inc"
.import screen, object_draw, view_weather, locator_draw, is_ntsc
.import side_emblems, weather_pictures, weather_count
.export panel_draw, panel_side, panel_weather

emblem_x   = 275
emblem_y   = 11
weather_x  = 275
weather_y  = 201
low_weather_y = 145                     ; with 200 rows

.segment "SHELLBSS"
.align 2
panel_side: .res 2                      ; whose turn it is
panel_weather: .res 2                   ; the one whose picture was drawn last

.segment "SHELL"

; panel_draw: all of it.
; in: panel_side.  out: nothing.  clobbers: d0, d1, a0, a1.
panel_draw:
  movem.l d2-d7/a2-a3, -(sp)
  move.w panel_side, d0
  andi.w #1, d0
  lsl.w #2, d0
  lea side_emblems, a0
  movea.l 0(a0,d0.w), a0
  move.w #emblem_x, d0
  moveq #emblem_y, d1
  bsr draw
  moveq #0, d0
  move.b view_weather, d0
  move.w d0, panel_weather
  cmpi.w #weather_count, d0
  bcc @panel
  lsl.w #2, d0
  lea weather_pictures, a0
  movea.l 0(a0,d0.w), a0
  move.w #weather_x, d0
  move.w #weather_y, d1
  tst.w is_ntsc
  beq @weather
  move.w #low_weather_y, d1
@weather:
  bsr draw
@panel:
  jsr locator_draw
  movem.l (sp)+, d2-d7/a2-a3
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
