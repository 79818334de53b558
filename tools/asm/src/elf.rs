//! Object files as ELF32 relocatable files.
//!
//! Machine number and relocation types for the 6502 are those of the llvm-mos project (`EM_MOS` = 6502, `R_MOS_*`,
//! `SHF_MOS_ZEROPAGE`; <https://llvm-mos.org/wiki/ELF_specification>), so that its tools can list our objects.
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

use crate::object::{Field, Machine};

const EXPR_SECTION: &str = ".hexfront.expr";
const CHECK_SECTION: &str = ".hexfront.checks";
const LINE_SECTION: &str = ".hexfront.lines";

/// `e_machine`: EM_MOS of llvm-mos.
const EM_MOS: u16 = 6502;
/// Section index of symbols that are expressions: the first of those ELF leaves to the processor.
const SHN_COMPUTED: u16 = 0xFF00;
const SHF_MOS_ZEROPAGE: u32 = 0x1000_0000;
const STO_ZEROPAGE: u8 = 0x10;

const R_MOS_NONE: u32 = 0;
const R_MOS_ADDR8: u32 = 2;
const R_MOS_ADDR16: u32 = 3;
const R_MOS_ADDR16_LO: u32 = 4;
const R_MOS_ADDR16_HI: u32 = 5;
const R_MOS_PCREL_8: u32 = 6;
const R_MOS_ADDR24_BANK: u32 = 8;
const R_MOS_FK_DATA_4: u32 = 13;
/// First relocation type whose value stands in the expression section.
const R_COMPUTED: u32 = 0x80;

/// Kinds of fields; the position is their number behind [`R_COMPUTED`].
const FIELDS: [Field; 6] = [
    Field::Byte,
    Field::Word,
    Field::SwappedWord,
    Field::Long,
    Field::Branch,
    Field::None,
];

fn machine_number(machine: Machine) -> u16 {
    match machine {
        Machine::Mos6502 => EM_MOS,
    }
}

fn endian(machine: Machine) -> binrw::Endian {
    match machine {
        Machine::Mos6502 => binrw::Endian::Little,
    }
}
