; boot: the first sector of the disk, which the ROM of the disk card reads to $0800 and runs at $0801. It has the ROM read the other
; sectors of track 0: the loader behind it, then the disk routines to where they run.
;
; What the ROM promises: x and $2B are 16 times the slot; at $C65C it reads sector $3D of track $41 to page $27, in the order of places on
; the track, and enters $0801 again when $3D has come to what stands at $0800. Beneath Apple DOS, chapter 8.

.include "disk.inc"
.include "banks.inc"
.import loader, needs_card, __LOADER_START__, __LOADER_LAST__, __DISK_START__, __DISK_LAST__

rom_page   = $27
rom_sector = $3D
rom_read   = $C65C
rom_home   = $FC58              ; clears the text screen
text_row   = $0400              ; its first

boot_page  = $08
loader_pages = (__LOADER_LAST__ - __LOADER_START__ + 255) / 256 ; behind the first sector
disk_code    = __DISK_START__
disk_sectors = (__DISK_LAST__ - __DISK_START__ + 255) / 256

.segment "BOOT"

    .byte 1                     ; the ROM reads one sector at a time

.assert * = $0801, lderror, "the ROM enters the boot sector at its second byte"

; Entered once for each sector, x = 16 times the slot.
boot:
    lda #1                      ; the first sector is there; then how many more
boot_count = * - 1
    inc boot_count
    cmp #1
    bne boot_more
    ldy #<needs_card
    beq boot_more
    ; bank 1 for the disk routines
    ldy card_disk
    ldy card_disk
    ldy #$A5
    sty disk_code
    cpy disk_code
    bne boot_small
    ldy #$5A
    sty disk_code
    cpy disk_code
    bne boot_small
boot_more:
    cmp #<disk_sectors + loader_pages + 1
    beq boot_done
    ; every other sector, and round again: the ROM is ready for the next one as it comes
    ldy #boot_page + 1
boot_to = * - 1
    cmp #<loader_pages + 1
    bne boot_paged
    ldy #>disk_code
boot_paged:
    sty rom_page
    iny
    sty boot_to
    lda #2
boot_sector = * - 1
    sta rom_sector
    clc
    adc #2
    cmp #sectors
    bcc boot_placed
    sbc #sectors - 1
boot_placed:
    sta boot_sector
    jmp rom_read
boot_done:
    jmp loader

boot_small:
    bit card_rom
    jsr rom_home
    ldx #message_length - 1
boot_letter:
    lda message,x
    ora #high_bit
    sta text_row,x
    dex
    bpl boot_letter
boot_stop:
    jmp boot_stop

message:
    .byte "THIS GAME NEEDS A LANGUAGE CARD: 64 KB"
message_length = * - message
