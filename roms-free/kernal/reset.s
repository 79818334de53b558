; Reset: from the CPU's vector to BASIC's cold start.
; Facts: PRG, "KERNAL power-up activities" and "cartridge auto-start" (CBM80 at $8004).
; in: nothing.   out: never returns.

; reset: the CPU's vector.
; in: nothing.   out: never returns.   clobbers: everything.
reset:
    ldx #$FF
    sei
    txs
    cld
    jsr cartridge_here
    bne @no_cartridge
    jmp (cart_cold)
@no_cartridge:
    jsr ioinit
    jsr ramtas
    jsr restor
    jsr cint
    cli
    jmp (basic_cold)

; cartridge_here: looks for an auto-start cartridge.
; in: nothing.   out: Z = 1 if its mark stands at $8004.   clobbers: a, x.
cartridge_here:
    ldx #cart_mark_bytes - 1
@next:
    lda cart_mark,x
    cmp cart_mark_wanted,x
    bne @done
    dex
    bpl @next
    inx                         ; x = 0: sets Z
@done:
    rts

cart_mark_wanted:
    .byte $C3, $C2, $CD, "80"           ; "CBM" shifted
cart_mark_bytes = * - cart_mark_wanted
