//! What each opcode is: the one table of the processor, in the order of the matrix.

/// How an instruction finds its operand. Source: MCS6500 Programming Manual, chapters 5 and 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Immediate,
    ZeroPage,
    ZeroPageX,
    ZeroPageY,
    Absolute,
    AbsoluteX,
    AbsoluteY,
    /// `(zp,X)`
    IndexedIndirect,
    /// `(zp),Y`
    IndirectIndexed,
}

/// Instructions that read their operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Adc,
    Alr,
    Anc,
    And,
    Arr,
    Bit,
    Cmp,
    Cpx,
    Cpy,
    Eor,
    Las,
    Lax,
    Lda,
    Ldx,
    Ldy,
    Lxa,
    Nop,
    Ora,
    Sbc,
    Sbx,
    Xaa,
}

/// Instructions that write what a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    Sax,
    Sta,
    Stx,
    Sty,
}

/// Instructions that read their operand, write it back, and write what they made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Modify {
    Asl,
    Dcp,
    Dec,
    Inc,
    Isc,
    Lsr,
    Rla,
    Rol,
    Ror,
    Rra,
    Slo,
    Sre,
}

/// Instructions on registers and flags alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Implied {
    Clc,
    Cld,
    Cli,
    Clv,
    Dex,
    Dey,
    Inx,
    Iny,
    Nop,
    Sec,
    Sed,
    Sei,
    Tax,
    Tay,
    Tsx,
    Txa,
    Txs,
    Tya,
}

/// Stores of registers AND (high byte of the address + 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoreHigh {
    /// `SHA (zp),Y`
    ShaIndirect,
    Sha,
    Shx,
    Shy,
    Tas,
}

/// An opcode by the accesses that its instruction makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opcode {
    Read(Read, Mode),
    Store(Store, Mode),
    Modify(Modify, Mode),
    /// A [`Modify`] of the accumulator.
    Accumulator(Modify),
    Implied(Implied),
    StoreHigh(StoreHigh),
    /// Branches if a flag is set, or is not.
    Branch(u8, bool),
    Brk,
    Jmp,
    JmpIndirect,
    Jsr,
    Pha,
    Php,
    Pla,
    Plp,
    Rti,
    Rts,
    /// Locks the processor.
    Jam,
}

