; table: the shell's routines as the rules machine calls them. It keeps d2 to d7 and a2 to a6 for itself, and its a6 is not
; ours: each call goes through `enter`.

.include "defs.inc"

.import word_count, text_flush

.segment "SHELL"

; call: a routine of the machine's table, and what it does.
.macro call name, routine
.export name
.import routine
name:
  bsr enter
  .dword routine
.endmacro

; A routine call_NAME finds its arguments in the machine's io slots, with a6 = custom, answers in d0.w if there is an answer, and may
; change all registers but sp: they have no heads of their own.

; enter: keeps the machine's registers around the routine whose address stands behind the call. out: d0.w = answer.
enter:
  movea.l (sp)+, a0
  movem.l d2-d7/a2-a6, -(sp)
  lea custom, a6
  movea.l (a0), a0
  tst.w word_count
  beq @call
  cmpa.l #call_char, a0
  beq @call
  move.l a0, -(sp)
  jsr text_flush                        ; a word ends where something else begins
  movea.l (sp)+, a0
@call:
  jsr (a0)
  movem.l (sp)+, d2-d7/a2-a6
  rts

  call shell_event, call_event
  call shell_delay, call_delay
  call shell_map, call_map
  call shell_cursor, call_cursor
  call shell_refresh, call_refresh
  call shell_show_units, call_show_units
  call shell_page, call_page
  call shell_window, call_window
  call shell_at, call_at
  call shell_ink, call_ink
  call shell_char, call_char
  call shell_counter, call_counter
  call shell_side, call_side
  call shell_compass, call_compass
  call shell_effect, call_effect
  call shell_save, call_save
  call shell_load, call_load
  call shell_entropy, call_entropy
  call shell_rule, call_rule
  call shell_capability, call_capability
  call shell_symbol, call_symbol
  call shell_look, call_look
.if KEYED
; What is for a pointer alone is never called.
.macro none name
.export name
name:
.endmacro
  none shell_menu
  none shell_entry
  none shell_item
  none shell_setting
  none shell_strip
  none shell_in_view
  none shell_saved
  none shell_box
  none shell_bar
  none shell_pressed
  none shell_named
  none shell_pointed
  rts
.else
  call shell_menu, call_menu
  call shell_entry, call_entry
  call shell_item, call_item
  call shell_setting, call_setting
  call shell_strip, call_strip
  call shell_in_view, call_in_view
  call shell_saved, call_saved
  call shell_box, call_box
  call shell_bar, call_bar
  call shell_pressed, call_pressed
  call shell_named, call_named
  call shell_pointed, call_pointed
.endif

; part io0: every part of the game is in memory here.
.export shell_part
shell_part:
  bsr enter
  .dword call_part
call_part:
  rts

.include "shell_table.inc"
