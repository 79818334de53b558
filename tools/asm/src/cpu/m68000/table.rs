//! The instruction table of the MC68000.
//!
//! Source: M68000 Family Programmer's Reference Manual (M68000PM/AD), section 4, and section 8.2 for the bits.
//! A row is a form of an instruction: the encoder takes the first one whose operands and size fit, the disassembler
//! the one whose bits do. No two rows share an opcode, but for `exg`, which may name its registers either way round.

use super::timing::Time::{
    self, Between, Branch as BranchTime, BySize, Control, Fixed, Into, Many, Modify, Move, Plus,
    PlusBetween, Quickly, SetRegister, Shift,
};
use Kind::{
    Address, Bit, Branch, BranchWord, Ccr, Data, Destination, Displaced, Displacement, Ea,
    Immediate, List, PostIncrement, PreDecrement, Quick, SignedByte, Sr, Usp, Vector,
};
use Size::{Byte, Long, Word};

/// Width of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// `.b`, 8 bits
    Byte,
    /// `.w`, 16 bits
    Word,
    /// `.l`, 32 bits
    Long,
}

impl Size {
    /// The letter behind the mnemonic.
    pub fn letter(self) -> char {
        match self {
            Byte => 'b',
            Word => 'w',
            Long => 'l',
        }
    }
}

/// Where the opcode says its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SizeField {
    /// Nowhere: there is at most one size.
    Fixed,
    /// Bits 6-7: 0, 1, 2.
    Bits6,
    /// Bit 6: 0 for words, 1 for long words.
    Bit6,
    /// Bit 8: 0 for words, 1 for long words.
    Bit8,
    /// Bits 12-13, `move`: 1 for bytes, 3 for words, 2 for long words.
    Bits12,
}

impl SizeField {
    /// Bits of the opcode that it takes.
    pub fn mask(self) -> u16 {
        match self {
            SizeField::Fixed => 0,
            SizeField::Bits6 => 0x00C0,
            SizeField::Bit6 => 0x0040,
            SizeField::Bit8 => 0x0100,
            SizeField::Bits12 => 0x3000,
        }
    }

    /// Those bits for a size.
    pub fn bits(self, size: Size) -> u16 {
        match (self, size) {
            (SizeField::Bits6, Word) | (SizeField::Bit6, Long) => 0x0040,
            (SizeField::Bits6, Long) => 0x0080,
            (SizeField::Bit8, Long) => 0x0100,
            (SizeField::Bits12, Byte) => 0x1000,
            (SizeField::Bits12, Word) => 0x3000,
            (SizeField::Bits12, Long) => 0x2000,
            (SizeField::Fixed, _)
            | (SizeField::Bits6 | SizeField::Bit6 | SizeField::Bit8, Byte)
            | (SizeField::Bit6 | SizeField::Bit8, Word) => 0,
        }
    }
}

/// An effective addressing mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// `d0`
    Data,
    /// `a0`
    Address,
    /// `(a0)`
    Indirect,
    /// `(a0)+`
    PostIncrement,
    /// `-(a0)`
    PreDecrement,
    /// `4(a0)`
    Displacement,
    /// `4(a0,d0.w)`
    Index,
    /// `x.w`
    Short,
    /// `x.l`
    Long,
    /// `x(pc)`
    PcDisplacement,
    /// `x(pc,d0.w)`
    PcIndex,
    /// `#x`
    Immediate,
}

impl Mode {
    /// All of them, in the order of their numbers.
    pub const ALL: [Mode; 12] = [
        Mode::Data,
        Mode::Address,
        Mode::Indirect,
        Mode::PostIncrement,
        Mode::PreDecrement,
        Mode::Displacement,
        Mode::Index,
        Mode::Short,
        Mode::Long,
        Mode::PcDisplacement,
        Mode::PcIndex,
        Mode::Immediate,
    ];

