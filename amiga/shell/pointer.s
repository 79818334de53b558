; pointer: mouse in port 1 (the hardware manual's port 0), shown as sprite 0.

.include "defs.inc"
.import event_put, rows_shown, row_of_line
.export pointer_start, pointer_frame, pointer_x, pointer_y, pointer_line, pointer_moved, pressed_x, pressed_line, pointer_sprite, no_sprite, pointer_move

sprite_rows  = 16
first_column = $81 - 1                  ; horizontal position of the screen's first pixel, in pixels

.segment "SHELLBSS"
.align 2
pointer_x:      .res 2                  ; pixels of the screen
pointer_y:      .res 2
pointer_line:   .res 2                  ; of the display: pointer_y is the row of the screen that is seen there
pointer_moved:  .res 2                  ; not 0: it has moved since a key or a choice was answered
pressed_x:      .res 2                  ; where the right button went down last: pixel and line of the display
pressed_line:   .res 2
counters:       .res 2                  ; JOY0DAT at the last frame
buttons:        .res 2                  ; bit 0 left, bit 1 right: down at the last frame

.segment "SPRITES"
.align 2
pointer_sprite:
  .word 0, 0
  .incbin "pointer.bin"
  .word 0, 0
no_sprite:
  .word 0, 0

.segment "SHELL"

; pointer_start: the pointer in the middle of the screen.
; in: nothing.  out: nothing.  clobbers: d0 to d2.
pointer_start:
  move.w #160, pointer_x
  move.w #100, pointer_y
  move.w #100, pointer_line
  move.w JOY0DAT(a6), counters
  move.w #$FF00, POTGO(a6)              ; the right button's line is an input with a pull-up
  bra pointer_place

; pointer_frame: once a frame, in the interrupt.
; in: nothing.  out: nothing.  clobbers: d0 to d3, a0.
pointer_frame:
  move.w JOY0DAT(a6), d2
  move.w counters, d3
  move.w d2, counters
  move.b d2, d0
  sub.b d3, d0                          ; columns, signed, modulo 256
  ext.w d0
  lsr.w #8, d2
  lsr.w #8, d3
  sub.b d3, d2
  ext.w d2
  move.w d2, d1
  bsr pointer_move
  moveq #0, d0
  btst #6, ciaa + PRA
  bne @left_up
  moveq #1, d0
@left_up:
  btst #10 - 8, POTGOR(a6)
  bne @right_up
  bset #1, d0
@right_up:
  move.w buttons, d1
  move.w d0, buttons
  eor.w d0, d1
  beq @done
  btst #1, d1
  beq @put
  btst #1, d0
  beq @put
  move.w pointer_x, pressed_x
  move.w pointer_line, pressed_line
@put:
  jmp event_put                         ; d0 = down now, d1 = changed
@done:
  rts

; pointer_move: by some pixels, within the screen.
; in: d0, d1 = right and down, signed.  out: pointer_x, pointer_y, pointer_line.  clobbers: d0 to d2.
pointer_move:
  move.w d0, d2
  or.w d1, d2
  or.w d2, pointer_moved
  add.w pointer_x, d0
  bpl @right
  clr.w d0
@right:
  cmpi.w #319, d0
  ble @across
  move.w #319, d0
@across:
  add.w pointer_line, d1
  bpl @bottom
  clr.w d1
@bottom:
  cmp.w rows_shown, d1
  blt @down
  move.w rows_shown, d1
  subq.w #1, d1
@down:
  move.w d0, pointer_x
  move.w d1, pointer_line
  jsr row_of_line
  move.w d1, pointer_y
; falls through to pointer_place

; pointer_place: the sprite's position words.
;   SPRxPOS  vertical start 7-0, horizontal 8-1
;   SPRxCTL  vertical end 7-0, then bit 2 vertical start 8, bit 1 vertical end 8, bit 0 horizontal 0
pointer_place:
  move.w pointer_x, d0
  addi.w #first_column, d0
  move.w pointer_line, d1
  addi.w #first_line, d1
  moveq #0, d2                          ; SPR0CTL
  lsr.w #1, d0
  bcc @even
  addq.w #1, d2
@even:
  lsl.w #8, d1                          ; vertical start 7 to 0; bit 8 to the carry
  bcc @start
  addq.w #4, d2
@start:
  move.b d0, d1
  move.w pointer_line, d0
  addi.w #first_line + sprite_rows, d0
  lsl.w #8, d0
  bcc @end
  addq.w #2, d2
@end:
  or.w d0, d2
  move.w d1, pointer_sprite
  move.w d2, pointer_sprite + 2
  rts
