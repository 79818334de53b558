; lower: the lower half of a hex.

.include "shell.inc"
.include "hex.inc"
.import view_symbol, kind_count, site_exit
.import core_bl, core_br, map_marks
.import edge_down, edge_down_cross, edge_down_rim
.import bottom_l, bottom_r
.import off_map
.export hex_lower

.segment "SHELL"

; Lower half of a hex off the map.
lower_off:
    beq @level_off
    iny
@level_off:
    ldx #rim_both
    cpy rows_left
    bcs @alone
    dex
@alone:
    lda edge_down_rim,x
    jmp off_map

; hex_lower: the lower half.
; in: hex_y, edge_only, units_shown.  out: cell_edge; cell_left, cell_right unless only the edge is asked for.
; clobbers: a, x, y, hex_terrain, hex_sides.
hex_lower:
    find_hex
    lda hex_odd                 ; neighbour 5: row hex_y + odd
    bcs lower_off
    beq @level
    iny
@level:
    find_edge lower_rim
    edge_character side_5, edge_down, edge_down_cross
    jmp lower_core
lower_rim:
    lda edge_down_rim + rim_left
    sta cell_edge
    ldy hex_y
lower_core:
    lda edge_only
    bne @end
    lda units_shown
    beq @ground
    lda (p_first),y
    cmp #no_unit
    bne @counter
@ground:
    ; right: terrain, link 3, owner dot, or an exit mark
    lda hex_terrain
    asl
    asl
    sta hex_sides
    tax
    lda (p_owner),y
    only OWNER_BITS
    beq @mine
    inx
@mine:
    lda (p_road),y
    and #side_3
    beq @right
    inx
    inx
@right:
    lda (p_site),y
    only SITE_BITS
    cmp #<((site_exit << SITE_SHIFT) | (site_exit >> 7))
    bne @plain
    lda map_marks + mark_exit
    bne @store                  ; its code is not 0
@plain:
    lda core_br,x
@store:
    sta cell_right
    ; left: terrain, links 4 and 5
    lda (p_road),y
    lsr
    lsr
    lsr
    and #%011
    tax
    lda swap_links,x
    ora hex_sides
    tax
    lda core_bl,x
    sta cell_left
@end:
    rts

@counter:
    tax
    lda view_side,x
    beq @us
    lda #<kind_count            ; types a side
@us:
    clc
    adc view_symbol,x
    asl
    ldy view_next,x
    cpy #no_unit
    beq @single
    ora #1
@single:
    tax
    lda bottom_l,x
    sta cell_left
    lda bottom_r,x
    sta cell_right
    rts

; Links 4 and 5 as core_bl wants them: link 4 the higher bit.
swap_links: .byte %00, %10, %01, %11
