; bands: rows of the screen by kind, and the display list that is made of them. There are two lists: the next is made while the other is
; shown.

.include "hardware.inc"
.importzp list_low, list_shown, list_at
.import page_now, row_low, row_high, rows_point, moving
.import rows_changed
.export row_kind, split_kinds, bands_build, bands_frame, text_row_now

other_list  = $80               ; bit of the second one

.segment "SHELLBSS"
row_kind:    .res rows
split_kinds: .res 2 * most_splits ; of both lists
split_last:  .res 1
band_kind:   .res 1             ; of the row above
row_now:     .res 1
asked:       .res 1             ; where the last instruction stands
list_end:    .res 1
building:    .res 1             ; 1: a list is being made
text_row_now: .res 1            ; the text cursor's

.segment "SHELL"

; bands_frame: part of the vertical blank: rows that look otherwise since the last one.
; in: rows_changed.  out: the same.  clobbers: a, x, y, list_at.
bands_frame:
    lda rows_changed
    beq @end
    lda building
    bne @end
    sta rows_changed
    beq bands_build             ; always
@end:
    rts

; bands_build: makes the display list, and shows it from the next frame on.
; in: row_kind, page_now.  out: list_low.  clobbers: a, x, y, list_at.
bands_build:
    lda #1
    sta building
    lda #>lists
    sta list_at + 1
    lda list_shown              ; what was made since the last frame is not shown
    sta list_low
    eor #other_list
    sta list_at
    asl                         ; the second list has the second half of the splits
    lda #0
    bcc @splits
    lda #most_splits
@splits:
    sta split_last
    ldy #0
    sty row_now
    sty band_kind
    lda #dl_blank_8
    jsr put
    lda #dl_blank_5
    jsr put
@row:
    ldx row_now
    lda row_kind,x
    cmp #kind_none
    beq @next
    jsr gap
    ldx row_now
    jsr row_put
@next:
    inc row_now
    lda row_now
    cmp #rows
    bne @row
    lda #kind_blank
    jsr split
    lda #dl_end
    jsr put
    lda list_at
    jsr put_byte
    lda list_at + 1
    jsr put_byte
    lda page_now
    bne @show                   ; page_map is 0
@still:
    lda moving                  ; the vertical blank works at the other list's
    bne @still
    lda list_at
    jsr rows_point
@show:
    lda list_at
    sta list_low
    lda #0
    sta building
    rts

; gap: what lies above row_now, of kind a. in: x = row_now, y = end of the list. changes a, x, y.
gap:
    cmp band_kind
    beq @same
    cpx #0
    bne @other
    jsr split
    bne @air                    ; always: y is not 0
@same:
    cpx #0
    beq @air
    cmp #kind_info
    bcc @end
    cmp #kind_title
    bcs @picture_or_title
    ldx page_now
    bne @end
    beq @air                    ; rows of the panel always have air above them
@picture_or_title:
.if TITLE_PICTURE
    cmp #kind_picture           ; colours change from row to row
    bne @end
    jmp split
.endif
@end:
    rts
@other:
    cmp #kind_map
    beq @map
    cmp #kind_info
    beq @info
.if TITLE_PICTURE
    cmp #kind_picture
    beq @picture
.endif
    jsr split
@air:
    lda #dl_blank_1
    bpl put                     ; always
.if TITLE_PICTURE
@picture:
    jsr split
    lda #dl_blank_8
    jsr put
    lda #kind_picture
    bne split                   ; always
.endif
@map:
    lda #kind_gap
    jsr split
    lda #dl_blank_2
    jsr put
    lda #kind_map
    bne split                   ; always
; Two rows above the map's last one there is time.
@info:
    ldx asked
    dex
    dex
    dex
    dex
    dex
    dex
    stx asked
    jsr split
    lda #dl_blank_2
    bne put                     ; always

; put: instruction a into the list. in: y = its end. out: y, asked.
put:
    sty asked
    ; falls through to put_byte

; put_byte: a into the list. in: y = its end. out: y.
put_byte:
    sta (list_at),y
    iny
    rts

; split: colours of kind a begin below what ends at y. keeps y.
split:
    sta band_kind
    ldx split_last
    sta split_kinds,x
    inx
    txa
    and #most_splits - 1
    beq @full                   ; never with what games put on a page: the last one is for what lies below it
    stx split_last
@full:
    sty list_end
    ldy asked
    lda (list_at),y
    ora #dl_dli
    sta (list_at),y
    ldy list_end
    rts

; row_put: row_now. in: x = row_now, y = end of the list. changes a, x, y.
row_put:
    lda row_kind,x
    cmp #kind_map
    beq @map
    cmp #kind_small
    bcs @text
    cmp #kind_title
    bcc @text
    lda #dl_large | dl_address  ; it is half as long
    bne @with_address           ; always
@map:
    lda #dl_map
    ldx page_now
    bne @mode                   ; page_map is 0
    ldx row_now
    cpx #map_top + map_rows - 1
    lda #dl_map | dl_hscroll | dl_address
    bcs @with_address
    ora #dl_vscroll
    bne @with_address           ; always
@text:
    lda #dl_text
@mode:
    ldx row_now
    beq @first
    cpx #1
    beq @first
    cpx #row_info
    beq @first
    ldx page_now
    cpx #page_title
    bne put
@first:
    ora #dl_address
@with_address:
    jsr put
    ldx row_now
    lda row_low,x
    jsr put_byte
    lda row_high,x
    bne put_byte                ; always
