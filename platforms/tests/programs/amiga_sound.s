; Plays a square wave on channel 0 by DMA: two words, a period of four samples.
        .setcpu "68000"
        .include "amiga.inc"

        .segment "CODE"
start:
        lea custom,a5
        move.l #buffer,aud0lc(a5)
        move.w #2,aud0len(a5)
        move.w #443,aud0per(a5)
        move.w #64,aud0vol(a5)
        move.l #$7F7F8181,buffer
        move.w #$8201,dmacon(a5)
@dim:
        tst.w count             ; the power light, and with it the filter, on demand
        beq @dim
        bclr #1,ciaa_pra
@forever:
        bra @forever
