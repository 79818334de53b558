; disk: the KERNAL's files, banked in for the while. Everything here lies below the ROMs, the game's bytes may not: they
; pass one by one with the bank switched in between (game_bank, rom_bank).
;
; The drive gives its opinion on channel 15; disk_status turns it into a save_* result and keeps the words in dos_text.
; Files of a game are named by its id (disk_name).

.include "defs.inc"
.importzp src, dst, count
.import raster_start, raster_stop, keys_start, sound_off, sound_start, row_mode, row_low, row_high
.import page_now, map_shown, map_draw, title_show, game_id
.export disk_begin, disk_end, disk_command, disk_status, disk_open, disk_close, disk_put, disk_get, game_bank, rom_bank
.export disk_to, disk_from, dos_text, dos_length, dos_most
.export disk_look, disk_look_send, disk_name, disk_name_open, disk_scratch, disk_validate, file_name, name_save, name_part

device  = 8
command = 15                    ; logical file and channel of commands
file    = 2                     ; logical file and channel of the save

id_most     = 9                 ; letters of the id in a name: a name of the DOS has 16
kind_length = 6
name_save   = 0                 ; kinds of files
name_part   = kind_length
scratch_length = 3

space = 32
dos_most = 32                   ; letters of a message that are kept
message_row = 8
message_length = 16
message_column = (columns - message_length) / 2

.segment "SHELL"

messages:
  .byte " SAVING THE GAME"
  .byte "LOADING THE GAME"

kinds: .byte ".SAVE.", ".PART."
initialise: .byte "I0"
validate: .byte "V0"
scratch: .byte "S0:"

; disk_begin: the screen becomes plain text on black; the command channel is opened. Whether there is a drive, disk_status tells.
; in: a = 0 saving, 1 loading.  out: interrupts off, the KERNAL in.  clobbers: a, x, y, dst.
disk_begin:
  pha
  sei
  jsr raster_stop
  jsr sound_off
  ; rows that show anything but text are blanked
  ldx #rows - 1
@row:
  lda row_mode, x
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
  beq @open                     ; a text page says itself what goes on
  ldx #0
@letter:
  lda messages, y
  and #%00111111
  sta screen_text + message_row * columns + message_column, x
  lda #white
  sta colour_ram + message_row * columns + message_column, x
  iny
  inx
  cpx #message_length
  bne @letter
@open:
  jsr rom_bank
  lda #0
  jsr kernal_setmsg             ; the KERNAL must not write on its screen: that is game memory
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
  lda row_low, x
  sta dst
  lda row_high, x
  clc
  adc #>screen_text
  sta dst + 1
  ldy #columns - 1
  lda #space
@cell:
  sta (dst), y
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

; disk_name: the name of a file of the game: its id, what it is, a letter. "S0:" stands before it.
; in: a = last letter, y = name_save or name_part.  out: file_name; the KERNAL in.  clobbers: x, y, count.
disk_name:
  pha
  jsr game_bank                 ; the cartridge may lie above the ROM
  ldx #0
@id:
  lda game_id, x
  beq @kind
  sta file_name, x
  inx
  cpx #id_most
  bne @id
@kind:
  lda #kind_length
  sta count
@letter:
  lda kinds, y
  sta file_name, x
  inx
  iny
  dec count
  bne @letter
  pla
  sta file_name, x
  inx
  stx name_length
  jmp rom_bank

; disk_name_open: opens the named file.
; in: a = 'S' or 'P', y = 'R' or 'W'.  out: as disk_status.  clobbers: x, y, src.
disk_name_open:
  ldx name_length
  sta file_name + 1, x
  tya
  sta file_name + 3, x
  lda #','
  sta file_name, x
  sta file_name + 2, x
  lda #<file_name
  sta src
  lda #>file_name
  sta src + 1
  txa
  clc
  adc #4
  tax
  jmp disk_open

; disk_scratch: deletes the named file.
; in: nothing.  out: as disk_status.  clobbers: x, y, src, count.
disk_scratch:
  ldx #scratch_length - 1
@letter:
  lda scratch, x
  sta scratch_name, x
  dex
  bpl @letter
  lda #<scratch_name
  sta src
  lda #>scratch_name
  sta src + 1
  lda name_length
  clc
  adc #scratch_length
  tax
  bne disk_command              ; always

; disk_validate: the drive takes files that were never closed off its disk, and counts its free blocks anew. To scratch such
; a file would free whatever its last block happens to point to, which may be the game itself.
; in: nothing.  out: as disk_status.  clobbers: x, y, src, count.
disk_validate:
  lda #<validate
  ldy #>validate
  jsr send_short
  jmp disk_status

