; save and load: four games on a disk, each in two slots that take turns: GAME.SAVE.A and .B, .C and .D, and so on. A slot is
; a header of 32 bytes, whose sum is 0, and the state image, packed: behind two equal bytes stands how many more of them
; follow, 0 to 255; then counting begins anew.
;
; Power-cut safe: the slot that does not hold the newest whole save is written, then read back. A slot whose writing was
; cut short cannot be opened (the DOS calls it a file left open), so it never counts as whole. The next save has the drive
; take it off the disk (disk_validate); it is never scratched, because nobody knows where its last block leads.

.include "defs.inc"
.include "calls.inc"
.importzp count, crc
.import disk_begin, disk_end, disk_look, disk_look_send, disk_status, disk_close, disk_put, disk_get, disk_to, disk_from
.import disk_name, disk_name_open, disk_scratch, disk_validate, name_save
.import game_bank, rom_bank
.import image_rewind, image_next, image_put, crc_begin, crc_byte, crc_end
.import game_id, game_version, image_length, view_turn, view_phase
.import part_again
.export shell_save, shell_load

games = 4
slots = 2                       ; of a game
id_length = 12

; header
header_size = 32
at_magic = 0
at_format = 4
at_turn = 5
at_phase = 6
at_slot = 7
at_game = 8
at_version = 20
at_generation = 22
at_length = 24
at_reserved = 26
at_check = 27
at_crc = 28
format = 2

.segment "SHELLBSS"
header:     .res header_size    ; of the save being written or read
first:      .res 1              ; number of the game's first slot
slot:       .res 1              ; of the game
slot_state: .res slots          ; save_done, or why the slot holds no save
slot_low:   .res slots          ; generations
slot_high:  .res slots
length:     .res 2              ; bytes of the image read so far
result:     .res 1
pair:       .res 1              ; 1: byte is the last one of the image; 2: it was there twice, and is counted
byte:       .res 1
more:       .res 1              ; how often it follows yet
spoilt:     .res 1              ; a slot that should have held a save was damaged
unclosed:   .res 1              ; not 0: a slot holds a file that was never closed

.segment "SHELL"

; What the header of each of our saves has, and where.
fields: .byte "HXSG", format, <game_version, >game_version, <image_length, >image_length
places: .byte 0, 1, 2, 3, at_format, at_version, at_version + 1, at_length, at_length + 1
field_bytes = * - places

; save io0: number of a game, else the first -> status.
shell_save:
  lda #0
  jsr begin
  jsr disk_look_send
  jsr image_crc                 ; meanwhile
  jsr disk_status
  bne @out
  jsr read_slots
  cmp #save_no_drive
  beq @out
  jsr older
  jsr make_header
  jsr write
  bne @out
  jsr verify
@out:
; falls through to finish

; finish: a = result: back to the game with it.
finish:
  pha
  jsr disk_close
  pla
  jsr disk_end
  ldx #0
  rts

; begin: a = 0 saving, 1 loading; io0 says which game.
begin:
  tay
  lda io0                       ; it may lie under the ROM, which comes in below
  cmp #games
  lda io0 + 1
  beq @high
  sec
@high:
  lda #0
  bcs @first
  lda io0
  asl a
@first:
  sta first
  tya
  jmp disk_begin

; image_crc: crc of the state image.
image_crc:
  jsr game_bank
  jsr crc_begin
  jsr image_rewind
@byte:
  jsr image_next
  bcs @end
  jsr crc_byte
  jmp @byte
@end:
  jsr crc_end
  jmp rom_bank

; read_slots: state and generation of both slots. out: a = save_no_drive if the drive is gone, else something else.
read_slots:
  lda #0
  sta unclosed
  sta spoilt
  ldx #slots - 1
@slot:
  stx slot
  jsr read_header
  jsr disk_close
  ldx slot
  lda result
  sta slot_state, x
  cmp #save_no_drive
  beq @end
  and #save_damaged & save_error
  ora spoilt                    ; what cannot be read may have been the newer one
  sta spoilt
  lda header + at_generation
  sta slot_low, x
  lda header + at_generation + 1
  sta slot_high, x
  dex
  bpl @slot
@end:
  lda result
  rts

; read_header: opens the slot and reads its header; the file stays open. out: a = result, z set if it is one of ours.
read_header:
  ldy #'R'
  jsr open
  cmp #save_open
  bne @opened
  sta unclosed
  lda #save_damaged
@opened:
  sta result
  cmp #save_done
  bne @end
  jsr disk_from
  bcs @gone
  ldy #0
