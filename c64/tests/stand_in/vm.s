; In place of the VM: makes the shell calls that a test asks for, one at a time.
;
; wanted    number of a call and one, set from outside; 0 when it is done
; answer    what it returned

.import shell_table
.export vm_start, vm_trap, wanted, answer, idle
.export image_rewind, image_next, image_put, crc_begin, crc_byte, crc_end, crc, state

.segment "VM"
vm_start:
idle:
  ldx wanted
  beq idle
  dex
  txa
  asl a
  tax
  lda shell_table, x
  sta @call + 1
  lda shell_table + 1, x
  sta @call + 2
@call:
  jsr $FFFF
  sta answer
  stx answer + 1
  lda #0
  sta wanted
  jmp idle

; The state image: one stretch of memory. The sum is no CRC here, only four bytes that depend on all of it.
image_rewind:
  lda #0
  sta place
  sta place + 1
  rts

image_next:
  lda place
  cmp #<image_length
  lda place + 1
  sbc #>image_length
  bcs @end
  jsr point
  lda (pointer), y
  inc place
  bne @more
  inc place + 1
@more:
  clc
@end:
  rts

image_put:
  pha
  jsr point
  pla
  sta (pointer), y
  inc place
  bne @end
  inc place + 1
@end:
  rts

; point: (pointer), y is the next byte.
point:
  clc
  lda place
  adc #<state
  sta pointer
  lda place + 1
  adc #>state
  sta pointer + 1
  ldy #0
  rts

crc_begin:
  lda #0
  sta crc
  sta crc + 1
  sta crc + 2
  sta crc + 3
  rts
crc_byte:
  clc
  adc crc
  sta crc
  rol crc + 1
  rol crc + 2
  rol crc + 3
crc_end:
  rts

.segment "VMZP": zeropage
pointer: .res 2

.segment "VMBSS"
.export vm_v, view_turn, view_phase
  .align 256
vm_v:       .res 256
view_turn = vm_v + 8
view_phase = vm_v + 9
vm_trap:    .res 1
wanted:     .res 1
answer:     .res 2
place:      .res 2
crc:        .res 4

; The cartridge.
.export grid_columns, grid_rows, game_version, image_length, game_id
grid_columns = 31
grid_rows = 32
game_version = 3
image_length = 700

.segment "CARTINFO"
game_id: .byte "TEST", 0, 0, 0, 0, 0, 0, 0, 0

.segment "CARTZERO"
.export view_terrain, view_road, view_river, view_blown, view_owner, view_site, view_first
.export view_next, view_side, view_symbol, view_size, view_mode
  .align 256
view_terrain: .res 1024
view_road:    .res 1024
view_river:   .res 1024
view_blown:   .res 1024
view_owner:   .res 1024
view_site:    .res 1024
view_first:   .res 1024
view_next:    .res 256
view_side:    .res 256
view_symbol:  .res 256
view_size:    .res 256
view_mode:    .res 256
state:        .res 1024
