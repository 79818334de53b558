; part: which parts of the game are in memory, and bringing in what is not.
;
; The first part is always there. Each other one has a bit, the second the lowest: of a byte, or where a machine says `many_parts`
; of two.
;
; The maps of code and text pages tell what is in memory: an entry of 0 stops the VM before it runs into the place of an absent
; part.

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

.segment "SHELL"

; part io0: brings in a part and those it lies within, if they are not there.
shell_part:
    ldx io0
    cpx #<part_count
    bcs @end
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
    beq @end
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
    lda #page_text
    jsr page_clear
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
@next:
    ldx part_now
    inx
    cpx #<part_count
    bne @part
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

; part_reset: what is in memory when the machine starts.
; in: nothing.  out: code_map, text_map.  clobbers: a, x, y, count.
part_reset:
    lda #<part_start
    sta present
.if many_parts
    lda #<part_start_high
    sta present_high
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
