; The serial bus calls: TALK, LISTEN, SECOND, TKSA, CIOUT, ACPTR, UNTLK, UNLSN.
; Facts: PRG, KERNAL routines of these names, and its serial bus timing. X and Y are kept by all.

bus_listen      = $20           ; command bytes under ATN
bus_talk        = $40
bus_unlisten    = $3F
bus_untalk      = $5F

; talk: a device is to talk.
; in: device a.   out: clock and ATN pulled; status.   clobbers: a.
talk:
    ora #bus_talk
    bne bus_command             ; always
; listen: a device is to listen.
; in: device a.   out: clock and ATN pulled; status.   clobbers: a.
listen:
    ora #bus_listen             ; falls through to bus_command

; bus_command: sends command a under ATN, after the byte that CIOUT held back.
; out: clock and ATN pulled.   clobbers: a.
bus_command:
    pha
    bit c3po
    bpl @attention
    lda #$80
    sta ser_eoi
    lda bsour
    sta ser_shift
    jsr send_byte
    lda #0
    sta c3po
@attention:
    lda #0
    sta ser_eoi
    pla
    sta ser_shift
    php
    sei
    jsr atn_pull
    jsr clk_pull
    jsr data_release
    plp
    jsr ser_delay_ms            ; the devices' time to answer ATN
    jmp send_byte

; second: secondary address after listen; ATN ends.
; in: a.   out: status.   clobbers: a.
second:
    sta ser_shift
    jsr send_byte
    jmp atn_release

turn_polls      = 250           ; of about 4 ms

; tksa: secondary address after talk; the device becomes the talker.
; in: a.   out: status.   clobbers: a.
tksa:
    sta ser_shift
    jsr send_byte
    ; falls through to talk_turn

; talk_turn: hands the clock line to the talker. A talker that does not take it is absent.
; in: nothing.   out: status.   clobbers: a.
talk_turn:
    bit status
    bmi @absent                 ; send_byte has released the bus
    php
    sei                         ; a talker with nothing to say shows itself for 80 microseconds only
    jsr data_pull
    jsr atn_release
    jsr clk_release
    lda #turn_polls
    sta ser_bits
    lda #0
    sta ser_wait
@poll:
    bit cia2_pra
    bvc @taken
    dec ser_wait
    bne @poll
    dec ser_bits
    bne @poll
    lda #st_absent
    jsr status_add
    jsr bus_release
@taken:
    plp
@absent:
    rts

; ciout: sends a byte, one call late: so the last one can carry EOI.
; in: a.   out: status.   clobbers: nothing.
ciout:
    bit c3po
    bpl @keep
    pha
    lda #0
    sta ser_eoi
    lda bsour
    sta ser_shift
    jsr send_byte
    pla
@keep:
    sta bsour
    pha
    lda #$80
    sta c3po
    pla
    rts

; untlk: ends talking.
; in: nothing.   out: all lines released.   clobbers: a.
untlk:
    lda #bus_untalk
    bne bus_end                 ; always
; unlsn: ends listening; the last byte goes out first.
; in: nothing.   out: all lines released.   clobbers: a.
unlsn:
    lda #bus_unlisten
bus_end:
    jsr bus_command
    jmp bus_release

start_polls     = 17            ; of 15 cycles: 255 microseconds without a clock edge mean EOI
start_polls_eoi = 255           ; the talker's time after our answer to that

; acptr: a byte from the talker. Status: st_eoi with the last byte; st_read_timeout if the talker has nothing.
; in: nothing.   out: a, status.   clobbers: nothing.
acptr:
    lda #0
    sta ser_eoi
    jsr clk_release
@talker:
    bit cia2_pra                ; we hold data low: the talker may think as long as it likes
    bvc @talker
    php
    sei
    lda #start_polls
@ready:
    sta ser_wait
    jsr data_release            ; ready for data
@start:
    bit cia2_pra
    bvc @byte
    dec ser_wait
    bne @start
    lda ser_eoi
    bne @timeout
    lda #st_eoi                 ; the silence says: the last byte comes now. Answer it.
    sta ser_eoi
    jsr status_add
    jsr data_pull
    jsr ser_delay
    lda #start_polls_eoi
    bne @ready                  ; always
@byte:
    stx ser_x
    lda #8
    sta ser_bits
@low:
    lda cia2_pra
    asl                         ; C = data, N = clock
    bpl @low
    ror ser_shift
    ldx #0
@high:
    bit cia2_pra
    bvc @next
    dex                         ; 256 polls of 11 cycles: a talker that lets go of the clock for so long
    bne @high                   ; is gone, or we have missed a bit
    ldx ser_x
    jmp @timeout
@next:
    dec ser_bits
    bne @low
    ldx ser_x
    jsr data_pull               ; taken
    lda ser_shift
    plp
    rts
@timeout:
    lda #st_read_timeout
    jsr status_add
    jsr bus_release
    plp
    lda #chr_return
    rts
