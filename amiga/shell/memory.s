; memory: the screen and the map buffers.

.include "defs.inc"
.export screen, ground_bitmap, map_bitmap
.if KEYED = 0
.export map_behind
.endif

buffer_size = buffer_row * buffer_rows

.segment "SCREEN"
screen: .res screen_row * screen_rows

; An object that is cut at its left writes the word before the buffer as it was.
.segment "BUFFERS"
        .res 4
ground_bitmap: .res buffer_size
map_bitmap: .res buffer_size
.if KEYED = 0
; The map window's other place while it scrolls; while a menu hangs, what that covers.
map_behind: .res screen_row * (map_top + map_rows - flip_top)
.endif
