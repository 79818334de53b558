; Starting and leaving the machine.

.include "vm.inc"
.import op_table, code_map, main_page, main_offset, zero_map
.import make_edges
.importzp f_result, f_terrain, f_bars, f_zones
.import grid_columns, grid_rows, grid_lower
.export vm_start, vm_leave, vm_stop, vm_trap

.segment "VMBSS"
entry_sp:   .res 1              ; processor stack at vm_start
vm_trap:    .res 1

.segment "VM"

; vm_start: runs the cartridge's main procedure.
; in: nothing.  out: returns when `main` does, or at a trap; its number in vm_trap (NONE = none).
; clobbers: a, x, y, all of VMZP, the data.
vm_start:
    tsx
    stx entry_sp
    ldx #fetch_code_end - fetch_code - 1
@copy:
    lda fetch_code,x
    sta fetch,x
    dex
    bpl @copy
    jsr clear_pages
    lda #0
    sta acc
    sta acc + 1
    sta rec
    sta f_result                ; layers begin on pages: only the high bytes of these ever change
    sta f_terrain
    sta f_bars
    sta f_zones
    ldx #ROW_BITS
    sta limit + 1
    lda #<grid_columns
    sta limit
@shift:
    asl limit
    rol limit + 1
    dex
    bne @shift
    lda #<grid_rows
    sta row_count
    lda #<grid_lower
    eor #1
    beq @odd
    lda #SIDE_FLIP
@odd:
    sta odd_flip
    jsr make_edges
    ldx #<main_page
    stx page
    lda code_map,x
    sta ip + 1
    ldy #<main_offset
    lda #NONE
    sta vm_trap
    pha                         ; the page that `ret` finds below main: leave
    pha
    jmp fetch_at

; The fetch, as it is copied to zero page.
fetch_code:
    iny
    lda $FF00,y
    sta jump + 1
    jmp (op_table)
fetch_code_end:

; vm_stop: a trap.
; in: a = its number.  out: returns from vm_start.  clobbers: x.
vm_stop:
    sta vm_trap
; falls through to vm_leave

; vm_leave: the end, from any depth of calls.
; in: nothing.  out: returns from vm_start.  clobbers: x.
vm_leave:
    ldx entry_sp
    txs
    rts

; Zeroes the data groups of zero_map: pairs (first page, number of pages), ended by 0.
clear_pages:
    lda #<zero_map
    sta t0
    lda #>zero_map
    sta t1
    lda #0
    sta t2
@group:
    ldy #0
    lda (t0),y
    beq @done
    sta t3
    iny
    lax (t0),y
    lda #0
    tay
@byte:
    sta (t2),y
    iny
    bne @byte
    inc t3
    dex
    bne @byte
    clc
    lda t0
    adc #2
    sta t0
    bcc @group
    inc t1
    bne @group                  ; always
@done:
    rts
