; Rows and logical lines of the screen: pointers, clearing, scrolling, opening a row.
; A logical line is one row, or two when printing ran over the first one's end. ldtb1 holds for each
; row its page within the screen (bits 0-1), with bit 7 set where a logical line begins.
; Invariants: row 0 begins a line; tblx is the cursor's row; pntr its column in the logical line,
; 40 and more being the second row; pnt and user point to the logical line's first row.
; Facts: memory map ($D1-$F4), screen layout from the PRG.

line_begins     = %10000000
row_page        = %00000011

; screen_clear: empties the screen, cursor at home.
; in: color, hibase.   out: as screen_home.   clobbers: a, x, y.
screen_clear:
    ldx #rows - 1
@row:
    jsr row_reset
    jsr row_clear
    dex
    bpl @row                    ; falls through to screen_home

; screen_home: cursor to the top left.
; in: nothing.   out: tblx, pntr; as screen_sync.   clobbers: a, x.
screen_home:
    ldx #0
    stx tblx
    stx pntr                    ; falls through to screen_sync

; screen_sync: the pointers of the line that the cursor is in: any row, columns 0-39 of that row, or 40-79 of
; its line.
; in: tblx, pntr.   out: pnt, user, lnmx, pntr.   clobbers: a, x.
screen_sync:
    ldx tblx
    lda ldtb1,x
    bmi @begins
    dex
    lda pntr
    cmp #columns
    bcs @begins
    adc #columns
    sta pntr
@begins:
    lda #columns - 1
    sta lnmx
    cpx #rows - 1
    beq @pointers
    lda ldtb1 + 1,x
    bmi @pointers
    lda #columns + columns - 1
    sta lnmx
@pointers:
    lda row_low,x
    sta pnt
    sta user
    lda ldtb1,x
    and #row_page
    pha
    ora hibase
    sta pnt + 1
    pla
    ora #>colour_ram
    sta user + 1
    rts

; row_reset: row x begins a line of its own.   clobbers: a.
row_reset:
    lda row_high,x
    ora #line_begins
    sta ldtb1,x
    rts

; row_target: copy_to, copy_to_colour := row x.   clobbers: a.
row_target:
    lda row_low,x
    sta copy_to
    sta copy_to_colour
    lda row_high,x
    pha
    ora hibase
    sta copy_to + 1
    pla
    ora #>colour_ram
    sta copy_to_colour + 1
    rts

; row_clear: row x becomes spaces in the printing colour.   clobbers: a, y.
row_clear:
    jsr row_target
    ldy #columns - 1
@next:
    lda #screen_space
    sta (copy_to),y
    lda color
    sta (copy_to_colour),y
    dey
    bpl @next
    rts

; row_copy: row x := row y, with its colours and its place in a line; sal is kept by the callers.
; clobbers: a, y.
row_copy:
    lda row_low,y
    sta sal
    sta copy_from_colour
    lda row_high,y
    pha
    ora hibase
    sta sal + 1
    pla
    ora #>colour_ram
    sta copy_from_colour + 1
    lda ldtb1,y
    and #line_begins
    ora row_high,x
    sta ldtb1,x
    jsr row_target
    ldy #columns - 1
@next:
    lda (sal),y
    sta (copy_to),y
    lda (copy_from_colour),y
    sta (copy_to_colour),y
    dey
    bpl @next
    rts

; scroll_up: everything goes up by the first line (one or two rows); the cursor's row and the row where reading
; began go with it. CTRL makes it slow.
; in: tblx, lxsp.   out: tblx, lxsp.   clobbers: a, x, y.
scroll_up:
    lda sal
    pha
    lda sal + 1
    pha
@again:
    ldx #0
@row:
    txa
    tay
    iny
    jsr row_copy
    inx
    cpx #rows - 1
    bne @row
    jsr row_reset
    jsr row_clear
    dec tblx
    dec lxsp
    lda ldtb1
    bpl @again                  ; the second row of the line that left
    lda shflag
    and #mod_control
    beq @done
    ldx #slow_scroll
@wait:
    jsr ser_delay_ms
    dex
    bne @wait
@done:
    pla
    sta sal + 1
    pla
    sta sal
    rts

slow_scroll     = 150           ; milliseconds

; open_row: a blank row after the cursor's becomes the second row of its line; what was below moves down, or the
; screen up if there is no row below. pntr and lnmx are the caller's.
; in: tblx.   out: tblx, lxsp.   clobbers: a, x, y.
open_row:
    lda tblx
    cmp #rows - 1
    bcc @room
    jsr scroll_up
@room:
    lda sal
    pha
    lda sal + 1
    pha
    ldx #rows - 1
@row:
    dex
    cpx tblx
    beq @blank
    txa
    tay
    inx
    jsr row_copy
    dex
    bne @row                    ; always: x is beyond tblx
@blank:
    inx
    lda row_high,x              ; continues the line
    sta ldtb1,x
    jsr row_clear
    pla
    sta sal + 1
    pla
    sta sal
    rts

; line_next: cursor to the start of the next logical line, scrolling if there is none.
; in: tblx.   out: tblx, pntr; as screen_sync.   clobbers: a, x, y.
line_next:
    ldx tblx
@find:
    inx
    cpx #rows
    bcs @found
    lda ldtb1,x
    bpl @find
@found:
    stx tblx
    lda #0
    sta pntr
    cpx #rows
    bcc @sync
    jsr scroll_up
@sync:
    jmp screen_sync

row_low:
    .repeat rows, r
    .byte <(r * columns)
    .endrepeat
row_high:
    .repeat rows, r
    .byte >(r * columns)
    .endrepeat
