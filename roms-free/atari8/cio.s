; CIO: one way to all devices. What is to be done stands in an IOCB, who does it is found by the letter of the device's name.
; Facts: Operating System User's Manual, chapter 5, "I/O subsystem"; Mapping the Atari, CIOV and $0340.

OPEN       = 3
GET_RECORD = 5
PUT_CHARS  = 11
CLOSE      = 12
STATUS_OF  = 13
RECORD_BIT = 2                  ; set: so many bytes; clear: up to the end of a line
OUT_BIT    = 8                  ; GET or PUT
MAY_READ   = 4                  ; ICAX1
MAY_WRITE  = 8
FREE       = $FF                ; ICHID
; Offsets into a handler's table.
V_OPEN     = 0
V_CLOSE    = 2
V_GET      = 4
V_PUT      = 6
V_STATUS   = 8
V_SPECIAL  = 10

; CIOINV: all IOCBs are free.
; in: -. out: -. clobbers: a, x
cio_init:
    ldx #0
@iocb:
    jsr free_iocb
    txa
    clc
    adc #IOCB_SIZE
    tax
    bpl @iocb
    rts

free_iocb:
    lda #FREE
    sta ICHID,x
    lda #<(not_open - 1)
    sta ICPTL,x
    lda #>(not_open - 1)
    sta ICPTH,x
    rts

; What a program finds that puts to an IOCB which is not open.
not_open:
    ldy #NOT_OPEN
    rts

; CIOV: does what an IOCB says.
; in: x = its number times 16, a = the character, where one alone is put. out: y = ICSTA = how it went, n set if it failed; a = a
; character that was got. clobbers: -
cio:
    sta CIOCHR
    stx ICIDNO
    txa
    and #$0F
    bne @no_iocb
    cpx #IOCBS_END
    bcs @no_iocb
    ldy #0
@copy:
    lda ICHID,x
    sta ICHIDZ,y
    inx
    iny
    cpy #12
    bne @copy
    jsr do_command
    jmp give_back
@no_iocb:
    lda CIOCHR
    ldy #BAD_IOCB
    rts

do_command:
    ldy #BAD_COMMAND
    lda ICCOMZ
    cmp #OPEN
    bcc @done
    beq open_device
    cmp #CLOSE
    beq close_device
    bcs other_command
    jmp transfer
@done:
    sty ICSTAZ
    rts

close_device:
    ldy #OK
    sty ICSTAZ
    lda ICHIDZ
    cmp #FREE
    beq @free
    ldx #V_CLOSE
    jsr call_handler
@free:
    ldx ICIDNO
    jsr free_iocb
    lda #FREE
    sta ICHIDZ
    lda ICPTL,x
    sta ICPTLZ
    lda ICPTH,x
    sta ICPTLZ + 1
    rts

open_device:
    ldy #IOCB_IN_USE
    lda ICHIDZ
    cmp #FREE
    bne @failed
    jsr find_handler
    bcs @failed
    jsr keep_put
    ldx #V_OPEN
    jsr call_handler
    bpl @done
    lda #FREE                   ; it is not open
    sta ICHIDZ
@done:
    rts
@failed:
    sty ICSTAZ
    rts

; The status and special commands, which may name a device that is not open.
other_command:
    lda ICHIDZ
    pha
    cmp #FREE
    bne @open
    jsr find_handler
    bcc @open
    pla
    sty ICSTAZ
    rts
@open:
    ldx #V_STATUS
    lda ICCOMZ
    cmp #STATUS_OF
    beq @call
    ldx #V_SPECIAL
@call:
    jsr call_handler
    pla
    sta ICHIDZ
    rts

; The put routine goes into the IOCB: some programs call it there.
keep_put:
    ldx #V_PUT
    jsr at_table
    lda (ICSPRZ),y
    sta ICPTLZ
    iny
    lda (ICSPRZ),y
    sta ICPTLZ + 1
    rts

; Finds the handler of the name that the buffer holds; ICHIDZ is its place in HATABS, ICDNOZ the device's number.
; out: c set if there is none, y = why.
find_handler:
    ldy #0
    lda (ICBALZ),y
    ldx #HATABS_SIZE - 5        ; the last of twelve
@entry:
    cmp HATABS,x
    beq @found
    dex
    dex
    dex
    bpl @entry
@none:
    ldy #NO_DEVICE
    sec
    rts
@found:
    cmp #0
    beq @none
    stx ICHIDZ
    lda #1
    sta ICDNOZ
    iny
    lda (ICBALZ),y
    sec
    sbc #'1'
    cmp #9
    bcs @one
    adc #1                      ; c is clear
    sta ICDNOZ
