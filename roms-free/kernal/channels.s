; CHKIN, CHKOUT, CLRCHN, CHRIN, GETIN, CHROUT: the channels and the bytes through them.
; Facts: PRG, KERNAL routines of these names.

; chkin: a file becomes the input.
; in: logical file x.   out: C = 1: error a.   clobbers: a, x; y with an error.
chkin:
    jsr find_file
    bne not_open
    jsr take_file
    cmp #dev_screen + 1
    bcc @set
    ldx #0                      ; what the last talker said of itself is over
    stx status
    jsr talk
    bit status
    bmi absent
    lda sa
    bmi @no_channel
    jsr tksa
    jmp @check
@no_channel:
    jsr talk_turn
@check:
    bit status
    bmi absent
    lda fa
@set:
    sta dfltn
    clc
    rts

; chkout: a file becomes the output.
; in: logical file x.   out: C = 1: error a.   clobbers: a, x; y with an error.
chkout:
    jsr find_file
    bne not_open
    jsr take_file
    beq @not_output             ; the keyboard
    cmp #dev_screen + 1
    bcc @set
    ldx #0
    stx status
    jsr listen
    bit status
    bmi absent
    lda sa
    bmi @no_channel
    jsr second
    jmp @check
@no_channel:
    jsr atn_release
@check:
    bit status
    bmi absent
    lda fa
@set:
    sta dflto
    clc
    rts
@not_output:
    lda #err_not_output
    jmp io_error

absent:
    lda #err_absent
    jmp io_error
not_open:
    lda #err_not_open
    jmp io_error

; clrchn: keyboard and screen again; devices on the bus are released.
; in: nothing.   out: nothing.   clobbers: a, x.
clrchn:
    ldx #dev_screen
    cpx dflto
    bcs @input
    jsr unlsn
@input:
    cpx dfltn
    bcs @default
    jsr untlk
@default:
    stx dflto
    lda #dev_keyboard
    sta dfltn
    rts

; getin: the next byte of the input; from the keyboard at once, 0 if no key waits.
; in: nothing.   out: a, C = 0.   clobbers: x, y.
getin:
    lda dfltn
    bne chrin
    lda ndx
    beq @done
    php
    sei
    jsr take_key
    plp
@done:
    clc
    rts

; take_key: the first key of the buffer, which is not empty.
; in: nothing.   out: a.   clobbers: x, y.
take_key:
    ldy keyd
    ldx #0
@shift:
    lda keyd + 1,x
    sta keyd,x
    inx
    cpx ndx
    bne @shift
    dec ndx
    tya
    rts

; chrin: the next byte of the input; the keyboard hands out lines.
; in: nothing.   out: a, C = 0.   clobbers: nothing.
chrin:
    lda dfltn
    cmp #dev_screen + 1
    bcs @serial
    stx xsav
    sty get_y
    jsr screen_read
    ldx xsav
    ldy get_y
    clc
    rts
@serial:
    lda status
    beq @byte
    lda #chr_return             ; nothing more to come
    clc
    rts
@byte:
    jsr acptr
    clc
    rts

; chrout: sends a byte to the output.
; in: a.   out: nothing.   clobbers: nothing.
chrout:
    pha
    lda dflto
    cmp #dev_screen + 1
    pla
    bcs ciout_clc
    jmp screen_print
ciout_clc:
    jsr ciout
    clc
    rts