    /// The mode for the six bits of an effective address, if they mean one.
    pub fn of_bits(bits: u16) -> Option<Mode> {
        let number = match (bits >> 3 & 7, bits & 7) {
            (7, register) => 7 + register,
            (mode, _) => mode,
        };
        Mode::ALL.get(usize::from(number)).copied()
    }

    /// Mode and, for those without one in the instruction, register: the six bits with register 0.
    pub fn bits(self) -> u16 {
        let number = self as u16;
        if number < 7 {
            number << 3
        } else {
            7 << 3 | (number - 7)
        }
    }

    /// The mode as a message names it.
    pub fn describe(self) -> &'static str {
        match self {
            Mode::Data => "a data register",
            Mode::Address => "an address register",
            Mode::Indirect => "an address in a register",
            Mode::PostIncrement => "postincrement",
            Mode::PreDecrement => "predecrement",
            Mode::Displacement => "an address register with displacement",
            Mode::Index => "an indexed address",
            Mode::Short => "a short absolute address",
            Mode::Long => "an absolute address",
            Mode::PcDisplacement => "an address relative to pc",
            Mode::PcIndex => "an indexed address relative to pc",
            Mode::Immediate => "an immediate operand",
        }
    }
}

/// A set of modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Modes(u16);

impl Modes {
    /// Every mode.
    pub const ALL: Modes = Modes(0xFFF);
    /// All but address registers.
    pub const DATA: Modes = Modes(0xFFD);
    /// What can be written, address registers included.
    pub const ALTERABLE: Modes = Modes(0x1FF);
    /// What can be written, without address registers.
    pub const DATA_ALTERABLE: Modes = Modes(0x1FD);
    /// Memory that can be written.
    pub const MEMORY_ALTERABLE: Modes = Modes(0x1FC);
    /// Addresses.
    pub const CONTROL: Modes = Modes(0x7E4);
    /// What `movem` stores to.
    pub const STORE_MANY: Modes = Modes(0x1F4);
    /// What `movem` loads from.
    pub const LOAD_MANY: Modes = Modes(0x7EC);
    /// What `btst #n` reads: `DATA` in memory, without immediate operands.
    pub const BIT_IN_MEMORY: Modes = Modes(0x7FC);
    /// What `btst dn` reads besides registers.
    pub const BIT_OF_BYTE: Modes = Modes(0xFFC);

    /// True if the mode is one of them.
    pub fn has(self, mode: Mode) -> bool {
        self.0 >> mode as u16 & 1 == 1
    }
}

/// An operand of a row: what may be written, and where the opcode or the words behind it hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A data register, in three bits from this one on.
    Data(u8),
    /// An address register.
    Address(u8),
    /// `(a0)+`
    PostIncrement(u8),
    /// `-(a0)`
    PreDecrement(u8),
    /// `4(a0)`, register in bits 0-2, displacement in a word.
    Displaced,
    /// An effective address in bits 0-5.
    Ea(Modes),
    /// The destination of `move`, in bits 6-11, register first.
    Destination(Modes),
    /// An immediate operand of the instruction's size, in one or two words.
    Immediate,
    /// Number of a bit, up to this one, in a word.
    Bit(u8),
    /// 1 to 8, in bits 9-11.
    Quick,
    /// -128 to 127, in bits 0-7.
    SignedByte,
    /// Number of a trap, in bits 0-3.
    Vector,
    /// -32768 to 32767 as immediate operand, in a word.
    Displacement,
    /// Target of a branch, in bits 0-7 or, if they are 0, in a word.
    Branch,
    /// Target of a branch, in a word.
    BranchWord,
    /// Registers of `movem`, in a word.
    List,
    /// `ccr`
    Ccr,
    /// `sr`
    Sr,
    /// `usp`
    Usp,
}

impl Kind {
    /// Bits of the opcode that it takes.
    pub fn mask(self) -> u16 {
        match self {
            Data(shift) | Address(shift) | PostIncrement(shift) | PreDecrement(shift) => 7 << shift,
            Displaced => 7,
            Ea(_) => 0x3F,
            Destination(_) => 0xFC0,
            Quick => 7 << 9,
            SignedByte | Branch => 0xFF,
            Vector => 0xF,
            Immediate | Bit(_) | Displacement | BranchWord | List | Ccr | Sr | Usp => 0,
        }
    }

