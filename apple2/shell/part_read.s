; part_read: brings parts of the game in, all that are wanted in one sweep over their tracks.
;
; They are one file, whose sectors lie in the order in which they pass from the beginning of a track on. The first is an index: behind the
; head of a binary file the mark of the program that they belong to (a word), then for each part but the first how many pages it has on
; the disk, these, how many are zero, and these. A page is read straight to where it belongs.

.include "shell.inc"
.include "disk.inc"
.importzp dst, disk_left
.import disk_begin, disk_end, disk_result, disk_same, disk_read_one, disk_read, disk_pages_ahead, disk_track, disk_wanted
.import key_age
.import tell, line_loading, part_now, part_first, part_wanted, part_wanted_high, part_count, part_track
.export part_read, part_mark

index       = disk_pages_ahead + 256 * page_catalog
first_count = head + 2          ; behind the mark
long_ago    = 255

.segment "SHELLBSS"
part:        .res 1             ; the one whose pages come next
place:       .res 1             ; of the next page on the track
pages:       .res 1             ; still to come of the part
taken:       .res 1             ; bit 7: it is wanted
behind:      .res 2             ; parts behind part_now that are wanted, a bit each

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
    lda disk_same
    bne @known
    jsr index_in
    bne @end
    inc disk_same
@known:
    jsr sweep
    bne @end
    sta part_first              ; a = save_done
    ldx #long_ago               ; what was typed meanwhile answers nothing
    stx key_age
@end:
    jsr disk_result             ; in words, too
    jsr disk_end
@there:
    cmp #save_done
    rts

; index_in: reads the index. out: a = save_* result, z set if it is this program's. clobbers x, y.
index_in:
    lda #<part_track
    ldx #0
    ldy #>index
    jsr disk_read_one
    bne @end
    lda part_mark
    cmp index + head
    bne @other
    lda part_mark + 1
    cmp index + head + 1
    bne @other
    lda #save_done
@end:
    rts
@other:
    lda #save_other
    rts

; sweep: reads what the index has of the parts that are wanted. out: a = save_* result, z set if well. clobbers x, y, dst.
sweep:
    lda #<part_track
    sta disk_track
    lda part_wanted
    sta behind
    lda part_wanted_high
    sta behind + 1
    ldx #1
    stx part
    stx place
    ldx #first_count
@part:
    lda part
    cmp part_now
    beq @wanted                 ; carry is set
    bcc @wanted
    lsr behind + 1
    ror behind
@wanted:
    ror taken
    ldy index,x
    beq @zeros
    sty pages
@page:
    inx
    bit taken
    bpl @next
    lda index,x
    ldy place
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
    inc part
    lda part
    cmp #<part_count
    bne @part
    jsr track_in
@end:
    rts

; track_in: the pages of the track that are wanted; then the next track is meant.
; out: a = save_* result, z set if well; place. clobbers y.
track_in:
    txa
    pha
    lda disk_left
    beq @none                   ; a = save_done
    jsr disk_read
@none:
    inc disk_track
    ldx #0
    stx place
    tay
    pla
    tax
    tya
    rts
