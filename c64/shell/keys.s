; Keys: keyboard matrix and joystick 2, read once a frame into a queue of key codes.
;
; A key counts when two scans in a row agree; cursor keys and the stick repeat. A second key that is pressed while the first is
; still down counts when that is let go.
;
; What is typed while the machine works answers no question: who asks late finds the queue empty. A player who knows the
; menus may still type ahead of them.

.include "defs.inc"
.include "calls.inc"
.importzp irq_key, irq_mask, frames, key_head, key_tail
.export keys_start, keys_scan, key_take, shell_event, event_idle, shell_delay, shell_entropy

queue_size  = 8
repeat_wait = 20                ; frames before the first repeat
repeat_next = 4                 ; frames between repeats
type_ahead  = 50                ; frames after an answer in which the next may be typed ahead of its question

.segment "SHELLBSS"
queue:      .res queue_size
key_seen:   .res 1              ; what the last scan found
key_held:   .res 1              ; what counts as down
key_timer:  .res 1              ; frames to the next repeat
key_age:    .res 1              ; frames since the last answer, 255 at most
entropy:    .res 2

.segment "SHELL"

; Key codes by matrix position: column (port A bit) times 8 plus row (port B bit). 0: no key of ours.
matrix:
  .byte key_delete, key_return, key_right, 0, key_help, 0, 0, key_down
  .byte "3WA4ZSE", 0
  .byte "5RD6CFTX"
  .byte "7YG8BHUV"
  .byte "9IJ0MKON"
  .byte "+PL-.:@,"
  .byte 0, "*;", 0, 0, "=^/"
  .byte "1", key_back, 0, "2 ", 0, "Q", key_back
; The same with SHIFT, where it differs.
shifted_from: .byte key_right, key_down, "/1"
shifted_to:   .byte key_left, key_up, "?!"
shifted_count = 4

; matrix positions of the shift keys
left_shift_column  = %11111101
left_shift_row     = %10000000
right_shift_column = %10111111
right_shift_row    = %00010000

; Joystick 2 by bit: up, down, left, right, fire.
stick_codes: .byte key_up, key_down, key_left, key_right, key_fire

; keys_start: an empty queue, nothing pressed.
; in: nothing.  out: nothing.  clobbers: a.
keys_start:
  lda #0
  sta key_head
  sta key_tail
  sta key_seen
  sta key_held
  sta key_age
  lda #$FF
  sta cia1_ta_lo
  sta cia1_ta_hi
  lda #cia_run                  ; runs freely: a source of chance
  sta cia1_cra
  rts

; keys_scan: part of the frame interrupt.
; in: interrupts off.  out: nothing.  clobbers: a, x, y, irq_key, irq_mask.
keys_scan:
  inc key_age
  bne @scan
  dec key_age
@scan:
  lda #0
  sta cia1_ddrb
  sta cia1_ddra                 ; the stick alone can pull port A low now
  lda #$FF
  sta cia1_pra
  lda cia1_pra
  ldx #0
@stick:
  lsr a
  bcc @stick_on
  inx
  cpx #5
  bne @stick
  jsr scan_matrix
  jmp found
@stick_on:
  lda stick_codes, x
  ; falls through to found

; found: a = code the scan found or 0.
found:
  cmp key_seen
  sta key_seen
  bne @done                     ; seen once only
  cmp key_held
  beq @same
  sta key_held
  ldx #repeat_wait
  stx key_timer
  cmp #key_none
  bne push
@done:
  rts
@same:
  cmp #key_up
  bcc @done
  cmp #key_left + 1
  bcs @done
  dec key_timer
  bne @done
  ldx #repeat_next
  stx key_timer
  ; falls through to push

; push: a = key code into the queue; a full queue loses it.
push:
  ldx key_tail
  sta queue, x
  inx
  txa
  and #queue_size - 1
  cmp key_head
  beq @full
  sta key_tail
@full:
  rts

; scan_matrix: a = code of a key that is down, the held one rather than a new one, or 0.
scan_matrix:
  lda #$FF
  sta cia1_ddra
  lda #0
  sta irq_key
  sta cia1_pra                  ; all columns at once
  lda cia1_prb
  cmp #$FF
  bne @some
  lda #key_none
  rts
@some:
  ldx #0
  lda #%11111110
  sta irq_mask
@column:
  lda irq_mask
  sta cia1_pra
  lda cia1_prb
  ldy #8
@row:
  lsr a
  bcs @up
  pha
  lda matrix, x
  beq @skip
  jsr with_shift
  cmp key_held
  beq @held
  sta irq_key                   ; counts if the held one is up: else two that are down would take turns
@skip:
  pla
@up:
  inx
  dey
  bne @row
  sec
  rol irq_mask
  bcs @column
  lda irq_key
  rts
@held:
  tay
  pla
  tya
  rts

; with_shift: a = code; changed if a shift key is down. keeps x, y.
with_shift:
  pha
  lda #left_shift_column
  sta cia1_pra
  lda cia1_prb
  and #left_shift_row
  beq @shift
  lda #right_shift_column
  sta cia1_pra
  lda cia1_prb
  and #right_shift_row
  beq @shift
  lda irq_mask
  sta cia1_pra
  pla
  rts
@shift:
  lda irq_mask
  sta cia1_pra
  pla
  stx shift_x
  ldx #shifted_count - 1
@look:
  cmp shifted_from, x
  beq @found
  dex
  bpl @look
  ldx shift_x
  rts
@found:
  lda shifted_to, x
  ldx shift_x
  rts

.segment "SHELLBSS"
shift_x: .res 1
.segment "SHELL"

; key_take: takes a key from the queue.
; in: nothing.  out: a = code, z set if there is none.  clobbers: x.
key_take:
  ldx key_head
  cpx key_tail
  beq @none
  lda queue, x
  pha
  inx
  txa
  and #queue_size - 1
  sta key_head
  lda cia1_ta_lo                ; the moment of a key press is nobody's plan
  eor entropy
  sta entropy
  lda frames
  adc entropy + 1
  rol a
  sta entropy + 1
  pla
  rts
@none:
  lda #key_none
  rts

; event: waits for a key. out: x:a = code.
shell_event:
  jsr forget_early
; event_idle: waits for a key, and for instruments the place where that is done.
; in: nothing.  out: x:a = code.  clobbers: nothing.
event_idle:
  jsr key_take
  beq event_idle
  ldx #0
  stx key_age
  rts

; forget_early: empties the queue, unless a key was just answered. clobbers a.
forget_early:
  lda key_age
  cmp #type_ahead
  bcc @end
  lda key_tail
  sta key_head
@end:
  rts

; delay io0: tenths of a second, five frames each; a key ends it and is forgotten.
shell_delay:
  jsr forget_early
@tenth:
  lda io0
  ora io0 + 1
  beq @end
  ldy #5
@frame:
  lda frames
@wait:
  cmp frames
  beq @wait
  jsr key_take
  bne @end
  dey
  bne @frame
  lda io0
  bne @low
  dec io0 + 1
@low:
  dec io0
  jmp @tenth
@end:
  rts

; entropy: out: x:a = 16 bits from the moments of all key presses so far.
shell_entropy:
  lda cia1_ta_hi
  eor entropy
  ldx entropy + 1
  rts
