; title: the title page's picture: the game's name in large letters over a field of hexes. Text stands below it.

.include "hardware.inc"
.importzp src, dst
.import row_kind, title_text, title_field, tile_show
.export title_show

large_wide  = 20                ; large letters of a line
large_lines = 3
large_row   = 1                 ; of the first line
second_ink  = %01000000         ; of a code: in COLPF1
field_row   = large_row + large_lines + 1
field_rows  = 10
field       = page_rows + columns * (field_row - 1)

.segment "TITLE"

; title_show: puts the picture on the screen.
; in: row_kind all blank.  out: row_kind.  clobbers: a, x, y, src, dst.
title_show:
    ldx #large_wide - 1
@letter:
    lda title_text,x
    ora #second_ink
    sta page_rows + columns * (large_row - 1),x
    lda title_text + large_wide,x
    ora #second_ink
    sta page_rows + columns * large_row,x
    lda title_text + 2 * large_wide,x
    ora #second_ink
    sta page_rows + columns * (large_row + 1),x
    dex
    bpl @letter
    lda #<title_field
    sta src
    lda #>title_field
    sta src + 1
    lda #<field
    sta dst
    lda #>field
    sta dst + 1
    ldx #field_rows
@row:
    stx field_left
    ldy #columns - 1
@cell:
    lda (src),y
    tax
    jsr tile_show
    sta (dst),y
    dey
    bpl @cell
    lda src
    clc
    adc #columns
    sta src
    bcc @same
    inc src + 1
    clc
@same:
    lda dst
    adc #columns
    sta dst
    bcc @next
    inc dst + 1
@next:
    ldx field_left
    dex
    bne @row
    ldx #title_rows - 1
@kind:
    lda kinds_here - large_row,x
    sta row_kind,x
    dex
    cpx #large_row - 1
    bne @kind
    rts

; Kinds of the rows from the first of large letters on; below the field all but one take no line.
kinds_here:
    .byte kind_title, kind_title + 1, kind_title + 2, kind_blank
.repeat field_rows
    .byte kind_map
.endrepeat
.repeat title_rows - field_row - field_rows - 1
    .byte kind_none
.endrepeat
    .byte kind_blank

.segment "SHELLBSS"
field_left: .res 1
