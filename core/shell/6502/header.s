; header: the 32 bytes at the beginning of a saved game; their sum is 0.

.include "shell.inc"
.include "save.inc"
.importzp crc
.import game_bank, rom_bank
.import game_id, game_version, image_length, view_turn, view_phase, view_campaign
.import first, slot
.export header, header_make, header_check

.segment "SHELLBSS"
header:     .res header_size    ; of the save being written or read

.include "saving.inc"

; What the header of each of our saves has, and where.
fields: .byte "HXSG", format, <game_version, >game_version, <image_length, >image_length
places: .byte 0, 1, 2, 3, at_format, at_version, at_version + 1, at_length, at_length + 1

; header_make: the header of the state as it is.
; in: first, slot, crc; the generation in the header.  out: the rest of the header.  clobbers: a, x, y.
header_make:
    ldx #field_bytes - 1
@field:
    ldy places,x
    lda fields,x
    sta header,y
    dex
    bpl @field
    lda slot
    clc
    adc first
    sta header + at_slot
    lda #0
    sta header + at_check
    jsr game_bank
    lda view_turn
    sta header + at_turn
    lda view_phase
    sta header + at_phase
    lda view_campaign
    sta header + at_campaign
    ldx #id_length - 1
@id:
    lda game_id,x
    sta header + at_game,x
    dex
    bpl @id
    ldx #3
@crc:
    lda crc,x
    sta header + at_crc,x
    dex
    bpl @crc
    jsr rom_bank
    jsr header_sum
    eor #$FF
    tax
    inx
    stx header + at_check
    rts

; header_check: is it that of a save of this game?
; in: header.  out: a = save_done, save_damaged or save_other, z set if it is.  clobbers: x, y.
header_check:
    jsr header_sum
    bne @damaged
    ldx #field_bytes - 1
@field:
    ldy places,x
    lda header,y
    cmp fields,x
    bne @other
    dex
    bpl @field
    ldx #id_length - 1
    jsr game_bank               ; the cartridge may lie above the ROM
@game:
    lda header + at_game,x
    cmp game_id,x
    bne @other
    dex
    bpl @game
    jsr rom_bank
    lda #save_done
    rts
@other:
    jsr rom_bank
    lda #save_other
    rts
@damaged:
    lda #save_damaged
    rts

; header_sum: a = the sum of the header's bytes, z set if it is 0. clobbers x.
header_sum:
    ldx #header_size - 1
    lda #0
@byte:
    clc
    adc header,x
    dex
    bpl @byte
    cmp #0
    rts
