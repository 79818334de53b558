; slot: the files of saved games, their headers, and what a disk holds.
;
; Four games lie beside each other, each in two slots that take turns: GAME.SAVE.A and .B, .C and .D, and so on.

.include "defs.inc"
.include "calls.inc"
.include "save.inc"
.importzp count
.import disk_begin, disk_end, disk_look, disk_close, disk_get, disk_from
.import disk_name, disk_name_open, name_save
.import game_bank, rom_bank
.import game_id, game_version, image_length
.export shell_look, save_begin, save_finish, slots_read, slots_none, header_read, header_sum, slot_open, slot_name, slot_newer
.export header, first, over, shown, slot, slot_state, slot_low, slot_high, slot_campaign, result, spoilt, unclosed, fields, places

.segment "SHELLBSS"
header:     .res header_size    ; of the save being written or read
first:      .res 1              ; number of the game's first slot
over:       .res 1              ; not 0: the game may take the place of another campaign
slot:       .res 1              ; of the game
slot_state: .res slots          ; save_done, or why the slot holds no save
slot_low:   .res slots          ; generations
slot_high:  .res slots
slot_turn:  .res slots          ; what the headers tell, in the order of look's numbers
slot_phase: .res slots
slot_campaign: .res slots
shown:      .res 1              ; slot that look tells of
result:     .res 1
spoilt:     .res 1              ; a slot that should have held a save was damaged
unclosed:   .res 1              ; not 0: a slot holds a file that was never closed

.segment "SHELL"

; What the header of each of our saves has, and where.
fields: .byte "HXSG", format, <game_version, >game_version, <image_length, >image_length
places: .byte 0, 1, 2, 3, at_format, at_version, at_version + 1, at_length, at_length + 1

; look io0, io1: 0: reads the headers of saved game io0 -> status: whether one is whole; else what that one says (1 turn, 2 phase,
; 3 campaign). The drive looks at its disk anew with the first game.
shell_look:
  lda io1
  bne @told
  lda #1
  jsr save_begin
  lda first
  bne @read
  jsr disk_look
  bne save_finish
@read:
  jsr slots_read
  cmp #save_no_drive
  beq save_finish
  jsr slot_newer
  stx shown
  lda #save_done
  bcc save_finish
  jmp slots_none
@told:
  asl a                         ; carry clear
  adc shown
  tax
  lda slot_turn - slots, x
  ldx #0
  rts

; slots_none: back to the game with why neither slot holds a save: the graver reason of both.
; in: slot_state.  out: as save_finish.  clobbers: as save_finish.
slots_none:
  lda slot_state
  cmp slot_state + 1
  bcs @end
  lda slot_state + 1
@end:
  ; falls through to save_finish

; save_finish: back to the game.
; in: a = result.  out: x:a = result; as disk_end.  clobbers: y; as disk_end.
save_finish:
  pha
  jsr disk_close
  pla
  jsr disk_end
  ldx #0
  rts

; save_begin: which game is meant; the disk is begun with.
; in: a = 0 saving, 1 loading; io0 = game, with games more that another campaign may go.  out: first, over; as disk_begin.
; clobbers: a, x, y, dst.
save_begin:
  tay
  lda io0                       ; it may lie under the ROM, which comes in below
  cmp #2 * games
  lda io0 + 1
  beq @high
  sec
@high:
  lda #0
  bcs @over
  lda io0
@over:
  pha
  and #games
  sta over
  pla
  and #games - 1
  asl a
  sta first
  tya
  jmp disk_begin

; slots_read: what the headers of both slots say.
; in: first.  out: slot_state, slot_low, slot_high, slot_campaign; spoilt, unclosed; a = save_no_drive if the drive is gone, else
; something else.  clobbers: x, y, src, count, slot, header, result.
slots_read:
  lda #0
  sta unclosed
  sta spoilt
  ldx #slots - 1
@slot:
  stx slot
  jsr header_read
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
  lda header + at_turn
  sta slot_turn, x
  lda header + at_phase
  sta slot_phase, x
  lda header + at_campaign
  sta slot_campaign, x
  dex
  bpl @slot
@end:
  lda result
  rts

; header_read: opens the slot and reads its header; the file stays open.
; in: first, slot.  out: a and result, z set if it is one of ours; header; unclosed.  clobbers: x, y, src, count.
header_read:
  ldy #'R'
  jsr slot_open
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

; header_sum: the sum of the header's bytes.
; in: header.  out: a, z set if it is 0.  clobbers: x.
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

; slot_open: opens the file of a slot.
; in: y = 'R' or 'W'; first, slot.  out: as disk_status.  clobbers: x, y, src, count.
slot_open:
  tya
  pha
  jsr slot_name
  pla
  tay
  lda #'S'
  jmp disk_name_open

; slot_name: the file of a slot is meant.
; in: first, slot.  out: as disk_name.  clobbers: a, x, y, count.
slot_name:
  lda slot
  clc
  adc first
  adc #'A'
  ldy #<name_save
  jmp disk_name

; slot_newer: which slot is newer?
; in: slot_state, slot_low, slot_high.  out: x = slot with the newest whole save, c clear; c set if there is none.
; clobbers: a.
slot_newer:
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
