; CINT: VIC-II, screen editor, video standard. SCREEN, PLOT.
; Facts: PRG, KERNAL routines CINT, SCREEN, PLOT; VIC-II data sheet (263 lines NTSC, 312 PAL).

last_line_limit = 280 - 256     ; NTSC's last line is 262, PAL's 311

; cint: VIC-II, editor and keyboard as after power-on.
; in: nothing.   out: palnts.   clobbers: a, x, y.
cint:
    lda #dev_screen
    sta dflto
    lda #dev_keyboard
    sta dfltn
    ldx #vic_registers - 1
@vic:
    lda vic_defaults - 1,x
    sta vic,x
    dex
    bne @vic
    stx vic
    stx mode
    stx blnon
    stx ndx
    stx rptflg
    stx shflag
    stx lstshf
    lda #keys_max
    sta xmax
    lda #repeat_delay
    sta delay
    lda #repeat_speed
    sta kount
    lda #no_key
    sta lstx
    sta sfdx
    lda #<keyboard_table
    sta keylog
    lda #>keyboard_table
    sta keylog + 1
    lda #colour_text
    sta color
    lda #blink_time
    sta blnct
    sta blnsw                   ; not 0: no cursor until somebody waits for a key
    jsr screen_clear
    jsr find_video_standard
    jmp tick_start

; find_video_standard: palnts := 1 if the raster counts beyond NTSC's last line.   clobbers: a, x.
find_video_standard:
@above:
    bit vic_cr1                 ; bit 7 is the raster's bit 8: wait for a line below 256,
    bmi @above
@below:
    bit vic_cr1                 ; then for line 256
    bpl @below
    ldx #0
@last:
    lda vic_raster
    bit vic_cr1
    bpl @frame
    cmp #last_line_limit
    bcc @last
    inx
@frame:
    cpx #1
    lda #0
    rol
    sta palnts
    rts

; screen: the size of the screen.
; in: nothing.   out: x = columns, y = rows.   clobbers: nothing.
screen:
    ldx #columns
    ldy #rows
    rts

; plot: the place of the cursor.
; in: C = 0: sets it to row x, column y.   out: C = 1: row x, column y.   clobbers: a; x when it sets.
plot:
    bcs @read
    stx tblx
    sty pntr
    jmp screen_sync
@read:
    ldx tblx
    lda pntr
    cmp #columns
    bcc @first
    sbc #columns
@first:
    tay
    rts

colour_border   = 14
colour_back     = 6
colour_text     = 14

; $d001-$d02e; $d000 is 0 like most of them.
vic_defaults:
    .res vic_cr1 - vic - 1, 0
    .byte %00011011             ; $d011: display on, 25 rows, scroll 3
    .byte 0                     ; $d012: raster compare, not enabled
    .res 3, 0
    .byte %00001000             ; $d016: 40 columns
    .byte 0
    .byte %00010100             ; $d018: screen $0400, characters $1000 (the ROM's capitals)
    .byte %00001111             ; $d019: acknowledges whatever was pending
    .byte 0                     ; $d01a
    .res 5, 0
    .byte colour_border, colour_back
    .byte 1, 2, 3               ; background colours of the extended mode
    .byte 4, 0                  ; sprite multicolours
    .byte 1, 2, 3, 4, 5, 6, 7, 12       ; sprites
    .assert * - vic_defaults = vic_registers - 1, error, "VIC-II table"
