; save: writes the game to a disk. A slot is a header of 32 bytes, whose sum is 0, and the state image, packed: behind two equal
; bytes stands how many more of them follow, 0 to 255; then counting begins anew.
;
; Power-cut safe: the slot that does not hold the newest whole save is written, then read back. A slot whose writing was
; cut short cannot be opened (the DOS calls it a file left open), so it never counts as whole. The next save has the drive
; take it off the disk (disk_validate); it is never scratched, because nobody knows where its last block leads.

.include "defs.inc"
.include "calls.inc"
.include "save.inc"
.importzp count, crc
.import disk_look_send, disk_status, disk_close, disk_put, disk_to, disk_scratch, disk_validate
.import game_bank, rom_bank
.import image_rewind, image_next, crc_begin, crc_byte, crc_end
.import game_id, view_turn, view_phase, view_campaign
.import save_begin, save_finish, slots_read, header_read, header_sum, slot_open, slot_name, slot_newer, image_read
.import header, first, over, shown, slot, slot_low, slot_high, slot_campaign, result, unclosed, fields, places
.export shell_save

.segment "SHELLBSS"
pair:       .res 1              ; 1: byte is the last one of the image; 2: it was there twice, and is counted
byte:       .res 1
more:       .res 1              ; how often it follows yet

.segment "SHELL"

; save io0: number of a game, and 4 more if another campaign may lie there; else the first -> status.
shell_save:
  lda #0
  jsr save_begin
  jsr disk_look_send
  jsr image_crc                 ; meanwhile
  jsr disk_status
  bne @out
  jsr slots_read
  cmp #save_no_drive
  beq @out
  jsr slot_newer
  bcs @free
  stx shown                     ; for look
  jsr game_bank
  lda slot_campaign, x
  eor view_campaign
  jsr rom_bank
  beq @free
  lda #save_campaign
  ldx over
  beq @out
@free:
  jsr older
  jsr make_header
  jsr write
  bne @out
  jsr verify
@out:
  jmp save_finish

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

; older: slot = the one to write; header's generation = the newest and one.
older:
  jsr slot_newer
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
  sta header + at_check
  jsr game_bank
  lda view_turn
  sta header + at_turn
  lda view_phase
  sta header + at_phase
  lda view_campaign
  sta header + at_campaign
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
  jsr slot_open
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
  jsr slot_name
  jmp disk_scratch

; verify: reads the slot back. out: a = result, z set if it is whole.
verify:
  jsr header_read
  bne @end
  lda #0                        ; only look
  jsr image_read
  beq @end
  cmp #save_no_drive
  beq @end
  lda #save_error
@end:
  rts
