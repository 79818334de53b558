; tile: characters of the map. Of the drawings there are more than a set has room for: one is copied into the set when it is first
; shown. What is shown no more loses its place when places get short.

.include "hardware.inc"
.importzp dst, tile_from, tile_to, cell_edge, cell_left, cell_right
.import edge_only, tiles, map_row, unseen, roof_left, roof_right
.export tile_show, cells_show, tiles_reset, tiles_collect, chars_free, chars_short

no_char    = $FF                ; of a drawing that is not in the set
set_chars  = 128
char_last  = set_chars - 1      ; with bit 7 it would be no_char
second     = %10000000          ; the other colour of pixels 11

.segment "SHELLBSS"
tile_chars: .res tile_count     ; by drawing: its character
char_tiles: .res set_chars      ; by character: its drawing; 0: free
char_seen:  .res set_chars
chars_free: .res 1
chars_short: .res 1             ; 1: a drawing found no place
char_found: .res 1              ; where the last free one was
keep_x:     .res 1
keep_y:     .res 1

.segment "SHELL"

; cells_show: characters of half a hex.
; in: cell_edge and, unless edge_only, cell_left, cell_right: drawings.  out: the same, or, if they are seen at once, their characters.
; clobbers: a.
cells_show:
    lda cell_right
    cmp #<roof_right            ; a town of the second side: its left half looks like it
    bne @own
    lda #<roof_left
    sta cell_left
@own:
    lda unseen
    beq @seen
    rts
@seen:
    stx keep_x
    ldx cell_edge
    jsr tile_show
    sta cell_edge
    lda edge_only
    bne @end
    ldx cell_left
    jsr tile_show
    sta cell_left
    ldx cell_right
    jsr tile_show
    sta cell_right
@end:
    ldx keep_x
    rts

; tile_show: the character of a drawing, which comes into the set if it is not there.
; in: x = drawing.  out: a = character; chars_short.  clobbers: tile_from, tile_to.
tile_show:
    lda tile_chars,x
    cmp #no_char
    beq @new
    rts
@new:
    lda chars_free
    bne @room
    lda #1
    sta chars_short
    lda #0
    rts
@room:
    sty keep_y
    dec chars_free
    ldy char_found
@find:
    iny
    bpl @in_set
    ldy #1
@in_set:
    lda char_tiles,y
    bne @find
    sty char_found
    txa
    sta char_tiles,y
    sta tile_from
    lda #0
    sta tile_from + 1
    sta tile_to + 1
    sty tile_to
.repeat 3
    asl tile_from
    rol tile_from + 1
    asl tile_to
    rol tile_to + 1
.endrepeat
    clc
    lda tile_from
    adc #<tiles
    sta tile_from
    lda tile_from + 1
    adc #>tiles
    sta tile_from + 1
    lda tile_to + 1
    ora #>map_chars
    sta tile_to + 1
    ldy #char_size - 1
@line:
    lda (tile_from),y
    sta (tile_to),y
    dey
    bpl @line
    lda char_found
    ldy keep_y
    cpx #tile_plain
    bcc @known
    ora #second
@known:
    sta tile_chars,x
    rts

; tiles_reset: an empty set, but for bare land.
; in: nothing.  out: chars_free.  clobbers: a, x.
tiles_reset:
    ldx #<tile_count
    lda #no_char
@tile:
    dex
    sta tile_chars,x
    bne @tile
    stx tile_chars
    stx char_found
    stx chars_short
    txa
    ldx #set_chars - 1
@char:
    sta char_tiles,x
    dex
    bne @char
    lda #no_char
    sta char_tiles
    sta char_tiles + char_last
    lda #set_chars - 2
    sta chars_free
    ldx #char_size - 1
@land:
    lda tiles,x
    sta map_chars,x
    dex
    bpl @land
    rts

; tiles_collect: what the window does not show loses its place.
; in: the window in the ring.  out: chars_free.  clobbers: a, x, y, dst.
tiles_collect:
    ldx #set_chars - 1
    lda #0
@seen:
    sta char_seen,x
    dex
    bpl @seen
    ldx #map_top
@row:
    jsr map_row
    stx keep_x
    ldy #columns - 1
@cell:
    lda (dst),y
    and #<~second
    tax
    lda #1
    sta char_seen,x
    dey
    bpl @cell
    ldx keep_x
    inx
    cpx #map_top + map_rows
    bne @row
    ldy #set_chars - 2
@char:
    lda char_seen,y
    bne @next
    ldx char_tiles,y
    beq @next
    sta char_tiles,y
    lda #no_char
    sta tile_chars,x
    inc chars_free
@next:
    dey
    bne @char
    rts
