; blit: objects, rectangles and copies by the blitter, all planes in one go: bitmaps and objects are interleaved.
;
; A bitmap is told by a1 = its first byte, d2 = bytes of a line.

.include "defs.inc"
.import clip_left, clip_right, clip_top, clip_bottom
.export object_draw, object_copy, object_hole, rectangle_copy, rectangle_clear, rectangle_fill, blit_parts

most_lines     = 1020
minterm_hole   = $0B0A                  ; channels A C D; D = not A and C
minterm_set    = $03FA                  ; channels C D, A from its register; D = A or C
minterm_clear  = $030A                  ; D = not A and C

.segment "SHELL"

; object_draw: an object, cut by the clip (clip.s). Most of what is drawn comes here, so what is seldom cut stands behind the way through.
; in: a0 = its head; a1, d2 = bitmap; d0, d1 = x, y of what it belongs to, signed.  out: nothing.  clobbers: d0, d1.
object_draw:
  movem.l d2-d7/a2-a4, -(sp)
  movem.w (a0), d4-d7                   ; words, rows, x, y
  movem.l object_image(a0), a2-a3       ; and mask
  add.w d6, d0
  add.w d7, d1
  move.w clip_top, d7
  sub.w d1, d7                          ; rows above
  bgt @top
@below:
  move.w clip_bottom, d7
  sub.w d1, d7                          ; rows that fit
  ble @done
  cmp.w d7, d5
  ble @rows
  move.w d7, d5
@rows:
  move.w d2, d3                         ; a row of the bitmap: five lines
  lsl.w #2, d3
  add.w d2, d3
  mulu d3, d1
  lea 0(a1,d1.l), a4                    ; first line
  move.w d4, d3                         ; words of the object
  moveq #15, d6
  and.w d0, d6                          ; shift
  asr.w #4, d0                          ; first word
  moveq #-1, d7                         ; first and last word mask
  tst.w d6
  beq @aligned
  addq.w #1, d4                         ; the last word takes what was shifted out
  clr.w d7
@aligned:
  move.w clip_left, d1
  sub.w d0, d1                          ; words left of it
  bgt @left
@right:
  move.w d0, d1
  add.w d4, d1
  sub.w clip_right, d1                  ; words right of it
  bgt @cut
@words:
  add.w d0, d0
  adda.w d0, a4
  sub.w d4, d3
  add.w d3, d3                          ; modulo of the object
  sub.w d4, d2
  sub.w d4, d2                          ; of the bitmap
  move.w d5, d1
  lsl.w #2, d1
  add.w d1, d5                          ; lines
  lsl.w #6, d5
  or.w d4, d5                           ; BLTSIZE
  ror.w #4, d6                          ; shift in bits 15 to 12
  move.w d6, d4
  ori.w #minterm_cookie, d4
  blit_hold
  move.l d7, BLTAFWM(a6)
  move.w d6, BLTCON1(a6)
  move.l a2, BLTBPT(a6)
  move.l a4, BLTCPT(a6)
  move.l a4, BLTDPT(a6)
  move.w d2, BLTCMOD(a6)
  move.w d3, BLTBMOD(a6)
  move.w d2, BLTDMOD(a6)
  tst.l object_mask(a0)
  beq @solid
  move.w d4, BLTCON0(a6)
  move.l a3, BLTAPT(a6)
  move.w d3, BLTAMOD(a6)
  move.w d5, BLTSIZE(a6)
@done:
  movem.l (sp)+, d2-d7/a2-a4
  rts
@solid:
  andi.w #$F7FF, d4                     ; A from its data register
  move.w d4, BLTCON0(a6)
  move.w #$FFFF, BLTADAT(a6)
  move.w d5, BLTSIZE(a6)
  bra @done
@top:
  sub.w d7, d5
  ble @done
  add.w d7, d1
  mulu #depth * 2, d7
  mulu d4, d7
  adda.l d7, a2
  adda.l d7, a3
  bra @below
; It begins a word before those that are seen, with what is shifted into them and nothing else.
@left:
  tst.w d6
  beq @skip
  subq.w #1, d1
  swap d7
  clr.w d7
  bset d6, d7
  subq.w #1, d7
  swap d7
@skip:
  add.w d1, d0
  sub.w d1, d4
  ble @done
  add.w d1, d1
  adda.w d1, a2
  adda.w d1, a3
  move.w d0, d1
  add.w d4, d1
  cmp.w clip_left, d1
  ble @done
  bra @right
