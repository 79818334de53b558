; loader: brings the program in. It lies in the file of that name from the first sector of a track on, track behind track, in the order
; of places on the track: a turn of the disk brings a track of it, which is unpacked (ZX0) to where it runs.
;
; Packed are pieces: each its address, and a block; an address of page 0 ends them.

.include "shell.inc"
.include "disk.inc"
.importzp src, dst, unpack_offset, unpack_count, unpack_bits, disk_left
.import shell_start, disk_tables, disk_drive, disk_steady, disk_arm, disk_track, disk_wanted, disk_read, disk_on, disk_off
.import save_drive
.import program_track, scratch
.export loader

buffer     = $2000              ; where the picture will be
text_last  = $07D0              ; the last row of the text screen
keyboard   = $C000
buffer_end = buffer + 256 * sectors
soft_entry = $03F2              ; where a reset goes, and the mark that it is meant
soft_mark  = $03F4
boot_rom   = $C600
mark_of    = $A5                ; the mark is the high byte, turned by this
unknown    = 80                 ; half tracks: as far as the arm of the other drive can be

.segment "LOADER"

; loader: the program comes in, and begins.
; in: bank 1 is in reach.  out: never returns.  clobbers: everything.
loader:
    cld
    ldx #$FF
    txs
    lda #<boot_rom
    sta soft_entry
    lda #>boot_rom
    sta soft_entry + 1
    eor #mark_of
    sta soft_mark
    jsr disk_tables
    lda #0
    sta disk_drive
    sta disk_steady
    sta disk_arm
    lda #unknown
    sta disk_arm + 1
    lda #no_drive
    sta save_drive
    ldx #hint_length - 1
@hint:
    lda hint,x
    ora #high_bit
    sta text_last,x
    dex
    bpl @hint
    lda #<program_track
    sta disk_track
    jsr track_read
    lda #<(buffer + head)       ; behind the head of a binary file
    sta packed
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
    jsr disk_off
    lda keyboard
    cmp #'F' | high_bit
    bne @start
    jsr scratch
@start:
    jmp shell_start

; track_read: the next track of the program.
; in: disk_track.  out: it is in the buffer, packed; disk_track is the one behind.  clobbers: a, x, y.
track_read:
    bank_disk
    ldx #sectors - 1
@place:
    txa
    ora #>buffer
    sta disk_wanted,x
    dex
    bpl @place
    lda #sectors
    sta disk_left
    jsr disk_on
    jsr disk_read
    bne @failed
    inc disk_track
    lda #>buffer
    sta packed + 1
    bank_game
    rts
@failed:
    bit card_rom
    jmp boot_rom                ; from the beginning

hint:
    .byte "F: A DISK FOR SAVED GAMES"
hint_length = * - hint

unpack_byte:
    lda buffer                  ; the next packed byte
packed = * - 2
    inc packed
    bne byte_same
    inc packed + 1
    pha
    lda packed + 1
    cmp #>buffer_end
    bne byte_there
    jsr track_read
byte_there:
    pla
byte_same:
    ldy #0
    rts

unpack_from = src
unpack_to   = dst
.macro copy_begin
.endmacro
.macro copy_end
.endmacro
.include "unpack.inc"
