; Keyboard tables: a character for each matrix number (8 x column + row), 64 = no key at all.
; The modifier keys stand as their bits (1 SHIFT, 2 C=, 4 CTRL).
; Facts: PRG, keyboard matrix and appendix C (CHR$ codes); the graphics as printed on the keys.

no_character    = $ff

keys_plain:
        .byte $14, $0d, $1d, $88, $85, $86, $87, $11  ; DEL RET CRSR_R F7 F1 F3 F5 CRSR_D
        .byte $33, $57, $41, $34, $5a, $53, $45, $01  ; 3 W A 4 Z S E LSHIFT
        .byte $35, $52, $44, $36, $43, $46, $54, $58  ; 5 R D 6 C F T X
        .byte $37, $59, $47, $38, $42, $48, $55, $56  ; 7 Y G 8 B H U V
        .byte $39, $49, $4a, $30, $4d, $4b, $4f, $4e  ; 9 I J 0 M K O N
        .byte $2b, $50, $4c, $2d, $2e, $3a, $40, $2c  ; + P L - . : @ ,
        .byte $5c, $2a, $3b, $13, $01, $3d, $5e, $2f  ; POUND * ; HOME RSHIFT = UP /
        .byte $31, $5f, $04, $32, $20, $02, $51, $03  ; 1 LEFT CTRL 2 SPACE C= Q STOP
        .byte no_character

keys_shifted:
        .byte $94, $8d, $9d, $8c, $89, $8a, $8b, $91  ; DEL RET CRSR_R F7 F1 F3 F5 CRSR_D
        .byte $23, $d7, $c1, $24, $da, $d3, $c5, $01  ; 3 W A 4 Z S E LSHIFT
        .byte $25, $d2, $c4, $26, $c3, $c6, $d4, $d8  ; 5 R D 6 C F T X
        .byte $27, $d9, $c7, $28, $c2, $c8, $d5, $d6  ; 7 Y G 8 B H U V
        .byte $29, $c9, $ca, $30, $cd, $cb, $cf, $ce  ; 9 I J 0 M K O N
        .byte $db, $d0, $cc, $dd, $3e, $5b, $ba, $3c  ; + P L - . : @ ,
        .byte $a9, $c0, $5d, $93, $01, $3d, $de, $3f  ; POUND * ; HOME RSHIFT = UP /
        .byte $21, $5f, $04, $22, $a0, $02, $d1, $83  ; 1 LEFT CTRL 2 SPACE C= Q STOP
        .byte no_character

keys_commodore:
        .byte $94, $8d, $9d, $8c, $89, $8a, $8b, $91  ; DEL RET CRSR_R F7 F1 F3 F5 CRSR_D
        .byte $96, $b3, $b0, $97, $ad, $ae, $b1, $01  ; 3 W A 4 Z S E LSHIFT
        .byte $98, $b2, $ac, $99, $bc, $bb, $a3, $bd  ; 5 R D 6 C F T X
        .byte $9a, $b7, $a5, $9b, $bf, $b4, $b8, $be  ; 7 Y G 8 B H U V
        .byte $29, $a2, $b5, $30, $a7, $a1, $b9, $aa  ; 9 I J 0 M K O N
        .byte $a6, $af, $b6, $dc, $3e, $5b, $a4, $3c  ; + P L - . : @ ,
        .byte $a8, $df, $5d, $93, $01, $3d, $de, $3f  ; POUND * ; HOME RSHIFT = UP /
        .byte $81, $5f, $04, $95, $a0, $02, $ab, $83  ; 1 LEFT CTRL 2 SPACE C= Q STOP
        .byte no_character

keys_control:
        .byte $ff, $ff, $ff, $ff, $ff, $ff, $ff, $ff  ; DEL RET CRSR_R F7 F1 F3 F5 CRSR_D
        .byte $1c, $17, $01, $9f, $1a, $13, $05, $01  ; 3 W A 4 Z S E LSHIFT
        .byte $9c, $12, $04, $1e, $03, $06, $14, $18  ; 5 R D 6 C F T X
        .byte $1f, $19, $07, $9e, $02, $08, $15, $16  ; 7 Y G 8 B H U V
        .byte $12, $09, $0a, $92, $0d, $0b, $0f, $0e  ; 9 I J 0 M K O N
        .byte $ff, $10, $0c, $ff, $ff, $1b, $00, $ff  ; + P L - . : @ ,
        .byte $1c, $ff, $1d, $ff, $01, $1f, $1e, $ff  ; POUND * ; HOME RSHIFT = UP /
        .byte $90, $06, $04, $05, $ff, $02, $11, $ff  ; 1 LEFT CTRL 2 SPACE C= Q STOP
        .byte no_character
