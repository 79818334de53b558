; counters: the units of a hex on the map buffer.
;
; A counter is 26 x 22 pixels with a shadow: a strength bar at the left, a field with the symbol, below it combat and
; movement number. A unit in an engagement stands in a border of its colour, 32 x 28.

.include "defs.inc"
.import object_draw, box_draw, number_draw
.import view_first, view_next, view_side, view_symbol, view_strength, view_full, view_combat, view_points, view_border
.import view_fires, view_target, view_hidden
.import object_german_tank, object_german_halftrack, object_german_infantry, object_german_gun, object_german_rocket
.import object_german_para, object_german_infiltrator, object_german_air
.import object_american_tank, object_american_halftrack, object_american_infantry, object_american_gun
.import object_american_para, object_american_air, object_british_tank, object_british_halftrack, object_british_infantry
.export counters_draw, counter_draw, border_colours, counter_pictures, unit_at

most_shown = 3

; Of a counter, from its upper left corner.
bar_x      = 1
bar_y      = 20                         ; bottom
bar_rows   = 20
combat_x   = 5
number_y   = 13
points_x   = 15
border_in  = 3

.segment "SHELL"

; Pictures by symbol: German, American, British; a nation without one shows another's.
counter_pictures:
  .dword object_german_tank, object_german_halftrack, object_german_infantry, object_german_gun
  .dword object_german_rocket, object_german_para, object_german_infiltrator, object_german_air
  .dword object_american_tank, object_american_halftrack, object_american_infantry, object_american_gun
  .dword object_american_gun, object_american_para, object_american_infantry, object_american_air
  .dword object_british_tank, object_british_halftrack, object_british_infantry, object_british_tank
pictures = 20

; Dark and light colour of the number fields by nation.
movement_papers: .byte 12, 15, 6
movement_inks:   .byte 14, 20, 21

; Colours of the borders; 0 is no border.
border_colours: .byte 0, 17, 23, 18, 24, 25, 26, 22, 27, 28, 29, 30, 1
.even

; Places of the counters of a stack of one, two, three, the lowest first, borders included.
places:
  .word 9, 5, 0, 0, 0, 0
  .word 7, 4, 11, 7, 0, 0
  .word 5, 2, 9, 5, 13, 8
