; record: what the windows around the map show. A window there is drawn when all of it is known, and only if that is
; something else than what it shows already: most keys change one window, and text flickers when it is drawn.
;
; A record holds characters, 13 for the next row, and codes with arguments, a byte each; counters add the sum of their looks,
; so that a unit that changed is something else, and so do markers. Messages are no record: they are drawn letter by letter, since a long
; computation may follow; but the line is cleared only when something else takes their place, or an event or a delay is waited for.

.include "defs.inc"
.include "window.inc"
.import vm_v, page_now, window, window_clear, window_set
.import at_now, ink_now, char_now, counter_now, symbol_now, rule_now, unit_sum
.import text_flush
.if KEYED = 0
.import capture_put, strip_count, strip_forget, item_now, strip_now, strip_sum, info_row, info_flush
.export call_item, call_strip
.endif
.export call_at, call_ink, call_char, call_counter, call_symbol, call_rule, record_forget_bar
.export record_begin, record_end, record_forget, record_settle

io0 = vm_v
io1 = vm_v + 2
io2 = vm_v + 4
io3 = vm_v + 6

room       = record_room - 4            ; bytes of a record

; Codes.
code_at      = 1                        ; column, row
code_ink     = 2                        ; ink
code_counter = 3                        ; unit, column, row, four bytes of its look
code_symbol  = 4                        ; kind, which, column, row; of a marker four bytes of its unit's look
code_rule    = 5
code_item    = 6                        ; number
code_strip   = 7                        ; units, four bytes of their looks

kind_marker = 11                        ; of symbols (core/isa/shell.toml)

nowhere = $FFFF                         ; recording: what is printed is not shown

.segment "SHELLBSS"
.align 2
recording: .res 2                       ; window + 1 that is recorded, 0 none, nowhere
length:    .res 2                       ; bytes of the record
record:    .res record_room
; What windows 0, 1, 2 show, with keys 3 too, and the message line of a hint: length + 1, 0 not known, then the record.
shown:     .res kept_windows * (record_room + 2)
message_there: .res 2                   ; not 0: something was printed into the message line since it was selected
noted:     .res 2                       ; not 0: the last code found room
emptied:   .res 2                       ; not 0: the message line was cleared, but shows its message yet

.segment "SHELL"

; record_forget: the page is drawn anew: nothing is known, nothing is recorded.
; in: nothing.  out: nothing.  clobbers: d0, a0.
record_forget:
  clr.w recording
  clr.w emptied
  clr.w message_there
  lea shown, a0
  moveq #kept_windows - 1, d0
@window:
  clr.w (a0)
  lea record_room + 2(a0), a0
  dbra d0, @window
  rts

; record_forget_bar: what the top bar shows is not known.
; in: nothing.  out: nothing.  clobbers: nothing.
record_forget_bar:
  clr.w shown
  rts

; record_begin: what is printed into a window is recorded, if it is one around the map; what was recorded before is drawn.
; in: d0.w = window that was selected.  out: z clear if what is printed there is recorded.  clobbers: d0, d1, a0.
record_begin:
  move.w d0, -(sp)
  bsr record_end
  move.w (sp)+, d0
  move.b page_now, d1
  beq @page
  cmpi.b #page_half, d1
  beq @page
  cmpi.b #page_whole, d1
  bne @no
@page:
  cmpi.w #window_hint, d0
  beq @hint
  cmpi.w #window_message, d0
  beq @message
.if KEYED
  cmpi.w #window_menu, d0
.else
  cmpi.w #window_strip, d0
.endif
  bls @record
@no:
  moveq #0, d0
  rts
@message:
  jsr window_set
  move.w #1, emptied
  clr.w message_there
  bra @yes
@hint:
  move.w #nowhere, recording
  tst.w message_there
  bne @yes
  moveq #window_message, d0
@record:
  addq.w #1, d0
  move.w d0, recording
  clr.w length
@yes:
  moveq #1, d0
  rts

; record_end: the window that is recorded is drawn, if it shows something else.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0.
record_end:
  move.w recording, d0
  beq @done
  clr.w recording
  subq.w #1, d0
  cmpi.w #nowhere - 1, d0
  beq @done
  cmpi.w #window_message, d0
  bne @compare
  clr.w emptied                         ; a hint
