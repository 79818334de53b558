; boot: the first three sectors of the disk, which the OS reads and calls behind their head: they bring the program in. It is the
; file that begins in the next sector; its sectors are read one behind the other and unpacked (ZX0) to where they run.
;
; Packed are pieces: each its address, and a block; an address of page 0 ends them.
; Source: Operating System User's Manual, chapter 10, "Disk booted software".

.include "shell.inc"
.include "disk.inc"
.importzp src, dst, unpack_offset, unpack_count, unpack_bits
.import shell_start, rom_out, ram_top, ram_tens, ram_ones
.export boot

DSKINV = $E453                  ; the OS's disk routine; booting has left the drive and "read" in its block
SDLSTL = $0230                  ; the display list
SDLSTH = $0231
COLDST = $0244
NMIEN  = $D40E
vertical_blank = $40

boot_sectors  = 3
program_start = boot_sectors + 1 ; sector

blank_lines = $70               ; of a display list: eight lines
wide_text   = $46               ; twenty wide letters, from where it says
again       = $41               ; anew, with the frame

.segment "BOOT"

    .byte 0, boot_sectors
    .addr boot_page, boot_stop
boot_page = * - 6

; boot: the program comes in, and begins.
; in: the OS, which has read the sectors.  out: never returns.  clobbers: everything.
boot:
    lda #<list
    sta SDLSTL
    lda #>list
    sta SDLSTH
    sta COLDST
    lda #<sector
    sta DBUFLO
    lda #>sector
    sta DBUFHI
    jsr rom_off
    lda ram_top
    eor #$FF
    sta ram_top
    cmp ram_top
    bne boot_small
    lda #program_start
    ldx #0
    jsr sector_read
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
    jmp shell_start

boot_small:
    lda #<small
    sta list_text
    jsr rom_on
boot_stop:
    jmp boot_stop

; rom_off: no BASIC; on 64 KB, RAM in the ROM's place. clobbers a.
rom_off:
    sei
    lda #0
    sta NMIEN
    lda #<rom_out
    sta PORTB
    rts

; rom_on: the OS. clobbers a.
rom_on:
    lda #rom_in
    sta PORTB
    lda #vertical_blank
    sta NMIEN
    cli
    rts

; sector_read: sector a, x of the program. clobbers a, x, y.
sector_read:
    sta DAUX1
    stx DAUX2
@again:
    jsr rom_on
    jsr DSKINV
    bmi @again                  ; a disk that cannot be read is tried until it can
    lda #0
    sta taken
    jmp rom_off

unpack_byte:
    ldy taken
    cpy sector + link_count
    bne @there
    lda sector + link_high
    and #high_bits
    tax
    lda sector + link_low
    jsr sector_read
    ldy #0
@there:
    lda sector,y
    inc taken
    ldy #0
    rts

list:
    .byte blank_lines, blank_lines, blank_lines, wide_text
list_text:
    .addr loading
    .byte again
    .addr list

loading:
    .byte 'L' - 32, 'O' - 32, 'A' - 32, 'D' - 32, 'I' - 32, 'N' - 32, 'G' - 32
    .res 13, 0
small:
    .byte 'N' - 32, 'E' - 32, 'E' - 32, 'D' - 32, 'S' - 32, 0, <ram_tens, <ram_ones, 0, 'K' - 32, 'B' - 32
    .res 9, 0                   ; the display list shows twenty
    .assert >small = >loading, lderror, "one byte is changed to show the other line"

taken: .byte 0                  ; bytes of the sector

unpack_from = src
unpack_to   = dst
.macro copy_begin
.endmacro
.macro copy_end
.endmacro
.include "unpack.inc"

.segment "BOOTPAGE"

sector: .res sector_bytes
