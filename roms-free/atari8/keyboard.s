; The keyboard handler (K:): codes of keys into characters.
; Facts: Operating System User's Manual, chapter 5, "Keyboard handler", table of key codes; Mapping the Atari, CH, SHFLOK, KEYDEF.

NO_KEY       = $FF
CONTROLS     = $80              ; in CH: CONTROL, SHIFT
BOTH         = $C0
LOCK_CAPS    = $40              ; SHFLOK
CLICK_EDGES  = 40
; In the table, in the place of characters.
K_NONE       = $80
K_INVERSE    = $81
K_CAPS       = $82
K_SHIFT_CAPS = $83
K_CTRL_CAPS  = $84
K_END        = $85

; in: -. out: -. clobbers: a
keyboard_init:
    lda #NO_KEY
    sta CH
    lda #LOCK_CAPS
    sta SHFLOK
    .if XL
    lda #<key_table
    sta KEYDEF
    lda #>key_table
    sta KEYDEF + 1
    .endif
    rts

; Opening, closing and the status are always well.
; in: -. out: y = OK. clobbers: -
always_ok:
    ldy #OK
    rts

; A function that a handler does not have.
; in: -. out: y = NO_FUNCTION. clobbers: -
no_function:
    ldy #NO_FUNCTION
    rts

; The next key that makes a character.
; in: -. out: a = character, y = how it went, n. clobbers: x
keyboard_get:
    lda BRKKEY
    bne @look
    lda #CONTROLS
    sta BRKKEY
    lda #EOL
    ldy #BREAK_ABORT
    rts
@look:
    ldx CH
    inx
    beq keyboard_get
    dex
    lda #NO_KEY
    sta CH
    jsr click
    cpx #BOTH
    bcs keyboard_get
    jsr translate
    ldx #key_states_end - key_states - 1
@state:
    cmp key_states,x
    beq @found
    dex
    bpl @state
    jsr shifted
    sta ATACHR
    ldy #OK
    rts
@found:
    cpx #K_END - K_NONE
    beq @end
    jsr change_state
    jmp keyboard_get
@end:
    ldy #END_OF_FILE
    rts

key_states:
    .byte K_NONE, K_INVERSE, K_CAPS, K_SHIFT_CAPS, K_CTRL_CAPS, K_END
key_states_end:

; in: x = code of a key. out: a = what the table says.
translate:
    .if XL
    txa
    tay
    lda (KEYDEF),y
    .else
    lda key_table,x
    .endif
    rts

; What a key changes; x = 0: nothing.
change_state:
    lda SHFLOK
    dex
    bmi @done
    bne @caps
    lda INVFLG
    eor #$80
    sta INVFLG
@done:
    rts
@caps:
    dex
    bne @lock
    .if XL
    eor #LOCK_CAPS              ; a switch; on the 800 small letters
    and #LOCK_CAPS
    .else
    lda #0
    .endif
    sta SHFLOK
    rts
@lock:
    lda #LOCK_CAPS
    dex
    beq @set
    lda #CONTROLS
@set:
    sta SHFLOK
    rts

; A letter as SHFLOK has it, a character as INVFLG.
shifted:
    cmp #'a'
    bcc @letter_done
    cmp #'z' + 1
    bcs @letter_done
    bit SHFLOK
    bmi @control
    bvc @letter_done
    sbc #$20 - 1                ; c is clear
    bne @letter_done            ; always
@control:
    and #$1F
@letter_done:
    jsr is_control
    beq @done
    eor INVFLG
@done:
    rts

; Keys are heard.
click:
    lda NOCLIK
    bne @done
    ldy #CLICK_EDGES
@edge:
    tya
    and #1
    beq @down
    lda #SPEAKER
@down:
    sta CONSOL
    lda VCOUNT
@line:
    cmp VCOUNT
    beq @line
    dey
    bne @edge
@done:
    rts

; By code: alone, with SHIFT, with CONTROL.
key_table:
    .byte "lj;", K_NONE, K_NONE, "k+*"
    .byte "o", K_NONE, "pu", EOL, "i-="
    .byte "v", K_NONE, "c", K_NONE, K_NONE, "bxz"
    .byte "4", K_NONE, "36", ESCAPE, "521"
    .byte ", .n", K_NONE, "m/", K_INVERSE
    .byte "r", K_NONE, "ey", C_TAB, "twq"
    .byte "9", K_NONE, "07", C_BACK, "8<>"
    .byte "fhd", K_NONE, K_CAPS, "gsa"

    .byte "LJ:", K_NONE, K_NONE, "K", $5C, "^"
    .byte "O", K_NONE, "PU", EOL, "I_|"
    .byte "V", K_NONE, "C", K_NONE, K_NONE, "BXZ"
    .byte "$", K_NONE, "#&", ESCAPE, "%", $22, "!"
    .byte "[ ]N", K_NONE, "M?", K_INVERSE
    .byte "R", K_NONE, "EY", C_SET_TAB, "TWQ"
    .byte "(", K_NONE, ")'", C_DELETE_LINE, "@", C_CLEAR, C_INSERT_LINE
    .byte "FHD", K_NONE, K_SHIFT_CAPS, "GSA"

    .byte $0C, $0A, $7B, K_NONE, K_NONE, $0B, C_LEFT, C_RIGHT
    .byte $0F, K_NONE, $10, $15, EOL, $09, C_UP, C_DOWN
    .byte $16, K_NONE, $03, K_NONE, K_NONE, $02, $18, $1A
    .byte K_NONE, K_NONE, K_END, K_NONE, ESCAPE, K_NONE, C_BELL, K_NONE
    .byte $00, SPACE, $60, $0E, K_NONE, $0D, K_NONE, K_INVERSE
    .byte $12, K_NONE, $05, $19, C_CLEAR_TAB, $14, $17, $11
    .byte K_NONE, K_NONE, K_NONE, K_NONE, C_DELETE, K_NONE, C_CLEAR, C_INSERT
    .byte $06, $08, $04, K_NONE, K_CTRL_CAPS, $07, $13, $01
    .assert * - key_table = 192, error, "192 codes"
