; ROM of the 400 and 800: 10 KB from $D800 on.

XL = 0

    .include "atari8/os.inc"
