; scratch_files: what DOS 3.3 finds on a disk for saved games: the catalog, and a file for each of them, which has all the sectors that it
; can ever need.

.include "shell.inc"
.include "save.inc"
.include "disk.inc"
.import image_length
.import disk_write_one, disk_pages_ahead, disk_name, file_name
.export scratch_files

; A saved game at its longest: packing makes three bytes of two equal ones.
save_sectors = (head + header_size + image_length + (image_length + 1) / 2 + 255) / 256
saves        = games * slots
kind_binary  = 4
first_track  = 3                ; below it is room for DOS
page         = disk_pages_ahead + 256 * page_first

; in the VTOC, beside the link
vtoc_version = 3
vtoc_volume  = 6
vtoc_pairs   = $27
vtoc_last    = $30
vtoc_free    = $38              ; four bytes a track, the sectors from 15 down
pairs        = 122              ; of a list

.segment "SCRATCH"

; scratch_files: writes catalog, lists and what is free.
; in: disk_drive, with a disk that is formatted.  out: a = save_* result, z set if well.  clobbers: x, y, the pages for sectors, count.
scratch_files:
    lda #first_track
    sta next_track
    lda #sectors - 1
    sta next_sector
    ldx #0
@list:
    stx number
    lda next_track
    sta list_tracks,x
    lda next_sector
    sta list_sectors,x
    jsr list_write
    bne @end
    ldx number
    inx
    cpx #saves
    bne @list
    ldx #0
    stx number
    lda #sectors - 1
    sta sector
@catalog:
    jsr catalog_write
    bne @end
    dec sector
    bne @catalog
    jmp vtoc_write
@end:
    rts

; list_write: the list of a file, and its sectors are taken. out: a = save_* result, z set if well. clobbers x, y.
list_write:
    jsr page_clean
    lda next_track
    pha
    lda next_sector
    pha
    ldy #first_pair
@pair:
    jsr advance
    lda next_track
    sta page,y
    lda next_sector
    sta page + 1,y
    iny
    iny
    cpy #<(first_pair + 2 * save_sectors)
    bne @pair
    jsr advance
    pla
    tax
    pla
    ; falls through to page_write

; page_write: the page becomes sector x of track a. out: a = save_* result, z set if well. clobbers x, y.
page_write:
    ldy #>page
    jmp disk_write_one

; advance: the next free sector. clobbers a.
advance:
    dec next_sector
    bpl @end
    lda #sectors - 1
    sta next_sector
    inc next_track
    lda next_track
    cmp #catalog_track
    bne @end
    inc next_track
@end:
    rts

; page_clean: the page becomes zeros. clobbers a, x.
page_clean:
    ldx #0
    txa
@byte:
    sta page,x
    inx
    bne @byte
    rts

; catalog_write: a sector of the catalog, with files from number on. out: a = save_* result, z set if well; number. clobbers x, y.
catalog_write:
    jsr page_clean
    ldx sector
    dex
    beq @entries                ; the last one leads nowhere
    stx page + catalog_link + 1
    lda #catalog_track
    sta page + catalog_link
@entries:
    lda #first_entry
    sta entry
@entry:
    ldx number
    cpx #saves
    beq @write
    txa
    adc #'A'                    ; carry is clear: it is less
    jsr disk_name
    ldx number
    ldy entry
    lda list_tracks,x
    sta page,y
    lda list_sectors,x
    sta page + 1,y
    lda #kind_binary
    sta page + 2,y
    lda #<save_sectors + 1
    sta page + entry_name + name_letters,y
    ldx #0
@letter:
    lda file_name,x
    sta page + entry_name,y
    iny
    inx
    cpx #name_letters
    bne @letter
    inc number
    lda entry
    clc
    adc #entry_bytes
    sta entry
    bcc @entry                  ; seven fill the page
@write:
    lda #catalog_track
    ldx sector
    jmp page_write

; vtoc_write: what is free. out: a = save_* result, z set if well. clobbers x, y.
vtoc_write:
    jsr page_clean
    ldx #fields - places - 1
@field:
    ldy places,x
    lda fields,x
    sta page,y
    dex
    bpl @field
    ldx #first_track
@track:
    txa
    asl
    asl
    tay
    cpx #catalog_track
    beq @next
    cpx next_track
    bcc @next
    beq @part
    lda #%11111111
    sta page + vtoc_free,y
    sta page + vtoc_free + 1,y
@next:
    inx
    cpx #tracks
    bne @track
    lda #catalog_track
    ldx #0
    jmp page_write
@part:
    stx number
    ldx next_sector             ; that one and those below it
@sector:
    lda page + vtoc_free + 1,y
    sec
    rol
    sta page + vtoc_free + 1,y
    lda page + vtoc_free,y
    rol
    sta page + vtoc_free,y
    dex
    bpl @sector
    ldx number
    bne @next                   ; always

; The VTOC but for what is free.
places:
    .byte catalog_link, catalog_link + 1, vtoc_version, vtoc_volume, vtoc_pairs, vtoc_last, vtoc_last + 1
    .byte vtoc_tracks, vtoc_tracks + 1, vtoc_tracks + 3
fields:
    .byte catalog_track, sectors - 1, 3, volume, pairs, catalog_track + 1, 1
    .byte tracks, sectors, 1

next_track:   .byte 0
next_sector:  .byte 0
number:       .byte 0           ; of a file
sector:       .byte 0           ; of the catalog
entry:        .byte 0           ; where it lies in its sector
list_tracks:  .res saves, 0
list_sectors: .res saves, 0
