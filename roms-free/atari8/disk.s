; The disk handler: sectors of 128 bytes through SIO; on the XL of as many as DSCTLN says.
; Facts: Operating System User's Manual, chapter 5, "Resident disk handler"; Mapping the Atari, DSKINV.

DISK        = $31               ; devices of the bus begin there
CMD_FORMAT  = $21
CMD_PUT     = $50
CMD_READ    = $52
CMD_STATUS  = $53
CMD_WRITE   = $57
SECTOR_SIZE = 128
DISK_TIME   = 7                 ; in units of 64 frames
FORMAT_TIME = $A0

; DINITV.
; in: -. out: -. clobbers: a
disk_init:
    lda #FORMAT_TIME
    sta DSKTIM
    .if XL
    lda #SECTOR_SIZE
    sta DSCTLN
    lda #0
    sta DSCTLN + 1
    .endif
    rts

; DSKINV: reads or writes a sector, asks for the status, formats.
; in: DUNIT, DCOMND, DBUFLO, DAUX1. out: y = DSTATS, n set if it failed. clobbers: a, x
disk:
    lda #DISK
    sta DDEVIC
    lda #DISK_TIME
    ldx DCOMND
    cpx #CMD_FORMAT
    bne @no_format
    lda DSKTIM
@no_format:
    sta DTIMLO
    .if XL
    lda DSCTLN
    sta DBYTLO
    lda DSCTLN + 1
    sta DBYTHI
    .else
    lda #SECTOR_SIZE
    sta DBYTLO
    lda #0
    sta DBYTHI
    .endif
    ldy #FROM_DEVICE
    cpx #CMD_PUT
    beq @write
    cpx #CMD_WRITE
    bne @read
@write:
    ldy #TO_DEVICE
@read:
    cpx #CMD_STATUS
    bne @call
    lda #<DVSTAT
    sta DBUFLO
    lda #>DVSTAT
    sta DBUFHI
    lda #4
    sta DBYTLO
    lda #0
    sta DBYTHI
@call:
    sty DSTATS
    jsr SIOV
    bmi @done
    lda DCOMND
    cmp #CMD_STATUS
    bne @done
    lda DVSTAT + 2
    sta DSKTIM
@done:
    ldy DSTATS
    rts
