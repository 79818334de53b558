; Jump tables, and the functions of exec.library in the order of their offsets.
; Facts: ROM Kernel Reference Manual, Libraries, "Introduction to Exec" (six bytes a function, downwards from the base);
; Includes (exec_lib.i, function offsets).

jmp_code = $4EF9
jsr_code = $4EB9

; jump_table_make.   in: a0 = addresses of functions, a1 = base, d0 = how many.   out: nothing.
; clobbers: d0, d1, a0, a1.
; A function that is not there calls `missing`, which can tell which one it is from where it came.
jump_table_make:
  subq.w #1,d0
@slot:
  move.l (a0)+,d1
  bne @there
  move.l #missing,d1
  move.l d1,-(a1)
  move.w #jsr_code,-(a1)
  bra @next
@there:
  move.l d1,-(a1)
  move.w #jmp_code,-(a1)
@next:
  dbra d0,@slot
  rts

; missing: a function was called that this ROM has not. Shows its offset.   in: a6 = base, return address.
; out: never returns.   clobbers: everything.
missing:
  move.l a6,d0
  sub.l (sp),d0
  addq.l #slot_size,d0          ; the return address lies behind the slot
  lea message_missing(pc),a0
  bra stop_with_number
message_missing:
  .asciiz "THIS ROM HAS NO FUNCTION"
.even

; First those that every library has; 0 is a function that is not there.
exec_table:
  .dword exec_open, exec_nothing, exec_zero, exec_zero ; -6 Open, Close, Expunge, reserved
  .dword exec_supervisor        ; -30
  .dword 0, 0, 0, 0, 0, 0       ; -36 to -66: scheduling, which only exec itself calls
  .dword 0, 0, 0, 0             ; -72 InitCode, InitStruct, MakeLibrary, MakeFunctions
  .dword exec_zero, 0           ; -96 FindResident, InitResident
  .dword exec_alert, exec_nothing ; -108 Alert, Debug
  .dword exec_disable, exec_enable, exec_forbid, exec_permit ; -120
  .dword exec_set_sr, exec_super_state, exec_user_state ; -144
  .dword 0, 0, 0, 0             ; -162 SetIntVector, AddIntServer, RemIntServer, Cause
  .dword exec_allocate, exec_deallocate ; -186
  .dword exec_alloc_mem, exec_alloc_abs, exec_free_mem, exec_avail_mem ; -198
  .dword 0, 0                   ; -222 AllocEntry, FreeEntry
  .dword exec_insert, exec_add_head, exec_add_tail, exec_remove ; -234
  .dword exec_rem_head, exec_rem_tail, exec_enqueue, exec_find_name ; -258
  .dword 0, 0                   ; -282 AddTask, RemTask
  .dword exec_find_task, exec_zero, exec_zero ; -294 FindTask, SetTaskPri, SetSignal
  .dword 0, 0, 0, 0, 0, 0, 0    ; -312 SetExcept, Wait, Signal, AllocSignal, FreeSignal, AllocTrap, FreeTrap
  .dword 0, 0, 0, 0, 0, 0, exec_zero ; -354 AddPort, RemPort, PutMsg, GetMsg, ReplyMsg, WaitPort, FindPort
  .dword 0, 0                   ; -396 AddLibrary, RemLibrary
  .dword exec_open_library, exec_close_library ; -408 OldOpenLibrary, CloseLibrary
  .dword 0, exec_nothing        ; -420 SetFunction, SumLibrary
  .dword 0, 0                   ; -432 AddDevice, RemDevice
  .dword exec_open_device, exec_nothing ; -444 OpenDevice, CloseDevice
  .dword exec_do_io, exec_send_io, exec_check_io, exec_wait_io, exec_zero ; -456 to -480 AbortIO
  .dword 0, 0, exec_zero        ; -486 AddResource, RemResource, OpenResource
  .dword 0, 0, 0                ; -504 to -516
  .dword 0, exec_get_cc, exec_type_of_mem ; -522 RawDoFmt, GetCC, TypeOfMem
  .dword 0, 0, exec_open_library ; -540 Procure, Vacate, OpenLibrary
  .dword 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 ; -558 to -618: semaphores, kickstart tags
  .dword exec_copy_mem, exec_copy_mem ; -624 CopyMem, CopyMemQuick
  .dword exec_nothing, exec_nothing, exec_zero ; -636 CacheClearU, CacheClearE, CacheControl
.assert * - exec_table = 4 * exec_functions, error, "exec_table has another length"
