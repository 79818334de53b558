; Boot ROM of the Disk II in slot 6: track 0 is sought, its first sector read to $0800, and run at $0801.
; Facts that programs rely on: the bytes $20 $00 $03 $3C at odd addresses tell a disk card; X and $2B hold 16 times the slot; sectors
; go where ($26) points, $3D is the one wanted, $41 its track; decoded disk bytes stand at $02D6 and on by their value, the low bits of a sector at $0300;
; $C65C reads on until $3D has come to what the first byte of $0800 says. Beneath Apple DOS, chapters 3 and 8.

    .setcpu "6502"
    .segment "BOOT"
    .org $C600

buffer = $26
slot   = $2B
bits   = $3C
wanted = $3D
found  = $40
track  = $41
lows   = $0300
; By its value from $96 on: the six bits of a disk byte.
sixes  = $02D6
; The same table, by the value without bit 7.
sixes_low = sixes + $80

first_page = $0800
switches   = $C080
motor_on   = $C089
drive_1    = $C08A
shift_in   = $C08C
read_mode  = $C08E
wait       = $FCA8

LOWS = 86                       ; disk bytes with the low bits
HALF_TRACKS = 80                ; as far as the arm can be from track 0

    ldx #$20                    ; these four tell a disk card
    ldy #0
    ldx #3
    stx bits

; The table: disk bytes are those with two neighbours set, bit 7 apart, and at most one pair of neighbours clear.
    ldx #$16
@byte:
    txa
    asl
    stx bits
    and bits
    beq @none
    txa
    eor #$7F
    sta bits
    asl                         ; clears carry
    and bits
    sta bits
    beq @good
    sbc #0                      ; one less: carry is clear
    and bits
    bne @none
@good:
    tya
    sta sixes_low,x
    iny
@none:
    inx
    bpl @byte

    ldx #$60
    stx slot
    lda read_mode,x
    lda drive_1,x
    lda motor_on,x
    ldy #HALF_TRACKS
@out:                           ; each magnet in turn, outwards
    lda switches,x
    tya
    and #3
    asl
    ora #$60
    tax
    lda switches + 1,x
    lda #$56
    jsr wait                    ; 20 thousandths of a second; leaves 0
    dey
    bpl @out
    sta buffer
    sta wanted
    sta track
    lda #>first_page
    sta buffer + 1
    .res $C65C - *, $EA

; Y is 1 while the data that comes next is wanted.
read:
    ldy #0
search:
    lda shift_in,x
    bpl search
mark:
    cmp #$D5
    bne search
@second:
    lda shift_in,x
    bpl @second
    cmp #$AA
    bne mark
@third:
    lda shift_in,x
    bpl @third
    cmp #$96
    beq address                 ; carry is set
    cmp #$AD
    bne mark
    dey
    beq data
again:
    bne read

address:
    ldy #3                      ; volume, track, sector
@next:
    sta found                   ; in the end, the track
@odd:
    lda shift_in,x
    bpl @odd
    rol
    sta bits
@even:
    lda shift_in,x
    bpl @even
    and bits
    dey
    bne @next
    cmp wanted
    bne read
    lda found
    cmp track
    bne read
    iny
    bne search                  ; always

data:
    ldy #LOWS
    lda #0
@low:
    sty bits
@low_byte:
    ldy shift_in,x
    bpl @low_byte
    eor sixes,y
    ldy bits
    dey
    sta lows,y
    bne @low
@high:
    sty bits
@high_byte:
    ldy shift_in,x
    bpl @high_byte
    eor sixes,y
    ldy bits
    sta (buffer),y
    iny
    bne @high
@sum:
    ldy shift_in,x
    bpl @sum
    eor sixes,y
    bne again
    tay
@thirds:
    ldx #LOWS
@join:
    dex
    bmi @thirds
    lda (buffer),y
    lsr lows,x
    rol
    lsr lows,x
    rol
    sta (buffer),y
    iny
    bne @join
    ldx slot
    inc buffer + 1
    inc wanted
    lda wanted
    cmp first_page
    bcc again                   ; and not equal
    jmp first_page + 1