@byte:
  sty count
  jsr disk_get
  bne @short
  ldy count
  sta header, y
  iny
  cpy #header_size
  bne @byte
  jsr header_sum
  bne @damaged
  ldx #field_bytes - 1
@field:
  ldy places, x
  lda header, y
  cmp fields, x
  bne @other
  dex
  bpl @field
  ldx #id_length - 1
  jsr game_bank                 ; the cartridge may lie above the ROM
@game:
  lda header + at_game, x
  cmp game_id, x
  bne @other
  dex
  bpl @game
  jsr rom_bank
  lda #save_done
  beq @set
@other:
  jsr rom_bank
  lda #save_other
  bne @set
@short:
@damaged:
  lda #save_damaged
  bne @set
@gone:
  lda #save_no_drive
@set:
  sta result
@end:
  lda result
  rts

; header_sum: a = the sum of the header's bytes.
header_sum:
  ldx #header_size - 1
  lda #0
@byte:
  clc
  adc header, x
  dex
  bpl @byte
  cmp #0
  rts

; open: y = 'R' or 'W': opens the file of slot. out: as disk_status.
open:
  tya
  pha
  jsr name
  pla
  tay
  lda #'S'
  jmp disk_name_open

; name: the file of slot is meant.
name:
  lda slot
  clc
  adc first
  adc #'A'
  ldy #<name_save
  jmp disk_name

; newer: which slot is newer? out: x = slot with the newest whole save, c clear; c set if there is none.
newer:
  ldx #0
  lda slot_state
  bne @second
  lda slot_state + 1
  bne @found                    ; only the first is whole
  lda slot_low                  ; the difference of generations decides, they may wrap
  cmp slot_low + 1
  lda slot_high
  sbc slot_high + 1
  bpl @found
@one:
  inx
@found:
  clc
  rts
@second:
  lda slot_state + 1
  beq @one
  sec
  rts

; older: slot = the one to write; header's generation = the newest and one.
older:
  jsr newer
  bcs @empty
  lda slot_low, x
  ldy slot_high, x
  dex                           ; the other one
  beq @slot
  ldx #1
  bne @slot
@empty:
  lda #0
  tay
  tax
@slot:
  stx slot
  sta header + at_generation
  sty header + at_generation + 1
  inc header + at_generation
  bne @end
  inc header + at_generation + 1
@end:
  rts

; make_header: the rest of the header.
make_header:
  ldx #field_bytes - 1
@field:
  ldy places, x
  lda fields, x
  sta header, y
  dex
  bpl @field
  lda slot
  clc
  adc first
  sta header + at_slot
  lda #0
  sta header + at_reserved
  sta header + at_check
  jsr game_bank
  lda view_turn
  sta header + at_turn
  lda view_phase
  sta header + at_phase
  ldx #id_length - 1
@id:
  lda game_id, x
  sta header + at_game, x
  dex
  bpl @id
  ldx #3
@crc:
  lda crc, x
  sta header + at_crc, x
  dex
  bpl @crc
  jsr rom_bank
  jsr header_sum
  eor #$FF
  tax
  inx
  stx header + at_check
  rts

; write: the slot anew. out: a = result, z set if well.
write:
  lda unclosed
  beq @sound
  jsr disk_validate
  bne @end
@sound:
  jsr scratch
  bne @end
  ldy #'W'
  jsr open
  bne @end
  jsr disk_to
  bcs @gone
  ldy #0
@header:
  sty count
  lda header, y
  jsr disk_put
  bne @failed
  ldy count
  iny
  cpy #header_size
  bne @header
  jsr image_rewind
  lda #0
  sta pair
@byte:
  lda #bank_io
  sta cpu_port
  jsr image_next
  ldx #bank_rom
  stx cpu_port
  bcs @written
  jsr packed_put
  beq @byte
@failed:
  jsr disk_close
  jsr disk_status
  bne @drop
  lda #save_error
@drop:
  sta result
  cmp #save_no_drive
  beq @end
  jsr disk_validate             ; what was cut short is no save, closed or not
  jsr scratch
  lda result
@end:
  rts
@written:
  jsr packed_end
  bne @failed
  jsr disk_close
  jsr disk_status
  bne @drop
  rts
@gone:
  lda #save_no_drive
  rts

; packed_put: a = next byte of the image. out: z set if well.
packed_put:
  ldx pair
  cpx #2
  bne @single
  cmp byte
  bne @another
  inc more
  ldx more
  inx
  beq packed_end                ; 255: a count holds no more
  lda #0
  rts