@cut:
  sub.w d1, d4
  ble @done
  moveq #-1, d1                         ; nothing is shifted out of the last one
  lsl.w d6, d1
  move.w d1, d7
  move.w d0, d1
  add.w d4, d1
  cmp.w clip_left, d1
  bgt @words
  bra @done

; object_copy: the same of all its words, whatever was there.
; in: as object_draw; x is one of a word.  out: nothing.  clobbers: d0, d1.
object_copy:
  movem.l d2-d7/a2-a5, -(sp)
  movea.w #minterm_copy, a5
  bra object_place

; object_hole: all that an object would cover becomes black; it must have a mask.
; in: as object_draw.  out: nothing.  clobbers: d0, d1.
object_hole:
  movem.l d2-d7/a2-a5, -(sp)
  movea.w #minterm_hole, a5
object_place:
  add.w object_x(a0), d0
  add.w object_y(a0), d1
  move.w object_words(a0), d4
  move.w object_rows(a0), d5
  movea.l object_image(a0), a2
  movea.l object_mask(a0), a3
  move.w d4, d6
  add.w d6, d6                          ; bytes of an object's line
  move.w clip_top, d7
  sub.w d1, d7                          ; rows above
  ble @top
  sub.w d7, d5
  ble @done
  add.w d7, d1
  mulu #depth, d7
  mulu d6, d7
  adda.l d7, a2
  adda.l d7, a3
@top:
  move.w clip_bottom, d7
  sub.w d1, d7                          ; rows that fit
  ble @done
  cmp.w d7, d5
  ble @bottom
  move.w d7, d5
@bottom:
  move.w d2, d3                         ; a row of the bitmap: five lines
  lsl.w #2, d3
  add.w d2, d3
  mulu d3, d1
  lea 0(a1,d1.l), a4                    ; first line
  move.w d0, d3
  asr.w #4, d3                          ; first word
  moveq #-1, d7                         ; first and last word mask
  andi.w #15, d0                        ; shift
  beq @aligned
  addq.w #1, d4                         ; the last word takes what was shifted out
  clr.w d7
@aligned:
  move.w clip_left, d1
  sub.w d3, d1                          ; words left of it
  ble @right
  tst.w d0
  beq @skip
; It begins a word before those that are seen, with what is shifted into them and nothing else.
  subq.w #1, d1
  swap d7
  clr.w d7
  bset d0, d7
  subq.w #1, d7
  swap d7
@skip:
  add.w d1, d3
  sub.w d1, d4
  add.w d1, d1
  adda.w d1, a2
  adda.w d1, a3
@right:
  move.w d3, d1
  add.w d4, d1
  sub.w clip_right, d1                  ; words right of it
  ble @words
  sub.w d1, d4
  moveq #-1, d1                         ; nothing is shifted out of the last one
  lsl.w d0, d1
  move.w d1, d7
@words:
  tst.w d4
  ble @done
  move.w d3, d1
  add.w d4, d1
  cmp.w clip_left, d1
  ble @done
  move.w d3, d1
  add.w d1, d1
  adda.w d1, a4
  ror.w #4, d0                          ; shift in bits 15 to 12
  move.w d4, d3
  add.w d3, d3
  sub.w d3, d2                          ; modulo of the bitmap
  sub.w d3, d6                          ; modulo of the object: 0 or -2
  move.w d5, d3
  lsl.w #2, d3
  add.w d3, d5                          ; lines
  lsl.w #6, d5
  or.w d4, d5                           ; BLTSIZE
  move.w a5, d4
  blit_hold
  move.l d7, BLTAFWM(a6)
  move.w d0, BLTCON1(a6)
  move.l a4, BLTDPT(a6)
  move.w d2, BLTDMOD(a6)
  cmpi.w #minterm_copy, d4
  beq @copy
  move.l a2, BLTBPT(a6)
  move.l a4, BLTCPT(a6)
  move.w d6, BLTBMOD(a6)
  move.w d2, BLTCMOD(a6)
  move.l object_mask(a0), d4
  beq @solid
  move.w a5, d3
  or.w d3, d0
  move.w d0, BLTCON0(a6)
  move.l a3, BLTAPT(a6)
  move.w d6, BLTAMOD(a6)
  move.w d5, BLTSIZE(a6)
  bra @done
@solid:
  ori.w #minterm_cookie & $F7FF, d0     ; A from its data register
  move.w d0, BLTCON0(a6)
  move.w #$FFFF, BLTADAT(a6)
  move.w d5, BLTSIZE(a6)
