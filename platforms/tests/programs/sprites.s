; Eight sprites of every kind steal cycles from a program that changes colours; some lie in the border.
        .include "stable.inc"

set_up: ldx #7
@each:  lda #charset / 64
        sta matrix+$3F8,x
        txa
        clc
        adc #1
        sta vic_colours,x
        dex
        bpl @each
        ldx #16
@place: lda @places,x
        sta vic_sprites,x
        dex
        bpl @place
        lda #$FF
        sta vic_enable
        lda #%10100100
        sta vic_expand_y
        lda #%11000010
        sta vic_expand_x
        lda #%01010101
        sta vic_priority
        lda #%11110000
        sta vic_multicolour
        lda #14
        sta vic_shared
        lda #15
        sta vic_shared+1
        rts
@places:
        .byte 20,60, 60,70, 100,80, 140,90, 180,100, 220,110, 250,120, 70,130, %10000000

effect:
        lda #2
        .repeat 800, i
        ldx #(i & 15)
        sta vic_border
        stx vic_background
        .endrepeat
        jmp effect_done
