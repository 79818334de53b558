; The public jump table $FF81-$FFF5 and the CPU's vectors. Every program relies on these addresses.
; Facts: Programmer's Reference Guide, chapter 5, "KERNAL"; 6510 data sheet for the vectors.

    jmp cint                    ; $ff81
    jmp ioinit                  ; $ff84
    jmp ramtas                  ; $ff87
    jmp restor                  ; $ff8a
    jmp vector                  ; $ff8d
    jmp setmsg                  ; $ff90
    jmp second                  ; $ff93
    jmp tksa                    ; $ff96
    jmp memtop                  ; $ff99
    jmp membot                  ; $ff9c
    jmp scnkey                  ; $ff9f
    jmp settmo                  ; $ffa2
    jmp acptr                   ; $ffa5
    jmp ciout                   ; $ffa8
    jmp untlk                   ; $ffab
    jmp unlsn                   ; $ffae
    jmp listen                  ; $ffb1
    jmp talk                    ; $ffb4
    jmp readst                  ; $ffb7
    jmp setlfs                  ; $ffba
    jmp setnam                  ; $ffbd
    jmp (iopen)                 ; $ffc0
    jmp (iclose)                ; $ffc3
    jmp (ichkin)                ; $ffc6
    jmp (ickout)                ; $ffc9
    jmp (iclrch)                ; $ffcc
    jmp (ibasin)                ; $ffcf
    jmp (ibsout)                ; $ffd2
    jmp load                    ; $ffd5
    jmp save                    ; $ffd8
    jmp settim                  ; $ffdb
    jmp rdtim                   ; $ffde
    jmp (istop)                 ; $ffe1
    jmp (igetin)                ; $ffe4
    jmp (iclall)                ; $ffe7
    jmp udtim                   ; $ffea
    jmp screen                  ; $ffed
    jmp plot                    ; $fff0
    jmp iobase                  ; $fff3

    .res $FFFA - *, $FF
    .addr nmi_entry, reset, irq_entry
    .assert * = $10000, error, "the KERNAL does not end at $FFFF"
