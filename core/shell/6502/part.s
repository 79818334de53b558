; part: which parts of the game are in memory, and bringing in what is not.
;
; The maps of code and text pages tell what is in memory: an entry of 0 stops the VM before it runs into the place of an absent
; part.

.include "shell.inc"
.include "calls.inc"
.importzp count, page
.import page_clear, part_read, part_ask, absent
.import part_count, part_start, part_with, part_out, part_codes, part_texts, code_map, code_home, text_map, text_home
.export shell_part, part_reset, part_now

.segment "SHELLBSS"
present:     .res 1             ; parts in memory, a bit each
wanted:      .res 1             ; parts still to come
part_now:    .res 1
part_bit:    .res 1

.segment "SHELL"

; part io0: brings in a part and those it lies within, if they are not there.
shell_part:
    ldx io0
    cpx #<part_count
    bcs @end
    lda present
    eor #$FF
    and part_with,x
    beq @end
    sta wanted
    lda part_out,x
    eor #$FF
    and present
    sta present
    jsr pages_enter
    lda #page_text
    jsr page_clear
    ldx #0
    lda #1
    sta part_bit
@part:
    stx part_now
    lda part_bit
    and wanted
    beq @next
@try:
    jsr part_read
    bne @failed
    lda part_bit
    ora present
    sta present
    jsr pages_enter
@next:
    asl part_bit
    ldx part_now
    inx
    cpx #<part_count
    bne @part
    ; code that has put itself out of memory cannot go on
    ldx page
    lda code_map,x
    bne @end
    jmp absent
@end:
    rts
@failed:
    jsr part_ask
    jmp @try

; part_reset: what is in memory when the machine starts.
; in: nothing.  out: code_map, text_map.  clobbers: a, x, y, count.
part_reset:
    lda #<part_start
    sta present
    ; falls through to pages_enter

; pages_enter: the maps of code and text pages by what is present. clobbers a, x, y.
pages_enter:
    lda present
    sta count
    ldy #0
@part:
    lsr count
    php
    ldx part_codes,y
@code:
    txa
    cmp part_codes + 1,y
    beq @text
    lda #0
    plp
    php
    bcc @code_set
    lda code_home,x
@code_set:
    sta code_map,x
    inx
    bne @code
@text:
    ldx part_texts,y
@page:
    txa
    cmp part_texts + 1,y
    beq @done
    lda #0
    plp
    php
    bcc @text_set
    lda text_home,x
@text_set:
    sta text_map,x
    inx
    bne @page
@done:
    plp
    iny
    cpy #<part_count
    bne @part
    rts
