; The window of text.

; Text, the first page, the whole screen.
; in: -. out: -. clobbers: a, y
set_screen:                     ; $fb2f
    lda #0
    lda LORES
    lda LOWSCR
    .res $FB39 - *, $EA
; Text, on the page that is chosen; the whole screen.
; in: -. out: -. clobbers: a
set_text:                       ; $fb39
    lda TXTSET
    lda #0
    beq set_window              ; always

    .res $FB4B - *, $00
; The window begins at line A and has all below it; the cursor goes to its last line.
; in: a = line. out: -. clobbers: a, y
set_window:                     ; $fb4b
    sta WNDTOP
    lda #0
    sta WNDLFT
    lda #40
    sta WNDWDTH
    lda #24
    sta WNDBTM
    lda #23
    sta CV
    jmp line_of