/// The matrix, sixteen opcodes a row.
#[rustfmt::skip]
pub(super) static OPCODES: [Opcode; 256] = {
    use super::{C, N, V, Z};
    use Implied::*;
    use Mode::{
        Absolute as Abs, AbsoluteX as AbX, AbsoluteY as AbY, Immediate as Imm, IndexedIndirect as InX,
        IndirectIndexed as InY, ZeroPage as Zp, ZeroPageX as ZpX, ZeroPageY as ZpY,
    };
    use Modify::*;
    use Opcode::{
        Accumulator as A, Branch as Br, Brk, Implied as I, Jam, Jmp, JmpIndirect, Jsr, Modify as M, Pha, Php, Pla, Plp,
        Read as R, Rti, Rts, Store as S, StoreHigh as H,
    };
    use Read::{
        Adc, Alr, Anc, And, Arr, Bit, Cmp, Cpx, Cpy, Eor, Las, Lax, Lda, Ldx, Ldy, Lxa, Nop as Skip, Ora, Sbc, Sbx, Xaa,
    };
    use Store::*;
    use StoreHigh::*;
    [
        // 00
        Brk, R(Ora, InX), Jam, M(Slo, InX), R(Skip, Zp), R(Ora, Zp), M(Asl, Zp), M(Slo, Zp),
        Php, R(Ora, Imm), A(Asl), R(Anc, Imm), R(Skip, Abs), R(Ora, Abs), M(Asl, Abs), M(Slo, Abs),
        // 10
        Br(N, false), R(Ora, InY), Jam, M(Slo, InY), R(Skip, ZpX), R(Ora, ZpX), M(Asl, ZpX), M(Slo, ZpX),
        I(Clc), R(Ora, AbY), I(Nop), M(Slo, AbY), R(Skip, AbX), R(Ora, AbX), M(Asl, AbX), M(Slo, AbX),
        // 20
        Jsr, R(And, InX), Jam, M(Rla, InX), R(Bit, Zp), R(And, Zp), M(Rol, Zp), M(Rla, Zp),
        Plp, R(And, Imm), A(Rol), R(Anc, Imm), R(Bit, Abs), R(And, Abs), M(Rol, Abs), M(Rla, Abs),
        // 30
        Br(N, true), R(And, InY), Jam, M(Rla, InY), R(Skip, ZpX), R(And, ZpX), M(Rol, ZpX), M(Rla, ZpX),
        I(Sec), R(And, AbY), I(Nop), M(Rla, AbY), R(Skip, AbX), R(And, AbX), M(Rol, AbX), M(Rla, AbX),
        // 40
        Rti, R(Eor, InX), Jam, M(Sre, InX), R(Skip, Zp), R(Eor, Zp), M(Lsr, Zp), M(Sre, Zp),
        Pha, R(Eor, Imm), A(Lsr), R(Alr, Imm), Jmp, R(Eor, Abs), M(Lsr, Abs), M(Sre, Abs),
        // 50
        Br(V, false), R(Eor, InY), Jam, M(Sre, InY), R(Skip, ZpX), R(Eor, ZpX), M(Lsr, ZpX), M(Sre, ZpX),
        I(Cli), R(Eor, AbY), I(Nop), M(Sre, AbY), R(Skip, AbX), R(Eor, AbX), M(Lsr, AbX), M(Sre, AbX),
        // 60
        Rts, R(Adc, InX), Jam, M(Rra, InX), R(Skip, Zp), R(Adc, Zp), M(Ror, Zp), M(Rra, Zp),
        Pla, R(Adc, Imm), A(Ror), R(Arr, Imm), JmpIndirect, R(Adc, Abs), M(Ror, Abs), M(Rra, Abs),
        // 70
        Br(V, true), R(Adc, InY), Jam, M(Rra, InY), R(Skip, ZpX), R(Adc, ZpX), M(Ror, ZpX), M(Rra, ZpX),
        I(Sei), R(Adc, AbY), I(Nop), M(Rra, AbY), R(Skip, AbX), R(Adc, AbX), M(Ror, AbX), M(Rra, AbX),
        // 80
        R(Skip, Imm), S(Sta, InX), R(Skip, Imm), S(Sax, InX), S(Sty, Zp), S(Sta, Zp), S(Stx, Zp), S(Sax, Zp),
        I(Dey), R(Skip, Imm), I(Txa), R(Xaa, Imm), S(Sty, Abs), S(Sta, Abs), S(Stx, Abs), S(Sax, Abs),
        // 90
        Br(C, false), S(Sta, InY), Jam, H(ShaIndirect), S(Sty, ZpX), S(Sta, ZpX), S(Stx, ZpY), S(Sax, ZpY),
        I(Tya), S(Sta, AbY), I(Txs), H(Tas), H(Shy), S(Sta, AbX), H(Shx), H(Sha),
        // A0
        R(Ldy, Imm), R(Lda, InX), R(Ldx, Imm), R(Lax, InX), R(Ldy, Zp), R(Lda, Zp), R(Ldx, Zp), R(Lax, Zp),
        I(Tay), R(Lda, Imm), I(Tax), R(Lxa, Imm), R(Ldy, Abs), R(Lda, Abs), R(Ldx, Abs), R(Lax, Abs),
        // B0
        Br(C, true), R(Lda, InY), Jam, R(Lax, InY), R(Ldy, ZpX), R(Lda, ZpX), R(Ldx, ZpY), R(Lax, ZpY),
        I(Clv), R(Lda, AbY), I(Tsx), R(Las, AbY), R(Ldy, AbX), R(Lda, AbX), R(Ldx, AbY), R(Lax, AbY),
        // C0
        R(Cpy, Imm), R(Cmp, InX), R(Skip, Imm), M(Dcp, InX), R(Cpy, Zp), R(Cmp, Zp), M(Dec, Zp), M(Dcp, Zp),
        I(Iny), R(Cmp, Imm), I(Dex), R(Sbx, Imm), R(Cpy, Abs), R(Cmp, Abs), M(Dec, Abs), M(Dcp, Abs),
        // D0
        Br(Z, false), R(Cmp, InY), Jam, M(Dcp, InY), R(Skip, ZpX), R(Cmp, ZpX), M(Dec, ZpX), M(Dcp, ZpX),
        I(Cld), R(Cmp, AbY), I(Nop), M(Dcp, AbY), R(Skip, AbX), R(Cmp, AbX), M(Dec, AbX), M(Dcp, AbX),
        // E0
        R(Cpx, Imm), R(Sbc, InX), R(Skip, Imm), M(Isc, InX), R(Cpx, Zp), R(Sbc, Zp), M(Inc, Zp), M(Isc, Zp),
        I(Inx), R(Sbc, Imm), I(Nop), R(Sbc, Imm), R(Cpx, Abs), R(Sbc, Abs), M(Inc, Abs), M(Isc, Abs),
        // F0
        Br(Z, true), R(Sbc, InY), Jam, M(Isc, InY), R(Skip, ZpX), R(Sbc, ZpX), M(Inc, ZpX), M(Isc, ZpX),
        I(Sed), R(Sbc, AbY), I(Nop), M(Isc, AbY), R(Skip, AbX), R(Sbc, AbX), M(Inc, AbX), M(Isc, AbX),
    ]
};
