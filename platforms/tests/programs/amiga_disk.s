; Reads track 1 (cylinder 0, upper head) to `buffer` from a sync word on, or writes `buffer` there. The word at `count` says
; which: 0 reads, 1 writes. Afterwards it is 2.
        .setcpu "68000"
        .include "amiga.inc"

words = 6400                    ; a track and a sector

        .segment "CODE"
start:
        lea custom,a5
        move.b #$FF,ciab_ddrb
        move.b #$FB,ciab_prb    ; upper head
        move.b #$7B,ciab_prb    ; motor
        move.b #$73,ciab_prb    ; drive 0 takes it over
@ready:
        btst #5,ciaa_pra
        bne @ready
        move.l #buffer,dskptr(a5)
        move.w #$4489,dsksync(a5)
        move.w #$7F00,adkcon(a5)
        move.w #$8210,dmacon(a5)
        move.w #$0002,intreq(a5)
        move.w #$4000,dsklen(a5)
        tst.w count
        bne @write
        move.w #$9500,adkcon(a5)
        move.w #$8000 + words,d0
        bra @go
@write:
        move.w #$9100,adkcon(a5)
        move.w #$C000 + 6250,d0 ; once round
@go:
        move.w d0,dsklen(a5)
        move.w d0,dsklen(a5)
@wait:
        move.w intreqr(a5),d0
        btst #1,d0
        beq @wait
        move.w #$4000,dsklen(a5)
        move.w #2,count
@forever:
        bra @forever
