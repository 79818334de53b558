; Requests to devices. A device is done when BeginIO returns: there is no other task to wait for.
; Facts: ROM Kernel Reference Manual, Devices, "Introduction to Device I/O"; Autodocs of exec.library.

; exec_do_io, DoIO().   in: a1 = request.   out: d0 = error.   clobbers: d1, a0, a1.
exec_do_io:
  move.b #1 << iob_quick,io_flags(a1)
  bsr request_begin
  bra exec_wait_io

; exec_send_io, SendIO().   in: a1 = request.   out: nothing.   clobbers: d0, d1, a0.
exec_send_io:
  clr.b io_flags(a1)
; falls through to request_begin

; request_begin: hands a request to its device.   in: a1, which is kept.   clobbers: d0, d1, a0.
request_begin:
  movem.l a1/a6,-(sp)
  movea.l io_device(a1),a6
  jsr dev_begin_io(a6)
  movem.l (sp)+,a1/a6
  rts

; exec_wait_io, WaitIO().   in: a1 = request.   out: d0 = error.   clobbers: nothing.
exec_wait_io:
  move.b io_error(a1),d0
  ext.w d0
  ext.l d0
  rts

; exec_check_io, CheckIO().   in: a1 = request.   out: d0 = request, as it is done.   clobbers: nothing.
exec_check_io:
  move.l a1,d0
  rts
