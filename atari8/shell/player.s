; player: the mark over a hex: two players side by side, and one twice as wide under them. The vertical blank puts them where the map
; window's pixels are.

.include "hardware.inc"
.importzp frames, hex_x, blank_x, blank_y
.import cursor_shape, player_shapes, fine_x, fine_y
.export cursor_show, cursor_hide, mark_frame, drawn_shape

blink_bit   = %00010000         ; of the frames since the mark came where it is
left        = 48                ; HPOS of the window's first cell
top         = 16                ; its first line, of two each
shape_lines = 8
shape_size  = 3 * shape_lines
player_wide = 8

.segment "SHELLBSS"
mark_on:    .res 1              ; 1: it is in the window
mark_x:     .res 1
mark_y:     .res 1
mark_from:  .res 1              ; the frame in which it came there
drawn_y:    .res 1              ; first line that was written; 0: none
drawn_shape: .res 1

.segment "SHELL"

; cursor_show: the mark stands on a hex of the window.
; in: x = its column, a = its row, both within the window, carry clear; hex_x, odd where it lies lower.
; out: nothing.  clobbers: a, x, hex_x.
cursor_show:
    asl
    lsr hex_x
    adc #0
    asl
    asl
    adc #top
    pha
    stx hex_x
    txa
    asl
    adc hex_x
    asl
    asl
    adc #left
    tax
    pla
    sta mark_y
    stx mark_x
    lda frames
    sta mark_from
    lda #1
    sta mark_on
    rts

; cursor_hide: no mark.
; in: nothing.  out: nothing.  clobbers: a.
cursor_hide:
    lda #0
    sta mark_on
    rts

; mark_frame: part of the vertical blank.
; in: fine_x, fine_y.  out: nothing.  clobbers: a, x, y, blank_x, blank_y.
mark_frame:
    lda mark_on
    beq @hide
    lda frames
    sec
    sbc mark_from
    and #blink_bit
    beq @show
@hide:
    lda #0
    sta HPOSP0
    sta HPOSP1
    sta HPOSP2
    rts
@show:
    lda fine_y
    cmp #$80
    ror
    clc
    adc mark_y
    cmp drawn_y
    bne @draw
    ldx cursor_shape
    cpx drawn_shape
    beq @place
@draw:
    sta blank_y
    ldx drawn_y
    ldy #shape_lines
    lda #0
@wipe:
    sta player_0,x
    sta player_1,x
    sta player_2,x
    inx
    dey
    bne @wipe
    lda cursor_shape
    sta drawn_shape
    tay
    lda #0
@shape:
    dey
    bmi @found
    clc
    adc #shape_size
    bne @shape                  ; always
@found:
    tay
    ldx blank_y
    stx drawn_y
    lda #shape_lines
    sta blank_x
@line:
    lda player_shapes,y
    sta player_0,x
    lda player_shapes + shape_lines,y
    sta player_1,x
    lda player_shapes + 2 * shape_lines,y
    sta player_2,x
    inx
    iny
    dec blank_x
    bne @line
@place:
    lda mark_x
    clc
    adc fine_x
    sta HPOSP0
    sta HPOSP2
    adc #player_wide
    sta HPOSP1
    rts
