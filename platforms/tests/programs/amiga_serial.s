; Sends the text at `text` (up to a zero) at 19,200 bits a second, a word whenever the buffer takes one. Stores what comes from `buffer` on,
; its number at `count`; at `count` + 2 the lines of the port, as CIA B has them, at `count` + 4 the last SERDATR.
        .setcpu "68000"
        .include "amiga.inc"

serdatr   = $018
serdat    = $030
serper    = $032
ciab_pra  = $BFD000
ciab_ddra = $BFD200
level_1   = $64
level_5   = $74
text      = $6000
period    = 184                 ; 3,546,895 / 19,200, less one

        .segment "CODE"
start:
        lea custom,a5
        lea buffer,a4
        lea text,a3
        move.w #0,count
        lea transmit(pc),a0
        move.l a0,level_1
        lea receive(pc),a0
        move.l a0,level_5
        move.b #$C0,ciab_ddra
        move.b #$3F,ciab_pra            ; DTR and RTS are asserted low
        move.w #period,serper(a5)
        move.w #$0801,intreq(a5)
        move.w #$C801,intena(a5)
        move.w #$2000,sr
        move.w #$8001,intreq(a5)
@forever:
        move.b ciab_pra,count+2
        bra @forever

transmit:
        move.w d0,-(sp)
        move.w #$0001,intreq(a5)
        moveq #0,d0
        move.b (a3),d0
        beq @done
        addq.l #1,a3
        or.w #$0100,d0
        move.w d0,serdat(a5)
@done:
        move.w (sp)+,d0
        rte

receive:
        move.w d0,-(sp)
        move.w serdatr(a5),d0
        move.w #$0800,intreq(a5)
        move.w d0,count+4
        move.b d0,(a4)+
        addq.w #1,count
        move.w (sp)+,d0
        rte
