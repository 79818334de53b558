; OPEN, CLOSE, CLALL.
; Facts: PRG, KERNAL routines of these names; serial bus: OPEN is LISTEN, secondary $F0 + channel,
; the name, UNLISTEN; CLOSE is LISTEN, $E0 + channel, UNLISTEN.

ser_data_channel = $60          ; secondary addresses on the bus: data,
ser_close       = $E0           ; close,
ser_open        = $F0           ; open
channel_mask    = $0F

; open: opens a file.
; in: la, fa, sa and the name of SETNAM.   out: C = 1: error a.   clobbers: a, x, y.
open:
    ldx la
    beq @not_input              ; 0 is no file number
    jsr find_file
    beq @already
    ldx ldtnd
    cpx #files_max
    bcs @too_many
    lda sa
    bmi @no_channel             ; $ff: no secondary address
    ora #ser_data_channel
    sta sa
@no_channel:
    sta sat,x
    lda la
    sta lat,x
    lda fa
    sta fat,x
    inc ldtnd
    cmp #dev_screen + 1
    bcs @serial
    cmp #dev_tape
    beq @absent
    cmp #dev_rs232
    beq @absent
    clc                         ; keyboard and screen need nothing
    rts
@serial:
    jsr serial_open
    bcs @absent
    rts
@absent:
    dec ldtnd                   ; no device, no file
    lda #err_absent
    jmp io_error
@not_input:
    lda #err_not_input
    jmp io_error
@already:
    lda #err_file_open
    jmp io_error
@too_many:
    lda #err_too_many
    jmp io_error

; serial_open: sends the name to the channel of a device, if there are both.
; in: fa, sa, fnlen, fnadr.   out: C = 1: no such device.   clobbers: a, y.
serial_open:
    lda #0
    sta status
    lda sa
    bmi @done
    ldy fnlen
    beq @done
    lda #ser_open
    jsr listen_channel
    bit status
    bmi @absent
    ldy #0
@name:
    lda (fnadr),y
    jsr ciout
    iny
    cpy fnlen
    bne @name
    jsr unlsn
    bit status
    bmi @absent                 ; another device answered the command, ours is not there
@done:
    clc
    rts
@absent:
    jsr unlsn
    sec
    rts

; serial_close: tells a device that a channel is done with.
; in: fa, sa.   out: C = 0.   clobbers: a.
serial_close:
    lda sa
    bmi @done
    lda #ser_close
    jsr listen_channel
    jsr unlsn
@done:
    clc
    rts

; listen_channel: makes device fa listen at the secondary address made of a and sa's channel.
; clobbers: a.
listen_channel:
    pha
    lda fa
    jsr listen
    pla
    sta ser_shift
    lda sa
    and #channel_mask
    ora ser_shift
    jmp second

; close: closes a file.
; in: logical file a.   out: C = 0.   clobbers: a, x, y.
close:
    jsr find_la
    bne @done                   ; not open: done already
    jsr take_file
    txa
    pha
    lda fa
    cmp #dev_screen + 1
    bcc @remove
    jsr serial_close
@remove:
    pla
    tax
    dec ldtnd
    cpx ldtnd
    beq @done
    ldy ldtnd                   ; the last entry moves into the gap
    lda lat,y
    sta lat,x
    lda fat,y
    sta fat,x
    lda sat,y
    sta sat,x
@done:
    clc
    rts

; clall: forgets all files (the devices are not told), default channels.
; in: nothing.   out: nothing.   clobbers: a, x.
clall:
    lda #0
    sta ldtnd
    jmp clrchn
