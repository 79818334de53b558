; The end of the ROM: its size, and the numbers of the autovectors, one word for each level.
; Facts: the acknowledge of an interrupt is a read at $FFFFF1 + 2 * level (M68000 User's Manual, section 5), where this
; machine has its ROM; emulators that go by the bus take the number from there.

.segment "TAIL"
  .dword $40000
  .word 24, 25, 26, 27, 28, 29, 30, 31

.segment "ROM"
