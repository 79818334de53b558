; SCNKEY: the keyboard matrix, 60 times a second.
; Facts: PRG, keyboard matrix (columns on CIA 1 port A, rows on port B, both low when pressed),
; memory map for the counters; RPTFLG and the keys that repeat from the User's Guide.

column_stop     = %01111111     ; left selected between scans, for read_stop
key_insert      = 0             ; matrix numbers of the keys that repeat by themselves
key_right       = 2
key_down        = 7
key_space       = 60

; scnkey: puts the character of a newly pressed or repeating key into the buffer.
; in: nothing.   out: sfdx, lstx, shflag, keyd, ndx.   clobbers: a, x, y.
scnkey:
    lda #0
    sta shflag
    ldy #no_key
    sty key_found
    sty sfdx
    lda #$FF                    ; no column: what is low now is joystick 1, which would look like keys
    sta cia1_pra
    lda cia1_prb
    cmp #$FF
    bne @scanned
    lda #0                      ; all columns at once: usually nothing is pressed
    sta cia1_pra
    lda cia1_prb
    cmp #$FF
    beq @scanned
    lda #<keys_plain
    sta keytab
    lda #>keys_plain
    sta keytab + 1
    ldy #0
    lda #%11111110
@column:
    pha
    sta cia1_pra
@steady:
    lda cia1_prb
    cmp cia1_prb
    bne @steady
    sta key_row
    ldx #8
@row:
    lsr key_row
    bcs @up
    lda (keytab),y
    cmp #mod_control + 1        ; modifiers stand in the table as their bits,
    bcs @key
    cmp #chr_stop               ; among which STOP's code lies
    beq @key
    ora shflag
    sta shflag
    bne @up                     ; always
@key:
    sty sfdx
@up:
    iny
    dex
    bne @row
    pla
    sec
    rol
    cpy #no_key
    bne @column
@scanned:
    lda #column_stop
    sta cia1_pra
    jmp (keylog)

; keyboard_table: default of keylog: chooses the table by the modifiers; SHIFT with C= changes the character
; set, once a press, unless mode forbids.
; in: sfdx, shflag.   out: keytab, lstx, lstshf, keyd, ndx.   clobbers: a, x, y.
keyboard_table:
    lda shflag
    cmp #mod_shift + mod_commodore
    bne @choose
    cmp lstshf
    beq @done
    sta lstshf
    lda mode
    bmi @done
    lda vic_memory
    eor #vic_charset_bit
    sta vic_memory
@done:
    lda #no_key
    sta lstx
    rts
@choose:
    ldx #<keys_control
    ldy #>keys_control
    cmp #mod_control
    bcs @table
    ldx #<keys_commodore
    ldy #>keys_commodore
    cmp #mod_commodore
    bcs @table
    ldx #<keys_shifted
    ldy #>keys_shifted
    cmp #mod_shift
    bcs @table
    ldx #<keys_plain
    ldy #>keys_plain
@table:
    stx keytab
    sty keytab + 1              ; falls through to key_pressed

; key_pressed: a new key goes into the buffer at once, a held one repeats when its time has come.
key_pressed:
    ldy sfdx
    lda shflag
    sta lstshf
    cpy lstx
    beq @held
    sty lstx
    lda #repeat_delay
    sta delay
    bne @enter                  ; always
@held:
    bit rptflg
    bmi @repeats
    bvs @done
    cpy #key_insert
    beq @repeats
    cpy #key_right
    beq @repeats
    cpy #key_down
    beq @repeats
    cpy #key_space
    bne @done
@repeats:
    lda delay
    beq @count
    dec delay
    bne @done
@count:
    dec kount
    bne @done
    lda ndx                     ; nobody wants to run over a wall of repeated keys
    bne @again
@enter:
    lda (keytab),y
    cmp #no_character
    beq @again
    ldx ndx
    cpx xmax
    bcs @again
    sta keyd,x
    inc ndx
@again:
    lda #repeat_speed
    sta kount
@done:
    rts
