; A program for the bootblock: sums a table up, leaves the sum and an end mark, stays there with a green screen.

.setcpu "68000"
.segment "CODE"
start:
  lea stack, sp
  lea table, a0
  move.w #(table_end - table) / 2 - 1, d0
  moveq #0, d1
@sum:
  add.w (a0)+, d1
  dbra d0, @sum
  move.w d1, sum
  move.w sr, status
  move.w #$00F0, $DFF180
done:
  bra done

sum:    .word 0
status: .word 0
  .res 64, 0
stack:
table:
.repeat 20000, n
  .word n
.endrepeat
table_end:
