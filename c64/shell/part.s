; part: the parts of the game. All of them are in memory from the start: there is nothing to bring in.

.export shell_part

.segment "SHELL"

shell_part:
  rts
