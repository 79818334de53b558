; In place of the VM: makes the shell calls that a test asks for, one at a time.
;
; wanted    number of a call and one, set from outside; 0 when it is done
; answer    what it returned
; ended     where the machine goes on that is to be done: by itself, or with a fault in vm_trap

.import shell_table
.export vm_start, vm_trap, wanted, answer, idle, ended
.export image_rewind, image_next, image_put, crc_begin, crc_byte, crc_end, state

.segment "VM"
vm_start:
idle:
    ldx wanted
    beq idle
    dex
    txa
    asl
    tax
    lda shell_table,x
    sta @call + 1
    lda shell_table + 1,x
    sta @call + 2
@call:
    jsr $FFFF
    sta answer
    stx answer + 1
    lda #0
    sta wanted
    jmp idle
ended:
    rts

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
    lda (pointer),y
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
    sta (pointer),y
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
.exportzp page
page:    .res 1                 ; code page that runs
pointer: .res 2
.exportzp crc
crc:     .res 4

.segment "VMBSS"
.export vm_v, view_turn, view_phase, view_campaign, view_weather
    .align 256
vm_v:       .res 256
view_turn = vm_v + 8
view_phase = vm_v + 9
view_campaign = vm_v + 10
view_weather = vm_v + 11
vm_trap:    .res 1
.export stopped
stopped:    .res 1              ; how often code was absent
wanted:     .res 1
answer:     .res 2
place:      .res 2

; The cartridge.
.export grid_columns, grid_rows, game_version, image_length, game_id
.include "columns.inc"
grid_rows = 32
game_version = 3
image_length = 700

.segment "CARTINFO"
game_id: .byte "TEST", 0, 0, 0, 0, 0, 0, 0, 0

.export program_name, program_name_length, part_count, part_start, part_with, part_out, part_codes, part_texts
.export code_map, code_home, text_map, text_home, absent, part_one, part_two, part_large
program_name: .byte "STAND IN"
program_name_length = * - program_name
; Code pages 0 and 1 are always there, 2 and 3 belong to the first part, 4 to the second; text page 0, and 1 to the second.
part_count = 3
part_start = %01
part_with:  .byte %00, %01, %10
part_out:   .byte %00, %10, %01
part_codes: .byte 0, 2, 4, 5
part_texts: .byte 0, 1, 1, 2
code_map:   .res 5, 0
code_home:  .byte $20, $21, >part_one, $23, >part_two
text_map:   .res 2, 0
text_home:  .byte $30, >part_large
.segment "VM"
; What the VM does when code is absent.
absent:
    inc stopped
    rts

.segment "PART1"
part_one: .res 512, $11
.segment "PART2"
    .align 256
part_two:
.repeat 3
    .byte "THIS IS THE SECOND PART"
.endrepeat
    .res 257, 9                 ; packed: one, and 256 more at an offset of their own
.repeat 200, i
    .byte i
.endrepeat
    .res 700, 7
; reaches under the KERNAL
part_large:
.repeat 16, i
    .res 100, i
    .byte "BEHIND", i
.endrepeat
part_end:
.export part_end

.segment "CARTZERO"
.export view_terrain, view_road, view_river, view_blown, view_owner, view_site, view_first
.export view_next, view_side, view_symbol, view_size, view_mode, view_attack
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
view_attack:  .res 256
state:        .res 1024
