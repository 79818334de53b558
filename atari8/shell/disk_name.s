; disk_name: files of a game are named by its id and what they are: BIA.SVA, a saved game, BIA.GAM, the program. Where a name stands in
; the directory.

.include "shell.inc"
.include "disk.inc"
.importzp count
.import game_id
.import disk_sector, disk_status_ask, disk_status_bytes, disk_unit, disk_number, disk_result, disk_strange, file_page
.export disk_name, disk_name_find, disk_name_program, disk_look, disk_look_send, name_save
.export file_name, file_start, file_number, file_locked, save_drive, second_drive

kind_letters = 2
name_save    = 0                ; kinds of files
name_program = kind_letters

.segment "DISKPAGE"

name_kind:    .res 1
file_name:    .res name_letters
file_start:   .res 2            ; its first sector
file_number:  .res 1            ; its place in the directory, times 4
file_locked:  .res 1            ; not 0: it is
save_drive:   .res 1            ; the one with the saved games, no_drive: not looked for yet
second_drive: .res 1            ; no_drive: nobody has answered; 0: not asked yet; 1: it is there

.segment "SHELL"

kinds: .byte "SV", "GA"

; disk_name_program: the file of the program is meant.
; in: nothing.  out: as disk_name.  clobbers: a, x, y, count.
disk_name_program:
    lda #'M'
    ldy #name_program
    ; falls through to disk_name

; disk_name: the name of a file of the game.
; in: a = last letter, y = name_save.  out: file_name.  clobbers: x, y, count.
disk_name:
    sta file_name + name_letters - 1
    sty name_kind
    lda kinds,y
    sta file_name + stem_letters
    lda kinds + 1,y
    sta file_name + stem_letters + 1
    ldx #0
    ldy #0
@stem:
    lda game_id,y
    beq @blank
    iny
@letter:
    sta file_name,x
    inx
    cpx #stem_letters
    bne @stem
    lda file_name + name_letters - 1
    rts
@blank:
    lda #space
    bne @letter                 ; always

; disk_look: looks at the disk in drive 1 anew.
; in: nothing.  out: as disk_status.  clobbers: x, y.
disk_look:
    lda #no_drive
    sta save_drive
    lda #0
    sta disk_unit
    sta disk_strange
    jsr vtoc_read
    jmp disk_result

; disk_look_send: the same.
; in: nothing.  out: file_result.  clobbers: a, x, y.
disk_look_send = disk_look

; vtoc_read: is it a disk with files? in: disk_unit. out: a = save_* result, z set if so; disk_strange. clobbers x, y.
vtoc_read:
    lda #<vtoc
    ldy #>vtoc
    jsr page_read
    bne @failed
    lda file_page + vtoc_version
    cmp #dos_2
    beq @well
    lda #save_none
    bne @strange                ; always
@well:
    lda #save_done
    rts
@failed:
    cmp #save_error
    bne @end
@strange:
    ldx disk_unit
    inx
    stx disk_strange
@end:
    rts

; page_read: sector a, y into the page. out: as disk_sector. clobbers x, y.
page_read:
    sta disk_number
    sty disk_number + 1
    lda #do_read
    ldx #<file_page
    ldy #>file_page
    jmp disk_sector

; disk_name_find: looks for the named file: a saved game in drive 2, and where it is not there, as all others, in drive 1.
; in: file_name, name_kind.  out: a = save_* result, z set if it is there: disk_unit, file_start, file_number, file_locked; disk_strange.
; clobbers: x, y, count, file_page.
disk_name_find:
    ldx #0
    lda name_kind
    cmp #name_save
    bne @drive
    ldx save_drive
    bpl @drive                  ; it is known
    inx
    stx save_drive
    lda second_drive
    bmi @first
    inx
    stx disk_unit
    jsr disk_status_ask
    beq @there
    lda #no_drive
    sta second_drive
    bne @first                  ; always
@there:
    lda #1
    sta second_drive
    jsr vtoc_read
    bne @first
    jsr find
    beq @second
    cmp #save_none
    bne @first
    ldx #drives                 ; a disk of DOS 2, but not for this game
    stx disk_strange
    bne @first                  ; always
@second:
    ldx #1
    stx save_drive
    tax                         ; a = save_done
    rts
@first:
    ldx #0
@drive:
    stx disk_unit
    ; falls through to find

; find: looks for the named file in the directory of a drive. in: file_name, disk_unit. out: as disk_name_find.
; clobbers x, y, count.
find:
    lda #0
    sta file_number
    lda #<directory
    ldy #>directory
@sector:
    jsr page_read
    bne @end
    ldx #0
@entry:
    lda file_page,x
    beq @none                   ; from here on none was ever used
    bmi @next                   ; deleted; files of DOS 2.5 behind sector 719 have another mark than others
    txa
    pha
    ldy #0
@letter:
    lda file_page + entry_name,x
    cmp file_name,y
    bne @other
    inx
    iny
    cpy #name_letters
    bne @letter
    pla
    tax
    lda file_page,x
    and #entry_locked
    sta file_locked
    lda file_page + entry_start,x
    sta file_start
    lda file_page + entry_start + 1,x
    sta file_start + 1
    lda #save_done
    rts
@other:
    pla
    tax
@next:
    clc
    lda file_number
    adc #4
    sta file_number
    txa
    adc #entry_bytes
    tax
    bpl @entry
    inc disk_number
    lda disk_number
    ldy disk_number + 1
    cmp #<(directory + directory_sectors)
    bne @sector
@none:
    lda #save_none
@end:
    rts
