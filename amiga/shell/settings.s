; settings: rows of sliders and choices on a text page. One row is the chosen one: the pointer or the cursor keys choose it,
; left and right change it.

.include "defs.inc"
.include "window.inc"
.import vm_v, pointer_x, pointer_y, capture_at, page_stale, page_settle, text_row, window, setting_draw, settings_hint
.export call_setting, settings_count, settings_draw, setting_under, settings_clear, settings_frame, settings_key, settings_release

.include "settings.inc"
.import settings_pitch, group_gap, band_high

io0 = vm_v
io1 = vm_v + 2
io2 = vm_v + 4
io3 = vm_v + 6

.segment "SHELLBSS"
.align 2
settings_count: .res 2
settings:       .res setting_size * most_settings
drawn_count:    .res 2                  ; rows that stand on the page
drawn:          .res setting_size * most_settings
chosen:         .res 2                  ; number of the chosen row
first_y:        .res 2                  ; top of the first row
seen_x:         .res 2                  ; where the pointer was
seen_y:         .res 2
dragged:        .res 2                  ; 1 + number of the row whose knob is held, 0 none

.segment "SHELL"

; settings_clear: forgets all settings.
; in: nothing.  out: nothing.  clobbers: nothing.
settings_clear:
  clr.w settings_count
  rts

; settings_release: the left button goes up.
; in: nothing.  out: nothing.  clobbers: nothing.
settings_release:
  clr.w dragged
  rts

; setting io0 to io3: row, positions, position, kind; what is printed next is its label, then its value or its names.
call_setting:
  move.w settings_count, d0
  cmpi.w #most_settings, d0
  bcc @full
  addq.w #1, settings_count
  mulu #setting_size, d0
  lea settings, a0
  adda.l d0, a0
  move.b io0 + 1, (a0)+
  move.b io1 + 1, (a0)+
  move.b io2 + 1, (a0)+
  move.b io3 + 1, (a0)+
  moveq #setting_room, d0
  jmp capture_at
@full:
  rts

; setting: a4 = setting d6. clobbers d0.
setting:
  move.w d6, d0
  mulu #setting_size, d0
  lea settings, a4
  adda.l d0, a4
  rts

; setting_place: d6 = number. out: d7 = top of its row on the screen. clobbers d0, d1, a0.
setting_place:
  move.w first_y, d7
  move.w d6, d0
  mulu settings_pitch, d0
  add.w d0, d7
  lea settings + setting_size, a0
  move.w d6, d1
@group:
  subq.w #1, d1
  bmi @done
  btst #kind_group, setting_kind(a0)
  beq @next
  add.w group_gap, d7
@next:
  lea setting_size(a0), a0
  bra @group
@done:
  rts

; settings_draw: those rows that do not stand there as they are.
; in: settings_count, not 0.  out: nothing.  clobbers: d0, d1, a0, a1.
settings_draw:
  movem.l d2-d7/a2-a4, -(sp)
  bsr pairs
  tst.w page_stale
  beq @anew                             ; the ground is empty, or has text only
  bsr same_page
  bne @clear
  clr.w page_stale
  bra @rows
@clear:
  jsr page_settle
  clr.w text_row
  clr.w chosen
  bra @place
@anew:
  bsr same_page
  beq @place
  clr.w chosen
@place:
  clr.w drawn_count
  move.l pointer_x, seen_x              ; both: it chooses when it moves
  cmpi.w #window_page, window
  bne @rows                             ; text_row is that of a message: they stay where they are
  move.w text_row, d0
  beq @top
  mulu #9, d0
  addi.w #12, d0                        ; below the text
@top:
  addi.w #top_y, d0
  move.w d0, first_y
@rows:
  moveq #0, d6
@row:
  bsr setting
  cmp.w drawn_count, d6
  bcc @draw
  bsr as_drawn
  beq @next
@draw:
  bsr row_draw
@next:
  addq.w #1, d6
  cmp.w settings_count, d6
  bcs @row
  bsr keep
  jsr settings_hint
  movem.l (sp)+, d2-d7/a2-a4
  rts

; pairs: marks the choices whose two names fit side by side. clobbers d0, d1, d6, a0, a4.
pairs:
  moveq #0, d6
@row:
  bsr setting
  addq.w #1, d6
  btst #kind_choice, setting_kind(a4)
  beq @next
  cmpi.b #2, setting_positions(a4)
  bne @next
  lea setting_text(a4), a0
