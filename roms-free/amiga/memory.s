; Memory: one header for each kind, a list of free blocks in it by rising address.
; Facts: ROM Kernel Reference Manual, Libraries, "Memory Allocation"; Includes (exec/memory.i); Autodocs: blocks of
; eight bytes, first fit, zero for no memory.

; memory_make: headers for what there is.   in: d6, d7, a6 as base_make has them.   out: nothing.
; clobbers: d0, d1, a0-a2.
memory_make:
  lea chip_header.w,a0
  lea free_memory,a1
  move.l d7,d0
  move.w #memf_public | memf_chip,d1
  lea chip_name(pc),a2
  bsr header_make
  tst.l d6
  beq @end
  lea slow_header.w,a0
  lea slow_start,a1
  move.l d6,d0
  move.w #memf_public | memf_fast,d1
  lea slow_name(pc),a2
  bsr header_make
@end:
  rts

; header_make: what comes last is taken first.   in: a0 = header, a1 = first byte, d0 = end, d1 = kind, a2 = name.
; clobbers: d0, d1, a0, a1.
header_make:
  move.b #nt_memory,ln_type(a0)
  move.l a2,ln_name(a0)
  move.w d1,mh_attributes(a0)
  move.l a1,mh_first(a0)
  move.l a1,mh_lower(a0)
  move.l d0,mh_upper(a0)
  sub.l a1,d0
  move.l d0,mh_free(a0)
  clr.l mc_next(a1)
  move.l d0,mc_bytes(a1)
  movea.l a0,a1
  lea mem_list(a6),a0
  bra exec_add_head

chip_name:
  .asciiz "chip memory"
slow_name:
  .asciiz "memory"
.even

; block_size: d0 up to a multiple of a block.
block_size:
  addq.l #mem_block - 1,d0
  andi.w #-mem_block & $FFFF,d0
  rts

; exec_allocate, Allocate().   in: a0 = header, d0 = bytes.   out: d0 = block or 0.   clobbers: d1, a0, a1.
exec_allocate:
  bsr block_size
  beq @none
  movem.l a2-a3,-(sp)
  lea mh_first(a0),a1           ; what points at the block
@look:
  move.l (a1),d1
  beq @full
  movea.l d1,a2
  cmp.l mc_bytes(a2),d0
  bls @fits
  movea.l a2,a1
  bra @look
@fits:
  bsr chunk_front
  move.l a2,d0
  movem.l (sp)+,a2-a3
  rts
@full:
  movem.l (sp)+,a2-a3
@none:
  moveq #0,d0
  rts

; chunk_front: takes the front of a free block.   in: a0 = header, a1 = what points at it, a2 = block, d0 = bytes, not
; more than it has.   clobbers: d1, a3.
chunk_front:
  sub.l d0,mh_free(a0)
  move.l mc_next(a2),d1
  cmp.l mc_bytes(a2),d0
  beq @whole
  lea 0(a2,d0.l),a3
  move.l d1,mc_next(a3)
  move.l mc_bytes(a2),d1
  sub.l d0,d1
  move.l d1,mc_bytes(a3)
  move.l a3,d1
@whole:
  move.l d1,(a1)
  rts

; exec_alloc_mem, AllocMem().   in: d0 = bytes, d1 = kind.   out: d0 = block or 0.   clobbers: d1, a0, a1.
exec_alloc_mem:
  movem.l d2-d4/a2,-(sp)
  move.l d0,d2
  move.l d1,d3
  movea.l mem_list + lh_head(a6),a2
@header:
  move.l ln_succ(a2),d4
  beq @none
  move.w mh_attributes(a2),d1
  and.w d3,d1
  cmp.w d3,d1
  bne @next
  movea.l a2,a0
  move.l d2,d0
  bsr exec_allocate
  tst.l d0
  bne @found
@next:
  movea.l d4,a2
  bra @header
@none:
  moveq #0,d0
@found:
  tst.l d0
  beq @end
  btst #memb_clear,d3
  beq @end
  movea.l d0,a0
  move.l d2,d0
  move.l a0,d2
  bsr block_clear
  move.l d2,d0
@end:
  movem.l (sp)+,d2-d4/a2
  rts

; block_clear: zeroes a block.   in: a0 = block, d0 = bytes as asked for.   clobbers: d0, a0.
block_clear:
  bsr block_size
  lsr.l #3,d0
@eight:
  clr.l (a0)+
  clr.l (a0)+
  subq.l #1,d0
  bne @eight
  rts

; exec_alloc_abs, AllocAbs().   in: d0 = bytes, a1 = address.   out: d0 = block or 0.   clobbers: d1, a0, a1.
exec_alloc_abs:
  movem.l d2-d3/a2-a3,-(sp)
  move.l a1,d2
  add.l d0,d2
  addq.l #mem_block - 1,d2
  andi.w #-mem_block & $FFFF,d2 ; end
  move.l a1,d3
  andi.w #-mem_block & $FFFF,d3 ; start
  bsr header_of
  beq @none
  lea mh_first(a0),a1
