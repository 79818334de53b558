; The flood for marches (README of hexfront-isa): a flood with a way of its own from a hex to its neighbours, which makes each
; step with so much less as going up and leaving the waters cost.

.include "vm.inc"
.include "flood_terms.inc"
.import set_up, run_flood, flood_way, bound, spread_full, edge_rows, step_low, step_high, direction_bits, block
.importzp f_hex, f_row, f_base, f_last, f_cell, f_high, f_road_sides, f_terrain, f_zones, f_terrain_page, f_closed_page
.export op_trek
.include "flood.inc"

; Flags of the block, as `bit` finds them.
SLOPES = CLOSED
LEAVING = 128
WATERS = 7 << 3                 ; mask of the waters in the ground

; Places in the block.
ENDS_MASK = ENTER_COST
HEIGHTS_MASK = EXTRA_MASK
UP_COST = EXTRA_COST

.include "flood_page.inc"
trek_flags:   .res 1
trek_ends:    .res 1            ; zones of these bits are never left
trek_mask:    .res 1            ; bits of heights
trek_up:      .res 1            ; what a step up costs
trek_page:    .res 1            ; first page of the heights
trek_costs:   .res 8            ; what leaving costs, by the waters
trek_slopes:  .res 1            ; sides of the hex with a slope
trek_waters:  .res 1            ; its waters
trek_leaving: .res 1            ; what leaving them costs
trek_cell:    .res 1            ; its cell
trek_more:    .res 1            ; what a step costs beside the ground

.include "flood.inc"

op_trek:
    jsr set_up
    operand
    sta trek_page
    tya
    pha
    sec
    sbc #7
    tay
    lda (ip),y
    sta @cost + 2
    operand
    clc
    adc #16                     ; behind those of the ground
    tax
    ldy #0
@cost:
    lda $FF00,x                 ; patched
    sta trek_costs,y
    inx
    iny
    cpy #8
    bne @cost
    pla
    tay
    lda block
    sta trek_flags
    and #ZONES
    beq @ends
    lda block + ENDS_MASK
@ends:
    sta trek_ends
    lda trek_flags
    and #RIVERS | ROADS | ZONES | BARS
    ora #ROADS_ONLY             ; the loop for more than ground; what it says of costs is done
    sta block
    lda block + HEIGHTS_MASK
    sta trek_mask
    lda block + UP_COST
    sta trek_up
    lda #0
    sta block + ENTER_COST
    sta block + EXTRA_MASK
    lda #<trek_steps
    ldx #>trek_steps
    jsr set_way
    jsr run_flood
    lda #<spread_full
    ldx #>spread_full
    jsr set_way
    next

; The flood goes by the routine A, X.
set_way:
    sta flood_way + 1
    stx flood_way + 2
    rts

; From a hex to its neighbours: in and out as spread_full. Where nothing more is to pay that does it all.
trek_steps:
    lda trek_ends
    beq @goes_on
    ldy f_hex
    and (f_zones),y             ; where enter_sides has looked
    bne @ends
@goes_on:
    jsr look_around
    ora trek_slopes
    bne @each
    jmp spread_full
@ends:
    rts
@each:
    lda f_cell
    sta trek_cell
@direction:
    jsr price
    bcs @next
    lda trek_cell
    sec
    sbc trek_more
    bcc @next
    sta f_cell
    jsr bound
    bcs @next
    dex
    stx f_last
    inx
    jsr spread_full
    jmp @tried
@next:
    dex
@tried:
    cpx f_base
    bne @direction
    rts

; The slopes, the waters and what leaving them costs, of f_hex. A: the waters. Clobbers Y.
look_around:
    ldy f_hex
    lda #0
    sta trek_slopes
    sta trek_leaving
    bit trek_flags
    bvc @no_slopes
    lda f_hex + 1
    clc
    adc f_closed_page
    sta f_terrain + 1
    lda (f_terrain),y
    sta trek_slopes
@no_slopes:
    lda #0
    bit trek_flags
    bpl @dry
    lda f_hex + 1
    clc
    adc f_terrain_page
    sta f_terrain + 1
    lda (f_terrain),y
    and #WATERS
    beq @dry
    sta trek_waters
    lsr
    lsr
    lsr
    tay
    lda trek_costs,y
    sta trek_leaving
    lda trek_waters
@dry:
    sta trek_waters
    rts

; trek_more := what the step in direction X costs beside the ground; carry set if it leads off the map or costs too much.
; Clobbers A, Y, f_high, f_terrain.
price:
    lda #0
    sta trek_more
    lda direction_bits,x
    and f_road_sides
    bne @paid
    lda f_row
    cmp edge_rows,x
    beq @no
    lda f_hex
    adc step_low,x
    tay
    lda f_hex + 1
    adc step_high,x
    cmp limit + 1
    bcs @edge
@on:
    sta f_high
    lda direction_bits,x
    and trek_slopes
    beq @level
    lda f_high
    clc
    adc trek_page
    sta f_terrain + 1
    lda (f_terrain),y
    and trek_mask
    beq @level
    lda trek_up
    sta trek_more
@level:
    lda trek_waters
    beq @paid
    lda f_high
    clc
    adc f_terrain_page
    sta f_terrain + 1
    lda (f_terrain),y
    and trek_waters
    bne @paid
    lda trek_more
    clc
    adc trek_leaving
    sta trek_more
    rts
@paid:
    clc
    rts
@edge:
    bne @no
    cpy limit
    bcc @on
@no:
    sec
    rts
