; map: the map window in its ring of rows. A row is wider than the window, so that moving it draws nothing but what comes in: the display
; list's addresses lead to where the window is, and the vertical blank moves them by pixels.

.include "hardware.inc"
.importzp dst, list_low, blank_to
.import map_shown, win_x, step_x, step_y, cursor_place, map_draw
.import tiles_reset, tiles_collect, chars_free, chars_short
.import fine_x, fine_y, moving, fine_set
.export screen_other, screen_same, screen_show, screen_move, map_row, row_below, cells_done, map_hide
.export rows_point, ring_top, ring_left, rows_top, rows_left_edge

few_chars   = 40                ; fewer free ones than a scroll in both directions may bring in
fewer_chars = 8                 ; than a hex drawn anew may
cells_hex   = 3
blank_row   = ring_rows - 1     ; shown while the window is drawn
most_columns = 31               ; of a map that has room in a row of the ring

.segment "SHELLBSS"
ring_top:   .res 1              ; row of the ring that is the window's first
ring_left:  .res 1              ; byte of it that is the window's first cell
rows_top:   .res 1              ; the same for what is shown, which moves there
rows_left_edge: .res 1
rows_blank: .res 1              ; 1: bare land is shown
jump:       .res 1              ; 1: what is drawn next is another window
scrolls:    .res 1              ; 1: it is the window one step further

.segment "SHELL"

ring_low:
.repeat ring_rows, i
    .byte <(ring + ring_pitch * i)
.endrepeat
ring_high:
.repeat ring_rows, i
    .byte >(ring + ring_pitch * i)
.endrepeat

; map_hide: the window shows nothing, and moves no more.
; in: nothing.  out: rows_blank.  clobbers: a.
map_hide:
    lda #0
    sta moving
    sta fine_x
    sta fine_y
    jsr fine_set
    lda #1
    sta rows_blank
    rts

; screen_other: what is drawn from now on is not seen yet.
; in: nothing.  out: jump.  clobbers: a.
screen_other:
    jsr stand
    lda #0
    sta chars_short
    sta scrolls
    lda #1
    sta jump
    rts

; screen_same: what is drawn from now on is seen at once.
; in: nothing.  out: nothing.  clobbers: a.
screen_same:
    jsr stand
    lda chars_free
    cmp #fewer_chars
    bcs @end
    txa
    pha
    tya
    pha
    jsr tiles_collect
    pla
    tay
    pla
    tax
@end:
    rts

; stand: until the window moves no more.
stand:
    lda moving
    bne stand
    rts

; map_row: a row of the window.
; in: x = row of the screen.  out: dst.  clobbers: a.
map_row:
    lda jump
    beq @row
    jsr window_new
@row:
    txa
    clc
    adc ring_top
    sec
    sbc #map_top
    cmp #ring_rows
    bcc @in_ring
    sbc #ring_rows
@in_ring:
    stx row_x
    tax
    lda ring_low,x
    clc
    adc ring_left
    sta dst
    lda ring_high,x
    adc #0
    sta dst + 1
    ldx row_x
    rts

.segment "SHELLBSS"
row_x:      .res 1
.segment "SHELL"

; row_below: the row of the ring below one.
; in: dst.  out: dst.  clobbers: a.
row_below:
    lda dst
    clc
    adc #ring_pitch
    sta dst
    bcc @same
    inc dst + 1
@same:
    ; the ring ends where the byte of its first row has come round
    lda ring_left
    clc
    adc #<ring_end
    sta ring_stop
    lda #>ring_end
    adc #0
    sta ring_stop + 1
    lda dst
    cmp ring_stop
    lda dst + 1
    sbc ring_stop + 1
    bcc @end
    lda dst
    sbc #<ring_size
    sta dst
    lda dst + 1
    sbc #>ring_size
    sta dst + 1
@end:
    rts

.segment "SHELLBSS"
ring_stop:  .res 2
.segment "SHELL"

; window_new: an empty window: bare land is shown while it is drawn. keeps x, y.
window_new:
    txa
    pha
    tya
    pha
    lda #0
    sta jump
    sta ring_top
    ldx #ring_pitch - 1
@blank:
    sta ring + ring_pitch * blank_row,x
    dex
    bpl @blank
.if GRID_COLUMNS > most_columns
    lda #ring_lead + cells_hex * ((most_columns - map_wide) / 2)
.else
    lda win_x
    asl
    adc win_x
    adc #ring_lead
.endif
    sta ring_left
    lda #1
    sta rows_blank
    lda list_low
    jsr rows_point
    jsr tiles_reset
    pla
    tay
    pla
    tax
    rts

; screen_move: what stays of the window is where it was in the ring; its corner goes on.
; in: step_x, step_y.  out: ring_top, ring_left.  clobbers: a, x, y, dst.
screen_move:
    lda #0
    sta jump
    lda #1
    sta scrolls
    lda chars_free
    cmp #few_chars
    bcs @enough
    jsr tiles_collect
@enough:
    lda step_x
    asl
    clc
    adc step_x
    clc
    adc ring_left
.if GRID_COLUMNS > most_columns
    ; the map is wider than a row of the ring: it begins in its middle again
    cmp #ring_lead
    bcc @anew
    cmp #ring_lead + cells_hex * (most_columns - map_wide) + 1
    bcc @inside
@anew:
    lda #1
    sta chars_short
    lda ring_left
@inside:
.endif
    sta ring_left
    lda step_y
    asl
    clc
    adc ring_top
    bpl @low
    clc
    adc #ring_rows
@low:
    cmp #ring_rows
    bcc @top
    sbc #ring_rows
@top:
    sta ring_top
    rts

; cells_done: they are seen.
; in: nothing.  out: nothing.  clobbers: nothing.
cells_done:
    rts

; screen_show: the window is shown; after a step it moves there.
; in: what was drawn.  out: map_shown = 1.  clobbers: a, x, y; as cursor_place.
screen_show:
    lda #1
    sta map_shown
    lda scrolls
    beq @jump
    lda #0
    sta scrolls
    ldx chars_short
    beq @move
    jmp map_draw                ; something found no place: all anew
@move:
    lda step_x
    asl
    clc
    adc step_x
    asl
    asl
    sta fine_x
    lda step_y
    asl
    asl
    asl
    asl
    sta fine_y
    inc moving                  ; last: the vertical blank takes it from here
    jmp cursor_place
@jump:
    sta rows_blank
    lda ring_top
    sta rows_top
    lda ring_left
    sta rows_left_edge
    lda list_low
    jsr rows_point
    jmp cursor_place

; rows_point: addresses of the map's rows in a display list.
; in: a = its place in the page, rows_top, rows_left_edge, rows_blank.  out: nothing.  clobbers: a, x, y, blank_to.
rows_point:
    clc
    adc #map_list + 1
    sta blank_to
    lda #>lists
    sta blank_to + 1
    ldx rows_top
    ldy #0
@row:
    lda rows_blank
    bne @blank
    lda ring_low,x
    clc
    adc rows_left_edge
    pha
    lda ring_high,x
    adc #0
    sta point_high
    pla
    sec
    sbc #ring_lead
    sta (blank_to),y
    iny
    lda point_high
    sbc #0
@high:
    sta (blank_to),y
    iny
    iny
    inx
    cpx #ring_rows
    bcc @next
    ldx #0
@next:
    cpy #3 * map_rows
    bne @row
    rts
@blank:
    lda #<(ring + ring_pitch * blank_row)
    sta (blank_to),y
    iny
    lda #>(ring + ring_pitch * blank_row)
    bne @high                   ; always

.segment "SHELLBSS"
point_high: .res 1
