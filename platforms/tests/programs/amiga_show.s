; Two stages of a disk that sets up a picture: the boot block reads what follows it into any memory and jumps there; the
; second stage silences the system, copies the picture's memory into place and writes its registers, for ever.
; Both are position-independent. A table of words follows the second stage: size of the picture's memory in long words,
; its address (two long words), then pairs of register and value, a negative word, and the memory at SECOND_SIZE.
.setcpu "68000"

AllocMem    = -198
DoIO        = -456
io_Command  = 28
io_Length   = 36
io_Data     = 40
io_Offset   = 44
CMD_READ    = 2

CUSTOM      = $DFF000
DMACONR     = $02
BLITTER_BUSY = 6                        ; bit 14 of the word
DMACON      = $96
INTENA      = $9A
CLEAR_ALL   = $7FFF
SECOND_SIZE = $10000

.segment "BOOT"
; in: a1 = IORequest of the trackdisk device, a6 = ExecBase
boot:
        .byte   "DOS", 0
        .dword  0                       ; checksum, filled in
        .dword  880
        move.l  a1,a3
        move.l  length(pc),d0
        moveq   #0,d1
        jsr     AllocMem(a6)
        tst.l   d0
        beq.s   @failed
        move.l  d0,a2
        move.l  a3,a1
        move.w  #CMD_READ,io_Command(a1)
        move.l  length(pc),io_Length(a1)
        move.l  a2,io_Data(a1)
        move.l  #1024,io_Offset(a1)
        jsr     DoIO(a6)
        jmp     (a2)
@failed:
        moveq   #-1,d0
        rts
length: .dword  0                       ; bytes to read, filled in
        .export length

.segment "SECOND"
second:
        lea     CUSTOM,a5
        move.w  #CLEAR_ALL,INTENA(a5)
        move.w  #CLEAR_ALL,DMACON(a5)
        lea     second(pc),a1
        add.l   #SECOND_SIZE,a1
        lea     table(pc),a2
        move.l  (a2)+,d0
        move.l  (a2)+,a0
@copy:  move.l  (a1)+,(a0)+
        subq.l  #1,d0
        bne.s   @copy
@next:  move.w  (a2)+,d0
        bmi.s   @done
        move.w  (a2)+,(a5,d0.w)
@busy:  btst    #BLITTER_BUSY,DMACONR(a5)
        bne.s   @busy
        bra.s   @next
@done:  bra.s   @done
table:
