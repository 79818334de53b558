; The keywords in the order of their tokens, $80-$CB; the last character of each has bit 7 set.
; All are here, so that any program lists as it was written; run.s lists those that run.
; Facts: PRG, "BASIC keywords, abbreviations and tokens".

keywords:
    .byte "EN", 'D' + $80                            ; $80
    .byte "FO", 'R' + $80                            ; $81
    .byte "NEX", 'T' + $80                           ; $82
    .byte "DAT", 'A' + $80                           ; $83
    .byte "INPUT", '#' + $80                         ; $84
    .byte "INPU", 'T' + $80                          ; $85
    .byte "DI", 'M' + $80                            ; $86
    .byte "REA", 'D' + $80                           ; $87
    .byte "LE", 'T' + $80                            ; $88
    .byte "GOT", 'O' + $80                           ; $89
    .byte "RU", 'N' + $80                            ; $8a
    .byte "I", 'F' + $80                             ; $8b
    .byte "RESTOR", 'E' + $80                        ; $8c
    .byte "GOSU", 'B' + $80                          ; $8d
    .byte "RETUR", 'N' + $80                         ; $8e
    .byte "RE", 'M' + $80                            ; $8f
    .byte "STO", 'P' + $80                           ; $90
    .byte "O", 'N' + $80                             ; $91
    .byte "WAI", 'T' + $80                           ; $92
    .byte "LOA", 'D' + $80                           ; $93
    .byte "SAV", 'E' + $80                           ; $94
    .byte "VERIF", 'Y' + $80                         ; $95
    .byte "DE", 'F' + $80                            ; $96
    .byte "POK", 'E' + $80                           ; $97
    .byte "PRINT", '#' + $80                         ; $98
    .byte "PRIN", 'T' + $80                          ; $99
    .byte "CON", 'T' + $80                           ; $9a
    .byte "LIS", 'T' + $80                           ; $9b
    .byte "CL", 'R' + $80                            ; $9c
    .byte "CM", 'D' + $80                            ; $9d
    .byte "SY", 'S' + $80                            ; $9e
    .byte "OPE", 'N' + $80                           ; $9f
    .byte "CLOS", 'E' + $80                          ; $a0
    .byte "GE", 'T' + $80                            ; $a1
    .byte "NE", 'W' + $80                            ; $a2
    .byte "TAB", '(' + $80                           ; $a3
    .byte "T", 'O' + $80                             ; $a4
    .byte "F", 'N' + $80                             ; $a5
    .byte "SPC", '(' + $80                           ; $a6
    .byte "THE", 'N' + $80                           ; $a7
    .byte "NO", 'T' + $80                            ; $a8
    .byte "STE", 'P' + $80                           ; $a9
    .byte '+' + $80                                  ; $aa
    .byte '-' + $80                                  ; $ab
    .byte '*' + $80                                  ; $ac
    .byte '/' + $80                                  ; $ad
    .byte '^' + $80                                  ; $ae
    .byte "AN", 'D' + $80                            ; $af
    .byte "O", 'R' + $80                             ; $b0
    .byte '>' + $80                                  ; $b1
    .byte '=' + $80                                  ; $b2
    .byte '<' + $80                                  ; $b3
    .byte "SG", 'N' + $80                            ; $b4
    .byte "IN", 'T' + $80                            ; $b5
    .byte "AB", 'S' + $80                            ; $b6
    .byte "US", 'R' + $80                            ; $b7
    .byte "FR", 'E' + $80                            ; $b8
    .byte "PO", 'S' + $80                            ; $b9
    .byte "SQ", 'R' + $80                            ; $ba
    .byte "RN", 'D' + $80                            ; $bb
    .byte "LO", 'G' + $80                            ; $bc
    .byte "EX", 'P' + $80                            ; $bd
    .byte "CO", 'S' + $80                            ; $be
    .byte "SI", 'N' + $80                            ; $bf
    .byte "TA", 'N' + $80                            ; $c0
    .byte "AT", 'N' + $80                            ; $c1
    .byte "PEE", 'K' + $80                           ; $c2
    .byte "LE", 'N' + $80                            ; $c3
    .byte "STR", '$' + $80                           ; $c4
    .byte "VA", 'L' + $80                            ; $c5
    .byte "AS", 'C' + $80                            ; $c6
    .byte "CHR", '$' + $80                           ; $c7
    .byte "LEFT", '$' + $80                          ; $c8
    .byte "RIGHT", '$' + $80                         ; $c9
    .byte "MID", '$' + $80                           ; $ca
    .byte "G", 'O' + $80                             ; $cb
    .byte 0
