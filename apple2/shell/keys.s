; keys: the keyboard, which keeps the code of the last key until that is taken, and a joystick. There is no interrupt: a frame passes
; and keys are looked at where something is waited for.

.include "hardware.inc"
.importzp frames, moment, moment_high
.import key_found, mark_frame, stick_look, window
.export frame_pass

; Looks at the keyboard in a frame, of 19 cycles each: with a look at the joystick a sixtieth of a second.
wait_rounds = 3
wait_first  = 216               ; of the first round; the others have 256

; codes of the keyboard
key_lower = $60                 ; small letters, which later machines have, are from here on
code_up   = 11                  ; control K and J: the arrows of later machines
code_down = 10
code_right = 21

.segment "SHELL"

; Keys that stand for others.
codes:  .byte code_up, code_down, code_right, ";/"
meant:  .byte key_up, key_down, key_right, key_up, key_down
codes_count = meant - codes

; frame_pass: a frame of time; a key ends it early.
; in: nothing.  out: frames, moment; what was pressed is in the queue.  clobbers: nothing.
frame_pass:
    pha
    txa
    pha
    tya
    pha
    jsr mark_frame
    ldy #wait_rounds
    ldx #wait_first
@wait:
    inc moment
    bne @look
    inc moment_high
@look:
    lda keyboard
    bmi @key
    dex
    bne @wait
    dey
    bne @wait
    jsr stick_look
    jsr key_found
    jmp @frame
@key:
    sta keyboard_taken
    jsr key_code
    ; a press: two looks find it, two find nothing
    pha
    jsr key_found
    pla
    jsr key_found
    lda #key_none
    jsr key_found
    lda #key_none
    jsr key_found
@frame:
    inc frames
    pla
    tay
    pla
    tax
    pla
    rts

; key_code: a = what the keyboard gave -> what the contract calls it. changes x.
key_code:
    and #%01111111
    cmp #key_lower
    bcc @capital
    and #%01011111
@capital:
    cmp #key_delete
    beq @left
    ldx #codes_count - 1
@find:
    cmp codes,x
    beq @found
    dex
    bpl @find
    rts
@found:
    lda meant,x
    rts
; The left arrow takes back what is typed, or leads to the left.
@left:
    ldx window
    cpx #window_message
    beq @end
    lda #key_left
@end:
    rts
