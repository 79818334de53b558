; RESTOR, VECTOR: the sixteen vectors $0314-$0333.
; Facts: PRG, KERNAL routines RESTOR and VECTOR, and the memory map's list of the vectors.

; restor: puts the KERNAL's own routines into the vectors.
; in: nothing.   out: nothing.   clobbers: a, x, y.
restor:
    ldx #<vector_defaults
    ldy #>vector_defaults
    clc                         ; falls through to vector

; vector: the vectors from a table, or to it.
; in: table y/x; C = 0: sets the vectors, C = 1: copies them there.   out: nothing.   clobbers: a, y.
vector:
    stx memuss
    sty memuss + 1
    ldy #vector_bytes - 1
@next:
    lda cinv,y
    bcs @store
    lda (memuss),y
    sta cinv,y
    bcc @count                  ; always
@store:
    sta (memuss),y
@count:
    dey
    bpl @next
    rts

vector_defaults:
    .addr irq_service, break_service, nmi_service
    .addr open, close, chkin, chkout, clrchn, chrin, chrout, stop, getin, clall
    .addr break_service         ; USRCMD, unused by BASIC
    .addr load_default, save_default
    .assert * - vector_defaults = vector_bytes, error, "sixteen vectors"
