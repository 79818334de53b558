; SIO: a frame out, an answer, a frame in, on the serial bus.
; Facts: Operating System User's Manual, chapter 9, "Serial bus I/O"; Mapping the Atari, SIOV and $0300 to $030B.

DIVISOR       = $28             ; of 19,200 bits a second
SERIAL_CLOCK  = $28             ; AUDCTL: timers 3 and 4 joined, counting cycles
HEARD         = $A8             ; AUDC4
UNHEARD       = $A0
COMMAND_TRIES = 13              ; more than one
ANSWER_FRAMES = 2               ; time for an answer to a frame
ANSWER_ACK    = 'A'
ANSWER_DONE   = 'C'
ANSWER_ERROR  = 'E'
TO_DEVICE     = $80             ; bits of DSTATS before a call
FROM_DEVICE   = $40

; SIOINV.
; in: -. out: -. clobbers: a
sio_init:
    lda #LINE_HIGH
    sta PACTL                   ; no motor
    sta PBCTL                   ; no command
    lda #3
    sta SSKCTL
    sta SOUNDR
    sta SKCTL
    rts

; SIOV: does what DDEVIC to DAUX2 say.
; in: DDEVIC to DAUX2. out: y = DSTATS = how it went, n set if it failed. clobbers: a, x
sio:
    tsx
    stx STACKP
    lda #1
    sta CRITIC
    sta DRETRY
@device:
    lda #COMMAND_TRIES
    sta CRETRY
@command:
    jsr send_command
    ldx #0
    ldy #ANSWER_FRAMES
    jsr answer
    bpl @acknowledged
    dec CRETRY
    bpl @command
    bmi @failed
@acknowledged:
    bit DSTATS
    bpl @sent
    jsr at_buffer
    jsr pause
    jsr send
    ldx #0
    ldy #ANSWER_FRAMES
    jsr answer
    bmi @failed
@sent:
    jsr device_time
    jsr answer
    sty TSTAT
    bpl @done
    cpy #DEVICE_ERROR           ; data follow all the same
    bne @failed
@done:
    bit DSTATS
    bvc @told
    jsr at_buffer
    lda #0
    sta NOCKSM
    jsr device_time
    jsr receive
    bmi @failed
@told:
    ldy TSTAT
    bpl sio_end
@failed:
    dec DRETRY
    bpl @device
; Ends the transfer.
; in: y = how it went. out: y, n as SIOV's. clobbers: a, x
sio_end:
    ldx STACKP
    txs
    lda #0
    sta CDTMV1 + 1
    sta CDTMV1
    lda #LINE_HIGH
    sta PBCTL
    lda POKMSK
    and #<~IRQ_SERIAL
    sta POKMSK
    sta IRQEN
    lda #UNHEARD
    ldx #6
@voice:
    sta AUDC1,x
    dex
    dex
    bpl @voice
    ldx #0
    stx CRITIC
    sty DSTATS
    ldy DSTATS
    rts

; BREAK was pressed meanwhile.
sio_break:
    lda #$80
    sta BRKKEY
    ldy #BREAK_ABORT
    bne sio_end                 ; always

; Sends a command frame, with COMMAND low.
send_command:
    lda DDEVIC
    clc
    adc DUNIT
    sec
    sbc #1
    sta CDEVIC
    lda DCOMND
    sta CCOMND
    lda DAUX1
    sta CAUX1
    lda DAUX2
    sta CAUX2
    lda #<CDEVIC
    sta BUFRLO
    lda #>CDEVIC
    sta BUFRHI
    sta BFENHI
    lda #<(CDEVIC + 4)
    sta BFENLO
    lda #LINE_LOW
    sta PBCTL
    jsr pause
    jsr send
    lda #LINE_HIGH
    sta PBCTL
    rts

; About a thousandth of a second.
pause:
    ldx #2
@outer:
    ldy #180
@inner:
    dey
    bne @inner
    dex
    bne @outer
    rts

; The frame is the caller's buffer.
at_buffer:
    lda DBUFLO
    sta BUFRLO
    clc
    adc DBYTLO
    sta BFENLO
    lda DBUFHI
    sta BUFRHI
    adc DBYTHI
    sta BFENHI
    rts

; Frames that the device has: 64 times DTIMLO, in x (high) and y.
device_time:
    lda DTIMLO
    ror
    ror
    ror
    and #$C0
    tay
    lda DTIMLO
    lsr
    lsr
    tax
    rts

