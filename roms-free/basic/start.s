; Cold and warm start, direct mode.
; Facts: memory map for the pointers; the first byte of BASIC's memory is a 0 before the program.

; cold_start: after a reset.   in: nothing.   out: never returns.   clobbers: everything.
cold_start:
    ldx #basic_vectors - 1
@vector:
    lda basic_vector_defaults,x
    sta ierror,x
    dex
    bpl @vector
    sec
    jsr krn_memtop
    stx memsiz
    sty memsiz + 1
    sec
    jsr krn_membot
    stx txttab
    sty txttab + 1
    ldy #0
    tya
    sta (txttab),y
    sta spreg
    inc txttab
    bne @new
    inc txttab + 1
@new:
    jsr clear_program
    ldx #<banner
    ldy #>banner
    jsr print_text
    sec
    lda memsiz
    sbc txttab
    tax
    lda memsiz + 1
    sbc txttab + 1
    jsr print_number
    ldx #<banner_free
    ldy #>banner_free
    jsr print_text
    jmp warm_start

basic_vector_defaults:
    .addr error, direct_mode, crunch, list_text, run_statement

; warm_start: after STOP with RESTORE, BRK, and at the end of the cold start.   in: nothing.
; out: never returns.   clobbers: everything.
warm_start:
    cli
    jsr krn_clrchn
    ; falls through to ready

; ready: says so, then direct mode.   in: nothing.   out: never returns.   clobbers: everything.
ready:
    ldx #$FB
    txs
    jsr krn_clrchn
    ldx #<ready_text
    ldy #>ready_text
    jsr print_text
    ; falls through to direct_again

; direct_again: the next line, without a word.   in: nothing.   out: never returns.   clobbers: everything.
direct_again:
    jmp (imain)
direct_mode:
    ldx #$FB
    txs
    lda #%10000000              ; control messages
    jsr krn_setmsg
    lda #direct
    sta curlin + 1
    jsr read_line
    jsr chrgot
    tax
    beq direct_again
    jsr is_digit
    bcs @edit
    jsr crunch_line
    jmp next_statement
@edit:
    jmp edit_line

; read_line: buf := a line of input, ended by 0; txtptr := buf.   clobbers: a, x.
read_line:
    ldx #0
@next:
    jsr krn_chrin
    cmp #chr_return
    beq @end
    cpx #buf_max
    bcs @next
    sta buf,x
    inx
    bne @next                   ; always
@end:
    lda #0
    sta buf,x
    sta txtptr
    lda #>buf
    sta txtptr + 1
    jmp new_line

; print_text: prints a text that ends with 0.
; in: text y/x.   out: nothing.   clobbers: a, y, index.
print_text:
    stx index
    sty index + 1
    ldy #0
@next:
    lda (index),y
    beq @end
    jsr krn_chrout
    iny
    bne @next                   ; always: texts are shorter than 256
@end:
    rts

banner:
    .byte chr_clear, chr_return
    .byte "   *** HEXFRONT 64, FREE ROM 1.0 ***", chr_return, chr_return
    .byte "   64K RAM SYSTEM  ", 0
banner_free:
    .byte " BYTES FREE", chr_return, 0
ready_text:
    .byte chr_return, "READY.", chr_return, 0
