; misc: a counter in a text window, pieces of map art, parts of the game, a fault.

.include "defs.inc"
.import vm_v, screen, counter_draw, object_draw, text_corner, vm_trap, page_clear, text_draw, text_font8, event_take
.import object_plain0, object_forest0, object_mountain0, object_city0, object_siegfried0
.export call_counter, call_symbol, call_part, fault_show

io0 = vm_v
io1 = vm_v + 2
io2 = vm_v + 4
io3 = vm_v + 6

.segment "SHELLBSS"
.align 2
corner: .res 8

.segment "SHELL"

terrains: .dword object_plain0, object_forest0, object_mountain0, object_city0, object_siegfried0
terrain_count = 5

; counter io0, io1, io2: the counter of a unit at a column and row of the window.
call_counter:
  move.w io0, d5
  andi.w #$FF, d5
  move.w io1, d0
  lsl.w #3, d0
  move.w io2, d1
  mulu #9, d1
  addi.w #216, d1
  lea screen, a1
  moveq #screen_bytes, d2
  move.w #screen_rows, d3
  jmp counter_draw

; symbol io0 to io3: kind, which, column, row: only terrain (kind 0) has a piece of its own size here.
call_symbol:
  tst.w io0
  bne @done
  move.w io1, d0
  cmpi.w #terrain_count, d0
  bcc @done
  lsl.w #2, d0
  lea terrains(pc), a0
  movea.l 0(a0,d0.w), a0
  move.w io2, d0
  lsl.w #3, d0
  move.w io3, d1
  mulu #9, d1
  addi.w #12, d1
  lea screen, a1
  moveq #screen_bytes, d2
  move.w #screen_rows, d3
  jmp object_draw
@done:
  rts

; part io0: every part of the game is in memory here.
call_part:
  rts

fault_text: .asciiz "STOPPED BY FAULT "
.even

; fault_show: why the rules machine stopped; waits for a key.
fault_show:
  move.w #page_text, d0
  jsr page_clear
  lea fault_text(pc), a3
  lea text_font8, a2
  lea screen, a1
  moveq #screen_bytes, d2
  moveq #16, d0
  moveq #100, d1
  moveq #1, d3
  jsr text_draw
  moveq #0, d4
  move.b vm_trap, d4
  lea corner, a3
  divu #100, d4
  addi.b #'0', d4
  move.b d4, (a3)+
  clr.w d4
  swap d4
  divu #10, d4
  addi.b #'0', d4
  move.b d4, (a3)+
  swap d4
  addi.b #'0', d4
  move.b d4, (a3)+
  clr.b (a3)
  lea corner, a3
  moveq #100, d1
  jsr text_draw
@key:
  jsr event_take
  beq @key
  rts
