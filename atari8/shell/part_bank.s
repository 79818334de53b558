; part_bank: the four more banks of 16 KB that a 130XE has keep every sector of a part that was read: it is read from the disk once.
;
; The bank is seen from $4000 to $7FFF in the place of the program's memory, so all that works meanwhile lies below, and nothing
; interrupts. A place holds a sector if it counts bytes.
; Source: Atari 130XE Owner's Manual, appendix "Memory management"; PORTB as in the XL's.

.include "shell.inc"
.include "disk.inc"
.importzp src
.import disk_sector, disk_number, file_page, rom_out
.export bank_start, bank_sector, bank_there

NMIEN = $D40E
blank_alone = %01000000         ; the vertical blank's interrupt, as while disk work is done

bank        = $4000
bank_end    = $8000
sector_bits = 7                 ; of the place in a bank, and of a sector's length
bank_bits   = %00011100         ; PORTB: which bank, and that the processor sees none
first_part  = directory + directory_sectors ; sectors of parts lie from there on (src/disk.rs)
.assert sector_bytes = 1 << sector_bits, error, "a place in a bank is a sector"

.segment "SHELLBSS"
bank_there:  .res 1             ; 1: the machine has banks
bank_shown:  .res 1             ; PORTB with the one that is meant

.segment "SHELLBANKS"

; bank_start: looks for the banks, and empties them.
; in: no interrupts.  out: bank_there.  clobbers: a, x, y, src.
bank_start:
    lda #3
    jsr bank_set
    ldy bank
    tya
    eor #$FF
    tax
    lda bank_shown
    sta PORTB
    stx bank
    jsr bank_off
    sta bank_there
    cpy bank
    beq @there
    sty bank                    ; it was the program's own
    rts
@there:
    inc bank_there
    ldx #3
@bank:
    txa
    jsr bank_set
    lda bank_shown
    sta PORTB
    lda #0
    sta src
    lda #>bank
    sta src + 1
@page:
    lda #0
    ldy #link_count
    sta (src),y
    ldy #sector_bytes + link_count
    sta (src),y
    inc src + 1
    bpl @page
    dex
    bpl @bank
    .assert bank_end = $8000, error, "bit 7 ends a bank"
    ; falls through to bank_off

; bank_off: the program's own memory. out: a = 0. clobbers nothing.
bank_off:
    lda #<rom_out
    sta PORTB
    lda #0
    rts

; bank_set: bank a is meant. out: bank_shown. clobbers a.
bank_set:
    asl
    asl
    sta bank_shown
    lda #<rom_out
    and #<~bank_bits
    ora bank_shown
    sta bank_shown
    rts

; bank_sector: a sector of a part, from its bank, or from the disk and then into its bank.
; in: disk_number.  out: file_page; a = save_* result, z set if well.  clobbers: x, y, src.
bank_sector:
    jsr place
    bcs @read
    jsr bank_on
@from:
    lda (src),y
    sta file_page,y
    dey
    bpl @from
    jsr bank_done
    lda file_page + link_count
    beq @read
    lda #save_done
    rts
@read:
    lda #do_read
    ldx #<file_page
    ldy #>file_page
    jsr disk_sector
    bne @end
    jsr place
    bcs @well
    jsr bank_on
@to:
    lda file_page,y
    sta (src),y
    dey
    bpl @to
    jsr bank_done
@well:
    lda #save_done
@end:
    rts

; place: where a sector is kept. in: disk_number. out: carry clear: src, bank_shown; carry set: nowhere. clobbers a, x.
place:
    lda bank_there
    beq @none
    sec
    lda disk_number
    sbc #<first_part
    tax
    lda disk_number + 1
    sbc #>first_part
    cmp #2                      ; four banks of 128
    bcs @end
    cpx #1 << sector_bits
    rol
    jsr bank_set
    txa
    asl
    lsr
    lsr                         ; two of them are a page
    ora #>bank
    sta src + 1
    lda #0
    ror                         ; carry: clear
    sta src
    rts
@none:
    sec
@end:
    rts

; bank_on: the bank is seen, and nothing interrupts. in: bank_shown. out: y = the last byte of a sector. clobbers a.
bank_on:
    lda #0
    sta NMIEN
    lda bank_shown
    sta PORTB
    ldy #sector_bytes - 1
    rts

; bank_done: as before bank_on. clobbers a.
bank_done:
    jsr bank_off
    lda #blank_alone
    sta NMIEN
    rts
banks_end:
.assert banks_end <= bank, lderror, "what works while a bank is seen must not lie behind it"
