; The vertical blank: a first stage in every frame, a second one unless something critical goes on.
; Facts: Operating System User's Manual, chapter 6, "Vertical blank interrupt processing"; Mapping the Atari, SYSVBV, SETVBV.

BRIGHT = $FE                    ; DRKMSK as it is, and while colours change
DARK   = $F6
COLORS = 9
TIMER_1 = 0                     ; offsets from CDTMV1
TIMER_2 = 2
TIMER_3 = 4
TIMERS_END = 10

; First stage: the clock, timer 1.
; in: A, X, Y on the stack. out: goes on at VVBLKD, or leaves. clobbers: a, x, y
vblank:
    inc RTCLOK + 2
    bne @counted
    inc ATRACT
    inc RTCLOK + 1
    bne @counted
    inc RTCLOK
@counted:
    lda #BRIGHT
    ldx #0
    ldy ATRACT
    bpl @attract
    sta ATRACT                  ; stays above 127
    ldx RTCLOK + 1
    lda #DARK
@attract:
    sta DRKMSK
    stx COLRSH
    ldx #TIMER_1
    jsr count_down
    bne @timer_1_runs
    jsr timer_1_up
@timer_1_runs:
    lda CRITIC
    bne exit_vblank
    tsx
    lda STACK + 4,x             ; the flags, under Y, X and A
    and #$04
    beq second_stage
; Leaves the vertical blank.
; in: A, X, Y on the stack. out: returns from the interrupt. clobbers: -
exit_vblank:
    pla
    tay
    pla
    tax
    pla
    rti

timer_1_up:
    jmp (CDTMA1)
timer_2_up:
    jmp (CDTMA2)

; Counts a timer down.
; in: x = its offset. out: z set and a = 0 if it has come to 0 now. clobbers: a, y
count_down:
    ldy CDTMV1,x
    bne @low
    ldy CDTMV1 + 1,x
    beq @runs
    dec CDTMV1 + 1,x
@low:
    dec CDTMV1,x
    bne @runs
    lda CDTMV1 + 1,x
    beq @up
@runs:
    lda #$FF
@up:
    rts

; Second stage: registers from their shadows, the other timers, keys that repeat, the controllers.
second_stage:
    lda PENV
    sta LPENV
    lda PENH
    sta LPENH
    lda SDLSTH
    sta DLISTH
    lda SDLSTL
    sta DLISTL
    lda SDMCTL
    sta DMACTL
    lda GPRIOR
    sta PRIOR
    ldx #COLORS - 1
@color:
    lda PCOLR0,x
    eor COLRSH
    and DRKMSK
    sta COLPM0,x
    dex
    bpl @color
    lda CHBAS
    sta CHBASE
    lda CHACT
    sta CHACTL
    lda #SPEAKER
    sta CONSOL
    ldx #TIMER_2
    jsr count_down
    bne @timer_2_runs
    jsr timer_2_up
@timer_2_runs:
    ldx #TIMER_3
@timer:
    jsr count_down
    bne @timer_runs
    sta CDTMF3 - TIMER_3,x
@timer_runs:
    inx
    inx
    cpx #TIMERS_END
    bne @timer
    jsr repeat_key
    jsr controllers
    jmp (VVBLKD)

repeat_key:
    lda SKSTAT
    and #$04
    beq @down
    lda KEYDEL
    beq @done
    dec KEYDEL
@done:
    rts
@down:
    lda SRTIMR
    beq @done
    dec SRTIMR
    bne @done
    lda KEYREP
    sta SRTIMR
    lda KBCODE
    cmp #KEY_CONTROL_1
    beq @done
    sta CH
    rts

    .if XL
STICKS = 2
    .else
STICKS = 4
    .endif

controllers:
    lda PORTA
    ldx #0
    jsr @two_sticks
    .if XL
    lda PORTA                   ; there are no more: the same once again
    .else
    lda PORTB
    .endif
    ldx #2
    jsr @two_sticks
    ldx #3
@trigger:
    txa
    and #STICKS - 1
    tay
    lda TRIG0,y
    sta STRIG0,x
    dex
    bpl @trigger
    ldx #7
@paddle:
    .if XL
    txa
    and #3
    tay
    lda POT0,y
    .else
    lda POT0,x
    .endif
    sta PADDL0,x
    dex
    bpl @paddle
    sta POTGO
    ldx #3
    ldy #7
@paddle_trigger:
    lda STICK0,x                ; left is the first paddle's, right the second's
    asl
    asl
    asl
    asl
    asl
    pha
    lda #0
    rol
    sta PTRIG0,y
    pla
    asl
    lda #0
    rol
    sta PTRIG0 - 1,y
    dey
    dey
    dex
    bpl @paddle_trigger
    rts
@two_sticks:
    tay
    and #$0F
    sta STICK0,x
    tya
    lsr
    lsr
    lsr
    lsr
    sta STICK0 + 1,x
    rts

; SETVBV: sets a timer, or a vector of the vertical blank, while none can come between its two bytes.
; in: a = 1 to 5: timer, 6: VVBLKI, 7: VVBLKD; x = high byte, y = low byte. out: -. clobbers: a, x
set_vblank:
    asl
    sta INTEMP
    txa
    ldx #5
    sta WSYNC
@wait:
    dex                         ; past the cycle in which a blank begins
    bne @wait
    ldx INTEMP
    sta CDTMV1 - 1,x
    tya
    sta CDTMV1 - 2,x
    rts
