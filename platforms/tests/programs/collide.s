; Sprites 0 and 1 overlap, sprite 2 lies on a block of text, sprite 3 on blank text, sprite 4 begins on the
; transparent right third of sprite 3. Sums up what the collision registers say in $02 and $03, and counts collision interrupts
; in $04.

vic             = $D000
matrix          = $0400
data            = $0340         ; 13 * 64

        .segment "CODE"
program:
        sei
        lda #$2F
        sta $00
        lda #$35
        sta $01
        lda #<on_irq
        sta $FFFE
        lda #>on_irq
        sta $FFFF
        lda #0
        sta $02
        sta $03
        sta $04
        ldx #0
@clear: lda #0
        sta matrix,x
        sta matrix+$100,x
        sta matrix+$200,x
        sta matrix+$2E8,x
        inx
        bne @clear
        ldx #62
@shape: lda #$FF                ; two thirds full, the right third empty
        sta data,x
        dex
        sta data,x
        dex
        lda #0
        sta data,x
        dex
        bpl @shape
        ldx #4
@place: lda #13
        sta matrix+$3F8,x
        dex
        bpl @place
        ldx #9
@at:    lda places,x
        sta vic,x
        dex
        bpl @at
        lda #1
        sta matrix+5*40+20      ; a block under sprite 2: x 184, y 91
        lda #$1B
        sta vic+$11
        lda #$08
        sta vic+$16
        lda #$14
        sta vic+$18
        lda #%00011111
        sta vic+$15
        lda vic+$1E
        lda vic+$1F
        lda #%00000110
        sta vic+$19
        sta vic+$1A
        cli
@sum:   lda vic+$1E
        ora $02
        sta $02
        lda vic+$1F
        ora $03
        sta $03
        jmp @sum

on_irq: pha
        lda #%00000110
        sta vic+$19
        inc $04
        pla
        rti

places: .byte 50,100, 60,110, 180,90, 100,150, 116,150
