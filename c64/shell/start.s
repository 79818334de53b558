; Start: sets the machine up once, then runs the cartridge. If its main procedure ends, the game is loaded anew: that is
; the only way to be where it began. A trap (a fault of the program) is shown first.

.include "defs.inc"
.importzp count
.import units_shown, this_page, bar_colour, vm_start, vm_trap, key_take, cell_put, raster_start, keys_start, sound_start, page_clear, nmi_ignore
.import part_reset, part_again
.export shell_start, video_start

.segment "SHELL"

shell_start:
  sei
  cld
  ldx #$FF
  txs
  lda #bank_io
  sta cpu_port
  lda #cia_none
  sta cia1_icr
  sta cia2_icr
  lda cia1_icr                  ; reading forgets what was pending
  lda cia2_icr
  lda #<nmi_ignore
  sta $FFFA
  lda #>nmi_ignore
  sta $FFFB
  lda #1
  sta units_shown
  lda #dark_grey
  sta bar_colour
  lda #$FF
  sta this_page                 ; no column of the map has been looked at
  jsr video_start
  jsr keys_start
  jsr sound_start
  jsr raster_start
  cli
  jsr part_reset
  jsr vm_start
  lda vm_trap
  cmp #no_trap
  beq @again
  lda #page_text
  jsr page_clear
  ldy #0
@letter:
  lda trap_text, y
  beq @number
  and #%00111111
  sty count
  jsr cell_put
  ldy count
  iny
  bne @letter
@number:
  ldx #2
@digit:
  lda vm_trap
  ldy #'0' - 1
  sec
@less:
  iny
  sbc decimals, x
  bcs @less
  adc decimals, x
  sta vm_trap
  stx count
  tya
  jsr cell_put
  ldx count
  dex
  bpl @digit
@key:
  jsr key_take
  beq @key
@again:
  jmp part_again

decimals: .byte 1, 10, 100

trap_text: .asciiz "STOPPED BY FAULT "

; video_start: VIC-II bank 3 and the registers that never change.
; in: nothing.  out: nothing.  clobbers: as page_clear.
video_start:
  lda cia2_ddra
  ora #%00000011
  sta cia2_ddra
  lda cia2_pra
  and #%11111100                ; bank 3, $C000
  sta cia2_pra
  lda #black
  sta vic_border
  sta vic_paper
  lda #brown
  sta vic_multi1
  lda #blue
  sta vic_multi2
  lda #0
  sta vic_sprite_on
  sta vic_sprite_yexp
  sta vic_sprite_mc
  sta vic_priority
  lda #page_text
  jmp page_clear