@another:
  pha
  jsr packed_end
  tax                           ; status of the line
  pla
  cpx #0
  bne @end
@single:
  ldx pair
  beq @new
  cmp byte
  beq @twice
@new:
  ldx #0
  stx pair
@twice:
  inc pair
  ldx #0
  stx more
  sta byte
  jmp disk_put
@end:
  rts

; packed_end: the count of a run, if one is under way. out: a = status of the line, z set if well.
packed_end:
  ldx pair
  cpx #2
  lda #0
  bcc @end
  sta pair
  lda more
  jmp disk_put
@end:
  tax
  rts

; scratch: deletes the slot's file. out: as disk_status.
scratch:
  jsr name
  jmp disk_scratch

; verify: reads the slot back. out: a = result, z set if it is whole.
verify:
  jsr read_header
  bne @end
  lda #0                        ; only look
  jsr read_image
  beq @end
  cmp #save_no_drive
  beq @end
  lda #save_error
@end:
  rts

; read_image: a = 1: the image of the open file becomes the state, 0: it is only checked. out: a = result, z set if whole.
read_image:
  sta keep
  jsr crc_begin
  jsr image_rewind
  lda #0
  sta length
  sta length + 1
  sta line
  sta pair
  sta more
@byte:
  lda length
  cmp header + at_length
  bne @next
  lda length + 1
  cmp header + at_length + 1
  beq @whole
@next:
  jsr packed_get
  bcs @broken
  ldx keep
  beq @look
  ldx #bank_io
  stx cpu_port
  pha
  jsr image_put
  pla
  ldx #bank_rom
  stx cpu_port
@look:
  jsr crc_byte
  inc length
  bne @byte
  inc length + 1
  jmp @byte
@broken:
  lda line
  bmi @gone
  bpl @damaged
@whole:
  jsr crc_end
  ldx #3
@crc:
  lda crc, x
  cmp header + at_crc, x
  bne @damaged
  dex
  bpl @crc
  lda #save_done
  rts
@damaged:
  lda #save_damaged
  rts
@gone:
  lda #save_no_drive
  rts

; packed_get: out: a = next byte of the image, c set if the file has none.
packed_get:
  ldx more
  bne @again
  jsr next
  bcs @end
  ldx pair
  beq @single
  dec pair
  cmp byte
  bne @single
  jsr next
  bcs @end
  sta more
  lda byte
  rts
@again:
  dec more
  lda byte
  clc
  rts
@single:
  sta byte
  ldx #1
  stx pair
  clc
@end:
  rts

; next: out: a = next byte of the file, c set if there is none; line says why.
next:
  lda line
  cmp #1
  bcs @end
  jsr disk_get
  stx line
  pha
  txa
  and #255 - status_eof         ; the last byte comes with the end of the file
  cmp #1
  pla
@end:
  rts

.segment "SHELLBSS"
keep: .res 1
line: .res 1                    ; what came with the last byte: the file's end, or trouble
.segment "SHELL"

; load io0: number of a game, else the first -> status: its newest whole slot. If none is whole, the state stays as it is.
shell_load:
  lda #1
  jsr begin
  jsr disk_look
  bne @out
  jsr read_slots
  cmp #save_no_drive
  beq @out
  jsr newer
  bcs @none
@try:
  jsr load_slot
  beq @well
  cmp #save_damaged
  bne @out
  sta spoilt
  ldx slot
  sta slot_state, x             ; then the other one
  jsr newer
  bcc @try
  lda #save_damaged
@out:
  jmp finish
@well:
  lda spoilt
  beq @out
  lda #save_older
  bne @out
@none:
  ; neither slot: the graver reason of both
  lda slot_state
  cmp slot_state + 1
  bcs @out
  lda slot_state + 1
  bcc @out

; load_slot: slot x becomes the state, when its whole image has been read once and is sound: a damaged one must not touch
; the state. out: a = result, z set if well.
load_slot:
  stx slot
  lda #0
  jsr pass
  bne @end
  lda #1
  jsr pass
  beq @end
  ldx keep
  beq @end
  jmp part_again                ; it was sound, and now half of it is the state: that is no game any more
@end:
  rts

; pass: reads the slot's file, its image as read_image does with a. out: a = result, z set if well.
pass:
  pha
  jsr read_header
  pla
  ldx result
  bne @close
  jsr read_image
  sta result
@close:
  jsr disk_close
  lda result
  rts
