; unpack: packed texts of the cartridge (core/isa/src/text.rs) as plain characters, for names that the shell shows by itself.

.include "defs.inc"
.import vm_text, pair_left, pair_right
.export text_unpack

first_pair = 96
first_ink  = 14
inks_end   = 25

.segment "SHELL"

; text_unpack: a packed text as plain characters.
; in: d0 = its position in the text area, a1 = room, d1 = its bytes.  out: the text there, ended by 0.  clobbers: d0, d1, a0.
text_unpack:
  movem.l d2-d3/a1-a3, -(sp)
  move.w d1, d3
  subq.w #1, d3                         ; for the end
  andi.l #$FFFF, d0
  lea vm_text, a2
  adda.l d0, a2
  lea pair_left, a0
  lea pair_right, a3
@fetch:
  moveq #0, d0
  move.b (a2)+, d0
  beq @end
  clr.w -(sp)                           ; bottom of the halves that wait
@pair:
  cmpi.w #first_pair, d0
  bcs @character
  moveq #0, d1
  move.b 0(a3,d0.w), d1
  move.w d1, -(sp)
  move.b 0(a0,d0.w), d0
  bra @pair
@character:
  cmpi.w #inks_end, d0
  bcs @half                             ; no ink, no new line
  tst.w d3
  beq @half
  move.b d0, (a1)+
  subq.w #1, d3
@half:
  move.w (sp)+, d0
  bne @pair
  bra @fetch
@end:
  clr.b (a1)
  movem.l (sp)+, d2-d3/a1-a3
  rts
