; upper: the upper half of a hex.

.include "shell.inc"
.include "hex.inc"
.import view_symbol, view_size, view_mode, view_attack
.import core_tl, core_tr, cross_tl, cross_tr, map_marks
.import edge_up, edge_up_cross, edge_up_rim
.import top_l, top_r, arrow_l, arrow_r
.export hex_upper, off_map

.segment "SHELL"

; Upper half of a hex off the map: its rim shows where the left neighbour is on it. in: y = hex_y, z set: even column.
upper_off:
    bne @level_off
    dey
@level_off:
    ldx #rim_both
    cpy rows_left
    bcs @alone
    dex
@alone:
    lda edge_up_rim,x
; falls through to off_map

; off_map: a core of nothing.
; in: a = edge.  out: cell_edge, cell_left, cell_right.  clobbers: a.
off_map:
    sta cell_edge
    lda map_marks + mark_off
    sta cell_left
    sta cell_right
    rts

; hex_upper: upper half of a hex of the prepared column; rows off the map count too.
; in: hex_y, edge_only, units_shown.  out: cell_edge; cell_left, cell_right unless only the edge is asked for.
; clobbers: a, x, y, hex_terrain, hex_sides, hex_temp.
hex_upper:
    find_hex
    lda hex_odd                 ; neighbour 6: row hex_y - 1 + odd
    bcs upper_off
    bne @level
    dey
@level:
    find_edge upper_rim
    edge_character side_6, edge_up, edge_up_cross
    jmp upper_core
upper_rim:
    lda edge_up_rim + rim_left
    sta cell_edge
    ldy hex_y
upper_core:
    lda edge_only
    bne @end
    lda (p_river),y
    and #side_1
    sta hex_temp
    lda units_shown
    beq @ground
    lda (p_first),y
    cmp #no_unit
    bne @counter
@ground:
    lda hex_temp
    and (p_road),y
    bne @crossing               ; it hides the terrain
    ; right: terrain, link 2, river; left: terrain, links 1 and 6, river
    lda hex_terrain
    asl
    asl
    sta hex_sides
    lda (p_road),y
    and #side_2                 ; bit 1 already
    ora hex_sides
    ora hex_temp
    tax
    lda core_tr,x
    sta cell_right
    asl hex_sides
    lda (p_road),y
    asl
    asl
    and #%100                   ; link 1
    ora hex_sides
    ora hex_temp
    tax
    lda (p_road),y
    and #side_6
    beq @left
    inx
    inx
@left:
    lda core_tl,x
    sta cell_left
@end:
    rts

@counter:
    tax
    sta hex_sides               ; the one on top
@unit:
    ldy view_attack,x           ; of any in the stack
    bne @arrow
    lda view_next,x
    tax
    cpx #no_unit
    bne @unit
    ldx hex_sides
    lda view_side,x
    asl
    asl
    ora view_size,x
    asl
    ora view_mode,x
    asl
    ora hex_temp
    tax
    lda top_l,x
    sta cell_left
    lda top_r,x
    sta cell_right
    rts

@arrow:
    lda arrow_l - 1,y
    sta cell_left
    lda arrow_r - 1,y
    sta cell_right
    rts

@crossing:
    lda (p_blown),y
    and #side_1
    asl
    tax
    lda (p_road),y
    and #side_6
    beq @cross_left
    inx
@cross_left:
    lda cross_tl,x
    sta cell_left
    txa
    and #%10
    tax
    lda (p_road),y
    and #side_2
    beq @cross_right
    inx
@cross_right:
    lda cross_tr,x
    sta cell_right
    rts