@compare:
  movem.l d2-d3/a1-a3, -(sp)
  move.w d0, d3
  bsr shown_at
  move.w length, d1
  lea record, a0
  move.w (a1)+, d0
  subq.w #1, d0
  cmp.w d0, d1
  bne @differs
  bra @next
@byte:
  cmpm.b (a0)+, (a1)+
  bne @differs
@next:
  dbra d1, @byte
  bra @same
@differs:
  bsr shown_at
  move.w length, d1
  addq.w #1, d1
  move.w d1, (a1)+
  lea record, a0
  subq.w #2, d1
  bmi @draw
@copy:
  move.b (a0)+, (a1)+
  dbra d1, @copy
@draw:
  bsr replay
@same:
  movem.l (sp)+, d2-d3/a1-a3
@done:
  rts

; record_settle: before something is waited for: all is drawn, and a message line that was cleared is so.
; in: nothing.  out: nothing.  clobbers: d0, d1, a0.
record_settle:
  bsr record_end
  tst.w emptied
  beq @done
  clr.w emptied
  clr.w length
  movem.l d2-d3/a1-a3, -(sp)
  moveq #window_message, d3
  bsr shown_at
  cmpi.w #1, (a1)
  beq @same
  move.w #1, (a1)
  bsr replay
@same:
  movem.l (sp)+, d2-d3/a1-a3
@done:
  rts

; shown_at: d3 = window. out: a1 = what it shows.
shown_at:
  move.w d3, d0
  cmpi.w #window_message, d0
  bne @number
  moveq #kept_message, d0
@number:
  mulu #record_room + 2, d0
  lea shown, a1
  adda.w d0, a1
  rts

; replay: window d3 is cleared, and shows the record. clobbers d0 to d3, a0 to a3. The arguments of the call that brought this
; about stay.
replay:
  move.l io0, -(sp)
  move.l io2, -(sp)
  move.w window, -(sp)
  move.w d3, d0
  jsr window_set
.if KEYED = 0
  cmpi.w #window_strip, d3
  bne @clear
  bsr is_strip
  beq @codes                            ; it draws what changed
  clr.w strip_count
  jsr strip_forget
@clear:
.endif
  jsr window_clear
@codes:
  lea record, a2
@next:
  lea record, a0
  adda.w length, a0
  cmpa.l a0, a2
  bcc @end
  moveq #0, d0
  move.b (a2)+, d0
  cmpi.w #32, d0
  bcc @character
  cmpi.w #13, d0
  beq @character
  lsl.w #2, d0
  lea codes - 4(pc), a3
  adda.w d0, a3
  move.w (a3)+, d0                      ; arguments
  lea io0, a0
  bra @argument
@take:
  clr.b (a0)+
  move.b (a2)+, (a0)+
@argument:
  dbra d0, @take
.if KEYED = 0
  jsr info_flush
.endif
  jsr text_flush
  movem.l d2-d7/a4, -(sp)
  bsr @call
  movem.l (sp)+, d2-d7/a4
  bra @next
@call:
  move.w (a3), d0
  lea codes(pc), a0
  jmp 0(a0,d0.w)
@character:
.if KEYED = 0
  jsr info_row
  bne @next
.endif
  jsr char_now
  bra @next
@end:
.if KEYED = 0
  jsr info_flush
.endif
  jsr text_flush
  move.w (sp)+, d0
  jsr window_set
  move.l (sp)+, io2
  move.l (sp)+, io0
  rts

.if KEYED = 0
; is_strip: z set if the record is that of a strip of units and nothing else, and such a one is shown. clobbers d0, a0.
is_strip:
  tst.w strip_count
  beq @no
  lea record, a0
  move.w length, d0
  cmpi.b #code_ink, (a0)
  bne @code
  addq.l #2, a0
  subq.w #2, d0
@code:
  subq.w #6, d0
  bne @done
  cmpi.b #code_strip, (a0)
@done:
  rts
@no:
  moveq #1, d0
  rts
.endif

