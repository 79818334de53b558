; keys: the keyboard, the console keys and a joystick in port 1, looked at in the vertical blank.

.include "hardware.inc"
.import key_found, colours_turn
.export keys_frame, moment, moment_high

moment      = RANDOM            ; where chance comes from: it runs freely
moment_high = RANDOM

.segment "SHELL"

; By the key's number, KBCODE without SHIFT and CONTROL; 0: no key of ours. The arrows share their keys with signs.
codes:
    .byte "LJ;", key_help, 0, "K", key_left, key_right
    .byte "O", 0, "PU", key_return, "I", key_up, key_down
    .byte "V", key_help, "C", 0, 0, "BXZ"
    .byte "4", 0, "36", key_back, "521"
    .byte ", .N", 0, "M/", 0
    .byte "R", 0, "EY", 0, "TWQ"
    .byte "9", 0, "07", key_delete, "8<>"
    .byte "FHD", 0, 0, "GSA"

number_bits  = %00111111        ; of KBCODE
shift_bit    = %01000000
key_slash    = $26
key_one      = $1F

; Joystick 1 by bit: up, down, left, right; 0 is on.
stick_codes: .byte key_up, key_down, key_left, key_right
; Console keys by bit: START, SELECT; 0 is down. OPTION is black and white.
console_codes: .byte key_return, key_help
option_bit   = %00000100

.segment "SHELLBSS"
option_seen: .res 1             ; 1: OPTION was down

.segment "SHELL"

; keys_frame: part of the vertical blank.
; in: nothing.  out: what was pressed is in the queue.  clobbers: a, x, y.
keys_frame:
    lda #keyboard_on
    sta SKCTL                   ; disk work leaves something else
    jsr option_look
    jsr key_now
    jmp key_found

; option_look: OPTION turns colours into black and white, and back, each time it goes down.
option_look:
    lda CONSOL
    and #option_bit
    beq @down
    lda #0
    sta option_seen
    rts
@down:
    lda option_seen
    bne @end
    inc option_seen
    jmp colours_turn
@end:
    rts

; key_now: a = what is down, or key_none. changes x, y.
key_now:
    lda TRIG0
    beq @fire
    lda PORTA
    ldx #0
@stick:
    lsr
    bcc @stick_on
    inx
    cpx #4
    bne @stick
    lda CONSOL
    ldx #0
@console:
    lsr
    bcc @console_down
    inx
    cpx #2
    bne @console
    lda SKSTAT
    and #key_is_up
    bne @none
    lda KBCODE
    tay
    and #number_bits
    tax
    tya
    and #shift_bit
    bne @shift
@plain:
    lda codes,x
    rts
@shift:
    lda #'?'
    cpx #key_slash
    beq @end
    lda #'!'
    cpx #key_one
    bne @plain
@end:
    rts
@fire:
    lda #key_fire
    rts
@stick_on:
    lda stick_codes,x
    rts
@console_down:
    lda console_codes,x
    rts
@none:
    lda #key_none
    rts
