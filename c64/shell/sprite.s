; sprite: the cursor is two sprites over a hex, the mark and its rim. The mark blinks, the rim stays.

.include "defs.inc"
.importzp frames, hex_x
.import band_hold, cursor_shape, sprite_data
.export cursor_frame, cursor_show, cursor_late, cursor_hide

blink_bit = %00010000           ; of the frame counter

; window cell (0, 1) in sprite coordinates
left_edge = 24
sprite_lines = 21
top_edge  = 50 + 8 * map_top

.segment "SHELLBSS"
cursor_on:    .res 1            ; 1: in the window
cursor_x:     .res 2            ; sprite position
cursor_y:     .res 1
blink_from:   .res 1            ; the frame that begins a blink: a moved cursor is always lit first

.segment "SHELL"

; By shape: cursor, attack mark, aircraft.
shape_left:   .byte 4, <-4, <-4         ; how far left of the hex box the sprite begins
shape_block:  .byte 0, 2, 4
shape_ink:    .byte yellow, yellow, black
shape_rim:    .byte black, red, white
shape_expand: .byte %11, %00, %00

; cursor_show: the mark stands on a hex of the window.
; in: x = its column, a = its row, both within the window, carry clear; hex_x, odd where it lies lower; cursor_shape.
; out: nothing.  clobbers: a, x, hex_x.
cursor_show:
    asl
    asl
    asl
    asl
    adc #top_edge - 2
    lsr hex_x
    bcc @even
    adc #7                      ; carry is set: half a hex lower
@even:
    sta cursor_y
    lda #0
    sta cursor_x + 1
    txa
    asl
    adc #0
    stx cursor_x
    adc cursor_x                ; three cells a column
    asl
    asl
    asl
    rol cursor_x + 1
    ldx cursor_shape
    sec
    sbc shape_left,x
    bcs @no_borrow
    dec cursor_x + 1
@no_borrow:
    clc
    adc #left_edge
    bcc @no_carry
    inc cursor_x + 1
@no_carry:
    sta cursor_x
    lda shape_left,x
    bpl @placed
    inc cursor_x + 1            ; a negative shift borrowed once too often
@placed:
    lda frames
    sta blink_from
    lda #1
    sta cursor_on
    rts

; cursor_late: after the frame interrupt has run, a cursor that moved must not wait for the next.
; in: nothing.  out: nothing; interrupts on if it was late.  clobbers: a, x.
cursor_late:
    bit vic_control1
    bpl cursor_end
    sei
    jsr cursor_frame
    cli
cursor_end:
    rts

; cursor_hide: no cursor from the next frame on.
; in: nothing.  out: nothing.  clobbers: a.
cursor_hide:
    lda #0
    sta cursor_on
    rts

; cursor_frame: part of the frame interrupt.
; in: interrupts off.  out: band_hold.  clobbers: a, x.
cursor_frame:
    lda #hold_bare
    sta band_hold + mode_map
    sta band_hold + mode_info
    lda cursor_on
    bne @on
    sta vic_sprite_on
    rts
@on:
    lda cursor_x
    sta vic_sprite_xy
    sta vic_sprite_xy + 2
    lda cursor_y
    sta vic_sprite_xy + 1
    sta vic_sprite_xy + 3
    ldx #hold_under
    cmp #first_line + 8 * map_top
    bcs @below
    stx band_hold + mode_map
@below:
    cmp #first_line + 8 * row_info - sprite_lines
    bcc @above
    stx band_hold + mode_info
@above:
    lda cursor_x + 1
    beq @msb
    lda #%11
@msb:
    sta vic_sprite_xmsb
    ldx cursor_shape
    lda shape_ink,x
    sta vic_sprite_ink
    lda shape_rim,x
    sta vic_sprite_ink + 1
    lda shape_expand,x
    sta vic_sprite_xexp
    lda shape_block,x
    clc
    adc #<((sprite_data - screen_text) / 64)
    sta screen_text + sprite_pointers
    sta screen_back + sprite_pointers
    adc #1
    sta screen_text + sprite_pointers + 1
    sta screen_back + sprite_pointers + 1
    lda frames
    sec
    sbc blink_from
    and #blink_bit
    beq @lit
    lda #%10
    bne @set
@lit:
    lda #%11
@set:
    sta vic_sprite_on
    rts
