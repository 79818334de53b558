; Compares of variables and fields with a branch.

.include "vm.inc"
.export op_jveqi, op_jvnei, op_jvlti, op_jvgei, op_jveq, op_jvne, op_jvlt, op_jvge
.export op_jweq, op_jwne, op_jwlt, op_jwge
.export op_jfeqi, op_jfnei, op_jflti, op_jfgei, op_jfeq, op_jfne, op_jflt, op_jfge, op_jfweq, op_jfwne
.export op_jside, op_jnside
.segment "VM"

; Compares the byte variable with the operand behind it.
.macro compare_variable_number
    operand
    move.b 0(a3,d0.w),d4
    cmp.b (a5)+,d4
.endmacro

; Compares two variables.
.macro compare_bytes
    operand
    move.b 0(a3,d0.w),d4
    operand
    cmp.b 0(a3,d0.w),d4
.endmacro

.macro compare_words
    operand
    move.w 0(a3,d0.w),d4
    operand
    cmp.w 0(a3,d0.w),d4
.endmacro

; Compares the field of U with the operand behind it.
.macro compare_field_number
    operand_page
    move.b d6,d3
    move.b 0(a3,d3.l),d4
    cmp.b (a5)+,d4
.endmacro

; Compares the field of U with a variable.
.macro compare_field_byte
    operand_page
    move.b d6,d3
    move.b 0(a3,d3.l),d4
    operand
    cmp.b 0(a3,d0.w),d4
.endmacro

.macro compare_field_word
    operand_page
    move.b d6,d3
    split_word d4
    operand
    cmp.w 0(a3,d0.w),d4
.endmacro

; Tests the bit of a direction in a side layer: layer, hex, direction. Bits 1 to 6 of $7E are the directions; a bit of a
; side layer stands one lower.
.macro test_side
    operand_page
    operand
    move.w 0(a3,d0.w),d4
    layer_place d4
    add.w d4,d3
    operand
    moveq #7,d4
    and.b 0(a3,d0.w),d4
    move.b 0(a3,d3.l),d5
    add.b d5,d5
    and.b #$7E,d5
    btst d4,d5
.endmacro

op_jveqi:
    compare_variable_number
    go_unless bne

op_jvnei:
    compare_variable_number
    go_unless beq

op_jvlti:
    compare_variable_number
    go_unless bcc

op_jvgei:
    compare_variable_number
    go_unless bcs

op_jveq:
    compare_bytes
    go_unless bne

op_jvne:
    compare_bytes
    go_unless beq

op_jvlt:
    compare_bytes
    go_unless bcc

op_jvge:
    compare_bytes
    go_unless bcs

op_jweq:
    compare_words
    go_unless bne

op_jwne:
    compare_words
    go_unless beq

op_jwlt:
    compare_words
    go_unless bcc

op_jwge:
    compare_words
    go_unless bcs

op_jfeqi:
    compare_field_number
    go_unless bne

op_jfnei:
    compare_field_number
    go_unless beq

op_jflti:
    compare_field_number
    go_unless bcc

op_jfgei:
    compare_field_number
    go_unless bcs

op_jfeq:
    compare_field_byte
    go_unless bne

op_jfne:
    compare_field_byte
    go_unless beq

op_jflt:
    compare_field_byte
    go_unless bcc

op_jfge:
    compare_field_byte
    go_unless bcs

op_jfweq:
    compare_field_word
    go_unless bne

op_jfwne:
    compare_field_word
    go_unless beq

op_jside:
    test_side
    go_unless beq

op_jnside:
    test_side
    go_unless bne
