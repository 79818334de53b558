; raster: a screen is made of bands of rows, each with its own set, mode and paper; the list of lines where they meet.

.include "defs.inc"
.import irq_frame
.export raster_start, raster_stop, bands_build, nmi_ignore, row_mode, bar_colour
.export band_paper, band_control2, band_memory, map_memory, band_hold, split_line, split_mode

max_splits = 9

.segment "SHELLBSS"
row_mode:     .res rows         ; band kind of each row, mode_*
bar_colour:   .res 1            ; paper of mode_bar
split_line:   .res max_splits + 1
split_mode:   .res max_splits + 1

.segment "SHELL"

; Registers by band kind; the memory register's value is the sprites' priority too. The bar's paper is written anew each frame, the map's screen whenever it changes.
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
    lda #memory_text
    sta vic_memory
    lda #mode_hires
    sta vic_control2
    lda #show_text
    sta vic_control1
    rts

; bands_build: makes the list of splits. Interrupts go on meanwhile: one that came late would give its frame up, and a list
; made from its front is whole up to where the beam is.
; in: row_mode.  out: interrupts on.  clobbers: a, x, y.
bands_build:
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
