; Zero page of this machine's own routines, in the segment of the shared shell's: within one call, unless a line says more.

.segment "SHELLZP": zeropage

; ten lines of the picture that are drawn together
.exportzp line, line_row, line_group, line_column
line:       .res 20     ; their addresses
line_group: .res 1      ; the next group of eight
line_column: .res 1     ; lasts: the column at which they begin
line_row:   .res 1      ; lasts: the row of text that the first eight are, $FF: none

; rows of text
.exportzp text_row, code_row, glyph_x, glyph_y
text_row:   .res 1      ; lasts: the text cursor's
code_row:   .res 1      ; lasts: that of code_put
glyph_x:    .res 1
glyph_y:    .res 1

; cells of the map window that are drawn from their codes
.exportzp cells_row
cells_row:  .res 1      ; row of the window, from 0

; time and chance
.exportzp moment, moment_high
moment:     .res 1      ; lasts: counts while a key is waited for
moment_high: .res 1     ; lasts: its high byte
