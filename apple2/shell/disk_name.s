; disk_name: saved games are named by the game's id and a letter. Where a name stands in the catalog.

.include "shell.inc"
.include "disk.inc"
.importzp disk_data
.import game_id, rom_bank
.import disk_drive, disk_on, disk_read_one, disk_pages_ahead, disk_result
.import catalog_drive, catalog_first
.import file_name, file_entry, file_result, name_length, save_drive, link_count
.export disk_name, disk_name_find, disk_look, disk_look_send, catalog_find, name_save, index_there

id_most     = 9                 ; letters of the id in a name, as on other machines
name_save   = 0                 ; the only kind of files that is named
page        = disk_pages_ahead + 256 * page_catalog

.segment "SHELLBSS"
index_there: .res 1             ; not 0: the page of the index of parts still has it (part_read.s)

.segment "SHELL"

kind: .byte ".SAVE."
kind_length = * - kind

; disk_name: the name of a saved game: the game's id, what it is, a letter.
; in: a = last letter.  out: file_name.  clobbers: x, y.
disk_name:
    pha
    ldx #name_letters - 1
    lda #space | high_bit
@blank:
    sta file_name,x
    dex
    bpl @blank
    inx
@id:
    lda game_id,x
    beq @kind
    ora #high_bit
    sta file_name,x
    inx
    cpx #id_most
    bne @id
@kind:
    ldy #0
@letter:
    lda kind,y
    ora #high_bit
    sta file_name,x
    inx
    iny
    cpy #kind_length
    bne @letter
    pla
    ora #high_bit
    sta file_name,x
    lda #name_letters
    sta name_length
    rts

.segment "DISK"

; disk_look: looks at the disk in drive 1 anew.
; in: nothing.  out: as disk_status.  clobbers: x, y.
disk_look:
    lda #0
    sta disk_drive
    lda #no_drive
    sta save_drive
    jsr vtoc_read
    jmp disk_result

; disk_look_send: the same.
; in: nothing.  out: file_result.  clobbers: a, x, y.
disk_look_send = disk_look

; disk_name_find: looks for the named file in drive 2, and where it is not there in drive 1.
; in: file_name, name_length.  out: a = save_* result, z set if it is there: disk_drive, file_entry.  clobbers: x, y.
disk_name_find:
    ldx save_drive
    bpl @drive                  ; it is known
    ldx #1
    stx disk_drive
    jsr catalog_find
    beq @known
    ldx #0
    stx disk_drive
@known:
    ldx disk_drive
    stx save_drive
@drive:
    stx disk_drive
    ; falls through to catalog_find

; catalog_find: looks for the named file on a disk.
; in: file_name, name_length, disk_drive.  out: a = save_* result, z set if it is there: file_entry.  clobbers: x, y, disk_data.
catalog_find:
    lda disk_drive
    cmp catalog_drive
    beq @known
    jsr vtoc_read
    bne @end
@known:
    lda #most_catalog
    sta link_count
    lda catalog_first
    ldx catalog_first + 1
@sector:
    cmp #0
    beq @none
    cmp #tracks
    bcs @damaged
    cpx #sectors
    bcs @damaged
    ldy #>page
    jsr disk_read_one
    bne @end
    lda #first_entry
@entry:
    sta disk_data
    tax
    lda page,x
    beq @none                   ; from here on none was ever used
    cmp #entry_deleted
    beq @next
    sta file_entry
    lda page + 1,x
    sta file_entry + 1
    jsr is_named
    beq @end                    ; a = 0
@next:
    lda disk_data
    clc
    adc #entry_bytes
    bcc @entry
    lda page + catalog_link
    ldx page + catalog_link + 1
    dec link_count
    bne @sector
@damaged:
    lda #save_error
    bne @end
@none:
    lda #save_none
@end:
    rts

; is_named: whether the entry at x of the page has the name. out: a = 0 and z set if so. clobbers x, y.
is_named:
    ldy #0
@letter:
    lda page + entry_name,x
    cmp file_name,y
    bne @end
    inx
    iny
    cpy name_length
    bne @letter
    lda #0
@end:
    rts

; vtoc_read: turns the disk, reads what leads to its catalog. out: a = save_* result, z set if it is a disk with files: catalog_drive,
; catalog_first.
vtoc_read:
    lda #0
    sta index_there             ; its page is taken
    lda #no_drive
    sta catalog_drive
    jsr disk_on
    lda #save_no_drive
    bcs @end
    lda #catalog_track
    ldx #0
    ldy #>page
    jsr disk_read_one
    bne @end
    lda page + vtoc_tracks
    cmp #tracks
    beq @well
    lda #save_none
    bne @end
@well:
    ldx page + catalog_link
    stx catalog_first
    ldx page + catalog_link + 1
    stx catalog_first + 1
    ldx disk_drive
    stx catalog_drive
    lda #save_done
@end:
    cmp #save_done
    rts