@done:
  movem.l (sp)+, d2-d7/a2-a5
  rts
@copy:
  move.w d4, BLTCON0(a6)
  move.l a2, BLTAPT(a6)
  move.w d6, BLTAMOD(a6)
  move.w d5, BLTSIZE(a6)
  bra @done

; rectangle_copy: copies whole words.
; in: a0 = first word of the source, d0 = bytes from one of its lines to the next; a1, d1 = the same of the destination;
; d2 = words, d3 = rows of pixels.  out: nothing.  clobbers: d0, d1, d3.
rectangle_copy:
  movem.l d4-d5/a2-a3, -(sp)
  movea.l a0, a2
  movea.l a1, a3
  move.w d2, d4
  add.w d4, d4
  sub.w d4, d0
  sub.w d4, d1
  mulu #depth, d3                       ; lines
  blit_wait
  move.l #minterm_copy << 16, BLTCON0(a6)
  move.l #$FFFFFFFF, BLTAFWM(a6)
  move.w d0, BLTAMOD(a6)
  move.w d1, BLTDMOD(a6)
  move.l a2, BLTAPT(a6)
  move.l a3, BLTDPT(a6)
  bsr blit_parts
  movem.l (sp)+, d4-d5/a2-a3
  rts

; blit_parts: starts the blit that was set up: one has at most 1,023 lines, the pointers go on where it stopped. The last part, which goes on
; behind this, has as many as there can be.
; in: d2 = words, d3 = lines.  out: nothing.  clobbers: d3, d4.
blit_parts:
  move.w d3, d4
  subi.w #most_lines, d4
  bgt @part
  move.w d3, d4
@part:
  cmpi.w #most_lines, d4
  ble @lines
  move.w #most_lines, d4
@lines:
  sub.w d4, d3
  lsl.w #6, d4
  or.w d2, d4
  move.w d4, BLTSIZE(a6)
  tst.w d3
  beq @done
  blit_wait
  bra blit_parts
@done:
  rts

; rectangle_clear: all planes to 0.
; in: a1 = first word, d1 = bytes from one of its lines to the next, d2 = words, d3 = rows of pixels.  out: nothing.
; clobbers: d1, d3.
rectangle_clear:
  move.l d4, -(sp)
  sub.w d2, d1
  sub.w d2, d1
  mulu #depth, d3                       ; lines
  blit_wait
  move.l #$01000000, BLTCON0(a6)        ; channel D alone, zeros
  move.w d1, BLTDMOD(a6)
  move.l a1, BLTDPT(a6)
  bsr blit_parts
  move.l (sp)+, d4
  rts

; rectangle_fill: a rectangle in one colour, one blit a plane.
; in: a1 = bitmap (screen); d0, d1 = x, y; d2, d3 = width and height in pixels; d4 = colour.  out: nothing.  clobbers: d0 to d4.
rectangle_fill:
  movem.l d5-d7/a1-a2, -(sp)
  mulu #screen_row, d1
  adda.l d1, a1
  move.w d0, d5
  lsr.w #4, d5
  add.w d5, d5
  adda.w d5, a1                         ; first word
  move.w d0, d5
  andi.w #15, d5
  add.w d5, d2                          ; right edge from the first word
  moveq #-1, d6
  lsr.w d5, d6
  swap d6                               ; first word mask
  move.w d2, d7
  addi.w #15, d7
  lsr.w #4, d7                          ; words
  neg.w d2
  andi.w #15, d2                        ; pixels of the last word that stay
  move.w #$FFFF, d6
  lsl.w d2, d6                          ; last word mask
  mulu #64, d3
  or.w d7, d3                           ; BLTSIZE
  move.w #screen_row, d2
  add.w d7, d7
  sub.w d7, d2
  moveq #depth - 1, d5
@plane:
  move.w #minterm_clear, d1
  lsr.w #1, d4
  bcc @minterm
  move.w #minterm_set, d1
@minterm:
  blit_wait
  move.w d1, BLTCON0(a6)
  clr.w BLTCON1(a6)
  move.l d6, BLTAFWM(a6)
  move.w #$FFFF, BLTADAT(a6)
  move.w d2, BLTCMOD(a6)
  move.w d2, BLTDMOD(a6)
  move.l a1, BLTCPT(a6)
  move.l a1, BLTDPT(a6)
  move.w d3, BLTSIZE(a6)
  lea screen_bytes(a1), a1
  dbra d5, @plane
  movem.l (sp)+, d5-d7/a1-a2
  rts
