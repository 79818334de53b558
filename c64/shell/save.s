; save and load: two slots on the disk, GAME.SAVE.A and .B, each a header of 32 bytes and the state image.
;
; Power-cut safe: the slot that does not hold the newest whole save is written, then read back. A slot whose writing was
; cut short cannot be opened (the DOS calls it a file left open), so it never counts as whole. The next save has the drive
; take it off the disk (disk_validate); it is never scratched, because nobody knows where its last block leads.

.include "defs.inc"
.include "calls.inc"
.importzp count
.import disk_begin, disk_end, disk_look, disk_status, disk_close, disk_put, disk_get, disk_to, disk_from
.import disk_name, disk_name_open, disk_scratch, disk_validate, name_save
.import game_bank, rom_bank
.import image_rewind, image_next, image_put, crc_begin, crc_byte, crc_end, crc
.import game_id, game_version, image_length, view_turn, view_phase
.import part_again
.export shell_save, shell_load

slots = 2
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
at_crc = 28
format = 1

.segment "SHELLBSS"
header:     .res header_size    ; of the save being written or read
wanted:     .res header_size    ; what was written, to compare
slot:       .res 1
slot_state: .res slots          ; save_done, or why the slot holds no save
slot_low:   .res slots          ; generations
slot_high:  .res slots
length:     .res 2              ; bytes of the image read so far
result:     .res 1
spoilt:     .res 1              ; a slot that should have held a save was damaged
unclosed:   .res 1              ; not 0: a slot holds a file that was never closed

.segment "SHELL"

magic: .byte "HXSG", format

; save io0: slot 0 or 1, $FFFF for the older one -> status.
shell_save:
  lda #0
  jsr disk_begin
  jsr disk_look
  bne @out
  jsr image_crc
  jsr read_slots
  cmp #save_no_drive
  beq @out
  jsr older
  jsr make_header
  jsr write
  bne @out
  jsr verify
@out:
  sta result
  jsr disk_close
  jmp finish

; finish: back to the game with the result.
finish:
  lda result
  jsr disk_end
  ldx #0
  rts

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
  ldx #4
@magic:
  lda header, x
  cmp magic, x
  bne @damaged
  dex
  bpl @magic
  ldx #id_length - 1
  jsr game_bank                 ; the cartridge may lie above the ROM
@game:
  lda header + at_game, x
  cmp game_id, x
  bne @other
  dex
  bpl @game
  lda header + at_version
  cmp #<game_version
  bne @other
  lda header + at_version + 1
  cmp #>game_version
  bne @other
  lda header + at_length
  cmp #<image_length
  bne @other
  lda header + at_length + 1
  cmp #>image_length
  bne @other
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

; older: slot = the one to write, unless io0 names it; header's generation = the newest and one.
older:
  lda #0
  sta header + at_generation
  sta header + at_generation + 1
  jsr newer
  bcs @empty
  lda slot_low, x
  sta header + at_generation
  lda slot_high, x
  sta header + at_generation + 1
  txa
  eor #1
  tax
  bpl @slot
@empty:
  ldx #0
@slot:
  inc header + at_generation
  bne @named
  inc header + at_generation + 1
@named:
  lda io0 + 1
  bne @set
  lda io0
  and #slots - 1
  tax
@set:
  stx slot
  rts

; make_header: the rest of the header.
make_header:
  ldx #4
@magic:
  lda magic, x
  sta header, x
  dex
  bpl @magic
  lda slot
  sta header + at_slot
  lda #<image_length
  sta header + at_length
  lda #>image_length
  sta header + at_length + 1
  lda #0
  sta header + at_reserved
  sta header + at_reserved + 1
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
  lda #<game_version
  sta header + at_version
  lda #>game_version
  sta header + at_version + 1
  ldx #3
@crc:
  lda crc, x
  sta header + at_crc, x
  dex
  bpl @crc
  jmp rom_bank

; write: the slot anew. out: a = result, z set if well.
write:
  lda unclosed
  beq @sound
  jsr disk_validate
  bne @end
@sound:
  jsr scratch
  cmp #save_none
  beq @fresh
  cmp #save_done
  bne @end
@fresh:
  ldy #'W'
  jsr open
  bne @end
  jsr disk_to
  bcs @gone
  ldy #0
@header:
  sty count
  lda header, y
  sta wanted, y
  jsr disk_put
  bne @failed
  ldy count
  iny
  cpy #header_size
  bne @header
  jsr game_bank
  jsr image_rewind
@byte:
  jsr game_bank
  jsr image_next
  jsr rom_bank
  bcs @written
  jsr disk_put
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
  jsr disk_close
  jsr disk_status
  bne @drop
  rts
@gone:
  lda #save_no_drive
  rts

; scratch: deletes the slot's file. out: as disk_status.
scratch:
  jsr name
  jmp disk_scratch

; verify: reads the slot back. out: a = result, z set if it is what was written.
verify:
  jsr read_header
  bne @end
  ldx #header_size - 1
@compare:
  lda header, x
  cmp wanted, x
  bne @bad
  dex
  bpl @compare
  lda #0                        ; only look
  jsr read_image
  beq @end
  cmp #save_no_drive
  beq @end
@bad:
  lda #save_error
@end:
  rts

; read_image: a = 1: the image of the open file becomes the state, 0: it is only checked. out: a = result, z set if whole.
read_image:
  sta keep
  jsr game_bank
  jsr crc_begin
  jsr image_rewind
  lda #0
  sta length
  sta length + 1
@byte:
  lda length
  cmp header + at_length
  bne @more
  lda length + 1
  cmp header + at_length + 1
  beq @whole
@more:
  jsr rom_bank
  jsr disk_get
  stx line
  jsr game_bank
  pha
  jsr crc_byte
  pla
  ldx keep
  beq @looked
  jsr image_put
@looked:
  inc length
  bne @count
  inc length + 1
@count:
  lda line
  beq @byte
  bmi @gone
  and #255 - status_eof
  bne @damaged
  ; the last byte came with the end of the file
  lda length
  cmp header + at_length
  bne @damaged
  lda length + 1
  cmp header + at_length + 1
  bne @damaged
@whole:
  jsr crc_end
  ldx #3
@crc:
  lda crc, x
  cmp header + at_crc, x
  bne @damaged
  dex
  bpl @crc
  jsr rom_bank
  lda #save_done
  rts
@damaged:
  jsr rom_bank
  lda #save_damaged
  rts
@gone:
  jsr rom_bank
  lda #save_no_drive
  rts

.segment "SHELLBSS"
keep: .res 1
line: .res 1
.segment "SHELL"

; load io0: slot 0 or 1, $FFFF the newest whole one -> status. If no image is whole, the state stays as it is.
shell_load:
  lda #1
  jsr disk_begin
  jsr disk_look
  bne @out
  lda #0
  sta spoilt
  jsr read_slots
  cmp #save_no_drive
  beq @out
  lda io0 + 1
  bne @newest
  lda io0
  and #slots - 1
  tax
  lda slot_state, x
  bne @out
  jsr load_slot
@out:
  sta result
  jsr disk_close
  jmp finish
@newest:
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
  bne @out
@well:
  ; a slot that holds something unreadable may have been the newer one
  lda spoilt
  bne @older
  ldx #slots - 1
@slot:
  lda slot_state, x
  cmp #save_damaged
  beq @older
  cmp #save_error
  beq @older
  dex
  bpl @slot
  lda #save_done
  beq @out
@older:
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
