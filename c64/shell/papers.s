; papers: the title's papers, line by line. It stands first in its segment, where to be aligned costs nothing.

.include "defs.inc"
.import irq_next, title_papers
.export irq_bars

bars_to    = bars_from + 8 * title_rows - 4 ; then the split below is prepared (src/art/title.rs, HELD)
bad_line   = first_line & 7
bars_delay = 7

.segment "SHELL"
    .align 64

; irq_bars: each paper is written in the left border, 6 to 12 cycles into its line. A row's first line takes the processor's
; cycles from the twelfth on: its paper is written at the end of the line before, 62 to 68 cycles after that began.
; in: the interrupt two lines above the picture.  out: as from irq_next.  clobbers: nothing.
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
