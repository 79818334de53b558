; What happens when the machine is switched on, and when RESET is pressed.
; Facts: Operating System User's Manual, chapter 7, "System initialization"; Mapping the Atari, COLDSV, WARMSV.

FIRST_TESTED = $10              ; pages: RAM is sure below
RAM_END      = $C0
CLEARED      = $08              ; a cold start leaves what is below
REPEAT_DELAY = 48               ; frames
REPEAT_RATE  = 6
COLD_MARKS   = 3
CART_ZERO    = CARTRIDGE + 2
CART_FLAGS   = CARTRIDGE + 3
CART_INIT    = CARTRIDGE + 4
CART_BOOTS   = $01              ; flags: a disk is booted first
CART_STARTS  = $04              ; it is started

; The processor's own reset: a machine that has run before is warm.
; in: -. out: never returns. clobbers: a, x, y
reset:
    sei
    ldx #COLD_MARKS - 1
@mark:
    lda PUPBT1,x
    cmp warm_marks,x
    bne cold_start
    dex
    bpl @mark
; WARMSV: all is set up anew, programs stay.
; in: -. out: never returns. clobbers: a, x, y
warm_start:
    sei
    lda COLDST
    bne cold_start              ; the last start did not come to its end
    lda #$FF
    bne start                   ; always

warm_marks:
    .byte $5C, $93, $25

; COLDSV: as if just switched on.
; in: -. out: never returns. clobbers: a, x, y
cold_start:
    sei
    lda #0
start:
    sta WARMST
    cld
    ldx #$FF
    txs
    jsr clear_hardware
    jsr size_ram
    lda WARMST
    bne @warm
    jsr clear_ram
    jmp @cleared
@warm:
    jsr clear_own
@cleared:
    jsr set_variables
    jsr open_editor
    jsr call_cartridge
    lda WARMST
    beq @cold
    lda BOOTQ
    beq @started
    jsr call_dosini
    jmp @started
@cold:
    bit CART_HERE
    bpl @boot
    lda CART_FLAGS
    and #CART_BOOTS
    beq @started
@boot:
    jsr boot
@started:
    lda #0
    sta COLDST
    bit CART_HERE
    bpl @dos
    lda CART_FLAGS
    and #CART_STARTS
    beq @dos
    jmp (CARTRIDGE)
@dos:
    jmp (DOSVEC)

CART_HERE = SWPFLG              ; bit 7: a cartridge is there; free while nothing is edited

call_dosini:
    jmp (DOSINI)

call_cartridge:
    jsr find_cartridge
    bit CART_HERE
    bpl @none
    jmp (CART_INIT)
@none:
    rts

; A cartridge has a 0 that cannot be changed.
find_cartridge:
    ldx #0
    stx CART_HERE
    lda CART_ZERO
    bne @none
    inc CART_ZERO
    lda CART_ZERO
    bne @ram
    dec CART_HERE
@none:
    rts
@ram:
    dec CART_ZERO
    rts

; All registers 0, but for the PIA's ports, which are set up.
clear_hardware:
    lda #0
    tax
@clear:
    sta $D000,x
    sta $D200,x
    sta $D400,x
    inx
    bne @clear
    lda #DIRECTION
    sta PACTL
    stx PORTA                   ; inputs
    lda #LINE_HIGH
    sta PACTL
    sta PBCTL
    .if XL
    dex
    stx PORTB                   ; ROM, no BASIC, before the lines are outputs
    .endif
    lda #DIRECTION
    sta PBCTL
    stx PORTB                   ; inputs on the 800, memory control on the XL
    lda #LINE_HIGH
    sta PBCTL
    .if XL
    lda CONSOL
    and #OPTION
    beq @no_basic
    lda #$FD
    sta PORTB
@no_basic:
    .endif
    rts

; Pages of RAM into RAMTOP, by writing to each.
size_ram:
    lda #0
    sta ADRESS
    ldx #FIRST_TESTED
    tay
@page:
    stx ADRESS + 1
    lda (ADRESS),y
    eor #$FF
    sta (ADRESS),y
    cmp (ADRESS),y
    bne @end
    eor #$FF
    sta (ADRESS),y
    inx
    cpx #RAM_END
    bne @page
@end:
    stx RAMTOP
    rts

clear_ram:
    ldx #CLEARED
    lda #0
@zero_page:
    cpx #RAMTOP
    beq @kept
    sta $00,x
@kept:
    inx
    bne @zero_page
    tay
    sta ADRESS
    inx
@page:
    cpx #1
    beq @next                   ; the stack is in use
    stx ADRESS + 1
