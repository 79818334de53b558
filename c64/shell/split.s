; split: the interrupts of the raster.
;
; Bands meet in a black line, the last of the upper band's last row (letters leave it free): at its start and end one
; register changes, in the border, and everything else changes while the line hides it. Two interrupts make the moment
; exact: the first, two lines early, waits in two-cycle instructions for the second. Good for 63 to 65 cycles a line. Where the
; cursor's sprites lie across the black line they delay its start by some cycles of the line's end, and its end likewise:
; then it is held so much less (hold_under).
; Line numbers: a row r begins at 51 + 8 r. A last interrupt below the picture prepares the next frame and runs what
; runs once a frame.

.include "defs.inc"
.importzp irq_sp, irq_split, frames
.import keys_scan, sound_frame, cursor_frame, irq_bars
.import row_mode, bar_colour, band_paper, band_control2, band_memory, band_hold, split_line, split_mode
.export irq_frame, irq_next

.segment "SHELL"

; irq_early: two lines before the black one.
irq_early:
    pha
    txa
    pha
    tya
    pha
    lda #<irq_exact
    sta $FFFE
    lda #>irq_exact
    sta $FFFF
    ldx irq_split
    ldy split_line,x
    iny
    sty vic_raster
    lda #irq_raster
    sta vic_irq
    tsx
    stx irq_sp
    cli
.repeat 40
    nop
.endrepeat
    sei                         ; not reached unless the line was missed: then give the frame up
    jmp irq_next

; irq_exact: the line before the black one, known to a cycle.
irq_exact:
    ldx irq_sp                  ; 3, the nested frame is dropped
    txs                         ; 2
    ldx irq_split               ; 3
    ldy split_mode,x            ; 4
    ldx #6                      ; 2
@wait:
    dex                         ; 5 each
    bne @wait
.assert >@wait = >*, lderror, "the exact wait crosses a page"
    nop
    lda #show_black
    sta vic_control1            ; in the right border
    lda band_paper,y
    sta vic_paper
    lda band_control2,y
    sta vic_control2
    lda band_memory,y
    sta vic_memory
    sta vic_priority            ; the one value serves both
    ldx band_hold,y
@hold:
    dex
    bne @hold
.assert >@hold = >*, lderror, "the hold of the black line crosses a page"
    lda #show_text
    sta vic_control1            ; one line later
    inc irq_split
; falls through to irq_next

; irq_next: the end of an interrupt: which is the next?
; in: a, x and y on the stack.  out: returns from the interrupt.  clobbers: nothing.
irq_next:
    lda #irq_raster
    sta vic_irq
    ldx irq_split
    lda split_line,x
    sta vic_raster
    cmp #bottom_line
    beq @bottom
    lda #<irq_early
    sta $FFFE
    lda #>irq_early
    sta $FFFF
    bne irq_out
@bottom:
    lda #<irq_frame
    sta $FFFE
    lda #>irq_frame
    sta $FFFF
irq_out:
    pla
    tay
    pla
    tax
    pla
    rti

; irq_frame: below the picture.
; in: an interrupt.  out: returns from it.  clobbers: nothing.
irq_frame:
    pha
    txa
    pha
    tya
    pha
    lda bar_colour
    sta band_paper + mode_bar
    ldy row_mode
    lda band_paper,y
    sta vic_paper
    lda band_control2,y
    sta vic_control2
    lda band_memory,y
    sta vic_memory
    lda #show_text
    sta vic_control1            ; a page that came was hidden for this frame
    lda #0
    sta irq_split
    inc frames
    jsr cursor_frame
    jsr sound_frame
    jsr keys_scan
    lda row_mode
    cmp #mode_title
    bne @splits
    lda #<irq_bars
    sta $FFFE
    lda #>irq_bars
    sta $FFFF
    lda #bars_from - 2
    sta vic_raster
    lda #irq_raster
    sta vic_irq
    bne irq_out
@splits:
    jmp irq_next
