; parts of the game: brings them in from the disk, and the whole game anew.
;
; A part is a file, GAME.PART.n: the mark of the program it belongs to (a word), bytes a cell of the bar stands for (a word),
; then packed pieces as the program has them. They are unpacked as they are read. The maps of code and text pages tell what
; is in memory: an entry of 0 stops the VM before it runs into the place of an absent part.
;
; What goes wrong is told in the drive's own words; then the player mends it and presses a key, until the part is there.

.include "defs.inc"
.include "calls.inc"
.importzp src, dst, count, unpack_offset, unpack_count, unpack_bits, page
.import disk_begin, disk_end, disk_look, disk_status, disk_open, disk_close, disk_get, disk_from, dos_text, dos_length
.import disk_name, disk_name_open, name_part, file_name
.import page_clear, text_at, cell_put, cell_ink, key_take, glyph_rule, absent, loader
.import program_name, program_name_length
.import part_count, part_start, part_with, part_out, part_codes, part_texts, code_map, code_home, text_map, text_home
.export shell_part, part_reset, part_again, part_mark

first_digit = '0'

bar_row   = 12
bar_left  = 4
bar_cells = 32

.segment "SHELLBSS"
present:     .res 1             ; parts in memory, a bit each
wanted:      .res 1             ; parts still to come
part_now:    .res 1
part_bit:    .res 1
stack:       .res 1             ; processor stack while a file is read
file_end:    .res 1             ; not 0 once the last byte has come
cell:        .res 1             ; cells of the bar that are lit
cell_bytes:  .res 2             ; bytes a cell stands for
cell_left:   .res 2             ; bytes until the next

.segment "SHELL"

; Patched when the file is made: tells parts of this program from those of another.
part_mark: .word 0

; part io0: brings in a part and those it lies within, if they are not there.
shell_part:
  ldx io0
  cpx #<part_count
  bcs @end
  lda present
  eor #$FF
  and part_with, x
  beq @end
  sta wanted
  lda part_out, x
  eor #$FF
  and present
  sta present
  jsr pages_enter
  lda #page_text
  jsr page_clear
  ldx #0
  lda #1
  sta part_bit
@part:
  stx part_now
  lda part_bit
  and wanted
  beq @next
@try:
  jsr load
  bne @failed
  lda part_bit
  ora present
  sta present
  jsr pages_enter
@next:
  asl part_bit
  ldx part_now
  inx
  cpx #<part_count
  bne @part
  ; code that has put itself out of memory cannot go on
  ldx page
  lda code_map, x
  bne @end
  jmp absent
@end:
  rts
@failed:
  jsr ask
  jmp @try

; part_reset: what is in memory when the machine starts.
; in: nothing.  out: code_map, text_map.  clobbers: a, x, y, count.
part_reset:
  lda #<part_start
  sta present
  ; falls through to pages_enter

; pages_enter: the maps of code and text pages by what is present. clobbers a, x, y.
pages_enter:
  lda present
  sta count
  ldy #0
@part:
  lsr count
  php
  ldx part_codes, y
@code:
  txa
  cmp part_codes + 1, y
  beq @text
  lda #0
  plp
  php
  bcc @code_set
  lda code_home, x
@code_set:
  sta code_map, x
  inx
  bne @code
@text:
  ldx part_texts, y
@page:
  txa
  cmp part_texts + 1, y
  beq @done
  lda #0
  plp
  php
  bcc @text_set
  lda text_home, x
@text_set:
  sta text_map, x
  inx
  bne @page
@done:
  plp
  iny
  cpy #<part_count
  bne @part
  rts

; load: the file of part_now. out: a = save_* result, z set if it is in memory.
load:
  lda #line_loading
  jsr line
  jsr bar
  lda #1
  jsr disk_begin
  jsr disk_look
  bne @close
  lda part_now
  ora #first_digit
  ldy #<name_part
  jsr disk_name
  lda #'P'
  ldy #'R'
  jsr disk_name_open
  bne @close
  jsr disk_from
  bcs @gone
  tsx
  stx stack
  ldx #0
  stx file_end
@mark:
  stx count
  jsr disk_get
  bne @other
  ldx count
  cmp part_mark, x
  bne @other
  inx
  cpx #2
  bne @mark
  jsr disk_get
  sta cell_bytes
  sta cell_left
  jsr disk_get
  sta cell_bytes + 1
  sta cell_left + 1
@piece:
  jsr unpack_byte
  sta dst
  jsr unpack_byte
  sta dst + 1
  tax
  beq @close                    ; a = 0: done
  jsr unpack
  jmp @piece
@other:
  lda #save_other
  bne @close
@gone:
  lda #save_no_drive
@close:
  pha
  jsr disk_close
  pla
  jsr disk_end
  cmp #save_done
  rts

