; The screen editor (E:): printing with control characters, and lines that are typed and then read from the screen.
; A line is up to three rows; LOGMAP has a bit for each row that begins one.
; Facts: Operating System User's Manual, chapter 5, "Screen editor"; Mapping the Atari, LOGMAP, BUFCNT.

; Control characters.
C_UP          = $1C
C_DOWN        = $1D
C_LEFT        = $1E
C_RIGHT       = $1F
C_CLEAR       = $7D
C_BACK        = $7E
C_TAB         = $7F
C_DELETE_LINE = $9C
C_INSERT_LINE = $9D
C_CLEAR_TAB   = $9E
C_SET_TAB     = $9F
C_BELL        = $FD
C_DELETE      = $FE
C_INSERT      = $FF

LINE_ROWS  = 3
BELL_EDGES = 200

; in: ICAX2Z = 0. out: y = how it went, n. clobbers: a, x
editor_open:
    jsr screen_open
    bmi @done
    jsr cursor_on
    ldy #OK
@done:
    rts

; Prints a character; CONTROL with 1 makes it wait.
; in: a. out: a, y = OK. clobbers: x
editor_put:
    sta ATACHR
@waits:
    lda SSFLAG
    bne @waits
    jsr cursor_off
    jsr put_character
    jsr cursor_on
    lda ATACHR
    ldy #OK
    rts

; The next character of a line; if there is none, one is typed.
; in: -. out: a = character, y = how it went, n. clobbers: x
editor_get:
    lda BUFCNT
    bne @give
    lda ROWCRS
    sta BUFSTR
    lda COLCRS
    sta BUFSTR + 1
@key:
    jsr keyboard_get
    cpy #BREAK_ABORT
    bcs @failed
    cmp #EOL
    beq @typed
    jsr editor_put
    jmp @key
@typed:
    jsr cursor_off
    jsr find_line
@give:
    dec BUFCNT
    beq @end
    jsr cursor_off
    ldx BUFSTR
    ldy BUFSTR + 1
    jsr character_at
    pha
    inc BUFSTR + 1
    lda RMARGN
    cmp BUFSTR + 1
    bcs @same_row
    lda LMARGN
    sta BUFSTR + 1
    inc BUFSTR
@same_row:
    jsr cursor_on
    pla
    ldy #OK
    rts
@end:
    lda #EOL
    jmp editor_put
@failed:
    cpy #0
    rts

; The line in which the cursor is: BUFSTR = where it begins, or where typing began if that is its first row; BUFCNT = its
; characters and one; the cursor goes to its last row.
find_line:
    lda ROWCRS
    sta OLDROW
@up:
    ldx OLDROW
    beq @first
    cpx BUFSTR
    beq @typed_here
    jsr begins_line
    bne @first
    dec OLDROW
    jmp @up
@first:
    cpx BUFSTR
    beq @typed_here
    lda LMARGN
    sta BUFSTR + 1
    stx BUFSTR
@typed_here:
    ldx ROWCRS
@down:
    inx
    cpx #ROWS
    bcs @last
    jsr begins_line
    beq @down
@last:
    dex
    stx ROWCRS
    lda BUFSTR
    sta OLDROW
    lda BUFSTR + 1
    sta OLDCOL
    lda #0
    sta BUFCNT
    sta COUNTR
@cell:
    inc COUNTR
    ldx OLDROW
    ldy OLDCOL
    jsr character_at
    cmp #SPACE
    beq @blank
    lda COUNTR
    sta BUFCNT
@blank:
    inc OLDCOL
    lda RMARGN
    cmp OLDCOL
    bcs @cell
    lda LMARGN
    sta OLDCOL
    inc OLDROW
    lda ROWCRS
    cmp OLDROW
    bcs @cell
    inc BUFCNT
    rts

; The byte and the bit of LOGMAP for a row.
; in: x = row. out: y = byte, a = bit. clobbers: -
map_bit:
    txa
    lsr
    lsr
    lsr
    tay
    txa
    and #7
    stx OLDCHR
    tax
    lda bits,x
    ldx OLDCHR
    rts

