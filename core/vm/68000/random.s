; The random generator: xorshift32, state in V (README of the instruction set).

.include "vm.inc"
.export op_rnd, op_rnda, op_seed
.segment "VM"

ZERO_SEED = $2A6D365B           ; the state that stands in for 0
GOLDEN = $9E3779B9

; rnd n: A := random number below n (0 = 256).
op_rnd:
    operand
    bra draw

op_rnda:
    move.b d7,d0
; falls through to draw

draw:
    move.l RANDOM_STATE(a3),d4
    swap d4
    bsr step
    swap d4
    move.l d4,RANDOM_STATE(a3)  ; its low word is the upper one of the number
    tst.w d0
    beq @all
    mulu d0,d4
    swap d4
    move.w d4,d7
    next
@all:
    lsr.w #8,d4
    move.w d4,d7
    next

; seed: state := A in both halves, then 16 times a step and a sum, so that neighbouring numbers begin differently.
op_seed:
    move.w d7,d4
    swap d4
    move.w d7,d4
    moveq #15,d1
@step:
    bsr step
    add.l #GOLDEN,d4
    dbra d1,@step
    swap d4
    move.l d4,RANDOM_STATE(a3)
    next

; One step of the generator: d4. Clobbers d5.
step:
    tst.l d4
    bne @moving
    move.l #ZERO_SEED,d4
@moving:
    move.l d4,d5                ; s ^= s << 8
    lsl.l #8,d5
    eor.l d5,d4
    move.l d4,d5                ; s ^= s >> 9
    lsr.l #8,d5
    lsr.l #1,d5
    eor.l d5,d4
    move.l d4,d5                ; s ^= s << 23
    swap d5
    clr.w d5
    lsl.l #7,d5
    eor.l d5,d4
    rts