@one:
    clc
    rts

; ICSPRZ = the handler's table, y = x.
at_table:
    txa
    pha
    ldx ICHIDZ
    lda HATABS + 1,x
    sta ICSPRZ
    lda HATABS + 2,x
    sta ICSPRZ + 1
    pla
    tay
    rts

; Calls a routine of the handler, whose address less 1 stands in its table.
; in: x = V_..., CIOCHR. out: a = CIOCHR, y = ICSTAZ, n.
call_handler:
    jsr at_table
    iny
    lda (ICSPRZ),y
    pha
    dey
    lda (ICSPRZ),y
    tay
    pla
    jsr @go
    sta CIOCHR
    sty ICSTAZ
    cpy #0
    rts
@go:
    pha
    tya
    pha
    lda CIOCHR
    ldx ICIDNO
    ldy #NO_FUNCTION
    rts                         ; into the handler

; GET and PUT.
transfer:
    ldy #NOT_OPEN
    lda ICHIDZ
    cmp #FREE
    beq @refused
    lda ICCOMZ
    and #OUT_BIT
    beq @get
    ldy #READ_ONLY
    lda ICAX1Z
    and #MAY_WRITE
    beq @refused
    jmp put
@get:
    ldy #WRITE_ONLY
    lda ICAX1Z
    and #MAY_READ
    beq @refused
    jmp get
@refused:
    sty ICSTAZ
    rts

; c set if no room is left in the buffer.
no_room:
    lda ICBLLZ
    ora ICBLHZ
    cmp #1                      ; c clear if it is 0
    lda #0
    rol
    eor #1
    lsr
    rts

; The buffer's next byte.
advance:
    inc ICBALZ
    bne @same_page
    inc ICBAHZ
@same_page:
    lda ICBLLZ
    bne @low
    dec ICBLHZ
@low:
    dec ICBLLZ
    rts

get:
    jsr no_room
    bcc @next
    ldx #V_GET                  ; without a buffer the character goes into A
    jmp call_handler
@next:
    ldx #V_GET
    jsr call_handler
    bmi @end
    ldy #0
    lda CIOCHR
    sta (ICBALZ),y
    jsr advance
    jsr at_line_end
    beq @end
    jsr no_room
    bcc @next
    lda ICCOMZ
    and #RECORD_BIT
    bne @end
; A line that is too long is read to its end, which takes the last byte.
@skip:
    ldx #V_GET
    jsr call_handler
    bmi @end
    jsr at_line_end
    bne @skip
    lda ICBALZ
    bne @same_page
    dec ICBAHZ
@same_page:
    dec ICBALZ
    ldy #0
    lda #EOL
    sta (ICBALZ),y
    inc ICBALZ
    bne @told
    inc ICBAHZ
@told:
    lda #TRUNCATED
    sta ICSTAZ
@end:
    rts

; z set if a line is got or put, and this is its end.
at_line_end:
    lda ICCOMZ
    and #RECORD_BIT
    bne @done
    lda CIOCHR
    cmp #EOL
@done:
    rts

put:
    jsr no_room
    bcc @next
    ldx #V_PUT                  ; without a buffer A is put
    jmp call_handler
@next:
    ldy #0
    lda (ICBALZ),y
    sta CIOCHR
    ldx #V_PUT
    jsr call_handler
    bmi @end
    jsr advance
    jsr at_line_end
    beq @end
    jsr no_room
    bcc @next
    lda ICCOMZ
    and #RECORD_BIT
    bne @end
    lda #EOL                    ; a line has one
    sta CIOCHR
    ldx #V_PUT
    jsr call_handler
@end:
    rts

; The IOCB as it is now: the buffer's address is the caller's, its length what was done.
give_back:
    ldx ICIDNO
    lda ICBALZ
    sec
    sbc ICBAL,x
    sta ICBLLZ
    lda ICBAHZ
    sbc ICBAH,x
    sta ICBLHZ
    lda ICCOMZ
    cmp #CLOSE
    bcs @no_count
    cmp #OPEN
    beq @no_count
    lda ICBLLZ
    sta ICBLL,x
    lda ICBLHZ
    sta ICBLH,x
@no_count:
    lda ICHIDZ
    sta ICHID,x
    lda ICDNOZ
    sta ICDNO,x
    lda ICPTLZ
    sta ICPTL,x
    lda ICPTLZ + 1
    sta ICPTH,x
    lda ICSTAZ
    sta ICSTA,x
    lda CIOCHR
    ldy ICSTAZ
    rts