@label:
  cmpi.b #13, (a0)+
  bhi @label
  moveq #1, d1                          ; names to come
@name:
  moveq #-1, d0
@letter:
  addq.w #1, d0
  cmpi.b #13, (a0)+
  bhi @letter
  cmpi.w #pair_letters, d0
  bhi @next
  dbra d1, @name
  bset #kind_pair, setting_kind(a4)
@next:
  cmp.w settings_count, d6
  bcs @row
  rts

; row_draw: row d6 at a4. clobbers d0 to d5, d7, a0 to a3.
row_draw:
  bsr setting_place
  moveq #0, d5
  cmp.w chosen, d6
  bne @draw
  moveq #1, d5
@draw:
  jmp setting_draw

; same_page: z set if as many rows with the same labels stand on the page. clobbers d0, d1, d6, a0, a4.
same_page:
  move.w settings_count, d0
  cmp.w drawn_count, d0
  bne @done
  moveq #0, d6
@row:
  cmp.w settings_count, d6
  beq @done
  bsr setting
  lea drawn - settings + setting_text(a4), a0
  lea setting_text(a4), a4
@letter:
  move.b (a4)+, d0
  cmp.b (a0)+, d0
  bne @done
  cmpi.b #13 + 1, d0
  bcc @letter
  addq.w #1, d6
  bra @row
@done:
  rts

; as_drawn: z set if the setting at a4 stands there as it is. clobbers d0, a0, a1.
as_drawn:
  movea.l a4, a1
  lea drawn - settings(a4), a0
  moveq #setting_text - 1, d0
@head:
  cmpm.b (a0)+, (a1)+
  dbne d0, @head
  bne @done
@letter:
  move.b (a1)+, d0
  cmp.b (a0)+, d0
  bne @done
  tst.b d0
  bne @letter
@done:
  rts

; keep: what stands on the page now.
keep:
  move.w settings_count, d0
  move.w d0, drawn_count
  mulu #setting_size / 2, d0
  lea settings, a0
  lea drawn, a1
@word:
  move.w (a0)+, (a1)+
  subq.w #1, d0
  bne @word
  rts

; choose: row d6 is the chosen one. clobbers d0, d1, a0, a1.
choose:
  cmp.w chosen, d6
  beq @done
  movem.l d2-d7/a2-a4, -(sp)
  move.w chosen, d0
  move.w d6, chosen
  movem.w d6, -(sp)
  move.w d0, d6
  bsr setting
  bsr row_draw
  movem.w (sp)+, d6
  bsr setting
  bsr row_draw
  movem.l (sp)+, d2-d7/a2-a4
@done:
  rts

; settings_frame: once a frame: where the pointer moves, it chooses; a knob that is held follows.
; in: nothing.  out: d0 = the new position of a setting as `answer` has it, 0 none.  clobbers: d1, a0, a1.
settings_frame:
  tst.w settings_count
  beq @no
  tst.w dragged
  bne knob_follow
  move.w pointer_x, d0
  move.w pointer_y, d1
  cmp.w seen_x, d0
  bne @moved
  cmp.w seen_y, d1
  beq @no
@moved:
  move.w d0, seen_x
  move.w d1, seen_y
  movem.l d6-d7, -(sp)
  bsr row_under
  bne @done
  bsr choose
@done:
  movem.l (sp)+, d6-d7
@no:
  moveq #0, d0
  rts

; knob_follow: d0 = the position that the pointer drags a knob to, 0: it stands there. clobbers d1, a0.
knob_follow:
  movem.l d2-d6/a4, -(sp)
  move.w dragged, d6
  subq.w #1, d6
  cmp.w settings_count, d6
  bcc @none
  bsr setting_position_of
  move.w d2, d4
  bsr position_under
  cmp.w d4, d2
  beq @none
  bsr answer
  bra @done
@none:
  moveq #0, d0
@done:
  movem.l (sp)+, d2-d6/a4
  rts

; position_under: d2 = the position, up to d3, at which the knob lies under the pointer. clobbers d0.
position_under:
  move.w pointer_x, d0
  subi.w #slide_x + knob_w / 2, d0
  bpl @right
  moveq #0, d0
