; Counts vertical blanks at `count`, underflows of timer A of CIA B at `count` + 2; at `count` + 4 is where the beam was at the last of them.
        .setcpu "68000"
        .include "amiga.inc"

period = 7094                   ; a hundredth of a second in cycles of E

        .segment "CODE"
start:
        lea custom,a5
        move.w #0,count
        move.w #0,count + 2
        lea blank(pc),a0
        move.l a0,level_3
        lea timer(pc),a0
        move.l a0,level_6
        move.b #$81,ciab_icr
        move.b #period & $FF,ciab_talo
        move.b #period >> 8,ciab_tahi
        move.b #$11,ciab_cra
        move.w #$E020,intena(a5)
        move.w #$2000,sr
@forever:
        stop #$2000
        bra @forever

blank:
        move.w #$0020,intreq(a5)
        addq.w #1,count
        rte

timer:
        move.w vhposr(a5),count + 4
        tst.b ciab_icr
        move.w #$2000,intreq(a5)
        addq.w #1,count + 2
        rte