    /// As the documentation writes it.
    pub fn describe(self) -> &'static str {
        match self {
            Data(_) => "dn",
            Address(_) => "an",
            PostIncrement(_) => "(an)+",
            PreDecrement(_) => "-(an)",
            Displaced => "d16(an)",
            Ea(_) | Destination(_) => "<ea>",
            Immediate => "#data",
            Bit(_) => "#bit",
            Quick => "#1-8",
            SignedByte => "#byte",
            Vector => "#vector",
            Displacement => "#d16",
            Branch | BranchWord => "label",
            List => "list",
            Ccr => "ccr",
            Sr => "sr",
            Usp => "usp",
        }
    }
}

/// Names of the conditions, by number. `hs` and `lo` are other words for `cc` and `cs`.
pub const CONDITIONS: [&str; 16] = [
    "t", "f", "hi", "ls", "cc", "cs", "ne", "eq", "vc", "vs", "pl", "mi", "ge", "lt", "gt", "le",
];

/// Which conditions a row stands for, in bits 8-11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conditions {
    /// It has none.
    None,
    /// All 16.
    All,
    /// All but true and false, which are `bra` and `bsr`.
    Proper,
}

/// A form of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// Its name, to which a condition is added if it has any.
    pub mnemonic: &'static str,
    /// Its conditions.
    pub conditions: Conditions,
    /// Sizes it may be written with; without any it has none.
    pub sizes: &'static [Size],
    /// Where the size is.
    pub size_field: SizeField,
    /// Its operands.
    pub operands: &'static [Kind],
    /// The bits that are always the same.
    pub opcode: u16,
    /// How long it takes.
    pub time: Time,
}

impl Instruction {
    /// The row with its time.
    const fn takes(self, time: Time) -> Instruction {
        Instruction { time, ..self }
    }

    /// Bits of the opcode that are always the same.
    pub fn fixed(&self) -> u16 {
        let free = self.operands.iter().fold(0, |m, kind| m | kind.mask());
        let conditions = match self.conditions {
            Conditions::None => 0,
            Conditions::All | Conditions::Proper => 0x0F00,
        };
        !(free | conditions | self.size_field.mask())
    }

    /// The name for a number of a condition.
    pub fn name(&self, condition: u16) -> String {
        match self.conditions {
            Conditions::None => self.mnemonic.to_owned(),
            Conditions::All | Conditions::Proper => {
                let name = CONDITIONS[usize::from(condition & 15)];
                format!("{}{name}", self.mnemonic)
            }
        }
    }

    /// The number of the condition if this is the row's name, in lower case; 0 if it has no condition.
    pub fn condition(&self, name: &str) -> Option<u16> {
        let first = match self.conditions {
            Conditions::None => return (name == self.mnemonic).then_some(0),
            Conditions::All => 0,
            Conditions::Proper => 2,
        };
        let written = match name.strip_prefix(self.mnemonic)? {
            "hs" => "cc",
            "lo" => "cs",
            "ra" if self.mnemonic == "db" => "f",
            other => other,
        };
        let number = CONDITIONS.iter().position(|c| *c == written)?;
        (number >= first).then_some(number as u16)
    }
}

const NO_SIZE: &[Size] = &[];
const B: &[Size] = &[Byte];
const W: &[Size] = &[Word];
const L: &[Size] = &[Long];
const WL: &[Size] = &[Word, Long];
const BWL: &[Size] = &[Byte, Word, Long];

const fn row(
    mnemonic: &'static str,
    sizes: &'static [Size],
    size_field: SizeField,
    operands: &'static [Kind],
    opcode: u16,
) -> Instruction {
    Instruction {
        mnemonic,
        conditions: Conditions::None,
        sizes,
        size_field,
        operands,
        opcode,
        time: Time::Fixed(4),
    }
}

