; The interrupt every 1/60 s. Assembled at $ea31: programs with a handler of their own at $0314
; leave through $ea31 (the whole service), $ea7e (acknowledge CIA 1) or $ea81 (registers only).
; Facts: PRG, "interrupts"; the three addresses as published memory maps give them.

; irq_service: default of the vector $0314.
; in: y, x, a on the stack as irq_entry pushed them, below the CPU's frame.   out: returns from the interrupt.
; clobbers: nothing.
irq_service:
    .assert * = $EA31, error, "irq_service moved"
    jsr udtim
    jsr cursor_blink
    jsr scnkey
    jmp irq_acknowledge

; irq_entry: the CPU's IRQ and BRK vector. Sorts the two apart by the break flag on the stack.
; in: the CPU's frame.   out: y, x, a pushed; goes on at cinv or cbinv.   clobbers: a, x.
irq_entry:
    pha
    txa
    pha
    tya
    pha
    tsx
    lda stack + 4,x             ; flags that the CPU pushed
    and #%00010000
    beq @irq
    jmp (cbinv)
@irq:
    jmp (cinv)

; cursor_blink: changes the cursor when its time has come.   clobbers: a, y.
cursor_blink:
    lda blnsw
    bne @done
    dec blnct
    bne @done
    lda #blink_time
    sta blnct
    bne cursor_toggle           ; always
@done:
    rts

    .res $EA7E - *, $FF
irq_acknowledge:
    lda cia1_icr
; irq_exit: the way out.
; in: y, x, a on the stack, below the CPU's frame.   out: returns from the interrupt.   clobbers: nothing.
irq_exit:
    .assert * = $EA81, error, "irq_exit moved"
    pla
    tay
    pla
    tax
    pla
    rti

; cursor_toggle: shows the cursor or takes it away.   clobbers: a, y.
cursor_toggle:
    ldy pntr
    lda blnon
    bne cursor_lift
    lda (user),y
    sta gdcol
    lda (pnt),y
    sta gdbln
    eor #$80
    sta (pnt),y
    lda color
    sta (user),y
    inc blnon
    rts

; cursor_lift: puts back what is under the cursor that shows.
; in: y = pntr.   out: nothing.   clobbers: a.
cursor_lift:
    lda gdbln
    sta (pnt),y
    lda gdcol
    sta (user),y
    lda #0
    sta blnon
    rts
