; The table of open files, SETLFS, SETNAM, READST, SETMSG, SETTMO.
; Facts: PRG, KERNAL routines of these names and error numbers; memory map for the tables.

; setlfs: logical file a, device x, secondary address y ($ff = none).
setlfs:
        sta la
        stx fa
        sty sa
        rts

; setnam: name of a bytes at y/x.
setnam:
        sta fnlen
        stx fnadr
        sty fnadr + 1
        rts

; setmsg: a bit 7: control messages on, bit 6: error messages on.   out: a = status.
setmsg:
        sta msgflg              ; falls through to readst

; readst: a := status of the last I/O.
readst:
        lda status              ; falls through to status_add

; status_add: sets the bits a in the status.   out: a = status.
status_add:
        ora status
        sta status
        rts

; settmo: a bit 7: serial time-outs off. Kept for the IEEE bus cartridge only, as ever.
settmo:
        sta timout
        rts

; find_file: looks logical file x (find_la: a) up.
; out: Z = 1 and x = its index, or Z = 0.   clobbers: a, x.
find_file:
        txa
find_la:
        ldx ldtnd
@next:  dex
        bmi @done               ; x = $ff, so Z = 0
        cmp lat,x
        bne @next
@done:  rts

; take_file: la, fa, sa := entry x.   out: a = device.
take_file:
        lda lat,x
        sta la
        lda sat,x
        sta sa
        lda fat,x
        sta fa
        rts

; io_error: ends a KERNAL call with error a: C = 1; prints it when msgflg says so.
; The channels are the default ones afterwards.   clobbers: y.
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
@quiet: pla
        sec
        rts
