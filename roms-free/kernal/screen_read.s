; Reading lines: the keyboard edits the whole screen; RETURN hands out the line the cursor is on.
; Facts: PRG, KERNAL routine CHRIN; User's Guide, full-screen editing.

; screen_read: the next character of the line; RETURN (printed, if the keyboard is the input) after the last
; one. Waits for a line to be edited when none is being handed out.
; in: nothing.   out: a.   clobbers: x, y.
screen_read:
    lda crsw
    bne @next
    lda tblx
    sta lxsp
    lda pntr
    sta lxsp_column
    lda dfltn
    cmp #dev_screen
    beq @found                  ; the line is what stands there, from the cursor on
    jsr edit_line
@found:
    jsr line_end
    sty indx
    ldx tblx
    lda ldtb1,x
    bmi @first
    dex
@first:
    lda lxsp_column
    sta pntr
    cmp #columns
    bcc @row
    inx
@row:
    stx tblx
    lda #1
    sta crsw
    lda #0
    sta qtsw
@next:
    ldy pntr
    cpy indx
    bcs @end
    lda (pnt),y
    jsr from_screen_code
    pha
    jsr step_right
    pla
    rts
@end:
    lda #0
    sta crsw
    lda dfltn
    cmp #dev_screen
    beq @no_echo
    lda #chr_return
    jsr screen_print
@no_echo:
    lda #chr_return
    rts

; edit_line: prints keys until RETURN. Then lxsp_column is where the line begins: where the cursor
; was before, if it is still on that line (so a prompt is not read), else 0.   clobbers: a, x, y.
edit_line:
    jsr wait_key
    cmp #chr_run
    beq @run
    cmp #chr_return
    beq @entered
    jsr screen_print
    jmp edit_line
@run:
    jsr stop_test               ; SHIFT with STOP types a command, which a STOP still held would end
    beq @run
    ldx #run_keys
    stx ndx
@type:
    lda run_text - 1,x
    sta keyd - 1,x
    dex
    bne @type
    beq edit_line               ; always
@entered:
    ldx lxsp                    ; the row where that line begins
    bmi @other                  ; it has left the screen
    lda ldtb1,x
    bmi @compare
    dex
@compare:
    stx lxsp
    ldx tblx
    lda ldtb1,x
    bmi @here
    dex
@here:
    cpx lxsp
    beq @done
@other:
    lda #0
    sta lxsp_column
@done:
    rts

; wait_key: a := key, with the cursor blinking meanwhile.   clobbers: x, y.
wait_key:
    lda #0
    sta blnsw
@wait:
    lda ndx
    beq @wait
    php
    sei
    lda #1
    sta blnsw
    sta blnct
    lda blnon
    beq @key
    ldy pntr
    jsr cursor_lift
@key:
    jsr take_key
    plp
    rts

; line_end: y := column after the last character that is not a space.   clobbers: a.
line_end:
    ldy lnmx
@back:
    lda (pnt),y
    cmp #screen_space
    bne @found
    dey
    bpl @back
@found:
    iny
    rts

; from_screen_code: a := the character that screen code a was printed as. Reversed characters inside
; quotes are the control codes that quote mode shows so.   clobbers: flags.
from_screen_code:
    sta data
    and #%01111111
    bit data
    bpl @plain
    ldx qtsw
    beq @plain
    cmp #$20                    ; $00-$1f, and $40-$5f for $80-$9f
    bcc @done
    cmp #$40
    bcc @plain
    cmp #$60
    bcs @plain
    adc #$40
    rts
@plain:
    cmp #$20
    bcc @letter
    cmp #$40
    bcc @mark
    cmp #$60
    bcs @graphic
    cmp #$5E
    beq @pi
    ora #%10000000              ; $40-$5f to $c0
    rts
@letter:
    adc #$40
    rts
@graphic:
    adc #$40 - 1                ; $60-$7f to $a0; C = 1
@done:
    rts
@mark:
    cmp #chr_quote
    bne @done
    lda qtsw
    eor #1
    sta qtsw
    lda #chr_quote
    rts
@pi:
    lda #$FF
    rts

run_text:
    .byte "L", 'O' + $80, $22, "*", $22, chr_return, "R", 'U' + $80, chr_return
run_keys = * - run_text
    .assert run_keys <= keys_max, error, "the keyboard buffer holds ten keys"
