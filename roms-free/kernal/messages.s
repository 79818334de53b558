; What the KERNAL says.
; Facts: the User's Guide shows the wording to be expected around LOAD, VERIFY and SAVE.

; print_control: prints a message if control messages are on.
; in: y = its place in messages.   out: C = 0.   clobbers: a, y.
print_control:
    bit msgflg
    bpl message_done            ; falls through to print_message

; print_message: prints a text that ends with bit 7 set.
; in: y = its place in messages.   out: C = 0.   clobbers: a, y.
print_message:
    lda messages,y
    php
    and #%01111111
    jsr chrout
    iny
    plp
    bpl print_message
message_done:
    clc
    rts

; print_name: prints the file name if control messages are on.
; in: fnlen, fnadr.   out: C = 0.   clobbers: a, y.
print_name:
    bit msgflg
    bpl message_done
    ldy #0
@next:
    cpy fnlen
    beq message_done
    lda (fnadr),y
    jsr chrout
    iny
    bne @next                   ; always: names are shorter than 256

messages:
msg_io_error:   .byte chr_return, "I/O ERROR ", '#' + $80
msg_searching:  .byte chr_return, "SEARCHING FOR", ' ' + $80
msg_loading:    .byte chr_return, "LOADIN", 'G' + $80
msg_verifying:  .byte chr_return, "VERIFYIN", 'G' + $80
msg_saving:     .byte chr_return, "SAVING", ' ' + $80
