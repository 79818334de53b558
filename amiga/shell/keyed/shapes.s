; shapes: what the cursor looks like: a frame around its hex, the mark of an attack, an aircraft. Sprites 2 and 3 side by side; of each
; row both words of the left one, then of the right one.

.include "defs.inc"
.import cursor_left, cursor_right
.export shape_set, shape_asked

shape_count = 3
shape_rows  = 32

.segment "SHELLBSS"
.align 2
shape_asked: .res 2

.segment "SHELL"

; shape_set: what the cursor looks like.
; in: d0.w = shape_hex and so on.  out: shape_asked.  clobbers: d0, d1, a0, a1.
shape_set:
  move.w d0, shape_asked
  cmpi.w #shape_unit, d0
  bne @known
  moveq #shape_hex, d0                  ; it looks the same
@known:
  cmpi.w #shape_count, d0
  bcc @done
  mulu #shape_rows * 8, d0
  move.l a2, -(sp)
  lea shapes(pc), a0
  adda.w d0, a0
  lea cursor_left + 4, a1
  lea cursor_right + 4, a2
  moveq #shape_rows - 1, d1
@row:
  move.l (a0)+, (a1)+
  move.l (a0)+, (a2)+
  dbra d1, @row
  movea.l (sp)+, a2
@done:
  rts

shapes:
; the frame
  .word $FF00, $FF00, $00FF, $00FF
  .word $FF00, $FF00, $00FF, $00FF
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $C000, $C000, $0003, $0003
  .word $FF00, $FF00, $00FF, $00FF
  .word $FF00, $FF00, $00FF, $00FF
; attack
  .word $0000, $0000, $0000, $0000
  .word $0001, $0001, $8000, $8000
  .word $0001, $0001, $8000, $8000
  .word $0001, $0001, $8000, $8000
  .word $001F, $001F, $F800, $F800
  .word $007F, $007F, $FE00, $FE00
  .word $00F1, $00F1, $8F00, $8F00
  .word $01C0, $01C0, $0380, $0380
  .word $0380, $0380, $01C0, $01C0
  .word $0700, $0700, $00E0, $00E0
  .word $0600, $0600, $0060, $0060
  .word $0E00, $0E00, $0070, $0070
  .word $0C00, $0C00, $0030, $0030
  .word $0C00, $0C00, $0030, $0030
  .word $0C00, $0C00, $0030, $0030
  .word $7E01, $7E01, $807E, $807E
  .word $7E01, $7E01, $807E, $807E
  .word $0C00, $0C00, $0030, $0030
  .word $0C00, $0C00, $0030, $0030
  .word $0C00, $0C00, $0030, $0030
  .word $0E00, $0E00, $0070, $0070
  .word $0600, $0600, $0060, $0060
  .word $0700, $0700, $00E0, $00E0
  .word $0380, $0380, $01C0, $01C0
  .word $01C0, $01C0, $0380, $0380
  .word $00F1, $00F1, $8F00, $8F00
  .word $007F, $007F, $FE00, $FE00
  .word $001F, $001F, $F800, $F800
  .word $0001, $0001, $8000, $8000
  .word $0001, $0001, $8000, $8000
  .word $0001, $0001, $8000, $8000
  .word $0000, $0000, $0000, $0000
; aircraft
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0003, $0000, $C000
  .word $0001, $0002, $8000, $4000
  .word $0001, $0006, $8000, $6000
  .word $0003, $0004, $C000, $2000
  .word $0003, $0004, $C000, $2000
  .word $0003, $0004, $C000, $2000
  .word $0003, $000C, $C000, $3000
  .word $0007, $1FF8, $E000, $1FF8
  .word $0FFF, $7000, $FFF0, $000E
  .word $3FFF, $4000, $FFFC, $0002
  .word $3FFF, $4000, $FFFC, $0002
  .word $0FFF, $7000, $FFF0, $000E
  .word $0003, $1FFC, $C000, $3FF8
  .word $0003, $0004, $C000, $2000
  .word $0003, $0004, $C000, $2000
  .word $0001, $0006, $8000, $6000
  .word $0001, $0002, $8000, $4000
  .word $0001, $003E, $8000, $7C00
  .word $001F, $0060, $F800, $0600
  .word $003F, $0040, $FC00, $0200
  .word $000F, $0070, $F000, $0E00
  .word $0001, $001E, $8000, $7800
  .word $0000, $0003, $0000, $C000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
  .word $0000, $0000, $0000, $0000
