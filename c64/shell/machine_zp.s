; Zero page of this machine's own routines, in the segment of the shared shell's. "irq" bytes belong to the interrupt alone.

.segment "SHELLZP": zeropage

; raster and frame interrupt
.exportzp irq_sp, irq_split, irq_key, irq_mask
irq_sp:     .res 1      ; irq: stack pointer before the nested interrupt
irq_split:  .res 1      ; irq: next split
irq_key:    .res 1      ; irq: key found by the scan
irq_mask:   .res 1      ; irq: column of the keyboard

; the text cursor's row
.exportzp text_row, text_ink_row
text_row:     .res 2    ; lasts: its start, screen
text_ink_row: .res 2    ; lasts: the same in colour RAM
