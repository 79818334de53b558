; The step back along a flood (README of hexfront-isa).

.include "vm.inc"
.include "flood_terms.inc"
.import on_map, neighbour, set_up, enter_grid, enter_sides, spread_full
.importzp f_hex, f_base, f_last, f_cell, f_result, f_result_page
.export op_pathstep

.segment "VMBSS"
path_cell:  .res 1              ; the cell of the hex
path_here:  .res 1              ; its points
path_best:  .res 1              ; greatest cell so far, and its direction
path_step:  .res 1
path_try:   .res 1
path_hex:   .res 2

.segment "VM"

; pathstep: A := direction from hex A to the neighbour with the greatest cell whose step to A ends with A's cell.
; Each candidate's step is made by spread_full into A's cell, set to 0 for it.
op_pathstep:
    jsr set_up
    tya
    pha
    lda #0
    sta path_best
    sta path_step
    lda acc
    sta path_hex
    sta t0
    lda acc + 1
    sta path_hex + 1
    sta t1
    jsr on_map
    bcs @none
    jsr cell_of
    sta path_cell
    and #POINTS
    sta path_here
    bne @search
@none:
    jmp @done
@search:
    lda #1
    sta path_try
@try:
    lda path_hex
    sta t0
    lda path_hex + 1
    sta t1
    lda path_try
    jsr neighbour
    bcs @skip
    lda t2
    sta f_hex
    sta t0
    lda t3
    sta f_hex + 1
    sta t1
    jsr cell_of
    and #POINTS
    cmp path_best
    bcc @skip
    beq @skip
    cmp path_here
    bcc @skip
    bne @candidate
@skip:
    jmp @next
@candidate:
    sta f_cell
    sta t4
    jsr enter_grid
    jsr enter_sides
    bcs @skip
    lda #0
    jsr put_cell
    lda path_try                ; the direction back
    adc #3                      ; carry is clear
    cmp #7
    bcc @back
    sbc #6
@back:
    clc
    adc f_base
    tax
    dex
    stx f_last
    inx
    jsr spread_full
    lda path_hex
    sta t0
    lda path_hex + 1
    sta t1
    jsr cell_of
    and #POINTS
    tax
    lda path_cell
    jsr put_cell
    cpx path_here
    bne @next
    lda t4
    sta path_best
    lda path_try
    sta path_step
@next:
    inc path_try
    lda path_try
    cmp #7
    beq @done
    jmp @try
@done:
    pla
    tay
    lda path_step
    next_a8

; A := cell of hex t0, t1. Clobbers Y.
cell_of:
    lda t1
    clc
    adc f_result_page
    sta f_result + 1
    ldy t0
    lda (f_result),y
    rts

; Cell of path_hex := A. Clobbers Y, A is kept.
put_cell:
    pha
    lda path_hex + 1
    clc
    adc f_result_page
    sta f_result + 1
    ldy path_hex
    pla
    sta (f_result),y
    rts
