; bring: reads a part of the game from its file.
;
; A part is a file, GAME.PART.n: the mark of the program it belongs to (a word), bytes a cell of the bar stands for (a word),
; then packed pieces as the program has them. They are unpacked as they are read.

.include "shell.inc"
.importzp src, dst, count, unpack_offset, unpack_count, unpack_bits
.import disk_begin, disk_end, disk_look, disk_status, disk_close, disk_get, disk_from, disk_name, disk_name_open, name_part
.import tell, line_loading, bar_draw, bar_light, part_now
.export part_read, part_mark
.ifdef parts_stay
.import part_size, part_sectors
.export part_keep
.endif

.segment "SHELLBSS"
stack:       .res 1             ; processor stack while a file is read
file_end:    .res 1             ; not 0 once the last byte has come
cell:        .res 1             ; cells of the bar that are lit
cell_bytes:  .res 2             ; bytes a cell stands for
cell_left:   .res 2             ; bytes until the next

.segment "SHELL"

; Patched when the file is made: tells parts of this program from those of another.
part_mark: .word 0

; part_read: a part of the game from its file into memory.
; in: part_now; a text page.  out: a = save_* result, z set if it is in memory.  clobbers: x, y, src, dst, count; as disk_begin,
; disk_end.
part_read:
    lda #<line_loading
    jsr tell
    lda #0
    sta cell
    jsr bar_draw
    lda #1
    jsr disk_begin
    jsr disk_look
    bne @close
    lda part_now
.if many_parts
    cmp #10                     ; behind 9 come letters
    bcc @digit
    adc #'A' - '9' - 2          ; carry is set
@digit:
    adc #'0'                    ; carry is clear
.else
    ora #'0'
.endif
    ldy #<name_part
    jsr disk_name
    lda #kind_part
    ldy #to_read
    jsr disk_name_open
    bne @close
    jsr disk_from
    bcs @gone
    tsx
    stx stack
    ldx #0
    stx file_end
@mark:
    stx count
    jsr disk_get
    bne @other
    ldx count
    cmp part_mark,x
    bne @other
    inx
    cpx #2
    bne @mark
    jsr disk_get
    sta cell_bytes
    sta cell_left
    jsr disk_get
    sta cell_bytes + 1
    sta cell_left + 1
@piece:
    jsr unpack_byte
    sta dst
    jsr unpack_byte
    sta dst + 1
    tax
    beq @done
    jsr unpack
    jmp @piece
@done:
.ifdef parts_stay
    ldx part_now
    lda part_size,x
    clc
    adc part_sectors
    bcs @full
    sta part_sectors
@full:
    lda #save_done
.endif
    beq @close                  ; always
@other:
    lda #save_other
    bne @close
@gone:
    lda #save_no_drive
@close:
    pha
    jsr disk_close
    pla
    jsr disk_end
    cmp #save_done
    rts

.ifdef parts_stay
; part_keep: what has no room is kept nowhere.
; in: nothing.  out: nothing.  clobbers: nothing.
part_keep:
    rts
.endif

; The file broke off: back to who called part_read.
broken:
    ldx stack
    txs
    jsr disk_close
    jsr disk_status
    bne @told
    lda #save_damaged
@told:
    jsr disk_end
    cmp #save_done
    rts

; unpack_byte: a = next byte of the file, y = 0. clobbers x.
unpack_byte:
    lda file_end
    bne broken
    jsr disk_get
    stx file_end                ; the last byte comes with the end of the file
    pha
    txa
    and #255 - line_last
    bne broken
    lda cell_left
    bne @low
    dec cell_left + 1
@low:
    dec cell_left
    lda cell_left
    ora cell_left + 1
    bne @end
    lda cell_bytes
    sta cell_left
    lda cell_bytes + 1
    sta cell_left + 1
    ldx cell
    cpx #bar_cells
    bcs @end
    jsr bar_light
    inc cell
@end:
    pla
    ldy #0
    rts

unpack_from = src
unpack_to   = dst
; What is unpacked may lie out of reach of the disk routines.
.macro copy_begin
    bank_game
.endmacro
.macro copy_end
    bank_disk
.endmacro
.include "unpack.inc"
