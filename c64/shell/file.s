; file: the file that is open, byte by byte.

.include "defs.inc"
.include "disk.inc"
.importzp src
.import disk_status, no_drive
.export disk_open, disk_close, disk_put, disk_get, disk_to, disk_from

.segment "SHELL"

; disk_open: opens a file.
; in: src = its name, x = letters.  out: as disk_status.  clobbers: x, y.
disk_open:
    txa
    ldx src
    ldy src + 1
    jsr kernal_setnam
    lda #file
    ldx #device
    ldy #file
    jsr kernal_setlfs
    jsr kernal_open
    bcs @gone
    jmp disk_status
@gone:
    jmp no_drive

; disk_to: the file takes what disk_put passes.
; in: nothing.  out: c set if the drive is gone.  clobbers: a, x.
disk_to:
    ldx #file
    jmp kernal_chkout
; disk_from: the file gives what disk_get passes.
; in: nothing.  out: c set if the drive is gone.  clobbers: a, x.
disk_from:
    ldx #file
    jmp kernal_chkin

; disk_put: a byte into the file.
; in: a.  out: a = status of the line, z set if well.  clobbers: nothing.
disk_put:
    jsr kernal_chrout
    jmp kernal_readst

; disk_get: a byte from the file.
; in: nothing.  out: a, x = status of the line, z set unless the file is at its end or broken.  clobbers: nothing.
disk_get:
    jsr kernal_chrin
    pha
    jsr kernal_readst
    tax
    pla
    cpx #0
    rts

; disk_close: closes the file.
; in: nothing.  out: nothing.  clobbers: a, x, y.
disk_close:
    jsr kernal_clrchn
    lda #file
    jmp kernal_close
