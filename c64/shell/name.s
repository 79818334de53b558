; name: files of a game are named by its id, what they are, and a letter.

.include "defs.inc"
.include "disk.inc"
.importzp src, count
.import game_id, game_bank, rom_bank, disk_open
.export disk_name, disk_name_open, file_name, scratch_name, name_length, name_save, name_part

id_most     = 9                 ; letters of the id in a name: a name of the DOS has 16
kind_length = 6
name_save   = 0                 ; kinds of files
name_part   = kind_length

.segment "SHELL"

kinds: .byte ".SAVE.", ".PART."

; disk_name: the name of a file of the game: its id, what it is, a letter.
; in: a = last letter, y = name_save or name_part.  out: file_name; the KERNAL in.  clobbers: x, y, count.
disk_name:
    pha
    jsr game_bank               ; the cartridge may lie above the ROM
    ldx #0
@id:
    lda game_id,x
    beq @kind
    sta file_name,x
    inx
    cpx #id_most
    bne @id
@kind:
    lda #kind_length
    sta count
@letter:
    lda kinds,y
    sta file_name,x
    inx
    iny
    dec count
    bne @letter
    pla
    sta file_name,x
    inx
    stx name_length
    jmp rom_bank

; disk_name_open: opens the named file.
; in: a = kind_save or kind_part, y = to_read or to_write.  out: as disk_status.  clobbers: x, y, src.
disk_name_open:
    ldx name_length
    sta file_name + 1,x
    tya
    sta file_name + 3,x
    lda #','
    sta file_name,x
    sta file_name + 2,x
    lda #<file_name
    sta src
    lda #>file_name
    sta src + 1
    txa
    clc
    adc #4
    tax
    jmp disk_open

.segment "SHELLBSS"
name_length: .res 1             ; of file_name, as disk_name made it
scratch_name: .res scratch_length ; "S0:", directly before the name
file_name:  .res 20             ; id, kind, letter, ",S,W"
