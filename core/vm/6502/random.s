; The random generator: xorshift32, state in V (README of the instruction set).

.include "vm.inc"
.export op_rnd, op_rnda, op_seed
.segment "VM"

s0 = random_state
s1 = random_state + 1
s2 = random_state + 2
s3 = random_state + 3

; rnd n: A := random number below n (0 = 256).
op_rnd:
    operand
    jmp draw

op_rnda:
    lda acc
; falls through to draw

draw:
    sta t0
    jsr step
    lda t0
    beq @all
    lda #0                      ; (A, t1) := product of n and the upper word, shifted right 8
    sta t1
    ldx #8
@bit:
    lsr t0
    bcc @shift
    sta t3
    clc
    lda t1
    adc s2
    sta t1
    lda t3
    adc s3
@shift:
    ror
    ror t1
    dex
    bne @bit
    next_a8
@all:
    lda s3
    next_a8

; seed: state := A in both halves, then 16 times a step and a sum, so that neighbouring numbers begin differently.
op_seed:
    lda acc
    sta s0
    sta s2
    lda acc + 1
    sta s1
    sta s3
    lda #16
    sta t0
@step:
    jsr step
    clc
    ldx #<-4
@add:
    lda random_state - <-4,x
    adc golden - <-4,x
    sta random_state - <-4,x
    inx                         ; leaves the carry alone
    bne @add
    dec t0
    bne @step
    next
golden:
    .byte $B9, $79, $37, $9E

; One step of the generator. Clobbers A, t1, t2; about 110 cycles.
step:
    lda s0
    ora s1
    ora s2
    ora s3
    bne @moving
    lda #$5B                    ; the state that stands in for 0: $2A6D365B
    sta s0
    lda #$36
    sta s1
    lda #$6D
    sta s2
    lda #$2A
    sta s3
@moving:
    lda s3                      ; s ^= s << 8
    eor s2
    sta s3
    lda s2
    eor s1
    sta s2
    lda s1
    eor s0
    sta s1
    lda s2                      ; s ^= s >> 9
    sta t1
    lda s1
    sta t2
    lda s3
    lsr
    ror t1
    ror t2
    eor s2
    sta s2
    lda t1
    eor s1
    sta s1
    lda t2
    eor s0
    sta s0
    lda s1                      ; s ^= s << 23
    lsr
    lda s0
    ror
    eor s3
    sta s3
    lda #0
    ror
    eor s2
    sta s2
    rts
