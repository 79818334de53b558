; menu: the entries of the pull-down menu, which are buttons on some pages. The rules give them anew before each event;
; their labels, like those of settings and questions, are captured from what they print.

.include "defs.inc"
.include "entry.inc"
.import vm_v, record_end
.export call_menu, call_entry, capture_put, capture_stop, capture_at, entry_count, entry_at, menu_title

io0 = vm_v
io1 = vm_v + 2

.segment "SHELLBSS"
.align 2
entry_count: .res 2
menu_title:  .res label_size
entries:     .res entry_size * most_entries
.align 2
capture:     .res 4                     ; where the next character goes; 0: to the window
capture_end: .res 4
capture_lines: .res 2                   ; 1: new lines are kept

.segment "SHELL"

; menu: begins it anew; what is printed next is its title.
call_menu:
  jsr record_end
  clr.w entry_count
  lea menu_title, a0
; falls through to capture_begin

; capture_begin: a0 = where a label goes. clobbers d0, a0.
capture_begin:
  moveq #label_size, d0
  clr.w capture_lines
  bra capture_set

; capture_at: what is printed next, new lines too, goes somewhere else.
; in: a0 = room, d0 = its bytes, the 0 at the end among them.  out: nothing.  clobbers: a0.
capture_at:
  move.w #1, capture_lines
capture_set:
  clr.b (a0)
  move.l a0, capture
  lea -1(a0,d0.w), a0
  move.l a0, capture_end
  rts

; entry io0, io1: key, flags; what is printed next is its label.
call_entry:
  move.w entry_count, d0
  cmpi.w #most_entries, d0
  bcc @full
  addq.w #1, entry_count
  mulu #entry_size, d0
  lea entries, a0
  adda.l d0, a0
  move.b io0 + 1, (a0)+
  move.b io1 + 1, (a0)+
  bra capture_begin
@full:
  rts

; capture_put: a character for a label.
; in: d0.  out: z clear if a label took it.  clobbers: d1, a0.
capture_put:
  tst.l capture
  beq @none
  movea.l capture, a0
  cmpa.l capture_end, a0
  bcc @taken                            ; the rest of a long one is lost
  cmpi.w #32, d0
  bcc @store
  tst.w capture_lines
  beq @taken
@store:
  move.b d0, (a0)+
  clr.b (a0)
  move.l a0, capture
@taken:
  moveq #1, d1
  rts
@none:
  moveq #0, d1
  rts

; capture_stop: what is printed goes to the window again.
; in: nothing.  out: nothing.  clobbers: nothing.
capture_stop:
  clr.l capture
  rts

; entry_at: an entry of the menu.
; in: d0 = its number.  out: a0.  clobbers: d0.
entry_at:
  mulu #entry_size, d0
  lea entries, a0
  adda.l d0, a0
  rts
