; Lists of the records in a hex: a layer holds the first record, a field the next one; ascending, ended by NONE.
; A list that was spoiled may run in a circle: it is left as it is after so many links.

.include "vm.inc"
MOST_LINKS = 255
.export op_place, op_lift, op_rebuild
.segment "VM"

; Takes the operands field and layer.
; out: (t5) = the field, (t2) = hex A in the layer, a = its first record, t4 = offset of the instruction pointer.
; Does not return to a caller if A is no hex.  clobbers: y, t1.
cell:
    operand
    sta t6
    iny
    lda (ip),y
    sta t1
    lda acc + 1
    cmp #LAYER_PAGES
    bcs @none
    adc t1                      ; carry is clear
    sta t3
    lda acc
    sta t2
    sty t4
    ldy #0
    sty t5
    lda (t2),y
    rts
@none:
    pla
    pla
    next

; place field layer: puts U into the list of hex A.
op_place:
    jsr cell
    ldx #MOST_LINKS
    cmp rec
    bcc @walk
    beq @done
    ldy rec
    sta (t5),y
    tya
    ldy #0
    sta (t2),y
@done:
    ldy t4
    next
@next:
    dex
    beq @done
@walk:
    tay                         ; the record before
    lda (t5),y
    cmp rec
    bcc @next
    beq @done
    sty t1
    ldy rec
    sta (t5),y
    tya
    ldy t1
    sta (t5),y
    ldy t4
    next

; lift field layer: takes U out of the list of hex A.
op_lift:
    jsr cell
    ldx #MOST_LINKS
    cmp #NONE
    beq @done
    cmp rec
    beq @first
@walk:
    tay
    lda (t5),y
    cmp #NONE
    beq @done
    cmp rec
    beq @found
    dex
    bne @walk
@done:
    ldy t4
    next
@found:
    sty t1
    tay
    lda (t5),y
    ldy t1
    sta (t5),y
    ldy t4
    next
@first:
    tay
    lda (t5),y
    ldy #0
    sta (t2),y
    ldy t4
    next

; rebuild field layer hexes n: builds all lists from the word field of hexes.
op_rebuild:
    operand
    sta @next + 2
    iny
    lda (ip),y
    sta t0
    iny
    lax (ip),y
    sta @low + 2
    inx
    stx @high + 2
    iny
    lda (ip),y
    sta t1
    sty t4
    ldx #LAYER_PAGES            ; empty all hexes
    lda t0
    sta t3
    ldy #0
    sty t2
    lda #NONE
@empty:
    sta (t2),y
    iny
    bne @empty
    inc t3
    dex
    bne @empty
    ldx t1
    beq @done
@record:
    dex
@high:
    lda $FF00,x                 ; patched
    cmp #LAYER_PAGES
    bcs @skip
    adc t0                      ; carry is clear
    sta t3
@low:
    ldy $FF00,x                 ; patched
    lda (t2),y
@next:
    sta $FF00,x                 ; patched
    txa
    sta (t2),y
@skip:
    txa
    bne @record
@done:
    ldy t4
    next
