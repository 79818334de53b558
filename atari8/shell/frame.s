; frame: what is done in the vertical blank.

.include "hardware.inc"
.importzp frames, list_low, list_shown, split_place
.import split_next, kind_back, kind_paper, kind_text, map_land, map_second, mark_bright, mark_dark
.import page_now, rows_blank
.import bands_frame, fine_frame, mark_frame, sound_frame, keys_frame
.export vbi, nmi_ram, nmi_end, disk_vbi

.segment "SHELLBSS"
disk_vbi:   .res 1              ; 1: the operating system's part follows, for disk work

.segment "SHELL"

; nmi_end: an interrupt of the display list before one is wanted.
; in: an interrupt.  out: returns from it.  clobbers: nothing.
nmi_end:
    rti

; nmi_ram: where the processor's vector leads while RAM lies in the operating system's place.
; in: an interrupt.  out: returns from it.  clobbers: nothing.
nmi_ram:
    bit NMIST
    bpl @blank
    jmp (VDSLST)
@blank:
    pha
    txa
    pha
    tya
    pha
    sta NMIRES
    ; falls through to vbi

; vbi: as the operating system enters it through VVBLKI.
; in: an interrupt; a, x and y on the stack.  out: returns from it.  clobbers: nothing.
vbi:
    cld
    lda list_low
    sta list_shown
    sta DLISTL
    sta SDLSTL
    asl
    lda #0
    bcc @first
    lda #most_splits
@first:
    sta split_place
    jsr split_next
    lda #>lists
    sta DLISTH
    sta SDLSTH
    lda SDMCTL
    sta DMACTL
    lda #>text_chars
    sta CHBASE
    lda kind_back
    sta COLBK
    sta COLOR4
    lda kind_paper
    sta COLPF2
    sta COLOR2
    lda kind_text
    sta COLPF1
    sta COLOR1
    lda map_land
    ldx page_now
    bne @land                   ; page_map is 0
    ldx rows_blank
    beq @land
    lda kind_back + kind_map    ; a window with nothing in it looks like what is beside it
@land:
    sta COLPF0
    sta COLOR0
    lda map_second
    sta COLPF3
    sta COLOR3
    lda mark_bright
    sta COLPM0
    sta COLPM1
    lda mark_dark
    sta COLPM2
    lda #0
    sta HPOSP3
    sta ATRACT
    inc frames
    lda disk_vbi
    bne @disk
    jsr bands_frame
    jsr fine_frame
    jsr mark_frame
    jsr sound_frame
    jsr keys_frame
    pla
    tay
    pla
    tax
    pla
    rti
; A byte from the drive is not to wait long.
@disk:
    jmp SYSVBV