@look:
  move.l (a1),d1
  beq @none
  movea.l d1,a2
  add.l mc_bytes(a2),d1         ; end of the block
  cmp.l d2,d1
  bhs @found
  movea.l a2,a1
  bra @look
@found:
  cmp.l a2,d3
  blo @none
  beq @front
  ; What is before it becomes a free block of its own.
  movea.l d3,a3
  move.l mc_next(a2),mc_next(a3)
  sub.l d3,d1
  move.l d1,mc_bytes(a3)
  move.l a3,mc_next(a2)
  move.l a3,d1
  sub.l a2,d1
  move.l d1,mc_bytes(a2)
  movea.l a2,a1
  movea.l a3,a2
@front:
  move.l d2,d0
  sub.l d3,d0
  bsr chunk_front
  move.l d3,d0
  bra @end
@none:
  moveq #0,d0
@end:
  movem.l (sp)+,d2-d3/a2-a3
  rts

; header_of: the header of the memory an address is in.   in: a1.   out: a0 = header, d0 = the same; zero flag if
; none.   clobbers: d1.
header_of:
  movea.l mem_list + lh_head(a6),a0
@header:
  move.l ln_succ(a0),d1
  beq @none
  cmpa.l mh_lower(a0),a1
  blo @next
  cmpa.l mh_upper(a0),a1
  blo @found
@next:
  movea.l d1,a0
  bra @header
@found:
  move.l a0,d0
  rts
@none:
  moveq #0,d0
  rts

; exec_free_mem, FreeMem().   in: a1 = block, d0 = bytes.   out: nothing.   clobbers: d0, d1, a0.
exec_free_mem:
  move.l d0,-(sp)
  bsr header_of
  movem.l (sp)+,d0              ; movem leaves the flags
  bne exec_deallocate
  lea message_free(pc),a0
  move.l a1,d0
  bra stop_with_number
message_free:
  .asciiz "MEMORY FREED THAT IS NOT THERE:"
.even

; exec_deallocate, Deallocate().   in: a0 = header, a1 = block, d0 = bytes.   out: nothing.
; clobbers: d0, d1, a0.
exec_deallocate:
  bsr block_size
  beq @nothing
  movem.l a2-a3,-(sp)
  add.l d0,mh_free(a0)
  lea mh_first(a0),a2           ; what points at the next block
  suba.l a3,a3                  ; the free block before it
@look:
  move.l (a2),d1
  beq @here
  cmp.l a1,d1
  bhi @here
  movea.l d1,a2
  movea.l d1,a3
  bra @look
@here:
  move.l a1,(a2)
  move.l d1,mc_next(a1)
  move.l d0,mc_bytes(a1)
  ; With the one behind it.
  lea 0(a1,d0.l),a0
  cmpa.l d1,a0
  bne @before
  move.l mc_next(a0),mc_next(a1)
  move.l mc_bytes(a0),d1
  add.l d1,mc_bytes(a1)
@before:
  move.l a3,d1
  beq @end
  move.l a3,d1
  add.l mc_bytes(a3),d1
  cmp.l a1,d1
  bne @end
  move.l mc_next(a1),mc_next(a3)
  move.l mc_bytes(a1),d1
  add.l d1,mc_bytes(a3)
@end:
  movem.l (sp)+,a2-a3
@nothing:
  rts

; exec_avail_mem, AvailMem().   in: d1 = kind.   out: d0 = bytes, of all blocks or of the largest.
; clobbers: d1, a0, a1.
exec_avail_mem:
  movem.l d2-d3,-(sp)
  moveq #0,d0
  movea.l mem_list + lh_head(a6),a0
@header:
  move.l ln_succ(a0),d3
  beq @end
  move.w mh_attributes(a0),d2
  and.w d1,d2
  cmp.w d1,d2
  bne @next
  btst #memb_largest,d1
  bne @largest
  add.l mh_free(a0),d0
  bra @next
@largest:
  lea mh_first(a0),a1
@chunk:
  move.l (a1),d2
  beq @next
  movea.l d2,a1
  cmp.l mc_bytes(a1),d0
  bhs @chunk
  move.l mc_bytes(a1),d0
  bra @chunk
@next:
  movea.l d3,a0
  bra @header
@end:
  movem.l (sp)+,d2-d3
  rts

; exec_type_of_mem, TypeOfMem().   in: a1 = address.   out: d0 = kind, 0 if it is no memory.   clobbers: d1, a0.
exec_type_of_mem:
  bsr header_of
  beq @end
  moveq #0,d0
  move.w mh_attributes(a0),d0
@end:
  rts
