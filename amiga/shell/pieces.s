; pieces: dice, colours of engagements, signs of the overviews: what `symbol` draws around the map.

.include "defs.inc"
.import vm_v, screen, object_draw, rectangle_fill, page_now, border_colours
.import object_die1, object_die2, object_die3, object_die4, object_die5, object_die6
.import sign_pictures, half_signs
.export piece_draw

io0 = vm_v
io1 = vm_v + 2

bar_wide   = 5                          ; colour of an engagement
bar_high   = 22
box_wide   = 60                         ; behind large text
box_high   = 23
box_edge   = 30
box_paper  = 19

; Kinds of symbols (core/isa/shell.toml).
kind_die        = 12
kind_engagement = 13
kind_box        = 14
kind_sign       = 15

.segment "SHELL"

dice:     .dword object_die1, object_die2, object_die3, object_die4, object_die5, object_die6
die_count = 6
sign_count = 10
half_count = 2
half_left  = 3                          ; of these in a hex of theirs

; piece_draw: a piece on the screen.
; in: io0 = kind, io1 = which; d0, d1 = x, y.  out: nothing.  clobbers: d0, d1, a0, a1.
piece_draw:
  movem.l d2-d4, -(sp)
  move.w io1, d2
  move.w io0, d3
  cmpi.w #kind_engagement, d3
  beq @engagement
  cmpi.w #kind_box, d3
  beq @box
  cmpi.w #kind_die, d3
  beq @die
  lea sign_pictures, a0
  moveq #sign_count, d4
  cmpi.w #kind_sign, d3
  bne @done
  cmpi.b #page_half, page_now
  bne @object
  cmpi.w #half_count, d2
  bcc @object
  lea half_signs, a0
  subq.w #half_left, d0
  subq.w #1, d1
@object:
  cmp.w d4, d2
  bcc @done
  lsl.w #2, d2
  movea.l 0(a0,d2.w), a0
  lea screen, a1
  moveq #screen_bytes, d2
  jsr object_draw
@done:
  movem.l (sp)+, d2-d4
  rts
@die:
  lea dice(pc), a0
  moveq #die_count, d4
  addq.w #2, d1
  subq.w #1, d2                         ; as it is thrown: from 1
  bra @object
@engagement:
  lea border_colours, a0
  moveq #0, d4
  cmpi.w #12, d2
  bhi @done
  move.b 0(a0,d2.w), d4
  addq.w #2, d1
  moveq #bar_wide, d2
  moveq #bar_high, d3
  bsr fill
  bra @done
@box:
  moveq #box_edge, d4
  moveq #box_wide, d2
  moveq #box_high, d3
  movem.w d0-d1, -(sp)
  bsr fill
  movem.w (sp)+, d0-d1
  addq.w #1, d0
  addq.w #1, d1
  moveq #box_wide - 2, d2
  moveq #box_high - 2, d3
  moveq #box_paper, d4
  bsr fill
  bra @done

fill:
  lea screen, a1
  jmp rectangle_fill
