; Libraries and devices by name. There are exec.library, graphics.library as far as a program needs it that takes the
; machine over, and trackdisk.device.
; Facts: ROM Kernel Reference Manual, Autodocs of exec.library and graphics.library, Includes (graphics/gfxbase.i,
; function offsets of graphics_lib).

; exec_open: the function that every library has for OpenLibrary().   in: a6 = base.   out: d0 = base.
; clobbers: nothing.
exec_open:
  move.l a6,d0
  rts

; exec_open_library, OpenLibrary(), OldOpenLibrary().   in: a1 = name; the version is not looked at.
; out: d0 = base or 0.   clobbers: a0.
exec_open_library:
  lea lib_list(a6),a0
  bsr exec_find_name
  tst.l d0
  beq @end
  movea.l d0,a0
  addq.w #1,lib_opencnt(a0)
@end:
  rts

; exec_close_library, CloseLibrary().   in: a1 = base.   out: d0 = 0.   clobbers: nothing.
exec_close_library:
  move.l a1,d0
  beq @end
  subq.w #1,lib_opencnt(a1)
@end:
  moveq #0,d0
  rts

; exec_open_device, OpenDevice().   in: a0 = name, d0 = unit, a1 = request.   out: d0 = error, 0 if it is open.
; clobbers: d1, a0.
exec_open_device:
  movem.l d0/a1,-(sp)
  movea.l a0,a1
  lea device_list(a6),a0
  bsr exec_find_name
  move.l d0,d1
  movem.l (sp)+,d0/a1
  beq @fails                  ; movem leaves the flags
  tst.l d0
  bne @fails                  ; drive 0 only
  move.l d1,io_device(a1)
  move.l d0,io_unit(a1)
  clr.b io_error(a1)
  rts
@fails:
  moveq #ioerr_openfail,d0
  move.b d0,io_error(a1)
  rts

gb_actiview  = 34
gb_copinit   = 38
gb_loflist   = 50
gb_shflist   = 54
gb_flags     = 206
gb_ntsc      = 1
gb_pal       = 4

; graphics_make: the base of graphics.library.   in: a6.   out: nothing.   clobbers: d0, d1, a0, a1.
graphics_make:
  lea graphics_base.w,a1
  move.b #nt_library,ln_type(a1)
  lea graphics_name(pc),a0
  move.l a0,ln_name(a1)
  move.w #graphics_functions * slot_size,lib_negsize(a1)
  move.w #gb_size,lib_possize(a1)
  move.w #exec_version,lib_version(a1)
  moveq #gb_pal,d0
  cmpi.b #50,vblank_frequency(a6)
  beq @flags
  moveq #gb_ntsc,d0
@flags:
  move.w d0,gb_flags(a1)
  lea copper_list.w,a0
  move.l #$FFFFFFFE,(a0)        ; a list that does nothing
  move.l a0,gb_copinit(a1)
  move.l a0,gb_loflist(a1)
  move.l a0,gb_shflist(a1)
  lea lib_list(a6),a0
  bsr exec_add_tail
  lea graphics_base.w,a1
  lea graphics_table(pc),a0
  moveq #graphics_functions,d0
  bra jump_table_make

graphics_table:
  .dword exec_open, exec_nothing, exec_zero, exec_zero
.repeat 32
  .dword 0
.endrepeat
  .dword picture_hide, graphics_wait_blit ; -222 LoadView, WaitBlit
  .dword 0, 0, 0, 0, 0, 0
  .dword graphics_wait_tof      ; -270
.repeat 30
  .dword 0
.endrepeat
  .dword exec_nothing, exec_nothing ; -456 OwnBlitter, DisownBlitter
.assert * - graphics_table = 4 * graphics_functions, error, "graphics_table has another length"

; graphics_wait_blit, WaitBlit(). All registers kept.
graphics_wait_blit:
  btst #6,custom + DMACONR      ; bit 14 of the word; the first look may come too early on old chips
@busy:
  btst #6,custom + DMACONR
  bne @busy
  rts

; graphics_wait_tof, WaitTOF(): until the next vertical blank.   clobbers: d0.
graphics_wait_tof:
  move.w #int_vertb,custom + INTREQ
@wait:
  move.w custom + INTREQR,d0
  btst #vertb_bit,d0
  beq @wait
  rts

graphics_name:
  .asciiz "graphics.library"
.even