@right:
  mulu d3, d0
  addi.l #(slide_w - knob_w) / 2, d0
  divu #slide_w - knob_w, d0
  move.w d0, d2
  cmp.w d3, d2
  ble @done
  move.w d3, d2
@done:
  rts

; row_under: d6 = row under the pointer (z set), d7 = its top. clobbers d0, d1, a0.
row_under:
  moveq #0, d6
@row:
  cmp.w settings_count, d6
  bcc @none
  bsr setting_place
  move.w pointer_y, d0
  sub.w d7, d0
  cmp.w band_high, d0
  bcs @found
  addq.w #1, d6
  bra @row
@found:
  moveq #0, d0
  rts
@none:
  moveq #1, d0
  rts

; settings_key: a key for the settings, if there are any.
; in: d0.w = key.  out: d0 = what it asks for: a setting's new position as `answer` has it, 0 nothing more, or the key itself.
; clobbers: d1, a0, a1.
settings_key:
  tst.w settings_count
  beq @no
  movem.l d2-d7/a4, -(sp)
  move.w chosen, d6
  cmpi.w #key_up, d0
  beq @up
  cmpi.w #key_down, d0
  beq @down
  bsr setting_position_of
  cmpi.w #key_right, d0
  beq @right
  cmpi.w #key_left, d0
  beq @left
  cmpi.w #' ', d0
  bne @done
  addq.w #1, d2
  cmp.w d3, d2
  ble @answer
  moveq #0, d2
  bra @answer
@right:
  cmp.w d3, d2
  bge @nothing
  addq.w #1, d2
  bra @answer
@left:
  subq.w #1, d2
  bmi @nothing
@answer:
  bsr answer
  bra @done
@up:
  subq.w #1, d6
  bpl @choose
  move.w settings_count, d6
  subq.w #1, d6
  bra @choose
@down:
  addq.w #1, d6
  cmp.w settings_count, d6
  bcs @choose
  moveq #0, d6
@choose:
  bsr choose
@nothing:
  moveq #0, d0
@done:
  movem.l (sp)+, d2-d7/a4
@no:
  rts

; setting_position_of: a4 = setting d6, d2 = its position, d3 = the last one.
setting_position_of:
  move.w d0, -(sp)
  bsr setting
  moveq #0, d2
  move.b setting_position(a4), d2
  moveq #0, d3
  move.b setting_positions(a4), d3
  subq.w #1, d3
  move.w (sp)+, d0
  rts

; answer: d0 = $1000 + 128 * row + position d2 of the setting at a4.
answer:
  moveq #0, d0
  move.b setting_row(a4), d0
  lsl.w #7, d0
  or.w d2, d0
  ori.w #$1000, d0
  rts

; setting_under: the position that the pointer asks for.
; in: nothing.  out: d0 = $1000 + 128 * row + position; 0, z set: none.  clobbers: d1, a0.
setting_under:
  movem.l d2-d7/a4, -(sp)
  bsr row_under
  bne @none
  bsr setting_position_of
  move.w pointer_x, d0
  btst #kind_choice, setting_kind(a4)
  bne @choice
  cmpi.w #minus_x, d0
  bcs @none
  cmpi.w #minus_x + minus_w, d0
  bcc @not_minus
  subq.w #1, d2
  bra @clamp
@not_minus:
  cmpi.w #plus_x, d0
  bcs @slide
  cmpi.w #plus_x + minus_w, d0
  bcc @none
  addq.w #1, d2
  bra @clamp
@slide:
  bsr position_under
  move.w d6, dragged
  addq.w #1, dragged
@clamp:
  tst.w d2
  bpl @most
  moveq #0, d2
@most:
  cmp.w d3, d2
  ble @answer
  move.w d3, d2
@answer:
  bsr answer
  bra @done
@choice:
  cmpi.w #slide_x, d0
  bcs @none
  cmpi.w #slide_x + slide_w, d0
  bcc @none
  btst #kind_pair, setting_kind(a4)
  beq @next
  moveq #0, d2
  cmpi.w #choice_2, d0
  bcs @answer
  moveq #1, d2
  bra @answer
@next:
  addq.w #1, d2
  cmp.w d3, d2
  ble @answer
  moveq #0, d2
  bra @answer
@none:
  moveq #0, d0
@done:
  movem.l (sp)+, d2-d7/a4               ; z as answer or moveq left it
  rts
