.include "defs.inc"
.export shell_save, shell_load
.segment "SHELL"
shell_save:
shell_load:
  rts
