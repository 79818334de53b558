; disk_fast: sectors at the speed that a drive says it can, past the operating system, which knows one speed alone. A US Doubler, and what
; stands for a drive on a wire to another computer, answers the question "?" with the divisor of POKEY's clock.
;
; Nothing interrupts while a frame passes: a byte comes every 340 cycles at the least divisor that is taken.
; Sources: Operating System User's Manual, chapter 9, "Serial bus protocol"; ICD, US Doubler manual; Altirra Hardware Reference Manual,
; chapter 9.

.include "shell.inc"
.include "disk.inc"
.import disk_unit, bus_call
.export fast_sector, bus_speed

; zero page of the OS's own SIO, which does not work meanwhile
CHKSUM = $31
BUFRLO = $32
BUFRHI = $33

AUDC1  = $D201
AUDF3  = $D204
AUDF4  = $D206
AUDCTL = $D208
SERIO  = $D20D                  ; a byte in, or out
IRQST  = $D20E
SKCTL  = $D20F
PBCTL  = $D303
NMIEN  = $D40E

blank_alone  = %01000000        ; NMIEN: the vertical blank's interrupt
joined       = $28              ; AUDCTL: timers 3 and 4 joined, counting cycles
silent       = $A0
sends        = $23              ; SKCTL
receives     = $13
byte_came    = %00100000        ; IRQST, IRQEN
byte_wanted  = %00010000
all_sent     = %00001000
command_on   = $34              ; PBCTL
command_off  = $3C
ask_speed    = '?'
no_speed     = $FF              ; in the place of a divisor: the bus's own speed alone
least        = 6                ; divisors that are taken: bytes come in time
most         = $28
tries        = 3
frame_bytes  = 4
answer_time  = 10               ; in turns of 256 looks, some two thousandths of a second
work_times   = 16               ; in 256 of those
acknowledged = 'A'
completed    = 'C'

.segment "SHELLBSS"
bus_speed:   .res drives        ; divisor of each drive, no_speed; 0: not asked yet
bus_frame:   .res frame_bytes
bus_left:    .res 1             ; tries, or times to wait

.segment "SHELL"

; fast_sector: the sector that the device control block means, if the drive has a speed of its own.
; in: DCOMND, DBUFLO, DBUFHI, DAUX1, DAUX2, disk_unit.  out: z set if it is done.  clobbers: a, x, y.
fast_sector:
    ldx disk_unit
    lda bus_speed,x
    bne @asked
    jsr speed_ask
@asked:
    cmp #no_speed
    beq @none
    lda #tries
    sta bus_left
@try:
    jsr exchange
    beq @end
    dec bus_left
    bne @try
@none:
    lda #no_speed
@end:
    rts

; speed_ask: asks the drive, at the bus's own speed. out: a = bus_speed of it. clobbers x, y.
speed_ask:
    lda DCOMND
    pha
    lda DBUFLO
    pha
    lda DBUFHI
    pha
    lda #ask_speed
    sta DCOMND
    lda #<bus_frame
    sta DBUFLO
    lda #>bus_frame
    sta DBUFHI
    lda #1
    ldx #from_drive
    jsr bus_call
    beq @told
    lda #no_speed
    sta bus_frame
@told:
    pla
    sta DBUFHI
    pla
    sta DBUFLO
    pla
    sta DCOMND
    ldx disk_unit
    lda bus_frame
    cmp #least
    bcc @none
    cmp #most
    bcc @known
@none:
    lda #no_speed
@known:
    sta bus_speed,x
    rts

; exchange: a sector passes. out: z set if it is done. clobbers a, x, y.
exchange:
    php
    sei
    lda #0
    sta NMIEN
    sta AUDF4
    ldx disk_unit
    lda bus_speed,x
    sta AUDF3
    lda #joined
    sta AUDCTL
    lda #silent
    ldx #6
@voice:
    sta AUDC1,x
    dex
    dex
    bpl @voice
    jsr frames_pass
    tax
    lda #blank_alone
    sta NMIEN
    plp
    txa
    rts

; frames_pass: command, answers, data. out: a = 0 if all is well. clobbers x, y.
frames_pass:
    lda #disks
    clc
    adc disk_unit
    sta bus_frame
    lda DCOMND
    sta bus_frame + 1
    lda DAUX1
    sta bus_frame + 2
    lda DAUX2
    sta bus_frame + 3
    lda #<bus_frame
    sta BUFRLO
    lda #>bus_frame
    sta BUFRHI
    lda #command_on
    sta PBCTL
    ldx #frame_bytes
    jsr send
    lda #command_off
    sta PBCTL
    jsr acknowledge
    bne @end
    lda DBUFLO
    sta BUFRLO
    lda DBUFHI
    sta BUFRHI
    lda DCOMND
    cmp #do_read
    beq @work
    ldx #sector_bytes
    jsr send
    jsr acknowledge
    bne @end
@work:
    lda #work_times
    pha
@wait:
    ldy #0
    jsr answer
    bcc @answered
    pla
    sec
    sbc #1
    pha
    bne @wait
    pla
    lda #no_speed
    rts
@answered:
    tax
    pla
    txa
    eor #completed
    bne @end
    ldx DCOMND
    cpx #do_read
    beq take
@end:
    rts

; take: a sector comes. out: a = 0 if its sum is right. clobbers x, y.
take:
    ldy #0
    sty CHKSUM
@byte:
    jsr get
    bcs @end
    sta (BUFRLO),y
    jsr add
    iny
    bpl @byte
    jsr get
    bcs @end
    eor CHKSUM
@end:
    rts
    .assert sector_bytes = 128, lderror, "take counts to 128"

; acknowledge: the drive says that it understood. out: z set if it does. clobbers a, x, y.
acknowledge:
    ldy #answer_time
    jsr answer
    eor #acknowledged
    rts

; answer: a byte, in y turns of 256 looks. out: carry clear and a = the byte, or carry set and a = 0. clobbers x, y.
answer:
    jsr get
    bcc @end
    dey
    bne answer
    lda #0
@end:
    rts

; get: a byte. out: carry clear and a = the byte; set and a not 0 if none came in 256 looks. clobbers x.
get:
    lda #byte_came
    sta IRQEN
    ldx #0
@look:
    lda IRQST
    and #byte_came
    beq @came
    dex
    bne @look
    sec
    rts
@came:
    sta IRQEN
    lda SERIO
    clc
    rts

; add: a into the sum of a frame. clobbers a.
add:
    clc
    adc CHKSUM
    adc #0
    sta CHKSUM
    rts

; send: x bytes from BUFRLO on, and their sum; then what comes is heard. clobbers a, x, y.
send:
    lda #sends
    sta SKCTL
    ldy #0
    sty CHKSUM
@pause:                         ; a thousandth of a second
    nop
    iny
    bne @pause
@byte:
    lda (BUFRLO),y
    jsr put
    jsr add
    iny
    dex
    bne @byte
    lda CHKSUM
    jsr put
    lda #all_sent
    sta IRQEN
@last:
    lda IRQST
    and #all_sent
    bne @last
    sta IRQEN
    lda #receives
    sta SKCTL
    rts

; put: a goes out, when there is room for it. clobbers nothing.
put:
    pha
    lda #byte_wanted
    sta IRQEN
    pla
    sta SERIO
    pha
@look:
    lda IRQST
    and #byte_wanted
    bne @look
    sta IRQEN
    pla
    rts
