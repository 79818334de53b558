; title: the title page's picture. Text stands below it.

.include "defs.inc"
.importzp src, dst, text_ink_row, row
.import row_mode, row_low, row_high, bands_build, title_cells, title_colours, title_first_code
.export title_show

.segment "TITLE"

; title_show: puts the picture on the screen, which is black until it is whole.
; in: nothing.  out: row_mode; interrupts on.  clobbers: a, x, y, src, dst, text_ink_row, row.
title_show:
    lda #<title_cells
    sta src
    lda #>title_cells
    sta src + 1
    ldx #0
@row:
    lda #show_none
    sta vic_control1            ; until irq_frame; the next row comes before the next frame
    lda row_low,x
    sta dst
    sta text_ink_row
    lda row_high,x
    clc
    adc #>screen_text
    sta dst + 1
    adc #>(colour_ram - screen_text)
    sta text_ink_row + 1
    stx row
    ldy #columns - 1
@cell:
    lda (src),y
    sta (dst),y
    sec
    sbc #<title_first_code
    tax
    lda title_colours,x
    sta (text_ink_row),y
    dey
    bpl @cell
    lda src
    clc
    adc #columns
    sta src
    bcc @next
    inc src + 1
@next:
    ldx row
    lda #mode_title
    sta row_mode,x
    inx
    cpx #title_rows
    bne @row
    jmp bands_build
