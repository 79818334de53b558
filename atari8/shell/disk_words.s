; disk_words: how the last thing went, in words, as on other machines whose shell has a disk system of its own.

.segment "SHELLFAR"

.include "disk.inc"
.include "disk_words.inc"
