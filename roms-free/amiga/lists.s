; Lists: a header that is both ends at once.
; Facts: ROM Kernel Reference Manual, Libraries, "Lists and Queues"; Includes (exec/lists.i); Autodocs.

; list_make: an empty list.   in: a0.   out: nothing.   clobbers: d0.
list_make:
  move.l a0,lh_tailpred(a0)
  clr.l lh_tail(a0)
  move.l a0,d0
  addq.l #lh_tail,d0
  move.l d0,lh_head(a0)
  rts

; exec_add_head, AddHead().   in: a0 = list, a1 = node.   out: nothing.   clobbers: d0, a0.
exec_add_head:
  bra node_behind

; exec_add_tail, AddTail().   in: a0 = list, a1 = node.   out: nothing.   clobbers: d0, a0.
exec_add_tail:
  movea.l lh_tailpred(a0),a0
; falls through to node_behind

; node_behind: puts node a1 behind node a0, which may be the list itself.   clobbers: d0, a0.
node_behind:
  move.l ln_succ(a0),d0
  move.l d0,ln_succ(a1)
  move.l a0,ln_pred(a1)
  move.l a1,ln_succ(a0)
  movea.l d0,a0
  move.l a1,ln_pred(a0)
  rts

; exec_insert, Insert().   in: a0 = list, a1 = node, a2 = the one before it, 0 for the head.   out: nothing.
; clobbers: d0, a0.
exec_insert:
  move.l a2,d0
  beq exec_add_head
  movea.l a2,a0
  bra node_behind

; exec_enqueue, Enqueue(): behind all of the same or a higher priority.   in: a0 = list, a1 = node.
; out: nothing.   clobbers: d0, d1, a0.
exec_enqueue:
  move.b ln_pri(a1),d1
@next:
  move.l ln_succ(a0),d0
  movea.l d0,a0
  tst.l ln_succ(a0)
  beq @here
  cmp.b ln_pri(a0),d1
  ble @next
@here:
  movea.l ln_pred(a0),a0
  bra node_behind

; exec_remove, Remove().   in: a1 = node.   out: nothing.   clobbers: a0, a1.
exec_remove:
  movea.l ln_succ(a1),a0
  movea.l ln_pred(a1),a1
  move.l a0,ln_succ(a1)
  move.l a1,ln_pred(a0)
  rts

; exec_rem_head, RemHead().   in: a0 = list.   out: d0 = node or 0.   clobbers: a0, a1.
exec_rem_head:
  movea.l lh_head(a0),a1
  tst.l ln_succ(a1)
  beq list_empty
remove_found:
  move.l a1,-(sp)
  bsr exec_remove
  move.l (sp)+,d0
  rts
; exec_rem_tail, RemTail().   in: a0 = list.   out: d0 = node or 0.   clobbers: a0, a1.
exec_rem_tail:
  movea.l lh_tailpred(a0),a1
  tst.l ln_pred(a1)
  bne remove_found
list_empty:
  moveq #0,d0
  rts

; exec_find_name, FindName().   in: a0 = list or node, a1 = name.   out: d0 = node behind it of that name, or 0.
; clobbers: a0. a1 is kept.
exec_find_name:
  movem.l a1-a3,-(sp)
@next:
  move.l ln_succ(a0),d0
  beq @end
  movea.l d0,a0
  tst.l ln_succ(a0)
  beq @none
  move.l ln_name(a0),d0
  beq @next
  movea.l d0,a2
  movea.l (sp),a3
@letter:
  move.b (a2)+,d0
  cmp.b (a3)+,d0
  bne @next
  tst.b d0
  bne @letter
  move.l a0,d0
  bra @end
@none:
  moveq #0,d0
@end:
  movem.l (sp)+,a1-a3
  rts
