; part: which parts of the game are in memory, and bringing in what is not.
;
; The first part is always there. Each other one has a bit, the second the lowest: of a byte, or where a machine says `many_parts`
; of two.
;
; The maps of code and text pages tell what is in memory: an entry of 0 stops the VM before it runs into the place of an absent
; part.
;
; A machine that says `parts_stay` (and `many_parts`) keeps what is out of the game until another part takes its memory: such a part
; comes back without the disk. When one is read, others that then have room are, too, as long as they make no more sectors than are waited
; for in one go; all of them behind one that has memory of its own, and so comes but once, before the game begins. Which parts take whose
; memory, part_over says.

.include "shell.inc"
.include "calls.inc"
.importzp count, page
.import page_clear, part_read, part_ask, absent
.import part_count, part_start, part_with, part_out, part_codes, part_texts, code_map, code_home, text_map, text_home
.if many_parts
.import part_start_high, part_with_high, part_out_high
.endif
.export shell_part, part_reset, part_now
.if many_parts
.export part_wanted, part_wanted_high, part_first
.endif
.ifdef parts_stay
.import part_keep
.export part_over, part_over_high, part_size, part_sectors
most_parts = 16
.endif

.segment "SHELLBSS"
present:     .res 1             ; parts in memory, a bit each
part_wanted: .res 1             ; parts still to come behind part_now
part_now:    .res 1
there:       .res 1             ; $FF if the part is in memory, else 0
.if many_parts
present_high: .res 1
part_wanted_high: .res 1
part_first:  .res 1             ; not 0 until part_read, which may bring in all that are wanted at once, has set it to 0
left_high:   .res 1             ; of `count`
.endif
.ifdef parts_stay
stay:        .res 1             ; parts whose bytes are in memory, whether they are in the game or not
stay_high:   .res 1
bit_low:     .res 1             ; of a part
bit_high:    .res 1
part_sectors: .res 1            ; that were read of parts that are wanted
rest_too:    .res 1             ; not 0: all that has room is read, too
.endif

.segment "SHELL"

.ifdef parts_stay
; Patched when the files are made: the parts whose memory each part takes, a bit each, all for one that has no file; how long its file is.
part_over:      .res most_parts
part_over_high: .res most_parts
part_size:      .res most_parts ; in sectors
.endif

; part io0: brings in a part and those it lies within, if they are not there.
shell_part:
    ldx io0
    cpx #<part_count
    bcs @none
    lda present
    eor #$FF
    and part_with,x
    sta part_wanted
.if many_parts
    lda present_high
    eor #$FF
    and part_with_high,x
    sta part_wanted_high
    ora part_wanted
.endif
    bne @wanted
@none:
    rts
@wanted:
    lda part_out,x
    eor #$FF
    and present
    sta present
.if many_parts
    lda part_out_high,x
    eor #$FF
    and present_high
    sta present_high
.endif
.ifdef parts_stay
    jsr those_here
    beq @enter
.endif
    lda #page_text
    jsr page_clear
.ifdef parts_stay
    lda #0
    sta part_sectors
    sta rest_too
.endif
    ldx #1
.if many_parts
    stx part_first
.endif
@part:
    stx part_now
.if many_parts
    lsr part_wanted_high
    ror part_wanted
.else
    lsr part_wanted
.endif
    bcc @next
@try:
.ifdef parts_stay
    jsr over_none
.endif
    jsr part_read
    bne @failed
    ; those that it lies within have come before it
    ldx part_now
    lda part_with,x
    ora present
    sta present
.if many_parts
    lda part_with_high,x
    ora present_high
    sta present_high
.endif
.ifdef parts_stay
    lda part_with,x
    ora stay
    sta stay
    lda part_with_high,x
    ora stay_high
    sta stay_high
    jsr is_for_good
.endif
@next:
    ldx part_now
    inx
    cpx #<part_count
    bne @part
