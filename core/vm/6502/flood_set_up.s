; The operands of the flood and of the step back along it.

.include "vm.inc"
.include "flood_terms.inc"
.import block, costs
.importzp f_head, f_tail, f_near, f_least, f_use
.importzp f_result_page, f_terrain_page, f_rivers_page, f_roads_page, f_closed_page, f_zones_page, f_bars_page
.importzp f_block
.export set_up
.include "flood.inc"

; set_up: takes the operands of both natives.
; in: y at the code byte.  out: y at the last operand; block, costs, f_least, f_block, f_use and the pages of the layers; an
; empty queue for any number of points.
; clobbers: a, x, t0, t1.
set_up:
    operand
    sta f_result_page
    operand_x
    stx f_block
    iny
    lda (ip),y
    sta f_terrain_page
    iny
    lda (ip),y
    sta @cost + 2
    iny
    lda (ip),y
    sta t0                      ; offset of the costs
    iny
    lda (ip),y
    sta f_rivers_page
    iny
    lda (ip),y
    sta f_roads_page
    iny
    lda (ip),y
    sta f_closed_page
    iny
    lda (ip),y
    sta f_zones_page
    iny
    lda (ip),y
    sta f_bars_page
    ldx f_block
    sty t1
    ldy #0
@block:
    lda vm_v,x
    sta block,y
    inx
    iny
    cpy #8
    bne @block
    ldx t0
    ldy #0
@cost:
    lda $FF00,x                 ; patched
    sta costs,y
    inx
    iny
    cpy #16
    bne @cost
    lda block
    and #ROADS_ONLY
    beq @off_road
    lda #$FF
    ldx #7
@close:
    sta costs,x
    dex
    bpl @close
@off_road:
    ldx #7
    lda block
    and #ROADS
    beq @kinds
    ldx #15
@kinds:
    lda #$FF
@least:
    cmp costs,x
    bcc @dearer
    lda costs,x
@dearer:
    dex
    bpl @least
    sta f_least
    lda #RING
    sta f_head
    sta f_tail
    lda #QUEUED
    sta f_near
    lda #0
    sta f_use
    lda block
    and #BARS
    beq @no_bars
    lda #USE_BARS
    sta f_use
@no_bars:
    lda block
    and #ZONES
    beq @no_zones
    lda f_use
    ora #USE_ZONES
    sta f_use
@no_zones:
    ldy t1
    rts
