; text_code: letters by their ink: those of keys are key caps, and on a text page the ink decides how a row looks.

.include "hardware.inc"
.import cell_ink, key_caps, page_now, row_kind, text_row_now
.export ink_code, rows_changed

.segment "SHELLBSS"
ink_x:      .res 1
ink_kind:   .res 1
rows_changed: .res 1            ; 1: the next vertical blank makes a display list of them

.segment "SHELLFAR"

; Kinds of rows by the ink of what stands in them; of several the least counts.
ink_kinds:
    .byte kind_panel + 1, kind_panel + 1, kind_panel + 2, kind_panel + 2, kind_panel, kind_panel + 2

; ink_code: what stands for a character in the ink of what is written.
; in: a = code, cell_ink, text_row_now.  out: a = code; row_kind.  clobbers: nothing.
ink_code:
    stx ink_x
    cmp #blank
    beq @end
    ldx page_now
    beq @ink                    ; page_map is 0
    pha
    lda #kind_menu
    cpx #page_title
    beq @kind
    ldx text_row_now
    cpx #row_menu
    bcs @kind
    ldx cell_ink
    lda ink_kinds,x
@kind:
    sta ink_kind
    ldx text_row_now
    beq @kept                   ; the bar's
    lda row_kind,x
    beq @set                    ; kind_blank is 0
    cmp #kind_info
    bcc @kept
    cmp #kind_title
    bcs @kept
    cmp ink_kind
    bcc @kept
    beq @kept
@set:
    lda ink_kind
    sta row_kind,x
    lda #1
    sta rows_changed
@kept:
    pla
@ink:
    ldx cell_ink
    cpx #key_ink
    bne @end
    cmp #digits + '_' + 1       ; behind the letters are glyphs and counters
    bcs @end
    tax
    lda key_caps,x
@end:
    ldx ink_x
    rts