; By code: bytes of arguments that go into the slots, routine.
codes:
  .word 2, do_at - codes
  .word 1, do_ink - codes
  .word 3, do_counter - codes
  .word 4, do_symbol - codes
  .word 0, do_rule - codes
.if KEYED = 0
  .word 1, do_item - codes
  .word 1, do_strip - codes
.endif

do_at:
  jmp at_now
do_ink:
  jmp ink_now
do_counter:
  addq.l #4, a2
  jmp counter_now
do_symbol:
  cmpi.w #kind_marker, io0
  bne symbol_at_once
  addq.l #4, a2
symbol_at_once:
  jmp symbol_now
do_rule:
  jmp rule_now
.if KEYED = 0
do_item:
  jmp item_now
do_strip:
  addq.l #4, a2
  jmp strip_now
.endif

; note: d0 = code, d1 = arguments, 0 to 4, from the slots: into the record, if one is made. out: z set if none is.
; clobbers d0, d1, a0, a1.
note:
  clr.w noted
  tst.w recording
  beq @no
  bmi @yes                              ; nowhere
  move.w length, a0
  cmpa.w #room - 12, a0
  bcc @yes                              ; full: the rest is not shown
  move.w #1, noted
  adda.l #record, a0
  move.b d0, (a0)+
  lea io0 + 1, a1
  bra @next
@argument:
  move.b (a1), (a0)+
  addq.l #2, a1
@next:
  dbra d1, @argument
  suba.l #record, a0
  move.w a0, length
@yes:
  moveq #1, d0
@no:
  rts

; sum_note: d0 = sum of looks: behind what was noted last. clobbers d0, d1, a0.
sum_note:
  tst.w noted
  beq @full
  move.w length, a0
  adda.l #record, a0
  moveq #3, d1
@byte:
  rol.l #8, d0
  move.b d0, (a0)+
  dbra d1, @byte
  addq.w #4, length
@full:
  rts

; The calls: into the record, or at once.
call_at:
  moveq #code_at, d0
  moveq #2, d1
  bsr note
  beq do_at
  rts

call_ink:
  moveq #code_ink, d0
  moveq #1, d1
  bsr note
  beq do_ink
  rts

call_char:
  move.w io0, d0
.if KEYED = 0
  jsr capture_put
  bne @done
.endif
  tst.w emptied
  beq @note
  bsr message_begin                     ; where it does anything, nothing is recorded
@note:
  moveq #0, d1
  bsr note
  bne @done
  move.w io0, d0
  jmp char_now
@done:
  rts

; message_begin: before the first character of a message, which is drawn at once: a long computation may follow it.
; clobbers d0, d1, a0, a1.
message_begin:
  cmpi.w #window_message, window
  bne @other
  tst.w recording
  bne @other
  clr.w emptied
  move.w #1, message_there
  clr.w shown + kept_message * (record_room + 2)
  jmp window_clear
@other:
  rts

call_counter:
  moveq #code_counter, d0
  moveq #3, d1
  bsr note
  beq counter_at_once
  move.w io0, d0
; falls through to look_note

; look_note: the look of unit d0.b behind what was noted last. clobbers d0, d1, a0.
look_note:
  move.w d6, -(sp)
  move.w d0, d6
  andi.w #$FF, d6
  moveq #0, d0
  jsr unit_sum
  move.w (sp)+, d6
  bra sum_note
counter_at_once:
  jmp counter_now

call_symbol:
  moveq #code_symbol, d0
  moveq #4, d1
  bsr note
  beq symbol_at_once
  cmpi.w #kind_marker, io0
  bne @done
  move.w io1, d0
  bra look_note
@done:
  rts

call_rule:
  moveq #code_rule, d0
  moveq #0, d1
  bsr note
  beq do_rule
  rts

.if KEYED = 0
call_item:
  moveq #code_item, d0
  moveq #1, d1
  bsr note
  beq do_item
  rts

; A strip of no units is that of the window's text.
call_strip:
  tst.w io0
  beq @none
  moveq #code_strip, d0
  moveq #1, d1
  bsr note
  beq @now
  jsr strip_sum
  bra sum_note
@now:
  jmp strip_now
@none:
  rts
.endif
