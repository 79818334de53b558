; Tables of "6 and 2". A page by six bits, times 4: the pairs of low bits of a disk byte, turned as a byte has them, of the first,
; second and third of three bytes; and the disk byte.

.include "disk.inc"
.import disk_six
.export disk_pairs, disk_bytes, physical, disk_tables

.macro row at, first, second, third, fourth
    .byte ((at + 0) & 1) << 1 | ((at + 0) & 2) >> 1, ((at + 0) & 4) >> 1 | ((at + 0) & 8) >> 3, ((at + 0) & 16) >> 3 | ((at + 0) & 32) >> 5, first
    .byte ((at + 1) & 1) << 1 | ((at + 1) & 2) >> 1, ((at + 1) & 4) >> 1 | ((at + 1) & 8) >> 3, ((at + 1) & 16) >> 3 | ((at + 1) & 32) >> 5, second
    .byte ((at + 2) & 1) << 1 | ((at + 2) & 2) >> 1, ((at + 2) & 4) >> 1 | ((at + 2) & 8) >> 3, ((at + 2) & 16) >> 3 | ((at + 2) & 32) >> 5, third
    .byte ((at + 3) & 1) << 1 | ((at + 3) & 2) >> 1, ((at + 3) & 4) >> 1 | ((at + 3) & 8) >> 3, ((at + 3) & 16) >> 3 | ((at + 3) & 32) >> 5, fourth
.endmacro

.segment "DISKTABLE"

disk_pairs:
disk_bytes = disk_pairs + 3
    row 0, $96, $97, $9A, $9B
    row 4, $9D, $9E, $9F, $A6
    row 8, $A7, $AB, $AC, $AD
    row 12, $AE, $AF, $B2, $B3
    row 16, $B4, $B5, $B6, $B7
    row 20, $B9, $BA, $BB, $BC
    row 24, $BD, $BE, $BF, $CB
    row 28, $CD, $CE, $CF, $D3
    row 32, $D6, $D7, $D9, $DA
    row 36, $DB, $DC, $DD, $DE
    row 40, $DF, $E5, $E6, $E7
    row 44, $E9, $EA, $EB, $EC
    row 48, $ED, $EE, $EF, $F2
    row 52, $F3, $F4, $F5, $F6
    row 56, $F7, $F9, $FA, $FB
    row 60, $FC, $FD, $FE, $FF

.segment "DISK"

; Place on the track of each sector of DOS 3.3.
physical:
    .byte 0, 13, 11, 9, 7, 5, 3, 1, 14, 12, 10, 8, 6, 4, 2, 15

; disk_tables: six bits by disk byte.
; in: nothing.  out: nothing.  clobbers: a, x, y.
disk_tables:
    ldx #0
@byte:
    ldy disk_bytes,x
    txa
    sta disk_six,y
    inx
    inx
    inx
    inx
    bne @byte
    rts