; disk_look: the drive looks at its disk anew: it may be another one.
; in: nothing.  out: as disk_status.  clobbers: x, y, src, count.
disk_look:
  jsr disk_look_send
  jmp disk_status

; disk_look_send: the same, and does not wait for it: disk_status does.
; in: nothing.  out: nothing.  clobbers: a, x, y, src, count.
disk_look_send:
  lda #<initialise
  ldy #>initialise
  ; falls through to send_short

; send_short: ay = a command of two letters, as disk_send.
send_short:
  sta src
  sty src + 1
  ldx #2
  ; falls through to disk_send

; disk_send: sends the text at src, x bytes, to the drive. Whether it is there, disk_status tells.
disk_send:
  stx count
  ldx #command
  jsr kernal_chkout
  bcs @end
  ldy #0
@byte:
  lda (src), y
  sty command_at
  jsr kernal_chrout
  ldy command_at
  iny
  cpy count
  bne @byte
@end:
  jmp kernal_clrchn

; disk_command: sends a text to the drive.
; in: src = the text, x = its bytes.  out: as disk_status.  clobbers: x, y, count.
disk_command:
  jsr disk_send
  ; falls through to disk_status

; disk_status: asks the drive how the last thing went.
; in: nothing.  out: a = save_* result, z set if well; dos_text, dos_length.  clobbers: x, y.
disk_status:
  lda #0
  sta dos_length
  ldx #command
  jsr kernal_chkin
  bcs no_drive
@byte:
  jsr kernal_chrin
  cmp #key_return
  beq @read
  ldy dos_length
  cpy #dos_most
  bcs @kept
  sta dos_text, y
  inc dos_length
@kept:
  jsr kernal_readst
  bmi no_drive
  beq @byte
@read:
  jsr kernal_clrchn
  lda dos_text
  jsr @digit
  sta number
  asl a
  asl a
  adc number
  asl a                         ; tens
  sta number
  lda dos_text + 1
  jsr @digit
  clc
  adc number
  cmp #20                       ; below: messages, not errors
  bcc @well
  ldx #errors - 1
@look:
  cmp error_numbers, x
  beq @known
  dex
  bpl @look
  lda #save_error
  rts
@known:
  lda error_results, x
  rts
@well:
  lda #save_done
  rts
@digit:
  and #%00001111
  rts

no_drive:
  lda #0
  sta dos_length
  jsr kernal_clrchn
  lda #save_no_drive
  rts

; DOS messages: no sync (no disk), write protect, file left open, not found, file type, full, power-up, not ready.
error_numbers: .byte 21, 26, 60, 62, 64, 72, 73, 74
error_results: .byte save_no_drive, save_protected, save_open, save_none, save_damaged, save_full, save_done, save_no_drive
errors = 8

; disk_open: opens a file.
; in: src = its name, x = letters.  out: as disk_status.  clobbers: x, y.
disk_open:
  txa
  ldx src
  ldy src + 1
  jsr kernal_setnam
  lda #file
  ldx #device
  ldy #file
  jsr kernal_setlfs
  jsr kernal_open
  bcs no_drive
  jmp disk_status

; disk_to: the file takes what disk_put passes.
; in: nothing.  out: c set if the drive is gone.  clobbers: a, x.
disk_to:
  ldx #file
  jmp kernal_chkout
; disk_from: the file gives what disk_get passes.
; in: nothing.  out: c set if the drive is gone.  clobbers: a, x.
disk_from:
  ldx #file
  jmp kernal_chkin

; disk_put: a byte into the file.
; in: a.  out: a = status of the line, z set if well.  clobbers: nothing.
disk_put:
  jsr kernal_chrout
  jmp kernal_readst

; disk_get: a byte from the file.
; in: nothing.  out: a, x = status of the line, z set unless the file is at its end or broken.  clobbers: nothing.
disk_get:
  jsr kernal_chrin
  pha
  jsr kernal_readst
  tax
  pla
  cpx #0
  rts

; disk_close: closes the file.
; in: nothing.  out: nothing.  clobbers: a, x, y.
disk_close:
  jsr kernal_clrchn
  lda #file
  jmp kernal_close

.segment "SHELLBSS"
command_at: .res 1
number:     .res 1
name_length: .res 1             ; of file_name, as disk_name made it
scratch_name: .res scratch_length ; "S0:"
file_name:  .res 20             ; id, kind, letter, ",S,W"
dos_length: .res 1              ; letters in dos_text, 0 if the drive is gone
dos_text:   .res dos_most       ; what the drive said last
