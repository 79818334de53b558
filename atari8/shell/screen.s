; screen: pages of the screen, rows of text, the places of text windows.

.include "hardware.inc"
.include "calls.inc"
.importzp src, list_low, list_shown
.import page_now, page_clear, row_kind, bands_build, bar_colour, colours_start, title_show, tiles_reset, map_hide
.if SEASONS
.import season_set
.endif
.import rows_changed
.import vbi, nmi_end, glyph_slope_up, glyph_slope_down
.export screen_start, screen_clear, pieces_clear, bar_begin, paper_row, row_address, shell_side
.export window_left, window_right, window_top, window_bottom, compass_marks, row_low, row_high

compass_lines = 82              ; of player 3: the panel's rows beside the compass
compass_high  = 18
compass_bits  = %11111110       ; its seven columns

.segment "SHELL"

; Text windows: top bar, info bar, panel body, menu, page, message. The row of the message is not the body's, so that a message
; outlives the drawing that follows it.
window_left:   .byte 1, 1, 1, 1, 0, 1
window_right:  .byte 39, 39, 33, 40, 40, 39
window_top:    .byte 0, row_info, row_panel, row_menu, 1, 22
window_bottom: .byte 1, row_info + 1, 22, rows, rows, 23

.include "compass_four.inc"

; Rows of text: the top bar and the panel stand beside each other, the others where the map's ring is.
row_low:
    .byte <panel_rows
.repeat row_info - 1, i
    .byte <(page_rows + columns * i)
.endrepeat
.repeat rows - row_info, i
    .byte <(panel_rows + columns * (i + 1))
.endrepeat
row_high:
    .byte >panel_rows
.repeat row_info - 1, i
    .byte >(page_rows + columns * i)
.endrepeat
.repeat rows - row_info, i
    .byte >(panel_rows + columns * (i + 1))
.endrepeat

; The map page's rows from the info bar on.
panel_kinds:
    .byte kind_info, kind_panel, kind_panel + 1, kind_panel + 2, kind_panel + 3, kind_message, kind_menu, kind_menu

; screen_start: the picture is there, an empty page of text; interrupts come from now on.
; in: the operating system's ROM.  out: nothing.  clobbers: a, x, y; as page_clear.
screen_start:
    lda #0
    sta NMIEN
    sta DMACTL
    sta SDMCTL
    sta IRQEN
    sta POKMSK
    sta list_low
    sta SIZEP0
    sta SIZEP1
    tax
@players:
    sta player_0,x
    sta player_0 + $80,x        ; players 1 and 2; before its lines there are variables in player 3
    inx
    bne @players
    ldx #compass_high - 1
    lda #compass_bits
@compass:
    sta player_3 + compass_lines,x
    dex
    bpl @compass
    lda #size_double
    sta SIZEP2
    lda #>players
    sta PMBASE
    lda #players_on
    sta GRACTL
    lda #players_first
    sta PRIOR
    sta GPRIOR
    lda #inverse_normal
    sta CHACTL
    sta CHACT
    lda #>text_chars
    sta CHBAS
    ldx #2
    jsr bar_colour
    jsr colours_start
    lda #page_text
    jsr page_clear
    lda list_low
    sta list_shown              ; the next page's list is made beside it, and none that was never made is shown
    lda #<vbi
    sta VVBLKI
    lda #>vbi
    sta VVBLKI + 1
    lda #<nmi_end               ; what ANTIC fetched last may ask for an interrupt again and again while it fetches nothing
    sta VDSLST
    lda #>nmi_end
    sta VDSLST + 1
    lda #dma_on
    sta SDMCTL                  ; the vertical blank lays it into the register
    lda #nmi_on
    sta NMIEN
    rts

; screen_clear: clears the screen for a page; it shows no map yet.
; in: page_now.  out: row_kind.  clobbers: a, x, y, src, dst; as title_show.
screen_clear:
.if SEASONS
    jsr season_set
.endif
    jsr map_hide
    ldx #0
@page:
    lda page_now
    eor #page_text              ; 0: what its rows leave of the ring is another's (disk_format.s)
    beq @rows
    lda #0
    sta page_rows + $400,x
    sta page_rows + $500,x
    sta page_rows + $600,x
@rows:
    sta page_rows,x
    sta page_rows + $100,x
    sta page_rows + $200,x
    sta page_rows + $300,x
    sta panel_rows,x
    sta panel_rows + columns * (rows - row_info + 1) - $100,x
    inx
    bne @page
    jsr tiles_reset
    jsr all_blank
    sta row_kind
    lda page_now
    cmp #page_title
    beq @title
    cmp #page_map
    bne @bands
    ldx #map_rows
    lda #kind_map
@map:
    sta row_kind,x
    dex
    bne @map
    ldx #rows - row_info - 1
@panel:
    lda panel_kinds,x
    sta row_kind + row_info,x
    dex
    bpl @panel
    bmi @bands                  ; always
@title:
    jsr title_show
@bands:
    jmp bands_build

.segment "SHELLFAR"

; all_blank: all rows but the bar are text on black. out: a = kind_blank. changes x.
all_blank:
    ldx #rows - 1
    lda #kind_blank
@row:
    sta row_kind,x
    dex
    bne @row
    rts

; pieces_clear: a text page loses its pieces of the map.
; in: nothing.  out: row_kind.  clobbers: a, x, y.
pieces_clear:
    jsr all_blank
    jsr tiles_reset
    jmp bands_build

; bar_begin: the top bar has its colour from now on.
; in: nothing.  out: row_kind.  clobbers: a, x, y.
bar_begin:
    lda row_kind
    bne @end                    ; kind_blank is 0
    lda #kind_bar
    sta row_kind
    jmp bands_build
@end:
    rts

.segment "SHELL"

; side io0: whose colour the top bar has: side 0 or 1, 2 neither.
shell_side:
    ldx io0
    cpx #3
    bcs @end
    jmp bar_colour
@end:
    rts

; paper_row: a row becomes one where pieces of the map can stand, unless it is one already; bands_build shows it.
; in: x = row.  out: row_kind.  clobbers: a, y, src, dst.
paper_row:
    lda row_kind,x
    cmp #kind_map
    beq @end
    lda #kind_map
    sta row_kind,x
    jsr row_address
    ldy #columns - 1
    lda #0
@cell:
    sta (src),y
    dey
    bpl @cell
@end:
    rts

; row_address: the start of a row. On a text page the whole map in small is all that is drawn by it where there is text.
; in: x = row.  out: src.  clobbers: a.
row_address:
    lda page_now
    cmp #page_text
    bne @address
    lda row_kind,x
    bne @address                ; kind_blank is 0
    lda #kind_small
    sta row_kind,x
    lda #1
    sta rows_changed
@address:
    lda row_low,x
    sta src
    lda row_high,x
    sta src + 1
    rts
