; ROM of the XL and XE: 16 KB from $C000 on. What lies below the registers is seen at $5000 to $57FF while the self-test is switched on:
; there is none. The second character set at $CC00 is the first one once more.

XL = 1

    .segment "LOWER"
    .org $C000
    .res $1800, $FF

    .include "atari8/os.inc"
