; split: interrupts of the display list: where one kind of rows ends, the colours of the next are set. The last line of a row, or of
; blank lines, asks for them; they wait for its end. In a row of text the processor has some forty cycles of that line, so that what comes
; next is looked up before.

.include "hardware.inc"
.importzp split_place, split_kind, split_back
.import split_kinds, kind_back, kind_paper, kind_text, kind_chars, compass_ground, compass_on
.if TITLE_PICTURE
.import dli_picture
.endif
.export dli, dli_end, split_next

compass_x  = 180                ; HPOSP3: columns 33 to 39
map_nearly = 150 / 2            ; VCOUNT two lines before the map's last one, whichever row that is in
map_lines  = 3                  ; lines from there to its end

.segment "SHELL"

; dli: as the operating system enters it through VDSLST.
; in: an interrupt; split_kind, split_back.  out: returns from it.  clobbers: nothing.
dli:
    pha
    txa
    pha
    ldx split_back
    sta WSYNC
    tya                         ; the line ends within these five cycles
    pha
    stx COLBK
    jsr colours_set
    ; falls through to dli_end

; dli_end: the end of an interrupt of the display list: the next is prepared.
; in: a, x and y on the stack, in this order.  out: returns from the interrupt.  clobbers: nothing.
dli_end:
    inc split_place
    jsr split_next
    pla
    tay
    pla
    tax
    pla
    rti

; dli_map_end: the same below the map. Its last row is cut off where the window moves by lines, and its only line leaves the processor
; no time where it stands: a row further up asks.
dli_map_end:
    pha
    txa
    pha
    tya
    pha
    ldx #map_lines
@wait:
    lda VCOUNT
    cmp #map_nearly
    bcc @wait
@line:
    sta WSYNC
    dex
    bne @line
    lda split_back
    sta COLBK
    jsr colours_set
    lda compass_on
    beq dli_end
    lda #compass_x
    sta HPOSP3
    lda compass_ground
    sta COLPM3
    lda #size_quadruple
    sta SIZEP3
    bne dli_end                 ; always

; colours_set: paper, text and characters of split_kind. changes a, y.
colours_set:
    ldy split_kind
    lda kind_paper,y
    sta COLPF2
    lda kind_text,y
    sta COLPF1
    lda kind_chars,y
    sta CHBASE
    rts

; split_next: what the next interrupt will need.
; in: split_place.  out: split_kind, split_back.  clobbers: a, x, y.
split_next:
    ldx split_place
    ldy split_kinds,x
    sty split_kind
    lda kind_back,y
    sta split_back
    ldx #<dli
    lda #>dli
    cpy #kind_info
    bne @way
    ldx #<dli_map_end
    lda #>dli_map_end
@way:
.if TITLE_PICTURE
    cpy #kind_picture
    bne @known
    ldx #<dli_picture
    lda #>dli_picture
@known:
.endif
    stx VDSLST
    sta VDSLST + 1
    rts
