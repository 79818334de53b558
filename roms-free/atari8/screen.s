; The screen: the display handler (S:), which has the text mode 0 alone, and what the editor shares with it.
; Facts: Operating System User's Manual, chapter 5, "Display handler"; Mapping the Atari, $0052 to $007E, $02A0 to $02C8.

ROWS        = 24
COLUMNS     = 40
FIRST_MARGIN = 2
CELLS_LOW   = $40               ; the screen's 960 bytes end with RAM, the list's 32 lie before them
CELLS_PAGES = 4
LIST_LOW    = $20
BLANK_8     = $70               ; display list
TEXT        = $02
LOAD_MEMORY = $40
JUMP_BLANK  = $41
DMA_ON      = $22               ; list, normal width
CHARACTERS  = $E0
INVERSE_ON  = $02               ; CHACT

; in: -. out: -. clobbers: a, x
screen_init:
    ldx #4
@color:
    lda colors,x
    sta COLOR0,x
    dex
    bpl @color
    lda #FIRST_MARGIN
    sta LMARGN
    lda #COLUMNS - 1
    sta RMARGN
    ldx #14
    lda #1
@tabs:
    sta TABMAP,x
    dex
    bpl @tabs
    rts

colors:
    .byte $28, $CA, $94, $46, $00

; Makes the screen of mode 0; others are not there.
; in: ICAX2Z = mode. out: y = how it went, n. clobbers: a, x
screen_open:
    ldy #BAD_MODE
    lda ICAX2Z
    and #$0F
    bne @done
    sta DINDEX
    jsr make_list
    lda #CHARACTERS
    sta CHBAS
    lda #INVERSE_ON
    sta CHACT
    lda #ROWS
    sta BOTSCR
    lda #0
    sta OLDADR + 1
    sta BUFCNT
    jsr clear_screen
    lda #DMA_ON
    sta SDMCTL
    ldy #OK
@done:
    tya
    rts

; The display list before the screen's memory, both at the end of RAM.
make_list:
    lda #CELLS_LOW
    sta SAVMSC
    lda #LIST_LOW
    sta ADRESS
    sta SDLSTL
    lda RAMTOP
    sec
    sbc #CELLS_PAGES
    sta SAVMSC + 1
    sta ADRESS + 1
    sta SDLSTH
    sta MEMTOP + 1
    lda #LIST_LOW - 1
    sta MEMTOP
    ldy #list_end - list - 1
@head:
    lda list,y
    sta (ADRESS),y
    dey
    bpl @head
    ldy #list_end - list
    lda SAVMSC
    sta (ADRESS),y
    iny
    lda SAVMSC + 1
    sta (ADRESS),y
    iny
    ldx #ROWS - 1
    lda #TEXT
@row:
    sta (ADRESS),y
    iny
    dex
    bne @row
    lda #JUMP_BLANK
    sta (ADRESS),y
    iny
    lda SDLSTL
    sta (ADRESS),y
    iny
    lda SDLSTH
    sta (ADRESS),y
    rts

list:
    .byte BLANK_8, BLANK_8, BLANK_8, LOAD_MEMORY | TEXT
list_end:

; The character at the cursor, which goes on.
; in: -. out: a = character, y = OK. clobbers: x
screen_get:
    jsr cursor_off
    ldx ROWCRS
    ldy COLCRS
    jsr character_at
    pha
    jsr go_on
    jsr cursor_on
    pla
    ldy #OK
    rts

; Puts a character; but for the end of a line and the empty screen all of them are shown.
; in: a. out: y = OK. clobbers: x
screen_put:
    sta ATACHR
    jsr cursor_off
    lda ATACHR
    cmp #C_CLEAR
    beq @control
    lda #$FF
    sta ESCFLG
@control:
    jsr put_character
    jsr cursor_on
    lda ATACHR
    ldy #OK
    rts

; ADRESS = where a row begins.
; in: a = row. out: ADRESS. clobbers: a
at_row:
    pha
    lda #0
    sta ADRESS + 1
    pla
    asl
    asl
    asl                         ; 8 times: at most 184
    sta ADRESS
    asl
    rol ADRESS + 1
    asl
    rol ADRESS + 1              ; 32 times
    clc
    adc ADRESS
    bcc @low
    inc ADRESS + 1
    clc
@low:
    adc SAVMSC
    sta ADRESS
    lda ADRESS + 1
    adc SAVMSC + 1
    sta ADRESS + 1
    rts

; The character of a cell.
; in: x = row, y = column. out: a. clobbers: x, ADRESS
character_at:
    txa
    jsr at_row
    lda (ADRESS),y
; From the screen's code.
    pha
    jsr quarter
    pla
    eor from_screen,x
    rts

; in: a. out: x = its bits 5 and 6. clobbers: a
quarter:
    rol
    rol
    rol
    rol
    and #3
    tax
    rts

; What differs between a character and its code on the screen, by the bits 5 and 6 of the one or the other.
to_screen:
    .byte $40, $20, $60, $00
from_screen:
    .byte $20, $60, $40, $00

; Shows a character at the cursor.
; in: a. out: -. clobbers: a, x, y, ADRESS
show:
    pha
    jsr quarter
    pla
    eor to_screen,x
    pha
    lda ROWCRS
    jsr at_row
    ldy COLCRS
    pla
    sta (ADRESS),y
    rts

; in: -. out: -. clobbers: a, y, ADRESS
cursor_on:
    lda CRSINH
    bne @done
    lda ROWCRS
    jsr at_row
    lda ADRESS
    clc
    adc COLCRS
    sta OLDADR
    lda ADRESS + 1
    adc #0
    sta OLDADR + 1
    ldy #0
    lda (OLDADR),y
    sta OLDCHR
    eor #$80
    sta (OLDADR),y
@done:
    rts

; in: -. out: -. clobbers: a, y
cursor_off:
    lda OLDADR + 1
    beq @done
    ldy #0
    lda OLDCHR
    sta (OLDADR),y
    sty OLDADR + 1
@done:
    rts

; Fills a row with spaces.
; in: a = row. out: -. clobbers: a, y, ADRESS
clear_row:
    jsr at_row
    lda #0
    ldy #COLUMNS - 1
@cell:
    sta (ADRESS),y
    dey
    bpl @cell
    rts

; Copies a row.
; in: x = from, a = to. out: -. clobbers: a, y, ADRESS, SAVADR
copy_row:
    jsr at_row
    lda ADRESS
    sta SAVADR
    lda ADRESS + 1
    sta SAVADR + 1
    txa
    jsr at_row
    ldy #COLUMNS - 1
@cell:
    lda (ADRESS),y
    sta (SAVADR),y
    dey
    bpl @cell
    rts
