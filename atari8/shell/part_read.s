; part_read: a part of the game from its file into memory.
;
; A part is a file whose first sector the program knows, so that no directory is looked at: the mark of the program it belongs to (a word),
; bytes a cell of the bar stands for (a word), then packed pieces as the program has them. Its sectors lie on the track so that the next
; one comes when what one holds is unpacked (src/disk.rs): what is done for every byte here is short. A machine with banks has every
; sector once it was read (part_bank.s), and of parts that have no room what their sectors hold.

.include "shell.inc"
.include "disk.inc"
.importzp src, dst, unpack_offset, unpack_count, unpack_bits
.import disk_begin, disk_end, disk_result, bank_sector, bank_there, disk_number, file_page, file_at, file_count
.import tell, line_loading, bar_draw, bar_light, part_now, part_sectors
.export part_read, part_keep, part_mark, part_sector, part_sector_high

most_files = part_format + 1
head_bytes = 4                  ; mark, and bytes of a cell

.segment "SHELLBSS"
stack:       .res 1             ; processor stack while a file is read
cell:        .res 1             ; cells of the bar that are lit
cell_bytes:  .res 2             ; bytes a cell stands for
cell_left:   .res 2             ; bytes until the next
only_kept:   .res 1             ; not 0: the sectors are read, and nothing is unpacked

.segment "SHELL"

; Patched when the files are made: tells parts of this program from those of another; where each part's file begins, 0: it has none.
part_mark:   .word 0
part_sector:      .res most_files
part_sector_high: .res most_files

; part_keep: the sectors of a part, so that the banks have them; where there are none nothing.
; in: part_now; a text page.  out: nothing.  clobbers: as part_read.
part_keep:
    lda bank_there
    beq @end
    sta only_kept
    jsr part_read               ; ends behind the last sector, as where one is missing
    lda #0
    sta only_kept
@end:
    rts

; part_read: a part of the game from its file into memory.
; in: part_now; a text page.  out: a = save_* result, z set if it is in memory.  clobbers: x, y, src, dst; as disk_begin, disk_end.
part_read:
    lda #<line_loading
    jsr tell
    lda #0
    sta cell
    sta cell_left + 1
    lda #sector_bytes           ; the first sector tells what a cell is
    sta cell_left
    jsr bar_draw
    jsr disk_begin
    tsx
    stx stack
    ldx part_now
    lda part_sector_high,x
    sta disk_number + 1
    lda part_sector,x
    sta disk_number
    jsr page_in
    lda file_page
    cmp part_mark
    bne @other
    lda file_page + 1
    cmp part_mark + 1
    bne @other
    lda file_page + 2
    sta cell_bytes
    lda file_page + 3
    sta cell_bytes + 1
    lda #head_bytes
    sta file_at
@kept:
    lda only_kept
    beq @piece
    jsr next_in
    jmp @kept
@piece:
    jsr unpack_byte
    sta dst
    jsr unpack_byte
    sta dst + 1
    tax
    beq done                    ; a = save_done
    jsr unpack
    jmp @piece
@other:
    lda #save_other
    ; falls through to done

; done: a = how it went; back to who called part_read.
done:
    ldx stack
    txs
    jsr disk_result             ; in words, too
    jmp disk_end                ; z is that of a

; page_in: sector disk_number of the file, whose low byte is in a; ends the part if it cannot be read, or is none. out: file_page,
; file_count, file_at = 0. clobbers a, x, y.
page_in:
    ora disk_number + 1
    beq @none
    jsr bank_sector
    bne done
    inc part_sectors
    sta file_at
    lda file_page + link_count
    and #count_bits
    beq @none
    sta file_count
    sec
    lda cell_left
    sbc file_count
    sta cell_left
    lda cell_left + 1
    sbc #0
    sta cell_left + 1
    bcs @end
@cell:
    ; carry is clear
    lda cell_left
    adc cell_bytes
    sta cell_left
    lda cell_left + 1
    adc cell_bytes + 1
    sta cell_left + 1
    php
    ldx cell
    cpx #bar_cells
    bcs @lit
    jsr bar_light
    inc cell
@lit:
    plp
    bcc @cell                   ; a sector is more than a cell
@end:
    rts
@none:
    lda #save_damaged
    bne done                    ; always

; unpack_byte: a = next byte of the file, y = 0. clobbers x.
unpack_byte:
    ldy file_at
    cpy file_count
    beq @next
    inc file_at
    lda file_page,y
    ldy #0
    rts
@next:
    jsr next_in
    jmp unpack_byte

; next_in: the next sector of the file. out, clobbers: as page_in.
next_in:
    lda file_page + link_high
    and #high_bits
    sta disk_number + 1
    lda file_page + link_low
    sta disk_number
    jmp page_in

unpack_from = src
unpack_to   = dst
.macro copy_begin
.endmacro
.macro copy_end
.endmacro
.include "unpack.inc"
