; queue: keys that were pressed wait here until somebody asks.
;
; A key counts when two looks in a row agree; cursor keys repeat. A second key that is pressed while the first is still down counts
; when that is let go.
;
; What is typed while the machine works answers no question: who asks late finds the queue empty. A player who knows the
; menus may still type ahead of them.

.include "shell.inc"
.importzp frames, key_head, key_tail
.import moment
.export queue_start, key_found, key_held, key_take, key_age, forget_early, entropy

queue_size  = 8
repeat_wait = 20                ; frames before the first repeat
repeat_next = 4                 ; frames between repeats
type_ahead  = 50                ; frames after an answer in which the next may be typed ahead of its question

.segment "SHELLBSS"
queue:      .res queue_size
key_seen:   .res 1              ; what the last look found
key_held:   .res 1              ; what counts as down
key_timer:  .res 1              ; frames to the next repeat
key_age:    .res 1              ; frames since the last answer, 255 at most
entropy:    .res 2

.segment "SHELL"

; queue_start: an empty queue, nothing pressed.
; in: nothing.  out: nothing.  clobbers: a.
queue_start:
    lda #0
    sta key_head
    sta key_tail
    sta key_seen
    sta key_held
    sta key_age
    rts

; key_found: what a look at the keyboard found; once a frame.
; in: a = code or 0.  out: nothing.  clobbers: a, x.
key_found:
    inc key_age
    bne @look
    dec key_age
@look:
    cmp key_seen
    sta key_seen
    bne @done                   ; seen once only
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
    sta queue,x
    inx
    txa
    and #queue_size - 1
    cmp key_head
    beq @full
    sta key_tail
@full:
    rts

; key_take: takes a key from the queue.
; in: nothing.  out: a = code, z set if there is none.  clobbers: x.
key_take:
    ldx key_head
    cpx key_tail
    beq @none
    lda queue,x
    pha
    inx
    txa
    and #queue_size - 1
    sta key_head
    lda moment                  ; the moment of a key press is nobody's plan
    eor entropy
    sta entropy
    lda frames
    adc entropy + 1
    rol
    sta entropy + 1
    pla
    rts
@none:
    lda #key_none
    rts

; forget_early: empties the queue, unless a key was just answered.
; in: nothing.  out: nothing.  clobbers: a.
forget_early:
    lda key_age
    cmp #type_ahead
    bcc @end
    lda key_tail
    sta key_head
@end:
    rts
