; memory: the screen and the map buffers.

.include "defs.inc"
.export screen, ground_bitmap, map_bitmap

buffer_size = buffer_row * buffer_rows

.segment "SCREEN"
screen: .res screen_row * screen_rows

; What reaches over the left rim of the first row lies before the buffer, and over the right rim of the last one behind it.
.segment "BUFFERS"
        .res 2 * buffer_guard
ground_bitmap: .res buffer_size
        .res 2 * buffer_guard
map_bitmap: .res buffer_size
        .res 2 * buffer_guard
; Buffers move by whole lines of 64 bytes.
        .res 64

; What a menu covers: 11 words, 245 rows.
.export save_under
save_under: .res 11 * 2 * depth * 245
