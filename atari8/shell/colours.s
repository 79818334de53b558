; colours: of the kinds of rows, by ANTIC and GTIA as the display comes by; tables for PAL, from which those of NTSC and of the set in
; black and white are made when the machine starts, or the player wants it.

.include "hardware.inc"
.import side_paper_0, side_paper_1
.export kind_back, kind_paper, kind_text, kind_chars, map_land, map_second, mark_bright, mark_dark, compass_ground
.export colours_start, colours_turn, bar_colour, hue
.if TITLE_PICTURE
.import page_now, title_hues
.endif
.if SEASONS
.import view_weather, season_water, season_land, season_ink, season_solid, season_open
.export season_set
.endif

.segment "SHELL"

; By kind, as hardware.inc has them: COLBK; COLPF2, the paper of text and the solid side of the map; COLPF1, text and ink; CHBASE.
backs:
    .byte $00, $02, $00, $84, $90, $94, $92, $92, $90, $00, $10, $00, $00, $00, $92
papers:
    .byte $00, $02, $74, $74, $90, $94, $92, $92, $90, $00, $10, $00, $00, $00, $92
texts:
    .byte $0C, $0E, $B2, $B2, $9C, $9E, $9E, $9C, $9C, $0E, $1C, $2E, $2A, $28, $9C
kind_chars:
    .byte >text_chars, >text_chars, >map_chars, >map_chars, >text_chars, >text_chars, >text_chars, >text_chars, >text_chars
    .byte >text_chars, >text_chars, >text_chars, >text_chars, >text_chars, >text_chars
colours_of_kinds = 3 * kinds

; COLPF0 and COLPF3, everywhere; players of a mark, and of the ground below the compass.
others:
    .byte $0E, $24, $1E, $00, $10
others_count = * - others

; The same on a set in black and white, with the option that says so: the map's kinds and the others.
grey_back   = $04
grey_paper  = $0E
grey_text   = $00
greys:
    .byte $08, $02, $0E, $00, $02

; NTSC's hue for each of PAL's.
hues:
    .byte $00, $20, $30, $40, $50, $60, $70, $80, $90, $A0, $B0, $C0, $D0, $E0, $20, $20

; Top bar: sides 0 and 1, neither.
bar_papers:
    .byte <side_paper_0, <side_paper_1, $02

.segment "SHELLBSS"
kind_back:  .res kinds
kind_paper: .res kinds
kind_text:  .res kinds
map_land:   .res 1
map_second: .res 1
mark_bright: .res 1
mark_dark:  .res 1
compass_ground: .res 1
is_grey:     .res 1              ; 1: for a set in black and white
side_now:   .res 1

.segment "SHELL"

; colours_turn: from colours to black and white, or back.
; in: nothing.  out: as colours_start.  clobbers: a, x.
colours_turn:
    lda is_grey
    eor #1
    sta is_grey
    ; falls through to colours_start

; colours_start: the colours for this machine.
; in: is_grey.  out: kind_back, kind_paper, kind_text, and the others.  clobbers: a, x.
colours_start:
    ldx #colours_of_kinds - 1
@kind:
    lda backs,x
    jsr hue
    sta kind_back,x
    dex
    bpl @kind
    ldx #others_count - 1
@other:
    lda is_grey
    bne @grey
    lda others,x
    jsr hue
    jmp @put
@grey:
    lda greys,x
@put:
    sta map_land,x
    dex
    bpl @other
    lda is_grey
.if SEASONS
    bne @grey_map
    jsr season_set
    jmp @bar
@grey_map:
.else
    beq @bar
.endif
    lda #grey_back
    sta kind_back + kind_map
    lda #grey_paper
    sta kind_paper + kind_map
    sta kind_paper + kind_gap
    lda #grey_text
    sta kind_text + kind_map
    sta kind_text + kind_gap
@bar:
.if TITLE_PICTURE
    lda page_now
    cmp #page_title
    bne @page
    jsr title_hues
@page:
.endif
    ldx side_now
    ; falls through to bar_colour

; bar_colour: the top bar has a side's colour.
; in: x = side 0 or 1, 2 neither.  out: nothing.  clobbers: a.
bar_colour:
    stx side_now
    lda bar_papers,x
    jsr hue
    sta kind_back + kind_bar
    sta kind_paper + kind_bar
    rts

.if SEASONS
; season_set: the map has the colours of the weather, unless the set is in black and white. To be called where the game's bytes are in
; reach.
; in: view_weather.  out: nothing.  clobbers: a, x.
season_set:
    lda is_grey
    bne @end
    ldx view_weather
    lda season_water,x
    jsr hue
    sta kind_back + kind_map
    lda season_land,x
    jsr hue
    sta map_land
    lda season_ink,x
    jsr hue
    sta kind_text + kind_map
    sta kind_text + kind_gap
    lda season_solid,x
    jsr hue
    sta kind_paper + kind_map
    sta kind_paper + kind_gap
    lda season_open,x
    jsr hue
    sta map_second
@end:
    rts
.endif

; hue: a colour as it is on PAL becomes this machine's; luminance alone where the set is in black and white.
; in: a.  out: a.  clobbers: nothing.
hue:
    pha
    lda PAL
    and #pal_bits
    beq @known
    pla
    pha
    stx hue_x
    lsr
    lsr
    lsr
    lsr
    tax
    pla
    and #%00001111
    ora hues,x
    ldx hue_x
    pha
@known:
    pla
    pha
    lda is_grey
    beq @colour
    pla
    and #%00001111
    rts
@colour:
    pla
    rts

.segment "SHELLBSS"
hue_x:      .res 1
