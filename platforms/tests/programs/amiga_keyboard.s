; Stores the codes of keys from `buffer` on, their number at `count`.
        .setcpu "68000"
        .include "amiga.inc"

handshake_lines = 3             ; some 190 microseconds

        .segment "CODE"
start:
        lea custom,a5
        lea buffer,a4
        move.w #0,count
        lea key(pc),a0
        move.l a0,level_2
        move.b #$88,ciaa_icr
        move.w #$E008 - $2000,intena(a5)
        move.w #$2000,sr
@forever:
        bra @forever

key:
        movem.l d0-d1,-(sp)
        btst #3,ciaa_icr
        beq @done
        move.b ciaa_sdr,d0
        not.b d0
        ror.b #1,d0
        move.b d0,(a4)+
        addq.w #1,count
        bset #6,ciaa_cra
        moveq #handshake_lines - 1,d1
@line:
        move.b vhposr(a5),d0
@same:
        cmp.b vhposr(a5),d0
        beq @same
        dbra d1,@line
        bclr #6,ciaa_cra
@done:
        move.w #$0008,intreq(a5)
        movem.l (sp)+,d0-d1
        rte