bits:
    .byte $80, $40, $20, $10, $08, $04, $02, $01

; z clear if a row begins a line.
; in: x = row. out: z. clobbers: a, y
begins_line:
    jsr map_bit
    and LOGMAP,y
    rts

; A row begins a line, or goes on with one.
; in: x = row. out: -. clobbers: a, y
begin_line:
    jsr map_bit
    ora LOGMAP,y
    sta LOGMAP,y
    rts

continue_line:
    jsr map_bit
    eor #$FF
    and LOGMAP,y
    sta LOGMAP,y
    rts

; Does what ATACHR says.
; in: ATACHR. out: -. clobbers: a, x, y
put_character:
    lda ATACHR
    cmp #EOL
    beq new_line
    lda ESCFLG
    bne @shown
    lda DSPFLG
    bne @shown
    lda ATACHR
    jsr is_control
    bne @shown
    lda control_high,x
    pha
    lda control_low,x
    pha
    rts                         ; into its routine
@shown:
    lda #0
    sta ESCFLG
    lda ATACHR
    jsr show
; The cursor goes on by a column; behind the last one the line goes on in the next row, unless it has three.
; in: -. out: -. clobbers: a, x, y
go_on:
    inc COLCRS
    lda RMARGN
    cmp COLCRS
    bcs @done
    ldx ROWCRS
    jsr is_third
    bcs new_line
    jsr next_row
    ldx ROWCRS
    jsr continue_line
@done:
    rts

; c set if a row is the last that its line can have.
is_third:
    lda #LINE_ROWS
    sta COUNTR
@row:
    jsr begins_line
    bne @begin
    dec COUNTR
    dex
    bpl @row
@begin:
    lda #1
    cmp COUNTR
    rts

; in: -. out: -. clobbers: a, x, y
new_line:
    lda #0
    sta ESCFLG
    jsr next_row
    ldx ROWCRS
    jmp begin_line

; The first column of the next row.
next_row:
    lda LMARGN
    sta COLCRS
    inc ROWCRS
    lda ROWCRS
    cmp #ROWS
    bcc @done
    dec ROWCRS
    ldx #0
    jsr close_up
    asl LOGMAP + 2
    rol LOGMAP + 1
    rol LOGMAP
    lda BUFSTR
    beq @done
    dec BUFSTR
@done:
    rts

; Takes a row out: those below come up.
; in: x = row. out: -. clobbers: a, x, y
close_up:
    cpx #ROWS - 1
    beq @last
    txa
    inx
    jsr copy_row
    bmi close_up                ; always: the copy ends with y = $FF
@last:
    txa
    jmp clear_row

; in: a = character. out: z set if it is a control character, x = which. clobbers: -
is_control:
    ldx #controls_end - controls - 1
@control:
    cmp controls,x
    beq @done
    dex
    bpl @control
@done:
    rts

controls:
    .byte ESCAPE, C_UP, C_DOWN, C_LEFT, C_RIGHT, C_CLEAR, C_BACK, C_TAB, EOL
    .byte C_DELETE_LINE, C_INSERT_LINE, C_CLEAR_TAB, C_SET_TAB, C_BELL, C_DELETE, C_INSERT
controls_end:
control_low:
    .lobytes escape - 1, cursor_up - 1, cursor_down - 1, cursor_left - 1, cursor_right - 1
    .lobytes clear_screen - 1, back - 1, tab - 1, new_line - 1
    .lobytes delete_line - 1, insert_line - 1, clear_tab - 1, set_tab - 1, bell - 1, delete - 1, insert - 1
control_high:
    .hibytes escape - 1, cursor_up - 1, cursor_down - 1, cursor_left - 1, cursor_right - 1
    .hibytes clear_screen - 1, back - 1, tab - 1, new_line - 1
    .hibytes delete_line - 1, insert_line - 1, clear_tab - 1, set_tab - 1, bell - 1, delete - 1, insert - 1

