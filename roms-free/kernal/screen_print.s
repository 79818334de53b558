; Printing on the screen: characters, quote and insert mode, control codes.
; Facts: PRG, appendix C (CHR$ codes) and B (screen codes); User's Guide for quote and insert mode:
; inside quotes control codes appear as reversed characters, but for RETURN, DEL and INST; in the
; room that INST made, all but RETURN and INST.

; screen_print: prints a character or obeys a control code.
; in: a.   out: nothing.   clobbers: nothing.
screen_print:
    sta data
    stx screen_x
    sty screen_y
    pha
    lda #0
    sta crsw
    lda data
    and #%01100000
    beq @control
    jsr quote_toggle
    jsr to_screen_code
    jsr put_glyph
    jmp @done
@control:
    lda data
    ldx #control_codes - 1
@find:
    cmp control_code,x
    beq @found
    dex
    bpl @find
@found:
    jsr control_visible
    bcs @show
    txa
    bmi @done                   ; a code that means nothing here
    jsr @run
    jmp @done
@run:
    txa
    asl
    tay
    lda control_target + 1,y
    pha
    lda control_target,y
    pha
    rts                         ; x = place in the table
@show:
    lda data
    asl                         ; codes from $80 become the reversed capitals' graphics
    lda data
    and #%00011111
    bcc @low
    ora #%01000000
@low:
    ora #%10000000
    jsr put_screen_code
@done:
    pla
    ldx screen_x
    ldy screen_y
    rts

; control_visible: is this code shown and not obeyed?   in: a.   out: C = 1: yes.
control_visible:
    cmp #chr_return
    beq @obey
    cmp #chr_shift_return
    beq @obey
    cmp #chr_insert
    beq @obey
    ldy insrt
    bne @show
    ldy qtsw
    beq @obey
    cmp #chr_delete
    beq @obey
@show:
    sec
    rts
@obey:
    clc
    rts

; quote_toggle: a quotation mark enters or leaves quote mode.   in: data.   clobbers: a.
quote_toggle:
    lda data
    cmp #chr_quote
    bne @done
    lda qtsw
    eor #1
    sta qtsw
@done:
    rts

; to_screen_code: a := screen code of the printable character data.   clobbers: flags.
to_screen_code:
    lda data
    cmp #$FF
    beq @pi
    asl                         ; C = the half from $80
    lda data
    and #%01111111
    bcs @high
    cmp #$40                    ; $20-$3f stay, $40-$5f to $00, $60-$7f to $40
    bcc @done
    cmp #$60
    bcc @letters
    sbc #$20
@done:
    rts
@letters:
    and #%00011111
    rts
@high:
    cmp #$40                    ; $a0-$bf to $60, $c0-$df to $40, $e0-$fe to $60
    bcs @done
    adc #$40
    rts
@pi:
    lda #$5E
    rts

; put_glyph: writes screen code a, reversed if printing is, and moves on.   clobbers: a, x, y.
put_glyph:
    ldy rvs
    beq put_screen_code
    ora #%10000000              ; falls through to put_screen_code

; put_screen_code: writes screen code a as it is and moves on; a full row continues on the next.
; clobbers: a, x, y.
put_screen_code:
    ldy pntr
    sta (pnt),y
    lda color
    sta (user),y
    ldx insrt
    beq @move
    dec insrt
@move:
    cpy lnmx
    bcc step_right
    cpy #columns
    bcs @next                   ; the second row is full: a new line
    jsr open_row
    jsr step_right
    jmp screen_sync
@next:
    jmp line_next

; step_right: one column on within the line.
; in: pntr, tblx.   out: pntr, tblx.   clobbers: a.
step_right:
    inc pntr
    lda pntr
    cmp #columns
    bne @done
    inc tblx
@done:
    rts

; ---- control codes; entered with everything in memory, may clobber a, x, y

do_shift_return:
do_return:
    lda #0
    sta insrt
    sta rvs
    sta qtsw
    jmp line_next

