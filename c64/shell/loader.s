; Loader: the first page of the program, at the start of BASIC: LOAD"*",8 and RUN start the disk (BIA-1.6.1). Behind it stand the
; packed pieces of the program.
;
; The packed bytes move up, out of the way of what comes out of them, and are unpacked to where they belong: below I/O,
; under it, above it. How far up is worked out when the file is made (src/program.rs), so that unpacking upwards never
; writes what is still to be read. Each piece is its address (a word) and a packed block; an address of page 0 ends them.

.include "defs.inc"
.import shell_start

.segment "LOADER"

    .addr @next                 ; 10 SYS 2061
    .word 10
    .byte $9E, "2061", 0
@next:
    .word 0

.assert * = 2061, lderror, "SYS calls the loader"

unpack_from   = $F7             ; until the game runs, all of zero page above $8F is ours to borrow
unpack_to     = $F9
unpack_offset = $FB
unpack_count  = $FD
unpack_bits   = $FF
.macro copy_begin
.endmacro
.macro copy_end
.endmacro

; Operands that are filled in when the file is made.
.export loader_pages, loader_rest, loader_from, loader_to, loader_packed

.export loader
; loader: what SYS calls.
; in: nothing.  out: never returns.  clobbers: everything.
loader:
    sei
    lda #bank_ram
    sta cpu_port
    ; from the end down, since all moves up: first what is left over of whole pages
    ldx #$FF                    ; pages begun
loader_pages = * - 1
    ldy #$FF                    ; bytes in the last of them
loader_rest = * - 1
loader_move:
    dey
    lda $FFFF,y                 ; its address
loader_from = * - 2
    sta $FFFF,y                 ; and where it goes
loader_to = * - 2
    tya
    bne loader_move
    dec loader_from + 1
    dec loader_to + 1
    dex
    bne loader_move
loader_piece:
    jsr unpack_byte
    sta unpack_to
    jsr unpack_byte
    sta unpack_to + 1
    tax
    beq loader_done
    jsr unpack
    jmp loader_piece
loader_done:
    jmp shell_start             ; all of it is RAM still

unpack_byte:
    lda $FFFF                   ; the next packed byte
loader_packed = * - 2
    inc loader_packed
    bne loader_same_page
    inc loader_packed + 1
loader_same_page:
    rts                         ; y = 0 since the bytes were moved

.include "unpack.inc"