/// A row of one size or none.
const fn fixed(
    mnemonic: &'static str,
    sizes: &'static [Size],
    operands: &'static [Kind],
    opcode: u16,
) -> Instruction {
    row(mnemonic, sizes, SizeField::Fixed, operands, opcode)
}

/// A row of all three sizes, in bits 6-7.
const fn sized(mnemonic: &'static str, operands: &'static [Kind], opcode: u16) -> Instruction {
    row(mnemonic, BWL, SizeField::Bits6, operands, opcode)
}

/// A row for each condition.
const fn conditional(
    mnemonic: &'static str,
    conditions: Conditions,
    sizes: &'static [Size],
    operands: &'static [Kind],
    opcode: u16,
) -> Instruction {
    Instruction {
        conditions,
        ..fixed(mnemonic, sizes, operands, opcode)
    }
}

const ANY: Kind = Ea(Modes::ALL);
const DATA: Kind = Ea(Modes::DATA);
const ALTERABLE: Kind = Ea(Modes::ALTERABLE);
const DATA_ALTERABLE: Kind = Ea(Modes::DATA_ALTERABLE);
const MEMORY: Kind = Ea(Modes::MEMORY_ALTERABLE);
const CONTROL: Kind = Ea(Modes::CONTROL);

/// All instructions, by mnemonic.
pub static INSTRUCTIONS: &[Instruction] = &[
    fixed("abcd", B, &[Data(0), Data(9)], 0xC100).takes(Fixed(6)),
    fixed("abcd", B, &[PreDecrement(0), PreDecrement(9)], 0xC108).takes(Fixed(18)),
    sized("add", &[ANY, Data(9)], 0xD000).takes(Into(4, 6)),
    sized("add", &[Data(9), MEMORY], 0xD100).takes(Plus(8, 12)),
    row("adda", WL, SizeField::Bit8, &[ANY, Address(9)], 0xD0C0).takes(Into(8, 6)),
    sized("addi", &[Immediate, DATA_ALTERABLE], 0x0600).takes(Modify((8, 16), (12, 20))),
    sized("addq", &[Quick, ALTERABLE], 0x5000).takes(Quickly),
    sized("addx", &[Data(0), Data(9)], 0xD100).takes(BySize(4, 8)),
    sized("addx", &[PreDecrement(0), PreDecrement(9)], 0xD108).takes(BySize(18, 30)),
    sized("and", &[DATA, Data(9)], 0xC000).takes(Into(4, 6)),
    sized("and", &[Data(9), MEMORY], 0xC100).takes(Plus(8, 12)),
    sized("andi", &[Immediate, DATA_ALTERABLE], 0x0200).takes(Modify((8, 16), (12, 20))),
    fixed("andi", B, &[Immediate, Ccr], 0x023C).takes(Fixed(20)),
    fixed("andi", W, &[Immediate, Sr], 0x027C).takes(Fixed(20)),
    sized("asl", &[Data(9), Data(0)], 0xE120).takes(Shift),
    sized("asl", &[Quick, Data(0)], 0xE100).takes(Shift),
    fixed("asl", W, &[MEMORY], 0xE1C0).takes(Plus(8, 8)),
    sized("asr", &[Data(9), Data(0)], 0xE020).takes(Shift),
    sized("asr", &[Quick, Data(0)], 0xE000).takes(Shift),
    fixed("asr", W, &[MEMORY], 0xE0C0).takes(Plus(8, 8)),
    conditional("b", Conditions::Proper, NO_SIZE, &[Branch], 0x6000).takes(BranchTime),
    fixed("bchg", L, &[Data(9), Data(0)], 0x0140).takes(Between(6, 8)),
    fixed("bchg", B, &[Data(9), MEMORY], 0x0140).takes(Plus(8, 8)),
    fixed("bchg", L, &[Bit(31), Data(0)], 0x0840).takes(Between(10, 12)),
    fixed("bchg", B, &[Bit(7), MEMORY], 0x0840).takes(Plus(12, 12)),
    fixed("bclr", L, &[Data(9), Data(0)], 0x0180).takes(Between(8, 10)),
    fixed("bclr", B, &[Data(9), MEMORY], 0x0180).takes(Plus(8, 8)),
    fixed("bclr", L, &[Bit(31), Data(0)], 0x0880).takes(Between(12, 14)),
    fixed("bclr", B, &[Bit(7), MEMORY], 0x0880).takes(Plus(12, 12)),
    fixed("bra", NO_SIZE, &[Branch], 0x6000).takes(Fixed(10)),
    fixed("bset", L, &[Data(9), Data(0)], 0x01C0).takes(Between(6, 8)),
    fixed("bset", B, &[Data(9), MEMORY], 0x01C0).takes(Plus(8, 8)),
    fixed("bset", L, &[Bit(31), Data(0)], 0x08C0).takes(Between(10, 12)),
    fixed("bset", B, &[Bit(7), MEMORY], 0x08C0).takes(Plus(12, 12)),
    fixed("bsr", NO_SIZE, &[Branch], 0x6100).takes(Fixed(18)),
    fixed("btst", L, &[Data(9), Data(0)], 0x0100).takes(Fixed(6)),
    fixed("btst", B, &[Data(9), Ea(Modes::BIT_OF_BYTE)], 0x0100).takes(Plus(4, 4)),
    fixed("btst", L, &[Bit(31), Data(0)], 0x0800).takes(Fixed(10)),
    fixed("btst", B, &[Bit(7), Ea(Modes::BIT_IN_MEMORY)], 0x0800).takes(Plus(8, 8)),
    fixed("chk", W, &[DATA, Data(9)], 0x4180).takes(Plus(10, 10)),
    sized("clr", &[DATA_ALTERABLE], 0x4200).takes(Modify((4, 6), (8, 12))),
    sized("cmp", &[ANY, Data(9)], 0xB000).takes(Plus(4, 6)),
    row("cmpa", WL, SizeField::Bit8, &[ANY, Address(9)], 0xB0C0).takes(Plus(6, 6)),
    sized("cmpi", &[Immediate, DATA_ALTERABLE], 0x0C00).takes(Modify((8, 14), (8, 12))),
    sized("cmpm", &[PostIncrement(0), PostIncrement(9)], 0xB108).takes(BySize(12, 20)),
    conditional("db", Conditions::All, W, &[Data(0), BranchWord], 0x50C8).takes(Between(10, 14)),
    fixed("divs", W, &[DATA, Data(9)], 0x81C0).takes(PlusBetween(16, 158)),
    fixed("divu", W, &[DATA, Data(9)], 0x80C0).takes(PlusBetween(10, 140)),
    sized("eor", &[Data(9), DATA_ALTERABLE], 0xB100).takes(Modify((4, 8), (8, 12))),
    sized("eori", &[Immediate, DATA_ALTERABLE], 0x0A00).takes(Modify((8, 16), (12, 20))),
    fixed("eori", B, &[Immediate, Ccr], 0x0A3C).takes(Fixed(20)),
    fixed("eori", W, &[Immediate, Sr], 0x0A7C).takes(Fixed(20)),
    fixed("exg", L, &[Data(9), Data(0)], 0xC140).takes(Fixed(6)),
    fixed("exg", L, &[Address(9), Address(0)], 0xC148).takes(Fixed(6)),
    fixed("exg", L, &[Data(9), Address(0)], 0xC188).takes(Fixed(6)),
    fixed("exg", L, &[Address(0), Data(9)], 0xC188).takes(Fixed(6)),
    row("ext", WL, SizeField::Bit6, &[Data(0)], 0x4880).takes(Fixed(4)),
    fixed("illegal", NO_SIZE, &[], 0x4AFC).takes(Fixed(34)),
    fixed("jmp", NO_SIZE, &[CONTROL], 0x4EC0).takes(Control([8, 10, 14, 10, 12, 10, 14])),
    fixed("jsr", NO_SIZE, &[CONTROL], 0x4E80).takes(Control([16, 18, 22, 18, 20, 18, 22])),
    fixed("lea", L, &[CONTROL, Address(9)], 0x41C0).takes(Control([4, 8, 12, 8, 12, 8, 12])),
    fixed("link", W, &[Address(0), Displacement], 0x4E50).takes(Fixed(16)),
    sized("lsl", &[Data(9), Data(0)], 0xE128).takes(Shift),
    sized("lsl", &[Quick, Data(0)], 0xE108).takes(Shift),
    fixed("lsl", W, &[MEMORY], 0xE3C0).takes(Plus(8, 8)),
    sized("lsr", &[Data(9), Data(0)], 0xE028).takes(Shift),
    sized("lsr", &[Quick, Data(0)], 0xE008).takes(Shift),
    fixed("lsr", W, &[MEMORY], 0xE2C0).takes(Plus(8, 8)),
    row(
        "move",
        BWL,
        SizeField::Bits12,
        &[ANY, Destination(Modes::DATA_ALTERABLE)],
        0x0000,
    )
    .takes(Move),
    fixed("move", W, &[Sr, DATA_ALTERABLE], 0x40C0).takes(Modify((6, 6), (8, 8))),
    fixed("move", W, &[DATA, Ccr], 0x44C0).takes(Plus(12, 12)),
    fixed("move", W, &[DATA, Sr], 0x46C0).takes(Plus(12, 12)),
    fixed("move", L, &[Usp, Address(0)], 0x4E68).takes(Fixed(4)),
    fixed("move", L, &[Address(0), Usp], 0x4E60).takes(Fixed(4)),
    row("movea", WL, SizeField::Bits12, &[ANY, Address(9)], 0x0040).takes(Plus(4, 4)),
    row(
        "movem",
        WL,
        SizeField::Bit6,
        &[List, Ea(Modes::STORE_MANY)],
        0x4880,
    )
    .takes(Many(false)),
    row(
        "movem",
        WL,
        SizeField::Bit6,
        &[Ea(Modes::LOAD_MANY), List],
        0x4C80,
    )
    .takes(Many(true)),
    row("movep", WL, SizeField::Bit6, &[Data(9), Displaced], 0x0188).takes(BySize(16, 24)),
    row("movep", WL, SizeField::Bit6, &[Displaced, Data(9)], 0x0108).takes(BySize(16, 24)),
    fixed("moveq", L, &[SignedByte, Data(9)], 0x7000).takes(Fixed(4)),
    fixed("muls", W, &[DATA, Data(9)], 0xC1C0).takes(PlusBetween(38, 70)),
    fixed("mulu", W, &[DATA, Data(9)], 0xC0C0).takes(PlusBetween(38, 70)),
    fixed("nbcd", B, &[DATA_ALTERABLE], 0x4800).takes(Modify((6, 6), (8, 8))),
    sized("neg", &[DATA_ALTERABLE], 0x4400).takes(Modify((4, 6), (8, 12))),
    sized("negx", &[DATA_ALTERABLE], 0x4000).takes(Modify((4, 6), (8, 12))),
    fixed("nop", NO_SIZE, &[], 0x4E71).takes(Fixed(4)),
    sized("not", &[DATA_ALTERABLE], 0x4600).takes(Modify((4, 6), (8, 12))),
    sized("or", &[DATA, Data(9)], 0x8000).takes(Into(4, 6)),
    sized("or", &[Data(9), MEMORY], 0x8100).takes(Plus(8, 12)),
    sized("ori", &[Immediate, DATA_ALTERABLE], 0x0000).takes(Modify((8, 16), (12, 20))),
    fixed("ori", B, &[Immediate, Ccr], 0x003C).takes(Fixed(20)),
    fixed("ori", W, &[Immediate, Sr], 0x007C).takes(Fixed(20)),
    fixed("pea", L, &[CONTROL], 0x4840).takes(Control([12, 16, 20, 16, 20, 16, 20])),
    fixed("reset", NO_SIZE, &[], 0x4E70).takes(Fixed(132)),
    sized("rol", &[Data(9), Data(0)], 0xE138).takes(Shift),
    sized("rol", &[Quick, Data(0)], 0xE118).takes(Shift),
    fixed("rol", W, &[MEMORY], 0xE7C0).takes(Plus(8, 8)),
    sized("ror", &[Data(9), Data(0)], 0xE038).takes(Shift),
    sized("ror", &[Quick, Data(0)], 0xE018).takes(Shift),
    fixed("ror", W, &[MEMORY], 0xE6C0).takes(Plus(8, 8)),
    sized("roxl", &[Data(9), Data(0)], 0xE130).takes(Shift),
    sized("roxl", &[Quick, Data(0)], 0xE110).takes(Shift),
    fixed("roxl", W, &[MEMORY], 0xE5C0).takes(Plus(8, 8)),
    sized("roxr", &[Data(9), Data(0)], 0xE030).takes(Shift),
    sized("roxr", &[Quick, Data(0)], 0xE010).takes(Shift),
    fixed("roxr", W, &[MEMORY], 0xE4C0).takes(Plus(8, 8)),
    fixed("rte", NO_SIZE, &[], 0x4E73).takes(Fixed(20)),
    fixed("rtr", NO_SIZE, &[], 0x4E77).takes(Fixed(20)),
    fixed("rts", NO_SIZE, &[], 0x4E75).takes(Fixed(16)),
    conditional("s", Conditions::All, B, &[DATA_ALTERABLE], 0x50C0).takes(SetRegister),
    fixed("sbcd", B, &[Data(0), Data(9)], 0x8100).takes(Fixed(6)),
    fixed("sbcd", B, &[PreDecrement(0), PreDecrement(9)], 0x8108).takes(Fixed(18)),
    fixed("stop", W, &[Immediate], 0x4E72).takes(Fixed(4)),
    sized("sub", &[ANY, Data(9)], 0x9000).takes(Into(4, 6)),
    sized("sub", &[Data(9), MEMORY], 0x9100).takes(Plus(8, 12)),
    row("suba", WL, SizeField::Bit8, &[ANY, Address(9)], 0x90C0).takes(Into(8, 6)),
    sized("subi", &[Immediate, DATA_ALTERABLE], 0x0400).takes(Modify((8, 16), (12, 20))),
    sized("subq", &[Quick, ALTERABLE], 0x5100).takes(Quickly),
    sized("subx", &[Data(0), Data(9)], 0x9100).takes(BySize(4, 8)),
    sized("subx", &[PreDecrement(0), PreDecrement(9)], 0x9108).takes(BySize(18, 30)),
    fixed("swap", W, &[Data(0)], 0x4840).takes(Fixed(4)),
    fixed("tas", B, &[DATA_ALTERABLE], 0x4AC0).takes(Modify((4, 4), (10, 10))),
    fixed("trap", NO_SIZE, &[Vector], 0x4E40).takes(Fixed(34)),
    fixed("trapv", NO_SIZE, &[], 0x4E76).takes(Fixed(4)),
    sized("tst", &[DATA_ALTERABLE], 0x4A00).takes(Plus(4, 4)),
    fixed("unlk", NO_SIZE, &[Address(0)], 0x4E58).takes(Fixed(12)),
];

/// Mnemonics that also mean forms of others, as the manual allows: `add` to an address register is `adda`.
pub(super) static GENERAL: &[(&str, &[&str])] = &[
    ("add", &["adda", "addi"]),
    ("and", &["andi"]),
    ("cmp", &["cmpa", "cmpi", "cmpm"]),
    ("eor", &["eori"]),
    ("move", &["movea"]),
    ("or", &["ori"]),
    ("sub", &["suba", "subi"]),
];
