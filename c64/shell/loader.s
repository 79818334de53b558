; Loader: the first page of the program, at the start of BASIC.
;
; The file is one piece from $0801; what belongs under I/O or above it stands behind the rest and is moved up here.
; `loader_moves` is filled in when the file is made (src/program.rs): from, to, length; ends with a 0 word. Length is
; moved from the end down, since every piece moves up. A piece "from" page 0 is cleared instead.

.include "defs.inc"
.import shell_start

.segment "LOADER"

  .addr @next                   ; 10 SYS 2128
  .word 10
  .byte $9E, "2128", 0
@next:
  .word 0

  .res $0810 - $080D, 0
.assert * = $0810, lderror, "the table of moves has a fixed place"
.export loader_moves
loader_moves:
  .res 64, 0
.assert * = 2128, lderror, "SYS calls the loader"

from   = $FB                    ; until the game runs, all of zero page above $8F is ours to borrow
to     = $FD
length = $22

.export loader
loader:
  sei
  lda #bank_ram
  sta cpu_port
  ldx #0
@piece:
  lda loader_moves, x
  ora loader_moves + 1, x
  ora loader_moves + 4, x
  ora loader_moves + 5, x
  beq @done
  ldy #0
@word:
  lda loader_moves, x
  sta from, y
  inx
  iny
  cpy #4
  bne @word
  lda loader_moves, x
  sta length
  lda loader_moves + 1, x
  sta length + 1
  inx
  inx
  lda from + 1
  beq @clear
  ; whole pages from the last to the first, after the broken one above them
  lda from + 1
  clc
  adc length + 1
  sta from + 1
  lda to + 1
  clc
  adc length + 1
  sta to + 1
  ldy length
  beq @pages
@low:
  dey
  lda (from), y
  sta (to), y
  tya
  bne @low
@pages:
  lda length + 1
  beq @piece
  dec from + 1
  dec to + 1
@page:
  dey
  lda (from), y
  sta (to), y
  tya
  bne @page
  dec length + 1
  jmp @pages

@clear:
  tay
  ldy #0
@fill:
  lda length
  ora length + 1
  beq @piece
  lda #0
  sta (to), y
  inc to
  bne @less
  inc to + 1
@less:
  lda length
  bne @borrow
  dec length + 1
@borrow:
  dec length
  jmp @fill

@done:
  lda #bank_io
  sta cpu_port
  jmp shell_start