do_right:
    ldy pntr
    cpy lnmx
    bcc step_right
    jmp line_next

do_left:
    lda pntr
    beq @up
    dec pntr
    cmp #columns
    bne @done
    dec tblx
@done:
    rts
@up:
    ldx tblx
    beq @done                   ; the top left corner
    dec tblx
    lda #columns - 1
    sta pntr
    jmp screen_sync

do_down:
    jsr row_column
    inc tblx
    lda tblx
    cmp #rows
    bcc @sync
    jsr scroll_up
@sync:
    jmp screen_sync

do_up:
    lda tblx
    beq @done
    jsr row_column
    dec tblx
    jmp screen_sync
@done:
    rts

; row_column: pntr := column in the row, for a move to another one.   clobbers: a.
row_column:
    lda pntr
    sec
    sbc #columns
    bcc @done
    sta pntr
@done:
    rts

do_home:
    jmp screen_home

do_clear:
    jmp screen_clear

do_reverse:
    lda #1
    sta rvs
    rts

do_reverse_off:
    lda #0
    sta rvs
    rts

do_lower:
    lda vic_memory
    ora #vic_charset_bit
    sta vic_memory
    rts

do_upper:
    lda vic_memory
    and #$FF - vic_charset_bit
    sta vic_memory
    rts

do_lock:
    lda #%10000000
    sta mode
    rts

do_unlock:
    lda #0
    sta mode
    rts

; do_delete: the character before the cursor goes, the rest of the line moves up.
do_delete:
    lda pntr
    ora tblx
    beq @done                   ; the top left corner
    jsr do_left
    ldy pntr
@next:
    cpy lnmx
    bcs @blank
    iny
    lda (pnt),y
    pha
    lda (user),y
    dey
    sta (user),y
    pla
    sta (pnt),y
    iny
    bne @next                   ; always
@blank:
    lda #screen_space
    sta (pnt),y
    lda color
    sta (user),y
@done:
    rts

; do_insert: the rest of the line moves on by one column; a line of one full row gets a second.
do_insert:
    ldy lnmx
    lda (pnt),y
    cmp #screen_space
    beq @room
    cpy #columns
    bcs @done                   ; two rows and full
    jsr open_row
    jsr screen_sync
    ldy lnmx
@room:
    cpy pntr
    beq @open
    dey
    lda (pnt),y
    pha
    lda (user),y
    iny
    sta (user),y
    pla
    sta (pnt),y
    dey
    bpl @room                   ; always
@open:
    lda #screen_space
    sta (pnt),y
    lda color
    sta (user),y
    inc insrt
@done:
    rts

; do_colour: the code's place in the table is the colour.   in: x.
do_colour:
    stx color
    rts

; The codes: the sixteen colours in order first.
control_code:
    .byte $90, $05, $1C, $9F, $9C, $1E, $1F, $9E        ; black white red cyan purple green blue yellow
    .byte $81, $95, $96, $97, $98, $99, $9A, $9B        ; orange brown l.red greys l.green l.blue l.grey
    .byte chr_return, chr_shift_return, chr_right, chr_left, chr_down, chr_up, chr_home, chr_clear
    .byte chr_reverse, chr_reverse_off, chr_lower, chr_upper, chr_lock, chr_unlock
    .byte chr_delete, chr_insert
control_codes = * - control_code

control_target:
    .repeat 16
    .addr do_colour - 1
    .endrepeat
    .addr do_return - 1, do_shift_return - 1, do_right - 1, do_left - 1
    .addr do_down - 1, do_up - 1, do_home - 1, do_clear - 1
    .addr do_reverse - 1, do_reverse_off - 1, do_lower - 1, do_upper - 1
    .addr do_lock - 1, do_unlock - 1, do_delete - 1, do_insert - 1
    .assert * - control_target = 2 * control_codes, error, "one target a code"