@byte:
    sta (ADRESS),y
    iny
    bne @byte
@next:
    inx
    cpx RAMTOP
    bne @page
    rts

; A warm start clears what is the system's own, but for what leads back into a program.
clear_own:
    ldx #$10
    lda #0
@zero_page:
    cpx #RAMTOP
    beq @kept
    sta $00,x
@kept:
    inx
    bpl @zero_page
    tax
@pages:
    sta $0200,x
    cpx #$ED
    bcs @above
    sta $0300,x
@above:
    inx
    bne @pages
    rts

set_variables:
    ldx #COLD_MARKS - 1
@mark:
    lda warm_marks,x
    sta PUPBT1,x
    dex
    bpl @mark
    stx COLDST                  ; not 0 until all is done
    ldx #vectors_end - vectors - 1
@vector:
    lda vectors,x
    sta VDSLST,x
    dex
    bpl @vector
    ldx #handlers_end - handlers - 1
@handler:
    lda handlers,x
    sta HATABS,x
    dex
    bpl @handler
    lda #<break_irq
    sta BRKKY
    lda #>break_irq
    sta BRKKY + 1
    stx BRKKEY                  ; $FF: not pressed
    stx CH
    lda RAMTOP
    sta RAMSIZ
    sta MEMTOP + 1
    lda #0
    sta MEMTOP
    sta MEMLO
    lda #>FREE_RAM
    sta MEMLO + 1
    lda WARMST
    bne @dos_stays
    lda #<blackboard
    sta DOSVEC
    lda #>blackboard
    sta DOSVEC + 1
@dos_stays:
    lda #REPEAT_DELAY
    sta KRPDEL
    lda #REPEAT_RATE
    sta KEYREP
    jsr SIOINV
    jsr disk_init
    jsr CIOINV
    jsr EDITRV + V_INIT
    jsr SCRENV + V_INIT
    jsr KEYBDV + V_INIT
; INTINV: keys and BREAK, and the vertical blank.
; in: -. out: -. clobbers: a
interrupts_init:
    lda #IRQ_BREAK | IRQ_KEY
    sta POKMSK
    sta IRQEN
    lda #NMI_BLANK
    sta NMIEN
    cli
    rts

; From VDSLST on.
vectors:
    .word list_ignored, irq_ignored, irq_ignored, irq_ignored
    .word keyboard_irq, serial_in, serial_out, serial_sent
    .word irq_ignored, irq_ignored, irq_ignored, irq_service
    .word 0, 0, 0, 0, 0
    .word vblank, exit_vblank
vectors_end:

list_ignored:
    rti

; From HATABS on.
handlers:
    .byte 'E'
    .word EDITRV
    .byte 'S'
    .word SCRENV
    .byte 'K'
    .word KEYBDV
handlers_end:

EDITOR_IOCB = 0
READ_WRITE  = 12

open_editor:
    lda #OPEN
    sta ICCOM
    lda #<editor_name
    sta ICBAL
    lda #>editor_name
    sta ICBAH
    lda #READ_WRITE
    sta ICAX1
    ldx #EDITOR_IOCB
    stx ICAX1 + 1
    jmp CIOV

editor_name:
    .byte "E:", EOL

; BLKBDV, and where control goes when nothing has booted: what is typed stands on the screen.
; in: -. out: never returns. clobbers: a, x, y
blackboard:
    ldx #<no_disk
    ldy #>no_disk
    jsr print_text
@forever:
    lda #GET_RECORD
    sta ICCOM
    lda #<BOOT_BUFFER
    sta ICBAL
    lda #>BOOT_BUFFER
    sta ICBAH
    lda #SECTOR_SIZE
    sta ICBLL
    lda #0
    sta ICBLH
    ldx #EDITOR_IOCB
    jsr CIOV
    jmp @forever

no_disk:
    .byte "NOTHING TO BOOT.", EOL, EOL
    .byte "SWITCH THE DRIVE ON, INSERT A DISK,", EOL
    .byte "THEN SWITCH THE COMPUTER OFF AND ON.", EOL, EOL, 0

; Prints a text that ends with 0.
; in: x, y = its address, low and high. out: -. clobbers: a, x, y
print_text:
    stx BUFADR
    sty BUFADR + 1
@next:
    ldy #0
    lda (BUFADR),y
    beq @done
    inc BUFADR
    bne @same_page
    inc BUFADR + 1
@same_page:
    ldx #0
    stx ICBLL
    stx ICBLH
    ldy #PUT_CHARS
    sty ICCOM
    jsr CIOV
    jmp @next
@done:
    rts
