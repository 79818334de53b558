; Calls a routine as a test asks for it.

.export call, called, home, reg_a, reg_x, reg_y, reg_p, game_id

.segment "SHELL"
call:
    ldx reg_x
    ldy reg_y
    lda reg_a
    jsr $FFFF
called = * - 2
    php
    sta reg_a
    stx reg_x
    sty reg_y
    pla
    sta reg_p
home:
    jmp home

game_id: .byte "BENCH", 0, 0, 0, 0, 0, 0, 0

.segment "SHELLBSS"
reg_a: .res 1
reg_x: .res 1
reg_y: .res 1
reg_p: .res 1
