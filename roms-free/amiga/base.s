; The base of exec.library and all that hangs on it.
; Facts: ROM Kernel Reference Manual, Includes (exec/execbase.i, exec/tasks.i), Libraries, "Introduction to Exec".

; base_make.   in: d7 = end of chip memory, d6 = end of memory at $C00000 or 0.   clobbers: d0-d2, a0-a2.
; out: a6 = base, which stays there.
base_make:
  lea exec_base.w,a6
  move.l a6,4.w
  move.b #nt_library,ln_type(a6)
  lea exec_name(pc),a0
  move.l a0,ln_name(a6)
  lea exec_id(pc),a0
  move.l a0,lib_idstring(a6)
  move.w #exec_functions * slot_size,lib_negsize(a6)
  move.w #exec_size,lib_possize(a6)
  move.w #exec_version,lib_version(a6)
  move.w #1,lib_opencnt(a6)
  move.l a6,d0
  not.l d0
  move.l d0,chk_base(a6)
  lea supervisor_stack.w,a0
  move.l a0,sys_stk_upper(a6)
  lea -1024(a0),a0
  move.l a0,sys_stk_lower(a6)
  move.l d7,max_loc_mem(a6)
  move.l d6,max_ext_mem(a6)
  move.b #-1,id_nest_cnt(a6)
  move.b #-1,td_nest_cnt(a6)
  moveq #50,d0
  move.w custom + VPOSR,d1
  btst #vposr_ntsc,d1
  beq @frequency
  moveq #60,d0
@frequency:
  move.b d0,vblank_frequency(a6)
  move.b d0,power_frequency(a6)
  lea base_lists(pc),a1
@list:
  move.w (a1)+,d0
  beq @lists_done
  lea 0(a6,d0.w),a0
  bsr list_make
  bra @list
@lists_done:
  lea lib_list(a6),a0
  movea.l a6,a1
  bsr exec_add_tail
  bsr task_make
  lea exec_table(pc),a0
  movea.l a6,a1
  moveq #exec_functions,d0
  bsr jump_table_make
  bsr memory_make
  bsr trackdisk_make
  bra graphics_make

base_lists:
  .word mem_list, resource_list, device_list, intr_list, lib_list, port_list, task_ready, task_wait, 0

; task_make: the one task, which is running.   clobbers: a0, a1.
task_make:
  lea boot_task.w,a0
  move.l a0,this_task(a6)
  move.b #nt_task,ln_type(a0)
  move.b #2,tc_state(a0)        ; running
  lea boot_name(pc),a1
  move.l a1,ln_name(a0)
  lea user_stack.w,a1
  move.l a1,tc_spupper(a0)
  lea -user_stack_size(a1),a1
  move.l a1,tc_splower(a0)
  rts

exec_name:
  .asciiz "exec.library"
exec_id:
  .asciiz "hexfront exec"
boot_name:
  .asciiz "boot"
.even
