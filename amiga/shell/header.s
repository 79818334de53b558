; header: what headers of saved games have in common, whether games have names (save.s) or numbers (keyed/save.s).

.include "defs.inc"
.include "save.inc"
.import header, slot_state, generations
.import low_first, trouble, image_rewind, image_next, crc_begin, crc_byte, crc_end, crc
.import game_id, game_version, image_length, view_campaign
.export newest, header_of_game, header_game, header_image, header_sum

.segment "SHELL"

; newest: which of two slots that take turns has the newest whole header.
; in: slot_state, generations.  out: d0 = 0 or 1; minus (n set): neither has one.  clobbers: d1.
newest:
  moveq #-1, d0
  tst.b slot_state
  bne @second
  moveq #0, d0
@second:
  tst.b slot_state + 1
  bne @done
  tst.w d0
  bmi @take
  move.w generations + 2, d1            ; generations count on modulo 65,536
  sub.w generations, d1
  bmi @done
@take:
  moveq #1, d0
@done:
  tst.w d0
  rts

; header_of_game: whether header is that of a save of this game, in this version.
; in: header.  out: d0 = save_done (z set) or save_other.  clobbers: d1, a0, a1.
header_of_game:
  lea header + at_game, a0
  lea game_id, a1
  moveq #id_length - 1, d1
@game:
  cmpm.b (a0)+, (a1)+
  bne @other
  dbra d1, @game
  move.w #game_version, d1
  cmp.b header + at_version, d1
  bne @other
  lsr.w #8, d1
  cmp.b header + at_version + 1, d1
  bne @other
  move.w #image_length, d1
  cmp.b header + at_length, d1
  bne @other
  lsr.w #8, d1
  cmp.b header + at_length + 1, d1
  bne @other
  moveq #save_done, d0
  rts
@other:
  moveq #save_other, d0
  rts

; header_game: writes which game it is, and its version.
; in: a2 = where.  out: a2 behind it.  clobbers: d0, d1, a0.
header_game:
  lea game_id, a0
  moveq #id_length - 1, d1
@game:
  move.b (a0)+, (a2)+
  dbra d1, @game
  move.w #game_version, d0
  jmp low_first

; header_image: writes what a header says of the state as it is now: length, campaign, sum.
; in: a2 = where.  out: a2 behind it.  clobbers: d0, d1, a0, a1.
header_image:
  move.w #image_length, d0
  jsr low_first
  move.b view_campaign, (a2)+
  clr.b (a2)+
  jsr crc_begin
  jsr image_rewind
@byte:
  jsr image_next
  bcs @sum
  jsr crc_byte
  bra @byte
@sum:
  jsr crc_end
  move.w crc + 2, d0
  jsr low_first
  move.w crc, d0
  jmp low_first

; header_sum: whether an image that was read has the sum that its header says.
; in: header, trouble; crc begun and the image's bytes in it.  out: d0 = save_done (z set) or save_damaged.  clobbers: d1, d2, a0, a1.
header_sum:
  jsr crc_end
  moveq #save_damaged, d0
  tst.w trouble
  bne @done
  lea header + at_crc, a0
  lea crc + 4, a1
  moveq #3, d2
@sum:
  move.b (a0)+, d1
  cmp.b -(a1), d1
  bne @done
  dbra d2, @sum
  moveq #save_done, d0
@done:
  tst.w d0
  rts
