; title_picture: the title page's picture: the game's name in large letters over the game's own picture, whose papers change every four
; lines. Text stands below it.

.include "hardware.inc"
.importzp src, dst, unpack_offset, unpack_count, unpack_bits
.import row_kind, title_text, title_packed, title_colours, hue, dli_end
.export title_show, title_hues, dli_picture

large_wide  = 20                ; large letters of a line
large_row   = 1                 ; of the first line
picture_row = 5
second_ink  = %01000000         ; of a code: in COLPF1
field       = page_rows + columns * (picture_row - 1)
bands       = 2 + 2 * picture_rows ; two are above the picture
first_count = 40                ; VCOUNT where the first interrupt comes: at the end of the large letters
; Where no text stands. A band is there twice, as VCOUNT counts every other line.
band_colours = page_rows + $0640

.segment "TITLE"

; title_show: puts the picture on the screen.
; in: row_kind all blank.  out: row_kind.  clobbers: a, x, y, src, dst, unpack_offset, unpack_count, unpack_bits.
title_show:
    ldx #large_wide - 1
@letter:
.repeat 3, i
    lda title_text + i * large_wide,x
    ora #second_ink
    sta page_rows + columns * (large_row - 1 + i),x
.endrepeat
    dex
    bpl @letter
    lda #<title_packed
    sta packed
    lda #>title_packed
    sta packed + 1
    lda #<map_chars
    ldx #>map_chars
    jsr unpack_there
    lda #<field
    ldx #>field
    jsr unpack_there
    ldx #title_rows - 1
@kind:
    lda kinds_here - large_row,x
    sta row_kind,x
    dex
    cpx #large_row - 1
    bne @kind
    ; falls through to title_hues

; title_hues: the colours of the picture on this machine.
; in: the title page is there.  out: nothing.  clobbers: a, x.
title_hues:
    ldx #bands - 1
@band:
    lda title_colours,x
    jsr hue
    pha
    txa
    asl
    tax
    pla
    sta band_colours,x
    sta band_colours + 1,x
    txa
    lsr
    tax
    dex
    bpl @band
    rts

; unpack_there: the next packed block goes to x:a. changes a, x, y.
unpack_there:
    sta dst
    stx dst + 1
    bne unpack                  ; always

.include "unpack_memory.inc"

; dli_picture: the next two bands begin, one as the next line does, the other four lines further.
; in: an interrupt.  out: returns from it.  clobbers: nothing.
dli_picture:
    pha
    txa
    pha
    ldx VCOUNT
    lda band_colours - first_count,x
    sta WSYNC
    nop                         ; the line ends within these five cycles
    bit dst
    sta COLBK
    sta COLPF2
    sta WSYNC                   ; in the first line of a row there is time for no more
    lda #0
    sta COLPF1
    lda #>map_chars
    sta CHBASE
    lda band_colours - first_count + 2,x
    sta WSYNC
    sta WSYNC
    sta WSYNC
    nop
    bit dst
    sta COLBK
    sta COLPF2
    tya
    pha
    jmp dli_end

; Kinds of the rows from the first of large letters on; what takes no line makes room for the picture.
kinds_here:
    .byte kind_title, kind_title + 1, kind_title + 2, kind_none
.repeat picture_rows
    .byte kind_picture
.endrepeat
.repeat title_rows - picture_row - picture_rows - 1
    .byte kind_none
.endrepeat
    .byte kind_blank
