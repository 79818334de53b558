; Two pages: tables that code reads by disk bytes and by an index that wraps, and before them what the disk routines remember.

.include "disk.inc"
.export disk_six, disk_twos, disk_drive, disk_steady, disk_arm, disk_track, disk_found, disk_wanted
.export file_list_at, file_track, file_end, file_left, file_mode, file_result
.export catalog_drive, catalog_first, file_name, name_length, save_drive, file_entry, link_count

.export file_list, disk_pages_ahead

.segment "DISKAHEAD"

disk_pages_ahead: .res 256 * ahead_pages ; sectors of a file that is read, or a page that is written

.segment "DISKLIST"

file_list:   .res 256           ; the list of the open file's sectors

.segment "DISKPAGE"

disk_pages:
; sectors
disk_drive:  .res 1             ; the one that is meant, from 0
disk_steady: .res 1             ; the one whose disk has its speed, or no_drive
disk_arm:    .res drives        ; half tracks at which the arms stand
disk_track:  .res 1             ; the one that is meant
disk_found:  .res 4             ; the last address field, backwards
disk_wanted: .res sectors       ; by place on the track: the page for it, or 0
; files
file_list_at: .res 1            ; next pair in the list
file_track:  .res 1
file_end:    .res 1             ; page behind those that were read
file_left:   .res 2             ; bytes of the file that have not been taken yet; bytes that were given
file_mode:   .res 1             ; 0, to_read or to_write
file_result: .res 1             ; how the last thing went
file_entry:  .res 2             ; track and sector of the file's list
catalog_drive: .res 1           ; drive whose catalog begins at catalog_first, or no_drive
catalog_first: .res 2           ; track and sector
link_count:  .res 1             ; sectors of the catalog that may still follow
save_drive:  .res 1             ; the one with the saved games, no_drive: not looked for yet
name_length: .res 1             ; letters that count
file_name:   .res name_letters  ; as in a catalog
    .res first_byte - (* - disk_pages)
; By disk byte: its six bits, times 4.
disk_table:
disk_six = disk_table - first_byte
    .res 256 - first_byte
disk_free:
    .res first_two
; A sector's disk bytes with the low bits.
disk_twos:   .res twos
