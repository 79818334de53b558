; keys: keyboard matrix and joystick 2, read once a frame.

.include "defs.inc"
.importzp irq_key, irq_mask
.import key_found, key_held, queue_start
.export keys_start, keys_scan, moment, moment_high

moment      = cia1_ta_lo        ; where chance comes from: it runs freely
moment_high = cia1_ta_hi

.segment "SHELL"

; Key codes by matrix position: column (port A bit) times 8 plus row (port B bit). 0: no key of ours.
matrix:
    .byte key_delete, key_return, key_right, 0, key_help, 0, 0, key_down
    .byte "3WA4ZSE", 0
    .byte "5RD6CFTX"
    .byte "7YG8BHUV"
    .byte "9IJ0MKON"
    .byte "+PL-.:@,"
    .byte 0, "*;", 0, 0, "=^/"
    .byte "1", key_back, 0, "2 ", 0, "Q", key_back
; The same with SHIFT, where it differs.
shifted_from: .byte key_right, key_down, "/1"
shifted_to:   .byte key_left, key_up, "?!"
shifted_count = 4

; matrix positions of the shift keys
left_shift_column  = %11111101
left_shift_row     = %10000000
right_shift_column = %10111111
right_shift_row    = %00010000

; Joystick 2 by bit: up, down, left, right, fire.
stick_codes: .byte key_up, key_down, key_left, key_right, key_fire

; keys_start: an empty queue, nothing pressed.
; in: nothing.  out: nothing.  clobbers: a.
keys_start:
    lda #$FF
    sta cia1_ta_lo
    sta cia1_ta_hi
    lda #cia_run
    sta cia1_cra
    jmp queue_start

; keys_scan: part of the frame interrupt.
; in: interrupts off.  out: nothing.  clobbers: a, x, y, irq_key, irq_mask.
keys_scan:
    lda #0
    sta cia1_ddrb
    sta cia1_ddra               ; the stick alone can pull port A low now
    lda cia1_pra
    ldx #0
@stick:
    lsr
    bcc @stick_on
    inx
    cpx #5
    bne @stick
    jsr scan_matrix
@found:
    jmp key_found
@stick_on:
    lda stick_codes,x
    bne @found                  ; always

; scan_matrix: a = code of a key that is down, the held one rather than a new one, or 0.
scan_matrix:
    lda #$FF
    sta cia1_ddra
    lda #0
    sta irq_key
    sta cia1_pra                ; all columns at once
    lda cia1_prb
    cmp #$FF
    bne @some
    lda #key_none
    rts
@some:
    ldx #0
    lda #%11111110
    sta irq_mask
@column:
    lda irq_mask
    sta cia1_pra
    lda cia1_prb
    ldy #8
@row:
    lsr
    bcs @up
    pha
    lda matrix,x
    beq @skip
    jsr with_shift
    cmp key_held
    beq @held
    sta irq_key                 ; counts if the held one is up: else two that are down would take turns
@skip:
    pla
@up:
    inx
    dey
    bne @row
    sec
    rol irq_mask
    bcs @column
    lda irq_key
    rts
@held:
    tay
    pla
    tya
    rts

; with_shift: a = code; changed if a shift key is down. Another column may be selected then. keeps x, y.
with_shift:
    pha
    lda #left_shift_column
    sta cia1_pra
    lda cia1_prb
    and #left_shift_row
    cmp #1                      ; c clear: down
    bcc @known
    lda #right_shift_column
    sta cia1_pra
    lda cia1_prb
    and #right_shift_row
    cmp #1
@known:
    pla
    bcs @end
    stx shift_x
    ldx #shifted_count - 1
@look:
    cmp shifted_from,x
    beq @found
    dex
    bpl @look
    bmi @back                   ; always
@found:
    lda shifted_to,x
@back:
    ldx shift_x
@end:
    rts

.segment "SHELLBSS"
shift_x: .res 1
