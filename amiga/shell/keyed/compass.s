; compass: the keys of the six directions beside the body, as the hexsides stand: west on top. They can be clicked.

.include "defs.inc"
.import vm_v, screen, rectangle_fill, bevel_draw, text_draw, text_font8, page_now, click_put, click_forget
.export call_compass, compass_draw, compass_on

io0 = vm_v

slate  = 6
ground = 5

.segment "SHELLBSS"
.align 2
compass_on: .res 2                      ; not 0: it is shown

.segment "SHELL"

; Letters: x, y from the middle, character, colour.
middle_x = compass_x + compass_wide / 2
middle_y = compass_y + compass_high / 2
letters:
  .word -4 & $FFFF, -29 & $FFFF, 'W', 3
  .word -25 & $FFFF, -4 & $FFFF, 'S', 3
  .word 17, -4 & $FFFF, 'N', 3
  .word -4 & $FFFF, 22, 'E', 3
  .word -4 & $FFFF, -17 & $FFFF, '1', 18
  .word 9, -11 & $FFFF, '2', 18
  .word 9, 4, '3', 18
  .word -4 & $FFFF, 10, '4', 18
  .word -17 & $FFFF, 4, '5', 18
  .word -17 & $FFFF, -11 & $FFFF, '6', 18
  .word -4 & $FFFF, -4 & $FFFF, '0', 18
letter_count = 11

; compass io0: 1 shows it, 0 hides it.
call_compass:
  move.w io0, compass_on
; falls through to compass_draw

; compass_draw: where the map is shown.
; in: compass_on.  out: nothing.  clobbers: d0 to d6, a0 to a4.
compass_draw:
  cmpi.b #page_map, page_now
  bne @done
  move.w #compass_x, d0
  move.w #compass_y, d1
  moveq #compass_wide, d2
  moveq #compass_high, d3
  tst.w compass_on
  beq @hide
  moveq #ground, d4
  moveq #4, d5
  moveq #0, d6
  jsr bevel_draw
  lea letters(pc), a4
  moveq #letter_count - 1, d6
@letter:
  movem.w (a4)+, d0-d1/d4-d5
  addi.w #middle_x, d0
  addi.w #middle_y, d1
  cmpi.w #'9', d4
  bhi @draw
  jsr click_put                         ; d4 = key, d0, d1 = place
  addq.w #7, d0                         ; what of it lies in the cell behind, too
  jsr click_put
  subq.w #7, d0
@draw:
  lsl.w #8, d4
  move.w d4, -(sp)
  movea.l sp, a3
  lea text_font8, a2
  lea screen, a1
  moveq #screen_bytes, d2
  movem.w d0-d1, -(sp)
  addq.w #1, d0
  addq.w #1, d1
  moveq #0, d3
  jsr text_draw
  movem.w (sp)+, d0-d1
  movea.l sp, a3
  move.w d5, d3
  jsr text_draw
  addq.l #2, sp
  dbra d6, @letter
@done:
  rts
@hide:
  movem.w d0-d3, -(sp)
  jsr click_forget
  movem.w (sp)+, d0-d3
  moveq #slate, d4
  lea screen, a1
  jmp rectangle_fill
