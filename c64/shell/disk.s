; disk: the KERNAL's files, banked in for the while. All code that uses them lies below the ROMs, the game's bytes may not: they
; pass one by one with the bank switched in between (game_bank, rom_bank).

.include "defs.inc"
.include "disk.inc"
.importzp src
.import raster_start, raster_stop, keys_start, sound_off, sound_start, row_mode, row_address
.import page_now, map_shown, map_draw, title_show
.export disk_begin, disk_end, game_bank, rom_bank

message_row = 8
message_length = 16
message_column = (columns - message_length) / 2

.segment "SHELL"

messages:
    .byte " SAVING THE GAME"
    .byte "LOADING THE GAME"

; disk_begin: the screen becomes plain text on black; the command channel is opened. Whether there is a drive, disk_status tells.
; in: a = 0 saving, 1 loading.  out: interrupts off, the KERNAL in.  clobbers: a, x, y, src, dst.
disk_begin:
    pha
    sei
    jsr raster_stop
    jsr sound_off
    ; rows that show anything but text are blanked
    ldx #rows - 1
@row:
    lda row_mode,x
    cmp #mode_map
    bne @next
    jsr blank_row
@next:
    dex
    bpl @row
    pla
    beq @saving
    lda #message_length
@saving:
    tay
    lda page_now
    cmp #page_text
    beq @open                   ; a text page says itself what goes on
    ldx #0
@letter:
    lda messages,y
    and #%00111111
    sta screen_text + message_row * columns + message_column,x
    lda #white
    sta colour_ram + message_row * columns + message_column,x
    iny
    inx
    cpx #message_length
    bne @letter
@open:
    jsr rom_bank
    lda #0
    jsr kernal_setmsg           ; the KERNAL must not write on its screen: that is game memory
    jsr kernal_clall
    lda #0
    jsr kernal_setnam
    lda #command
    ldx #device
    ldy #command
    jsr kernal_setlfs
    jmp kernal_open

; blank_row: row x of the text screen becomes spaces. keeps x.
blank_row:
    jsr row_address
    ldy #columns - 1
    lda #space
@cell:
    sta (src),y
    dey
    bpl @cell
    rts

; disk_end: closes everything and shows the page again.
; in: nothing.  out: interrupts on, the KERNAL out.  clobbers: x, y, and what title_show and map_draw do; a is kept.
disk_end:
    pha
    jsr rom_bank
    lda #command
    jsr kernal_close
    jsr kernal_clall
    sei
    jsr game_bank
    lda #cia_none
    sta cia1_icr
    lda cia1_icr
    jsr keys_start
    jsr sound_start
    jsr raster_start
    cli
    lda page_now
    cmp #page_title
    bne @map
    jsr title_show
@map:
    lda map_shown
    beq @end
    jsr map_draw
@end:
    pla
    rts

; rom_bank: the KERNAL lies from $E000 up.
; in: nothing.  out: nothing.  clobbers: nothing.
rom_bank:
    pha
    lda #bank_rom
    sta cpu_port
    pla
    rts
; game_bank: the game lies from $E000 up.
; in: nothing.  out: nothing.  clobbers: nothing.
game_bank:
    pha
    lda #bank_io
    sta cpu_port
    pla
    rts
