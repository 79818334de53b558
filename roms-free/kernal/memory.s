; RAMTAS, MEMTOP, MEMBOT: how much memory there is and whose it is.
; Facts: PRG, KERNAL routines RAMTAS, MEMTOP, MEMBOT.

; ramtas: clears pages 0, 2 and 3, finds the end of RAM, sets bottom, top and screen page.
; One byte of each page is tested with two patterns and put back: that finds the first page that is
; ROM or missing; testing every byte takes two seconds at each power-on.
; in: nothing.   out: memstr, memsiz, hibase.   clobbers: a, x, y.
ramtas:
    lda #0
    tay
@clear:
    sta $0002,y                 ; $0002-$0101: the port stays, page 1 has nothing on it yet to lose but
    sta $0200,y                 ; its two lowest bytes
    sta $0300,y
    iny
    bne @clear
    sty stal
    ldx #screen_default
@page:
    stx stal + 1
    lda (stal),y
    pha
    lda #%01010101
    sta (stal),y
    cmp (stal),y
    bne @end
    asl
    sta (stal),y
    cmp (stal),y
    bne @end
    pla
    sta (stal),y
    inx
    bne @page
    pha                         ; RAM up to the very end: balances the stack
@end:
    pla
    ldy stal + 1
    ldx #0
    clc
    jsr memtop
    lda #ram_first
    sta memstr + 1
    lda #screen_default
    sta hibase
    rts

; memtop: the top of memory, the first byte that is not free.
; in: C = 0: sets it to y/x.   out: y/x.   clobbers: nothing.
memtop:
    bcc @set
    ldx memsiz
    ldy memsiz + 1
@set:
    stx memsiz
    sty memsiz + 1
    rts

; membot: the bottom of memory.
; in: C = 0: sets it to y/x.   out: y/x.   clobbers: nothing.
membot:
    bcc @set
    ldx memstr
    ldy memstr + 1
@set:
    stx memstr
    sty memstr + 1
    rts

; iobase: the address of the first I/O chip that KERNAL programs drive (CIA 1).
; in: nothing.   out: y/x.   clobbers: nothing.
iobase:
    ldx #<cia1_pra
    ldy #>cia1_pra
    rts