.ifdef parts_stay
    jsr rest_in
@enter:
.endif
    jsr pages_enter
    ; code that has put itself out of memory cannot go on
    ldx page
    lda code_map,x
    bne @end
    jmp absent
@end:
    rts
@failed:
    pha
    jsr pages_enter             ; while it waits neither part is whole
    pla
    jsr part_ask
    jmp @try

.ifdef parts_stay
; those_here: what is wanted of part x and still in memory is in the game again. in: x, part_wanted. out: part_wanted, z set if that is
; all; present. clobbers a.
those_here:
    lda part_with,x
    and stay
    ora present
    sta present
    lda part_with_high,x
    and stay_high
    ora present_high
    sta present_high
    lda stay
    eor #$FF
    and part_wanted
    sta part_wanted
    lda stay_high
    eor #$FF
    and part_wanted_high
    sta part_wanted_high
    ora part_wanted
    rts

; over_none: nothing is in memory any more that part_now takes the place of. clobbers a, x.
over_none:
    ldx part_now
    lda part_over,x
    eor #$FF
    and stay
    sta stay
    lda part_over_high,x
    eor #$FF
    and stay_high
    sta stay_high
    rts

; is_for_good: rest_too tells it if part x has memory of its own: it comes but once, before the game begins. in: x. clobbers a.
is_for_good:
    lda part_over,x
    and #<(part_start ^ $FF)    ; one that is there at the start does not come again
    bne @end
    lda part_over_high,x
    and #<(part_start_high ^ $FF)
    bne @end
    inc rest_too
@end:
    rts

; rest_in: reads every part that is not in memory, takes the place of none that is, and is not too much for one go; the first that cannot
; be read ends that: it is read when it is wanted. The others the machine may keep elsewhere. clobbers as part_read.
rest_in:
    ldx #1
    stx bit_low
    dex
    stx bit_high
    inx
@part:
    stx part_now
    lda stay
    and bit_low
    bne @next
    lda stay_high
    and bit_high
    bne @next
    lda stay
    and part_over,x
    bne @keep
    lda stay_high
    and part_over_high,x
    bne @keep
    lda rest_too
    bne @read
    lda part_sectors
    clc
    adc part_size,x
    bcs @keep
    cmp #most_sectors + 1
    bcs @keep
@read:
    jsr part_read
    bne @end
    lda stay
    ora bit_low
    sta stay
    lda stay_high
    ora bit_high
    sta stay_high
    jmp @next
@keep:
    jsr part_keep
@next:
    asl bit_low
    rol bit_high
    ldx part_now
    inx
    cpx #<part_count
    bcc @part
@end:
    rts
.endif

; part_reset: what is in memory when the machine starts.
; in: nothing.  out: code_map, text_map.  clobbers: a, x, y, count.
part_reset:
    lda #<part_start
    sta present
.if many_parts
    lda #<part_start_high
    sta present_high
.endif
.ifdef parts_stay
    sta stay_high
    lda present
    sta stay
.endif
    ; falls through to pages_enter

; pages_enter: the maps of code and text pages by what is present. clobbers a, x, y, count.
pages_enter:
    lda present
    sta count
.if many_parts
    lda present_high
    sta left_high
.endif
    ldy #0
    sec
    bcs @first
@part:
.if many_parts
    lsr left_high
    ror count
.else
    lsr count
.endif
@first:
    lda #0
    bcc @there
    lda #$FF
@there:
    sta there
    ldx part_codes,y
@code:
    txa
    cmp part_codes + 1,y
    beq @text
    lda code_home,x
    and there
    sta code_map,x
    inx
    bne @code
@text:
    ldx part_texts,y
@page:
    txa
    cmp part_texts + 1,y
    beq @done
    lda text_home,x
    and there
    sta text_map,x
    inx
    bne @page
@done:
    iny
    cpy #<part_count
    bne @part
    rts
