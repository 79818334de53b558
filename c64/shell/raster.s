; Raster splits: a screen is made of bands of rows, each with its own set, mode and paper.
;
; Bands meet in a black line, the last of the upper band's last row (letters leave it free): at its start and end one
; register changes, in the border, and everything else changes while the line hides it. Two interrupts make the moment
; exact: the first, two lines early, waits in two-cycle instructions for the second. Good for 63 to 65 cycles a line. Where the
; cursor's sprites lie across the black line they delay its start by some cycles of the line's end, and its end likewise:
; then it is held so much less (hold_under).
; Line numbers: a row r begins at 51 + 8 r. A last interrupt below the picture prepares the next frame and runs what
; runs once a frame (frame_work).

.include "defs.inc"
.importzp irq_sp, irq_split, frames
.import keys_scan, sound_frame, cursor_frame, title_papers
.export raster_start, raster_stop, bands_build, row_mode, bar_colour, map_memory, nmi_ignore, band_hold

first_line = 51
bottom_line = 252
bars_from = first_line
bars_to   = bars_from + 8 * (title_rows - 1) + 2 ; below, only snow
max_splits = 9

.segment "SHELLBSS"
row_mode:     .res rows         ; band kind of each row, mode_*
bar_colour:   .res 1            ; paper of mode_bar
split_line:   .res max_splits + 1
split_mode:   .res max_splits + 1

.segment "SHELL"

; irq_bars: the title's papers, line by line: each is written in the left border, 6 to 12 cycles into its line. A row's
; first line takes the processor's cycles from the twelfth on: its paper is written at the end of the line before, 62 to 68
; cycles after that began.
bad_line   = first_line & 7
bars_delay = 7
    .align 64                   ; at the segment's beginning, where that costs nothing
irq_bars:
    pha
    txa
    pha
    tya
    pha
    ldy #bars_from - 1
@line:
    ldx title_papers,y
@wait:
    cpy vic_raster
    bne @wait
    stx vic_paper
    iny
    tya
    and #7
    cmp #bad_line
    bne @next
    ldx title_papers,y
    lda #bars_delay
    sec
@delay:
    sbc #1
    bne @delay
    stx vic_paper
    iny
@next:
    cpy #bars_to
    bne @line
.assert >@line = >*, lderror, "a branch of the title's lines crosses a page"
    jmp irq_next
.assert <title_papers = 0, lderror, "the papers' page is read without a page crossing"

; Registers by band kind. The bar's paper is written anew each frame, the map's screen whenever it changes.
band_paper:    .byte black, black, white, dark_grey, black
band_control2: .byte mode_hires, mode_hires, mode_multi, mode_hires, mode_hires
band_memory:   .byte memory_text, memory_text
map_memory:    .byte memory_map, memory_text, memory_title
band_hold:     .byte hold_bare, hold_bare, hold_bare, hold_bare, hold_bare

; raster_start: interrupts from the bottom of the next frame on.
; in: interrupts off.  out: nothing.  clobbers: a.
raster_start:
    lda #<irq_frame
    sta $FFFE
    lda #>irq_frame
    sta $FFFF
    lda #bottom_line
    sta vic_raster
    lda #show_text
    sta vic_control1
    lda #irq_raster
    sta vic_irq
    sta vic_irq_mask
    rts

; raster_stop: no interrupts, no splits: one band of text on black.
; in: nothing.  out: nothing.  clobbers: a.
raster_stop:
    lda #0
    sta vic_irq_mask
    sta vic_sprite_on
    sta vic_paper
    lda #irq_raster
    sta vic_irq
    lda #memory_text
    sta vic_memory
    lda #mode_hires
    sta vic_control2
    lda #show_text
    sta vic_control1
    rts

; bands_build: makes the list of splits.
; in: row_mode.  out: interrupts on.  clobbers: a, x, y.
bands_build:
    sei
    ldy #0                      ; splits so far
    ldx #1
@row:
    lda row_mode,x
    cmp row_mode - 1,x
    beq @next
    cpy #max_splits
    beq @next
    sta split_mode,y
    txa
    asl
    asl
    asl
    clc
    adc #first_line - 3
    sta split_line,y
    iny
@next:
    inx
    cpx #rows
    bne @row
    lda #bottom_line
    sta split_line,y
    cli
    rts

; nmi_ignore: RESTORE means nothing.
; in: an interrupt.  out: returns from it.  clobbers: nothing.
nmi_ignore:
    rti

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
    nop
    nop
    ldx band_hold,y
@hold:
    dex
    bne @hold
.assert >@hold = >*, lderror, "the hold of the black line crosses a page"
    lda #show_text
    sta vic_control1            ; one line later
    inc irq_split
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
