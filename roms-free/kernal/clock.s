; The clock of 1/60 s and the STOP key.
; Facts: PRG, KERNAL routines UDTIM, RDTIM, SETTIM, STOP; 24 hours are $4f1a00 sixtieths.

day_high        = $4F
day_middle      = $1A
day_low         = $00

; udtim: one tick, then looks at the STOP key.
; in: nothing.   out: time, stkey.   clobbers: a.
udtim:
    inc time + 2
    bne @day
    inc time + 1
    bne @day
    inc time
@day:
    lda time + 2
    cmp #day_low
    lda time + 1
    sbc #day_middle
    lda time
    sbc #day_high
    bcc read_stop
    lda #0
    sta time
    sta time + 1
    sta time + 2                ; falls through to read_stop

; read_stop: rows of the column that scnkey leaves selected (7), once they read steady.
; in: nothing.   out: a = stkey.   clobbers: nothing.
read_stop:
    lda cia1_prb
    cmp cia1_prb
    bne read_stop
    sta stkey
    rts

; stop: was STOP down at the last tick? Then the channels are the default ones again and the keyboard
; buffer is empty.
; in: nothing.   out: Z = 1: yes.   clobbers: a, x.
stop:
    jsr stop_test
    bne @done
    php
    jsr clrchn
    lda #0
    sta ndx
    plp
@done:
    rts

; stop_test: was STOP down at the last tick?
; in: nothing.   out: Z = 1: yes; a = stkey.   clobbers: nothing.
stop_test:
    lda stkey
    cmp #stop_row
    rts

; rdtim: the clock.
; in: nothing.   out: y/x/a, high to low.   clobbers: nothing.
rdtim:
    php
    sei
    lda time + 2
    ldx time + 1
    ldy time
    plp
    rts

; settim: sets the clock.
; in: y/x/a, high to low.   out: nothing.   clobbers: nothing.
settim:
    php
    sei
    sta time + 2
    stx time + 1
    sty time
    plp
    rts
