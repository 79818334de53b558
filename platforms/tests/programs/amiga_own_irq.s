; Requests an interrupt itself. At `count` stands how many instructions were executed after that, at `count` + 2 how many before
; the interrupt.
        .setcpu "68000"
        .include "amiga.inc"

        .segment "CODE"
start:
        lea custom,a5
        lea copper(pc),a0
        move.l a0,level_3
        moveq #0,d0
        move.w #$C010,intena(a5)
        move.w #$2000,sr
        move.w #$8010,intreq(a5)
        .repeat 8
        addq.w #1,d0
        .endrepeat
        move.w d0,count
@forever:
        bra @forever

copper:
        move.w #$0010,intreq(a5)
        move.w d0,count + 2
        rte
