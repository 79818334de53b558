; Booting: the first sectors of a disk, which say how many they are, where they go, and what is called.
; Facts: Operating System User's Manual, chapter 10, "Disk booted software".

HEADER = 6                      ; flags, sectors, address, address of an init routine

; Boots the first drive, if there is one with a disk. A disk that cannot be booted is tried until it is changed.
; in: -. out: -. clobbers: a, x, y
boot:
    lda #1
    sta DUNIT
    lda #CMD_STATUS
    sta DCOMND
    jsr DSKINV
    bpl @drive
    rts
@drive:
    jsr load
    bcs @error
    jsr call_loaded
    bcs @error
    lda #1
    sta BOOTQ
    jmp (DOSINI)
@error:
    ldx #<boot_error
    ldy #>boot_error
    jsr print_text
    jmp boot

boot_error:
    .byte "BOOT ERROR", EOL, 0

; Loads the boot sectors; c set if one cannot be read.
load:
    lda #1
    sta DAUX1
    lda #0
    sta DAUX2
    jsr read_sector
    bmi @failed
    ldx #3
@head:
    lda BOOT_BUFFER,x
    sta DFLAGS,x
    dex
    bpl @head
    lda BOOT_BUFFER + 4
    sta DOSINI
    lda BOOT_BUFFER + 5
    sta DOSINI + 1
    lda BOOTAD
    sta BUFADR
    lda BOOTAD + 1
    sta BUFADR + 1
@sector:
    ldy #SECTOR_SIZE - 1
@copy:
    lda BOOT_BUFFER,y
    sta (BUFADR),y
    dey
    bpl @copy
    dec DBSECT
    beq @loaded
    lda BUFADR
    clc
    adc #SECTOR_SIZE
    sta BUFADR
    bcc @same_page
    inc BUFADR + 1
@same_page:
    inc DAUX1
    bne @next
    inc DAUX2
@next:
    jsr read_sector
    bpl @sector
@failed:
    sec
    rts
@loaded:
    clc
    rts

read_sector:
    lda #CMD_READ
    sta DCOMND
    lda #<BOOT_BUFFER
    sta DBUFLO
    lda #>BOOT_BUFFER
    sta DBUFHI
    jmp DSKINV

; What was loaded goes on behind its head, and says with c whether it could.
call_loaded:
    lda BOOTAD
    clc
    adc #HEADER
    sta BUFADR
    lda BOOTAD + 1
    adc #0
    sta BUFADR + 1
    jmp (BUFADR)
