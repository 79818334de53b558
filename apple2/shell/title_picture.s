; title_picture: the title page's picture: the game's own, packed (ZX0). Text stands below it.

.include "hardware.inc"
.importzp src, dst, unpack_offset, unpack_count, unpack_bits
.import title_packed
.export title_show

.segment "TITLE"

; title_show: puts the picture on the screen.
; in: nothing.  out: nothing.  clobbers: a, x, y, src, dst, unpack_offset, unpack_count, unpack_bits.
title_show:
    lda #<hires
    sta dst
    lda #>hires
    sta dst + 1
    lda #<title_packed
    sta packed
    lda #>title_packed
    sta packed + 1
    bne unpack                  ; always

.include "unpack_memory.inc"
