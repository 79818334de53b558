; map: the map window in its ring of rows. A row is wider than the window, so that moving it draws nothing but what comes in: the display
; list's addresses lead to where the window is, and the vertical blank moves them by pixels.
;
; The ring's bytes are one line without end: where a row of the window leaves a row of the ring it goes on in the next. What it needs of
; the first behind the last one lies there once more (joint). Of each row the display fetches half, so that another window is drawn into
; the other half while this one is still shown.

.include "hardware.inc"
.importzp dst, list_low, blank_to, frames
.import map_shown, step_x, step_y, cursor_place, map_draw
.import tiles_reset, tiles_collect, tile_show, chars_free, chars_short
.import fine_x, fine_y, moving, fine_set
.import kind_back, map_land
.export screen_other, screen_same, screen_show, screen_move, map_row, row_below, cells_done, map_hide
.export rows_point, ring_top, ring_left, rows_top, rows_left_edge, rows_blank, unseen

few_chars   = 40                ; fewer free ones than a scroll in both directions may bring in
fewer_chars = 8                 ; than a hex drawn anew may
cells_hex   = 3
fetched     = ring_pitch / 2    ; bytes of a row that the display fetches

.segment "SHELLBSS"
ring_top:   .res 1              ; row of the ring that is the window's first
ring_left:  .res 1              ; byte of it that is the window's first cell
rows_top:   .res 1              ; the same for what is shown, which moves there
rows_left_edge: .res 1
rows_blank: .res 1              ; 1: one empty row is shown in the place of all
jump:       .res 1              ; 1: what is drawn next is another window
unseen:     .res 1              ; 1: it is being drawn: cells are drawings, which become characters when all are there
storing:    .res 1              ; $80: cells_turn writes them
turn_row:   .res 1
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

; window_new: another window begins, in the half of the ring that is not shown. keeps x, y.
window_new:
    txa
    pha
    lda #0
    sta jump
    lda #1
    sta unseen
    lda rows_top
    sta ring_top
    lda rows_left_edge
    clc
    adc #fetched
    jsr left_set
    pla
    tax
    rts

; left_set: the window's first cell in its row of the ring, or in the row before or behind. in: a = its byte. out: ring_left, ring_top.
; changes a, x.
left_set:
    ldx ring_top
    cmp #ring_lead
    bcs @behind
    adc #ring_pitch
    dex
    bpl @set
    ldx #ring_rows - 1
    bne @set                    ; always
@behind:
    cmp #ring_lead + ring_pitch
    bcc @set
    sbc #ring_pitch
    inx
    cpx #ring_rows
    bne @set
    ldx #0
@set:
    sta ring_left
    stx ring_top
    rts

; join: what lies behind the ring and its beginning become the same bytes, if the window is there or may go there: those that the display
; reads, which are behind it where the last row leaves it.
; in: ring_left.  changes a, x.
join:
    lda ring_left
    cmp #ring_lead + cells_hex
    bcc @all
    cmp #ring_lead + ring_pitch - fetched - cells_hex + 1
    bcc @end
    cmp #ring_lead + ring_pitch - fetched + 1
    bcc @all
    ldx #fetched - 1
@from_end:
    lda ring_end,x
    sta ring,x
    dex
    bpl @from_end
    ldx #joint - 1
@behind:
    lda ring,x
    sta ring_end,x
    dex
    cpx #fetched - 1
    bne @behind
@end:
    rts
@all:
    ldx #joint - 1
@from_start:
    lda ring,x
    sta ring_end,x
    dex
    bpl @from_start
    rts

; window_turn: the drawings of another window become characters. What is shown stays as it is if the set has room for both, else there
; is nothing to be seen meanwhile.
; in: the window in the ring, drawings in its cells.  out: chars_short.  clobbers: a, x, y, dst.
window_turn:
    lda #0
    sta unseen
    lda rows_blank
    bne @store
    lda ring_top
    pha
    lda ring_left
    pha
    lda rows_top
    sta ring_top
    lda rows_left_edge
    sta ring_left
    jsr tiles_collect
    pla
    sta ring_left
    pla
    sta ring_top
    lda #0
    jsr cells_turn
    lda chars_short
    beq @store
    jsr rows_empty
    jsr tiles_reset
@store:
    lda #$80
    ; falls through to cells_turn

; cells_turn: every drawing of the window finds its character. in: a = $80: which takes its place. changes a, x, y, dst.
cells_turn:
    sta storing
    ldx #map_top
@row:
    stx turn_row
    jsr map_row
    ldy #columns - 1
@cell:
    lda (dst),y
    tax
    jsr tile_show
    bit storing
    bpl @next
    sta (dst),y
@next:
    dey
    bpl @cell
    ldx turn_row
    inx
    cpx #map_top + map_rows
    bne @row
    rts

; rows_empty: nothing is shown. changes a, x, y, dst, blank_to.
rows_empty:
    ldx rows_top
    lda ring_low,x
    clc
    adc rows_left_edge
    sta dst
    lda ring_high,x
    adc #0
    sta dst + 1
    ldy #columns - 1
    lda #0
@cell:
    sta (dst),y
    dey
    bpl @cell
    lda #1
    sta rows_blank
    lda kind_back + kind_map    ; as the vertical blank does it from the next frame on
    sta COLPF0
    lda list_low
    jmp rows_point

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
    jsr join
    lda step_x
    asl
    clc
    adc step_x
    clc
    adc ring_left
    jsr left_set
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
    jsr window_turn
    lda frames
@frame:
    cmp frames                  ; nothing is fetched yet when the vertical blank is over
    beq @frame
    lda #0
    sta rows_blank
    lda map_land                ; there was none where nothing was to be seen
    sta COLPF0
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
    sta (blank_to),y
    iny
    iny
    lda rows_blank
    bne @next                   ; the same row again
    inx
    cpx #ring_rows
    bcc @next
    ldx #0
@next:
    cpy #3 * map_rows
    bne @row
    rts

.segment "SHELLBSS"
point_high: .res 1
