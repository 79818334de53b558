; The table of open files, SETLFS, SETNAM, READST, SETMSG, SETTMO.
; Facts: PRG, KERNAL routines of these names and error numbers; memory map for the tables.

; setlfs: the file that is meant.
; in: logical file a, device x, secondary address y ($ff = none).   out: nothing.   clobbers: nothing.
setlfs:
    sta la
    stx fa
    sty sa
    rts

; setnam: the name that is meant.
; in: a bytes at y/x.   out: nothing.   clobbers: nothing.
setnam:
    sta fnlen
    stx fnadr
    sty fnadr + 1
    rts

; setmsg: which messages are printed.
; in: a bit 7: control messages, bit 6: error messages.   out: a = status.   clobbers: nothing.
setmsg:
    sta msgflg                  ; falls through to readst

; readst: the status of the last I/O.
; in: nothing.   out: a = status.   clobbers: nothing.
readst:
    lda status                  ; falls through to status_add

; status_add: sets bits of the status.
; in: bits a.   out: a = status.   clobbers: nothing.
status_add:
    ora status
    sta status
    rts

; settmo: serial time-outs off (bit 7). Kept for the IEEE bus cartridge only, as ever.
; in: a.   out: nothing.   clobbers: nothing.
settmo:
    sta timout
    rts

; find_file: looks a logical file up.
; in: logical file x.   out: Z = 1 and x = its index, or Z = 0; a = the file.   clobbers: x.
find_file:
    txa
; find_la: the same.
; in: logical file a.   out: Z = 1 and x = its index, or Z = 0.   clobbers: x.
find_la:
    ldx ldtnd
@next:
    dex
    bmi @done                   ; x = $ff, so Z = 0
    cmp lat,x
    bne @next
@done:
    rts

; take_file: an entry becomes the file that is meant.
; in: index x.   out: la, fa, sa; a = device.   clobbers: nothing.
take_file:
    lda lat,x
    sta la
    lda sat,x
    sta sa
    lda fat,x
    sta fa
    rts

; io_error: ends a KERNAL call with an error; prints it when msgflg says so. The channels are the default
; ones afterwards.
; in: error a.   out: a, C = 1.   clobbers: x, y.
io_error:
    pha
    jsr clrchn
    bit msgflg
    bvc @quiet
    ldy #msg_io_error - messages
    jsr print_message
    pla
    pha
    ora #'0'
    jsr chrout
@quiet:
    pla
    sec
    rts
