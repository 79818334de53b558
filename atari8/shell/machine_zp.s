; Zero page of this machine's own routines, in the segment of the shared shell's: within one call, unless a line says more.

.segment "SHELLZP": zeropage

.exportzp text_row
text_row:   .res 2      ; lasts: the text cursor's

; the picture; what the vertical blank and the display list's interrupts read
.exportzp list_low, list_shown, split_place, split_kind, split_back, list_at
list_low:   .res 1      ; lasts: the display list from the next frame on, in its page
list_shown: .res 1      ; lasts: the one that is shown
split_place: .res 1     ; interrupts: the next change of colours
split_kind: .res 1      ; to which kind of rows
split_back: .res 1      ; its COLBK
list_at:    .res 2      ; end of the display list that is made

; characters of the map
.exportzp tile_from, tile_to
tile_from:  .res 2
tile_to:    .res 2

; the vertical blank's own
.exportzp blank_x, blank_y, blank_to
blank_x:    .res 1
blank_y:    .res 1
blank_to:   .res 2
