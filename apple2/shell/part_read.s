; part_read: brings parts of the game in, all that are wanted in one sweep over their tracks.
;
; They are one file, whose sectors lie in the order in which they pass from the beginning of a track on; on the next track they begin a
; little later, so that the arm is there in time. The first is an index: behind the head of a binary file the mark of the program that
; they belong to (a word), then for each part its number, how many pages it has on the disk, these, how many are zero, and these; 0 ends
; it. The second is empty: it passes while the index is looked through. A page is read straight to where it belongs.

.include "shell.inc"
.include "disk.inc"
.importzp dst, disk_left
.import index_there, disk_begin, disk_end, disk_result, disk_same, disk_read_one, disk_read, disk_pages_ahead, disk_track, disk_wanted
.import key_age
.import tell, line_loading, part_now, part_first, part_wanted, part_wanted_high, part_track, part_skew
.export part_read, part_mark

check       = disk_pages_ahead + 256 * page_next
index       = disk_pages_ahead + 256 * page_catalog
first_part = head + 2          ; behind the mark
first_page  = 2                 ; place of the first page on the first track
long_ago    = 255

.segment "SHELLBSS"
place:       .res 1             ; of the next page, from where those of the track begin
begin:       .res 1             ; where that is, modulo sectors
pages:       .res 1             ; still to come of the part
taken:       .res 1             ; bit 7: it is wanted
high:        .res 1             ; of the parts behind part_now that are wanted, a bit each

.segment "SHELL"

; Patched when the files are made: tells parts of this program from those of another.
part_mark: .word 0

; part_read: part_now and what part.s wants behind it, into memory.
; in: part_first: 0 if it was done with another part; a text page.  out: a = save_* result, z set if it is in memory; part_first.
; clobbers: x, y, dst, count.
part_read:
    lda part_first
    beq @there                  ; a = save_done
    lda #<line_loading
    jsr tell
    lda #1
    jsr disk_begin
    lda index_there
    bne @there_is
    jsr index_in
    bne @end
    inc index_there
    inc disk_same
@known:
    jsr sweep
    bne @end
    beq @well                   ; always
@there_is:
    lda disk_same
    bne @known
    ; The disk stood still, and may be another one now: its own index comes with the pages of that track.
    lda #>check
    sta disk_wanted
    inc disk_left
    jsr sweep
    bne @end
    lda #>check
    jsr is_ours
    bne @end
    inc disk_same
@well:
    lda #0
    sta part_first
    ldx #long_ago               ; what was typed meanwhile answers nothing
    stx key_age
@end:
    jsr disk_result             ; in words, too
    jsr disk_end
@there:
    cmp #save_done
    rts

; index_in: reads the index. out: a = save_* result, z set if it is this program's. clobbers x, y, dst.
index_in:
    lda #<part_track
    ldx #0
    ldy #>index
    jsr disk_read_one
    bne not_ours
    lda #>index
    ; falls through to is_ours

; is_ours: whether an index is this program's. in: a = its page. out: a = save_* result, z set if so. clobbers y, dst.
is_ours:
    sta dst + 1
    lda #0
    sta dst
    ldy #head + 1
    lda (dst),y
    cmp part_mark + 1
    bne @other
    dey
    lda (dst),y
    cmp part_mark
    bne @other
    lda #save_done
    rts
@other:
    lda #save_other
not_ours:
    rts

; sweep: reads what the index has of the parts that are wanted. out: a = save_* result, z set if well. clobbers x, y, dst.
sweep:
    lda #<part_track
    sta disk_track
    lda #0
    sta begin
    lda #first_page
    sta place
    ldx #first_part
@part:
    lda index,x
    beq track_in
    inx
    sec
    sbc part_now
    tay
    beq @wanted                 ; carry is set
    bcc @wanted                 ; it was there before, or is not wanted
    lda part_wanted_high
    sta high
    lda part_wanted
@bit:
    lsr high
    ror
    dey
    bne @bit
@wanted:
    ror taken
    ldy index,x
    beq @zeros
    sty pages
@page:
    inx
    bit taken
    bpl @next
    lda place
    clc
    adc begin
    and #sectors - 1
    tay
    lda index,x
    sta disk_wanted,y
    inc disk_left
@next:
    inc place
    lda place
    cmp #sectors
    bne @counted
    jsr track_in
    bne @end
@counted:
    dec pages
    bne @page
@zeros:
    inx
    ldy index,x
    beq @done
    sty pages
@zero:
    inx
    bit taken
    bpl @cleared
    lda index,x
    sta dst + 1
    ldy #0
    sty dst
    tya
@byte:
    sta (dst),y
    iny
    bne @byte
@cleared:
    dec pages
    bne @zero
@done:
    inx
    bne @part                   ; always
@end:
    rts

; track_in: the pages of the track that are wanted; then the next track is meant.
; out: a = save_* result, z set if well; place, begin. clobbers y.
track_in:
    txa
    pha
    lda disk_left
    beq @none                   ; a = save_done
    jsr disk_read
@none:
    inc disk_track
    tay
    ldx #0
    stx place
    lda begin
    clc
    adc #<part_skew
    sta begin
    pla
    tax
    tya
    rts
