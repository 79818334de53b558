; Zero page of the disk routines, in the segment of the shared shell's.

.segment "SHELLZP": zeropage

.exportzp disk_data, disk_goal, disk_step, disk_was, disk_sum, disk_last, disk_odd, disk_patience, disk_again, disk_seen, disk_left
disk_data:  .res 2      ; the page that is written, or looked through
disk_goal:  .res 1      ; half track that is sought
disk_step:  .res 1      ; steps taken so far
disk_was:   .res 1      ; half track before this step
disk_sum:   .res 1      ; of an address field; of the data before this byte
disk_last:  .res 1      ; the last disk byte of the sector that is written
disk_odd:   .res 1      ; odd bits of a byte in "4 and 4"
disk_patience: .res 1   ; address fields that may still pass in vain
disk_again: .res 1      ; times that the arm may go back to track 0
disk_seen:  .res 1      ; not 0: an address field was seen
disk_left:  .res 1      ; sectors that are still wanted
