; cursor: which hex is marked, and where that is in the window.

.include "shell.inc"
.include "calls.inc"
.importzp hex_x, hex_y
.import win_x, win_y, hex_split, map_shown
.import cursor_show, cursor_hide
.export shell_cursor, cursor_place, cursor_shape, cursor_hex

.segment "SHELLBSS"
cursor_hex:   .res 2            ; $FFxx: none
cursor_shape: .res 1

.segment "SHELL"

; cursor io0, io1: shape io1 on hex io0; $FFFF: none.
shell_cursor:
    lda io0
    sta cursor_hex
    lda io0 + 1
    sta cursor_hex + 1
    lda io1
    cmp #shape_unit
    bne @shape
    lda #shape_hex              ; it looks the same
@shape:
    sta cursor_shape
    ; falls through to cursor_place

; cursor_place: the mark stands where its hex is in the window now, or is hidden.
; in: cursor_hex, cursor_shape, win_x, win_y, map_shown.  out: nothing.  clobbers: a, x, hex_x, hex_y; as cursor_show, cursor_hide.
cursor_place:
    ldx cursor_hex + 1
    cpx #no_hex_high
    beq @hide
    lda map_shown
    beq @hide
    lda cursor_hex
    jsr hex_split
    lda hex_x
    sec
    sbc win_x
    cmp #map_wide
    bcs @hide
    tax
    lda hex_y
    sec
    sbc win_y
    cmp #map_high
    bcs @hide
    jmp cursor_show
@hide:
    jmp cursor_hide
