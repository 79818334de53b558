; title: the title page.
.include "defs.inc"
.export title_show
.segment "SHELL"
title_show:
  rts