escape:
    lda #$FF
    sta ESCFLG
    rts

cursor_up:
    dec ROWCRS
    bpl @done
    lda #ROWS - 1
    sta ROWCRS
@done:
    rts

cursor_down:
    inc ROWCRS
    lda ROWCRS
    cmp #ROWS
    bcc @done
    lda #0
    sta ROWCRS
@done:
    rts

cursor_left:
    lda COLCRS
    dec COLCRS
    cmp LMARGN
    beq @wraps
    bcs @done
@wraps:
    lda RMARGN
    sta COLCRS
@done:
    rts

cursor_right:
    inc COLCRS
    lda RMARGN
    cmp COLCRS
    bcs @done
    lda LMARGN
    sta COLCRS
@done:
    rts

; An empty screen, the cursor at home, each row a line.
; in: -. out: -. clobbers: a, x, y
clear_screen:
    ldx #ROWS - 1
@row:
    txa
    jsr clear_row
    dex
    bpl @row
    stx LOGMAP
    stx LOGMAP + 1
    stx LOGMAP + 2
    lda #0
    sta ROWCRS
    sta COLCRS + 1
    lda LMARGN
    sta COLCRS
    rts

back:
    lda LMARGN
    cmp COLCRS
    bcc @left
    ldx ROWCRS
    jsr begins_line
    bne @done                   ; nothing of this line is before it
    dec ROWCRS
    lda RMARGN
    sta COLCRS
    bne @blank                  ; always
@left:
    dec COLCRS
@blank:
    lda #SPACE
    jsr show
@done:
    rts

tab:
    jsr go_on
    lda COLCRS
    cmp LMARGN
    beq @done                   ; a new row
    jsr tab_bit
    and TABMAP,y
    beq tab
@done:
    rts

set_tab:
    jsr tab_bit
    ora TABMAP,y
    sta TABMAP,y
    rts

clear_tab:
    jsr tab_bit
    eor #$FF
    and TABMAP,y
    sta TABMAP,y
    rts

; The stops of a row go on with those of its line's next one; here each row has the same.
tab_bit:
    ldx COLCRS
    dex                         ; column 0 has none
    bpl map_bit_of
    inx
map_bit_of:
    jmp map_bit

bell:
    ldy #BELL_EDGES
@edge:
    tya
    and #1
    beq @down
    lda #SPEAKER
@down:
    sta CONSOL
    sta WSYNC
    sta WSYNC
    dey
    bne @edge
    rts

; The rest of the row goes a column to the left, or to the right.
delete:
    lda ROWCRS
    jsr at_row
    ldy COLCRS
@cell:
    cpy RMARGN
    bcs @last
    iny
    lda (ADRESS),y
    dey
    sta (ADRESS),y
    iny
    bne @cell                   ; always
@last:
    lda #0
    sta (ADRESS),y
    rts

insert:
    lda ROWCRS
    jsr at_row
    ldy RMARGN
@cell:
    cpy COLCRS
    beq @last
    bcc @last
    dey
    lda (ADRESS),y
    iny
    sta (ADRESS),y
    dey
    bne @cell                   ; a row has columns before it
    cpy COLCRS
@last:
    ldy COLCRS
    lda #0
    sta (ADRESS),y
    rts

delete_line:
    ldx ROWCRS
    jsr close_up
    jmp lines_from_here

insert_line:
    ldx #ROWS - 2
@row:
    cpx ROWCRS
    bcc @moved
    txa
    clc
    adc #1
    jsr copy_row
    dex
    bpl @row
@moved:
    lda ROWCRS
    jsr clear_row
; The rows from the cursor on begin a line each.
lines_from_here:
    lda LMARGN
    sta COLCRS
    ldx ROWCRS
@row:
    jsr begin_line
    inx
    cpx #ROWS
    bcc @row
    rts
