//! Object files as ELF32 relocatable files.
//!
//! Machine number and relocation types for the 6502 are those of the llvm-mos project (`EM_MOS` = 6502, `R_MOS_*`,
//! `SHF_MOS_ZEROPAGE`; <https://llvm-mos.org/wiki/ELF_specification>), those for the 68000 of the System V ABI
//! (`EM_68K`, `R_68K_*`), so that their tools can list our objects.
//! What those cannot carry stands in sections of our own:
//!
//! - `.hexfront.expr`: expressions in postfix order, each ended by a 0 byte. A relocation of type 0x80 and above
//!   (0x80 + kind of field), or a symbol of section index 0xFF00, gives the offset of its expression there.
//! - `.hexfront.checks`: assertions for the linker.
//! - `.hexfront.lines`: names of source files, and the line that each stretch of bytes comes from.
//!
//! A symbol in the zero page has bit 4 of `st_other` set. Local symbols come before global ones, as ELF wants it: the
//! order of symbols is the only thing that writing and reading may change.

mod postfix;
mod read;
mod records;
mod write;

pub use read::ElfError;

use crate::expr::UnaryOp;
use crate::object::{Field, Machine};

const EXPR_SECTION: &str = ".hexfront.expr";
const CHECK_SECTION: &str = ".hexfront.checks";
const LINE_SECTION: &str = ".hexfront.lines";

/// `e_machine`: EM_MOS of llvm-mos.
const EM_MOS: u16 = 6502;
/// `e_machine` of the 68000, as the System V ABI gives it.
const EM_68K: u16 = 4;
/// Section index of symbols that are expressions: the first of those ELF leaves to the processor.
const SHN_COMPUTED: u16 = 0xFF00;
const SHF_MOS_ZEROPAGE: u32 = 0x1000_0000;
const STO_ZEROPAGE: u8 = 0x10;

/// A relocation type that ELF has for a machine: the field, and the part of the value that is stored.
struct Simple {
    kind: u32,
    field: Field,
    part: Option<UnaryOp>,
    /// What is added to the value in the file: where distances count from the field itself.
    bias: i64,
}

const fn simple(kind: u32, field: Field, part: Option<UnaryOp>, bias: i64) -> Simple {
    Simple {
        kind,
        field,
        part,
        bias,
    }
}

/// `R_MOS_*`: NONE, ADDR8, ADDR16, ADDR16_LO, ADDR16_HI, PCREL_8, ADDR24_BANK, FK_DATA_4.
const MOS: [Simple; 8] = [
    simple(0, Field::None, None, 0),
    simple(2, Field::Byte, None, 0),
    simple(3, Field::Word, None, 0),
    simple(4, Field::Byte, Some(UnaryOp::LowByte), 0),
    simple(5, Field::Byte, Some(UnaryOp::HighByte), 0),
    simple(6, Field::Branch, None, 0),
    simple(8, Field::Byte, Some(UnaryOp::BankByte), 0),
    simple(13, Field::Long, None, 0),
];

/// `R_68K_*`: NONE, 32, 16, 8, PC16, PC8.
const M68K: [Simple; 6] = [
    simple(0, Field::None, None, 0),
    simple(1, Field::Long, None, 0),
    simple(2, Field::Word, None, 0),
    simple(3, Field::Byte, None, 0),
    simple(5, Field::BranchWord, None, 0),
    simple(6, Field::Branch, None, -1),
];

/// The relocation types of a machine.
fn simple_types(machine: Machine) -> &'static [Simple] {
    match machine {
        Machine::Mos6502 => &MOS,
        Machine::M68000 => &M68K,
    }
}

/// First relocation type whose value stands in the expression section.
const R_COMPUTED: u32 = 0x80;

/// Kinds of fields; the position is their number behind [`R_COMPUTED`].
const FIELDS: [Field; 15] = [
    Field::Byte,
    Field::Word,
    Field::SwappedWord,
    Field::Long,
    Field::Branch,
    Field::None,
    Field::AnyByte,
    Field::AnyWord,
    Field::AnyLong,
    Field::DisplacementByte,
    Field::Displacement,
    Field::ShortAddress,
    Field::BranchWord,
    Field::PcWord,
    Field::PcByte,
];

fn machine_number(machine: Machine) -> u16 {
    match machine {
        Machine::Mos6502 => EM_MOS,
        Machine::M68000 => EM_68K,
    }
}

fn endian(machine: Machine) -> binrw::Endian {
    match machine {
        Machine::Mos6502 => binrw::Endian::Little,
        Machine::M68000 => binrw::Endian::Big,
    }
}
