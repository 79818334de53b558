; window: text windows, the text cursor, and where its row ends.

.include "shell.inc"
.include "calls.inc"
.import page_now, cell_ink, compass_on
.import window_left, window_right, window_top, window_bottom, bar_begin, pieces_clear
.export shell_window, shell_at, window_set, text_at, text_place, text_row_find
.export window, win_left, win_top, win_bottom, text_column, text_line, text_limit

.segment "SHELLBSS"
window:      .res 1             ; number of the text window
win_left:    .res 1             ; its rectangle; win_right is one past its last column
win_right:   .res 1
win_top:     .res 1
win_bottom:  .res 1
text_column: .res 1             ; text cursor, screen coordinates
text_line:   .res 1
text_limit:  .res 1             ; one past the last column of the text cursor's row

.segment "SHELL"

; window io0: selects a text window and clears it. On a text page the whole page loses its pieces of the map too.
shell_window:
    lda io0
    cmp #windows
    bcs @end
    jsr window_set
    lda window
    cmp #window_page
    bne @wipe
    lda page_now
    cmp #page_text
    bne @wipe
    jsr pieces_clear
@wipe:
    ldx win_top
@row:
    jsr text_row_find
    ldy win_left
@cell:
    text_blank
    iny
    cpy text_limit
    bne @cell
    inx
    cpx win_bottom
    bne @row
    ldx win_top
    jmp text_row_find
@end:
    rts

; window_set: another text window; the text cursor goes to its corner.
; in: a = window.  out: window, its rectangle; cell_ink white.  clobbers: a, x, y; as bar_begin.
window_set:
    sta window
    tax
    lda window_left,x
    sta win_left
    sta text_column
    lda window_right,x
    sta win_right
    lda window_top,x
    cpx #window_page
    bne @top
    ldy page_now
    cpy #page_title
    bne @top
    lda #title_rows             ; below the picture
@top:
    sta win_top
    sta text_line
    lda window_bottom,x
    sta win_bottom
    lda #white
    sta cell_ink
    cpx #window_bar
    bne @placed
    jsr bar_begin               ; it has its colour once it is written to
@placed:
    ldx text_line
    ; falls through to text_row_find

; text_row_find: where a row of the window lies and ends.
; in: x = row of the screen.  out: as text_row_set; text_limit.  clobbers: a.
text_row_find:
    text_row_set
    lda win_right
    sta text_limit
    lda compass_on              ; beside the compass a row is shorter
    beq @end
    lda page_now
    cmp #page_map
    bne @end
    cpx #row_panel
    bcc @end
    cpx #compass_end
    bcs @end
    lda #compass_left
    cmp win_right
    bcs @end
    sta text_limit
@end:
    rts

; at io0, io1: text cursor to column io0, row io1 of the window.
shell_at:
    lda io0
    ldx io1
    ; falls through to text_at

; text_at: the text cursor to a place of the window.
; in: a = column, x = row.  out: nothing.  clobbers: a, x.
text_at:
    clc
    adc win_left
    sta text_column
    txa
    clc
    adc win_top
    sta text_line
    ; falls through to text_place

; text_place: the row of the text cursor.
; in: text_line.  out: as text_row_find, unless it lies below the window.  clobbers: a, x.
text_place:
    ldx text_line
    cpx win_bottom
    bcc text_row_find
    rts
