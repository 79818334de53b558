; memory: the screen and the map buffers.

.include "defs.inc"
.include "grid.inc"                     ; GRID_COLUMNS
.export screen, ground_bitmap, map_bitmap
.if KEYED = 0
.export menu_room
.if LETTERED
.export made
.endif
.endif

; The last line goes on by as many words as the map has.
buffer_room = buffer_size + 4 * GRID_COLUMNS + 8

.segment "SCREEN"
screen: .res screen_row * screen_rows

; What is cut at its left writes the word before the first line as it was; the display fetches one more.
.segment "BUFFERS"
        .res 4
ground_bitmap: .res buffer_room
map_bitmap: .res buffer_room
.if KEYED = 0
; What a menu covers; also for whatever nobody looks at the map meanwhile.
.if LETTERED
menu_room: .res screen_row * menu_rows - outline_room - made_bytes
made:      .res made_bytes           ; the counter that was made last for a window
           .res outline_room
.else
menu_room: .res screen_row * menu_rows
.endif
.endif
