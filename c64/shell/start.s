; start: sets the machine up once.

.include "defs.inc"
.import bar_colour, raster_start, keys_start, sound_start, page_clear, nmi_ignore, shell_run
.export shell_start, video_start

.segment "SHELL"

shell_start:
    sei
    ldx #$FF
    txs
    lda #bank_io
    sta cpu_port
    lda #cia_none
    sta cia1_icr
    sta cia2_icr
    lda cia1_icr                ; reading forgets what was pending
    lda cia2_icr
    lda #<nmi_ignore
    sta $FFFA
    lda #>nmi_ignore
    sta $FFFB
    lda #dark_grey
    sta bar_colour
    jsr video_start
    jsr keys_start
    jsr sound_start
    jsr raster_start
    cli
    jmp shell_run

; video_start: VIC-II bank 3 and the registers that never change.
; in: nothing.  out: nothing.  clobbers: as page_clear.
video_start:
    lda cia2_ddra
    ora #%00000011
    sta cia2_ddra
    lda cia2_pra
    and #%11111100              ; bank 3, $C000
    sta cia2_pra
    lda #black
    sta vic_border
    sta vic_paper
    lda #brown
    sta vic_multi1
    lda #blue
    sta vic_multi2
    lda #0
    sta vic_sprite_on
    sta vic_sprite_yexp
    sta vic_sprite_mc
    sta vic_priority
    lda #page_text
    jmp page_clear
