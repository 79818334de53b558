; Keyboard tables: a character for each matrix number (8 x column + row), 64 = no key at all.
; The modifier keys stand as their bits (1 SHIFT, 2 C=, 4 CTRL).
; Facts: PRG, keyboard matrix and appendix C (CHR$ codes); the graphics as printed on the keys.

no_character    = $FF

keys_plain:
    .byte $14, $0D, $1D, $88, $85, $86, $87, $11      ; DEL RET CRSR_R F7 F1 F3 F5 CRSR_D
    .byte $33, $57, $41, $34, $5A, $53, $45, $01      ; 3 W A 4 Z S E LSHIFT
    .byte $35, $52, $44, $36, $43, $46, $54, $58      ; 5 R D 6 C F T X
    .byte $37, $59, $47, $38, $42, $48, $55, $56      ; 7 Y G 8 B H U V
    .byte $39, $49, $4A, $30, $4D, $4B, $4F, $4E      ; 9 I J 0 M K O N
    .byte $2B, $50, $4C, $2D, $2E, $3A, $40, $2C      ; + P L - . : @ ,
    .byte $5C, $2A, $3B, $13, $01, $3D, $5E, $2F      ; POUND * ; HOME RSHIFT = UP /
    .byte $31, $5F, $04, $32, $20, $02, $51, $03      ; 1 LEFT CTRL 2 SPACE C= Q STOP
    .byte no_character

keys_shifted:
    .byte $94, $8D, $9D, $8C, $89, $8A, $8B, $91      ; DEL RET CRSR_R F7 F1 F3 F5 CRSR_D
    .byte $23, $D7, $C1, $24, $DA, $D3, $C5, $01      ; 3 W A 4 Z S E LSHIFT
    .byte $25, $D2, $C4, $26, $C3, $C6, $D4, $D8      ; 5 R D 6 C F T X
    .byte $27, $D9, $C7, $28, $C2, $C8, $D5, $D6      ; 7 Y G 8 B H U V
    .byte $29, $C9, $CA, $30, $CD, $CB, $CF, $CE      ; 9 I J 0 M K O N
    .byte $DB, $D0, $CC, $DD, $3E, $5B, $BA, $3C      ; + P L - . : @ ,
    .byte $A9, $C0, $5D, $93, $01, $3D, $DE, $3F      ; POUND * ; HOME RSHIFT = UP /
    .byte $21, $5F, $04, $22, $A0, $02, $D1, $83      ; 1 LEFT CTRL 2 SPACE C= Q STOP
    .byte no_character

keys_commodore:
    .byte $94, $8D, $9D, $8C, $89, $8A, $8B, $91      ; DEL RET CRSR_R F7 F1 F3 F5 CRSR_D
    .byte $96, $B3, $B0, $97, $AD, $AE, $B1, $01      ; 3 W A 4 Z S E LSHIFT
    .byte $98, $B2, $AC, $99, $BC, $BB, $A3, $BD      ; 5 R D 6 C F T X
    .byte $9A, $B7, $A5, $9B, $BF, $B4, $B8, $BE      ; 7 Y G 8 B H U V
    .byte $29, $A2, $B5, $30, $A7, $A1, $B9, $AA      ; 9 I J 0 M K O N
    .byte $A6, $AF, $B6, $DC, $3E, $5B, $A4, $3C      ; + P L - . : @ ,
    .byte $A8, $DF, $5D, $93, $01, $3D, $DE, $3F      ; POUND * ; HOME RSHIFT = UP /
    .byte $81, $5F, $04, $95, $A0, $02, $AB, $83      ; 1 LEFT CTRL 2 SPACE C= Q STOP
    .byte no_character

keys_control:
    .byte $FF, $FF, $FF, $FF, $FF, $FF, $FF, $FF      ; DEL RET CRSR_R F7 F1 F3 F5 CRSR_D
    .byte $1C, $17, $01, $9F, $1A, $13, $05, $01      ; 3 W A 4 Z S E LSHIFT
    .byte $9C, $12, $04, $1E, $03, $06, $14, $18      ; 5 R D 6 C F T X
    .byte $1F, $19, $07, $9E, $02, $08, $15, $16      ; 7 Y G 8 B H U V
    .byte $12, $09, $0A, $92, $0D, $0B, $0F, $0E      ; 9 I J 0 M K O N
    .byte $FF, $10, $0C, $FF, $FF, $1B, $00, $FF      ; + P L - . : @ ,
    .byte $1C, $FF, $1D, $FF, $01, $1F, $1E, $FF      ; POUND * ; HOME RSHIFT = UP /
    .byte $90, $06, $04, $05, $FF, $02, $11, $FF      ; 1 LEFT CTRL 2 SPACE C= Q STOP
    .byte no_character
