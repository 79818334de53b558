; NMI (RESTORE key, CIA 2) and BRK.
; Facts: PRG, "RESTORE key": STOP with RESTORE resets the I/O and enters BASIC's warm start; RESTORE
; alone does nothing. A cartridge with the CBM80 mark gets the NMI through its second vector.

; nmi_entry: the CPU's NMI vector.
; in: the CPU's frame.   out: goes on at nminv, interrupts off.   clobbers: nothing.
nmi_entry:
    sei
    jmp (nminv)

; nmi_service: default of the vector $0318.
; in: the CPU's frame.   out: returns from the interrupt, or never.   clobbers: nothing if it returns.
nmi_service:
    pha
    txa
    pha
    tya
    pha
    lda #icr_none
    sta cia2_icr                ; nothing else is served, so nothing else may come
    lda cia2_icr
    bmi nmi_exit                ; CIA 2 it was, not the key
    jsr cartridge_here
    bne @key
    jmp (cart_warm)
@key:
    jsr read_stop
    jsr stop_test
    bne nmi_exit                ; falls through to break_service

; break_service: default of the vector $0316: everything as after power-on, memory kept.
; in: nothing.   out: never returns.   clobbers: a, x, y.
break_service:
    jsr restor
    jsr ioinit
    jsr cint
    jmp (basic_warm)

nmi_exit:
    jmp irq_exit