; The file broke off: back to load.
broken:
  ldx stack
  txs
  jsr disk_close
  jsr disk_status
  bne @told
  lda #save_damaged
@told:
  jsr disk_end
  cmp #save_done
  rts

; unpack_byte: a = next byte of the file, y = 0. clobbers x.
unpack_byte:
  lda file_end
  bne broken
  jsr disk_get
  stx file_end                  ; the last byte comes with the end of the file
  pha
  txa
  and #255 - status_eof
  bne broken
  lda cell_left
  bne @low
  dec cell_left + 1
@low:
  dec cell_left
  lda cell_left
  ora cell_left + 1
  bne @end
  lda cell_bytes
  sta cell_left
  lda cell_bytes + 1
  sta cell_left + 1
  ldx cell
  cpx #bar_cells
  bcs @end
  lda #white
  sta colour_ram + bar_row * columns + bar_left, x
  inc cell
@end:
  pla
  ldy #0
  rts

unpack_from = src
unpack_to   = dst
; What is unpacked may lie under the KERNAL.
.macro copy_begin
  lda #bank_io
  sta cpu_port
.endmacro
.macro copy_end
  lda #bank_rom
  sta cpu_port
.endmacro
.include "unpack.inc"

; bar: draws the bar, unlit.
bar:
  lda #0
  sta cell
  ldx #bar_cells - 1
@cell:
  lda #<glyph_rule
  sta screen_text + bar_row * columns + bar_left, x
  lda #dark_grey
  sta colour_ram + bar_row * columns + bar_left, x
  dex
  bpl @cell
  rts

; Lines: column, row of the page, letters, 0.
lines:
line_loading = * - lines
  .byte 16, 9, "LOADING", 0
line_insert = * - lines
  .byte 10, 17, "INSERT THE GAME DISK", 0
line_key = * - lines
  .byte 12, 18, "AND PRESS A KEY", 0
line_drive = * - lines
  .byte 13, 15, "NO DISK DRIVE", 0
line_other = * - lines
  .byte 8, 15, "A PART OF ANOTHER GAME", 0

; line: a = one of the lines, white.
line:
  tay
  lda #white
  sta cell_ink
  sty count
  ldx lines + 1, y
  lda lines, y
  jsr text_at
  ldy count
  iny
@letter:
  iny
  lda lines, y
  beq @end
  and #%00111111
  sty count
  jsr cell_put
  ldy count
  bne @letter                   ; always
@end:
  rts

; ask: a = result: tells what went wrong and waits for a key, the screen is cleared again.
ask:
  cmp #save_no_drive
  beq @drive
  cmp #save_other
  beq @other
  ldx #14
  lda #4
  jsr text_at
  lda #yellow
  sta cell_ink
  ldy #0
@letter:
  cpy dos_length
  beq @insert
  lda dos_text, y
  and #%00111111
  sty count
  jsr cell_put
  ldy count
  iny
  bne @letter
@drive:
  lda #line_drive
  bne @line
@other:
  lda #line_other
@line:
  jsr line
@insert:
  lda #line_insert
  jsr line
  lda #line_key
  jsr line
@key:
  jsr key_take
  beq @key
  lda #page_text
  jmp page_clear

; part_again: the whole game anew, as it was at the start: its program is loaded.
; in: nothing.  out: never returns.  clobbers: everything.
part_again:
  lda #page_text
  jsr page_clear
  lda #line_loading
  jsr line
  lda #1
  jsr disk_begin
  jsr disk_look
  bne @failed
  lda #bank_io                  ; the cartridge may lie above the ROM
  sta cpu_port
  ldx #<program_name_length - 1
@name:
  lda program_name, x
  sta file_name, x
  dex
  bpl @name
  lda #bank_rom
  sta cpu_port
  lda #<file_name
  sta src
  lda #>file_name
  sta src + 1
  ldx #<program_name_length
  jsr disk_open
  bne @failed
  jsr disk_close
  ; it is there; what loads it must not lie in its way
  ldx #reload_length - 1
@copy:
  lda reload, x
  sta reload_at, x
  dex
  bpl @copy
  ldx #<program_name_length - 1
@letter:
  lda file_name, x
  sta reload_at + reload_length, x
  dex
  bpl @letter
  jmp reload_at
@failed:
  pha
  jsr disk_close
  pla
  jsr disk_end
  jsr ask
  jmp part_again

; Runs at the bottom of the stack's page, where nobody else is.
reload_at = $0100
reload:
  lda #1
  ldx #8
  tay                           ; to where the file says
  jsr kernal_setlfs
  lda #<program_name_length
  ldx #<(reload_at + reload_length)
  ldy #>(reload_at + reload_length)
  jsr kernal_setnam
  lda #0
  jsr kernal_load
  bcs @reset
  jmp loader
@reset:
  jmp ($FFFC)
reload_length = * - reload
