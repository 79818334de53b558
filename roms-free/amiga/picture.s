; The picture: a disk, drawn by us, and a line of text below it. 320 by 160 pixels in two planes.
; Its memory is the buffer of the drive, which is not needed while there is no disk to read.
; Facts: Amiga Hardware Reference Manual, chapters 2 (copper) and 3 (playfields).

picture_width = 320
picture_bytes = picture_width / 8
picture_rows  = 160
plane_size    = picture_bytes * picture_rows
.assert 2 * plane_size <= mfm_words * 2, error, "the picture is larger than the buffer it lies in"
picture_top   = $5A             ; first line on the screen
colour_ground = $0235
colour_case   = $0358
colour_light  = $0EEE
colour_metal  = $099A
text_row      = 140
text_width    = picture_bytes   ; letters that fit

; picture_show.   in: a0 = message, ended by 0.   out: nothing.   clobbers: d0, d1, a0, a1.
picture_show:
  movem.l d2-d7/a2-a3,-(sp)
  movea.l a0,a3
  move.w #dma_planes | dma_copper,custom + DMACON
  lea mfm_buffer,a0
  move.w #2 * plane_size / 4 - 1,d0
@clear:
  clr.l (a0)+
  dbra d0,@clear
  lea disk_drawing(pc),a2
@rectangle:
  movem.w (a2)+,d2-d6           ; x, y, width, height, colour
  bsr rectangle_draw
  tst.w (a2)
  bpl @rectangle
  movea.l a3,a0
  bsr text_draw
  bsr copper_make
  movem.l (sp)+,d2-d7/a2-a3
  rts

; picture_hide: a plain screen.   in: nothing.   out: nothing.   clobbers: nothing.
picture_hide:
  move.w #dma_planes | dma_copper,custom + DMACON
  move.w #$0200,custom + BPLCON0
  move.w #0,custom + BPL1DAT
  move.w #colour_ground,custom + COLOR00
  rts

; stop_with_number: shows a message with a number behind it, and waits for ever; in any mode.
; in: a0 = message, d0 = number.   out: never returns.   clobbers: everything.
stop_with_number:
  lea picture_text.w,a1
@copy:
  move.b (a0)+,(a1)+
  bne @copy
  move.b #' ',-1(a1)
  moveq #0,d1                   ; digits so far
@divide:
  move.l d0,d2
  clr.w d2
  swap d2
  divu #10,d2                   ; upper word
  move.w d2,d3
  move.w d0,d2
  divu #10,d2
  swap d3
  move.w d2,d3                  ; quotient
  swap d2
  addi.b #'0',d2
  move.b d2,-(sp)               ; a word on the stack
  addq.w #1,d1
  move.l d3,d0
  bne @divide
@digit:
  move.b (sp)+,(a1)+
  subq.w #1,d1
  bne @digit
  clr.b (a1)
  lea picture_text.w,a0
  bsr picture_show
@ever:
  bra @ever

; rectangle_draw.   in: d2 = x, d3 = y, d4 = width, d5 = height, d6 = colour, 0 to 3.   clobbers: d0-d5, d7, a0.
rectangle_draw:
  mulu #picture_bytes,d3
  lea mfm_buffer,a0
  adda.l d3,a0
@row:
  move.w d2,d0
  move.w d4,d1
@pixel:
  move.w d0,d3
  lsr.w #3,d3                   ; byte
  move.w d0,d7
  not.w d7                      ; bit: the low three bits count
  bclr d7,0(a0,d3.w)
  btst #0,d6
  beq @second
  bset d7,0(a0,d3.w)
@second:
  addi.w #plane_size,d3
  bclr d7,0(a0,d3.w)
  btst #1,d6
  beq @next
  bset d7,0(a0,d3.w)
@next:
  addq.w #1,d0
  subq.w #1,d1
  bne @pixel
  lea picture_bytes(a0),a0
  subq.w #1,d5
  bne @row
  rts

; text_draw: a line in the middle, colour 2.   in: a0 = text.   clobbers: d0-d2, a0-a2.
text_draw:
  movea.l a0,a1
  moveq #-1,d0                  ; letters
@count:
  addq.w #1,d0
  tst.b (a1)+
  bne @count
  cmpi.w #text_width,d0
  bls @fits
  moveq #text_width,d0
@fits:
  moveq #text_width,d1
  sub.w d0,d1
  lsr.w #1,d1
  lea mfm_buffer + plane_size + text_row * picture_bytes,a1
  adda.w d1,a1
@letter:
  subq.w #1,d0
  bmi @end
  moveq #0,d1
  move.b (a0)+,d1
  subi.w #first_glyph,d1
  lsl.w #3,d1
  lea font(pc),a2
  adda.w d1,a2
  moveq #8 - 1,d2
@row:
  move.b (a2)+,(a1)
  lea picture_bytes(a1),a1
  dbra d2,@row
  lea 1 - 8 * picture_bytes(a1),a1
  bra @letter
@end:
  rts

; copper_make: the copper list, and DMA on.   clobbers: d0, d1, a0, a1.
copper_make:
  lea copper_list.w,a0
  lea copper_source(pc),a1
  moveq #(copper_source_end - copper_source) / 4 - 1,d0
@copy:
  move.l (a1)+,(a0)+
  dbra d0,@copy
  lea custom,a1
  lea copper_list.w,a0
  move.l a0,COP1LC(a1)
  move.w d0,COPJMP1(a1)
  move.w #set_bits | dma_master | dma_copper | dma_planes,DMACON(a1)
  rts

picture_plane1 = mfm_buffer
picture_plane2 = mfm_buffer + plane_size
copper_source:
  .word DIWSTRT, picture_top << 8 | $81
  .word DIWSTOP, (picture_top + picture_rows) << 8 & $FF00 | $C1
  .word DDFSTRT, $0038
  .word DDFSTOP, $00D0
  .word BPLCON0, $2200          ; two planes, colour
  .word BPLCON1, 0
  .word BPLCON2, 0
  .word BPL1MOD, 0
  .word BPL2MOD, 0
  .word BPL1PTH, picture_plane1 >> 16
  .word BPL1PTL, picture_plane1 & $FFFF
  .word BPL2PTH, picture_plane2 >> 16
  .word BPL2PTL, picture_plane2 & $FFFF
  .word COLOR00, colour_ground
  .word COLOR01, colour_case
  .word COLOR02, colour_light
  .word COLOR03, colour_metal
  .dword $FFFFFFFE
copper_source_end:

; Rectangles of the disk, back to front: x, y, width, height, colour; ended by a negative word.
disk_drawing:
  .word 112, 16, 96, 100, 1     ; the case,
  .word 112, 16, 4, 4, 0        ; its corners,
  .word 204, 16, 4, 4, 0
  .word 112, 112, 4, 4, 0
  .word 204, 112, 4, 4, 0
  .word 124, 62, 72, 54, 2      ; the label and its lines,
  .word 130, 74, 60, 2, 1
  .word 130, 86, 60, 2, 1
  .word 130, 98, 42, 2, 1
  .word 132, 16, 52, 34, 3      ; the shutter with its window,
  .word 164, 20, 12, 26, 0
  .word 192, 22, 8, 10, 0       ; the hole of a disk that can be written to
  .word $FFFF