; Waits for an answer of one byte.
; in: x, y = frames, high and low. out: y = OK or what is wrong, n.
answer:
    lda #<TEMP
    sta BUFRLO
    lda #>TEMP
    sta BUFRHI
    sta BFENHI
    lda #<(TEMP + 1)
    sta BFENLO
    lda #$FF
    sta NOCKSM
    jsr receive
    bmi @done
    lda TEMP
    cmp #ANSWER_ACK
    beq @good
    cmp #ANSWER_DONE
    beq @good
    ldy #DEVICE_ERROR
    cmp #ANSWER_ERROR
    beq @done
    ldy #NAK
    bne @done                   ; always
@good:
    ldy #OK
@done:
    tya
    rts

; Sends the frame and its sum.
send:
    lda SSKCTL
    and #$07
    ora #SK_OUT
    sta SSKCTL
    sta SKCTL
    jsr set_clock
    ldy #0
    sty CHKSNT
    sty XMTDON
    lda POKMSK
    ora #IRQ_SEROUT
    sta POKMSK
    sta IRQEN
    lda (BUFRLO),y
    sta CHKSUM
    sta SEROUT
@wait:
    lda BRKKEY
    bne @no_break
    jmp sio_break
@no_break:
    lda XMTDON
    beq @wait
    rts

set_clock:
    lda #DIVISOR
    sta AUDF3
    lda #0
    sta AUDF4
    lda #SERIAL_CLOCK
    sta AUDCTL
    ldx #UNHEARD
    lda SOUNDR
    beq @silent
    ldx #HEARD
@silent:
    stx AUDC4
    rts

; Takes in a frame. Its first byte may come 970 cycles after the answer before it, so what the interrupt works with is set at once, and
; timer 1 goes on behind it: it is ended with the transfer.
; in: x, y = frames to wait, high and low; NOCKSM: no sum follows. out: y = STATUS, n.
receive:
    lda #0
    sta CHKSUM
    sta BUFRFL
    sta RECVDN
    lda #OK
    sta STATUS
    sta TIMFLG
    lda #<time_up
    sta CDTMA1
    lda #>time_up
    sta CDTMA1 + 1
    lda #1
    jsr set_vblank              ; timer 1
    lda SSKCTL
    and #$07
    ora #SK_IN
    sta SSKCTL
    sta SKCTL
    sta SKREST
    lda POKMSK
    ora #IRQ_SERIN
    sta POKMSK
    sta IRQEN
@wait:
    lda RECVDN
    bne @done
    lda BRKKEY
    bne @no_break
    jmp sio_break
@no_break:
    lda TIMFLG
    bne @wait
    lda #TIMEOUT
    sta STATUS
@done:
    ldy STATUS
    rts

time_up:
    lda #0
    sta TIMFLG
    rts

; VSERIN: a byte has come.
; in: A on the stack. out: returns from the interrupt. clobbers: -
serial_in:
    tya
    pha
    lda SKSTAT
    sta SKREST
    bmi @framed
    ldy #FRAMING
    sty STATUS
@framed:
    and #$20
    bne @in_time
    ldy #OVERRUN
    sty STATUS
@in_time:
    lda SERIN
    ldy BUFRFL
    beq @data
    cmp CHKSUM
    beq @end
    ldy #BAD_SUM
    sty STATUS
@end:
    lda #$FF
    sta RECVDN
    bne @leave                  ; always
@data:
    sta (BUFRLO),y
    jsr add_to_sum
    jsr next_byte
    bcc @leave
    lda NOCKSM
    bne @end
    lda #$FF
    sta BUFRFL
@leave:
    pla
    tay
    pla
    rti

add_to_sum:
    clc
    adc CHKSUM
    adc #0
    sta CHKSUM
    rts

; The frame's next byte; c set if there is none.
next_byte:
    inc BUFRLO
    bne @same_page
    inc BUFRHI
@same_page:
    lda BUFRLO
    cmp BFENLO
    lda BUFRHI
    sbc BFENHI
    rts

; VSEROR: SEROUT is free.
; in: A on the stack. out: returns from the interrupt. clobbers: -
serial_out:
    tya
    pha
    lda CHKSNT
    bne @all
    jsr next_byte
    bcs @sum
    ldy #0
    lda (BUFRLO),y
    sta SEROUT
    jsr add_to_sum
    jmp @leave
@sum:
    lda CHKSUM
    sta SEROUT
    lda #$FF
    sta CHKSNT
    bne @leave                  ; always
@all:
    lda POKMSK
    and #<~IRQ_SEROUT
    ora #IRQ_SENT
    sta POKMSK
    sta IRQEN
@leave:
    pla
    tay
    pla
    rti

; VSEROC: all is sent.
; in: A on the stack. out: returns from the interrupt. clobbers: -
serial_sent:
    lda #$FF
    sta XMTDON
    lda POKMSK
    and #<~IRQ_SENT
    sta POKMSK
    sta IRQEN
    pla
    rti
