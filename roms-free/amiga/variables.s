; Every byte of memory that the ROM owns, in low chip memory. Everything behind `free_memory` is for programs.

graphics_functions = 77         ; slots of its jump table, down to DisownBlitter
gb_size         = 230

.segment "VARIABLES"

; The jump table and the base of exec.library: address 4 points at `exec_base`.
                .res exec_functions * slot_size
exec_base:      .res exec_size

; The one task: it is there to be looked at.
boot_task:      .res tc_size

; Memory headers: chip memory always, memory at $C00000 if it is there.
chip_header:    .res mh_size
slow_header:    .res mh_size

; trackdisk.device, its jump table, and the request that boots.
                .res 6 * slot_size
trackdisk_base: .res lib_size
boot_request:   .res io_size

; graphics.library: what programs that take over ask of it.
                .res graphics_functions * slot_size
graphics_base:  .res gb_size

; The drive.
drive_cylinder: .res 2          ; where the heads are; negative if that is not known
drive_motor:    .res 2          ; not 0 while it turns
change_count:   .res 4          ; disks seen
cached_track:   .res 2          ; track in track_cache; negative if none
read_error:     .res 2          ; why the last attempt at a track failed

; The picture: its copper list, and a message with a number in it.
.align 4
copper_list:    .res 20 * 4
picture_text:   .res 64

.align 4
track_cache:    .res track_size
mfm_words       = 7000          ; a turn and a sector, with some room for fast drives
mfm_buffer:     .res mfm_words * 2

; Stacks, from the top down.
                .res 1024
supervisor_stack:
                .res 4096
user_stack:
user_stack_size = 4096
.align 8
free_memory:
