//! The instruction set of the rules machine, generated from one opcode table, and the cartridge: the file
//! that holds a compiled game.
//!
//! `opcodes.toml` declares each instruction once; [`Op`] and [`OPS`] are generated from it, as are the jump
//! tables of the assembly machines. `README.md` describes the machine, `bytecode.md` lists the instructions.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "alloc")]
pub mod art;
#[cfg(feature = "alloc")]
pub mod build;
pub mod cartridge;
pub mod code;
#[rustfmt::skip]
pub mod contract;
mod event;
pub mod grid;
#[cfg(feature = "alloc")]
pub mod inks;
#[cfg(feature = "alloc")]
pub mod looks;
#[rustfmt::skip]
mod opcode;
pub mod operand;
pub mod parts;
mod reader;
mod section;
#[rustfmt::skip]
mod shell;
#[cfg(feature = "alloc")]
pub mod seasons;
#[cfg(feature = "alloc")]
pub mod sounds;
mod style;
pub mod text;

pub use cartridge::Cartridge;
pub use event::Event;
pub use opcode::{Native, OPS, Op, Primary};
pub use operand::{Access, Kind, Operand};
pub use parts::Presence;
pub use shell::{ROLES, Role, RoleKind, ShellCall};
pub use style::Style;

/// A code or data page.
pub type Page = [u8; 256];

/// Offset of the first io slot in the V page; the four slots are words at 0, 2, 4, 6.
pub const V_IO: u8 = 0;
/// Offset of the state of the random generator in the V page: 32 bits as two words, low word first.
pub const V_RANDOM: u8 = 8;
/// Offset of the byte of the V page that tells whether an action was refused (not 0); `jref` asks it.
pub const V_REFUSED: u8 = 12;
/// First offset of the V page that a program may use as it likes.
pub const V_FREE: u8 = 14;
/// The data page that is the V page.
pub const V_PAGE: u8 = 0;
/// Greatest depth of nested calls, `main` not counted.
pub const CALL_DEPTH: usize = 40;
/// The word that stands for "no hex".
pub const NO_HEX: u16 = 0xFFFF;
/// The byte that stands for "no record".
pub const NO_RECORD: u8 = 0xFF;
/// No record, of a kind whose numbers are words.
pub const NO_LONG_RECORD: u16 = 0xFFFF;

/// Where an instruction is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// One byte, even.
    Primary(u8),
    /// A number behind the `nat` prefix.
    Native(u8),
}

/// What the opcode table says about an instruction.
#[derive(Debug)]
pub struct OpInfo {
    /// The instruction.
    pub op: Op,
    /// Its mnemonic.
    pub name: &'static str,
    /// Where it is encoded.
    pub code: Code,
    /// Operands in the order of encoding.
    pub operands: &'static [Operand],
    /// Registers read, of `AU`.
    pub reads: &'static str,
    /// Registers written, of `AU`.
    pub writes: &'static str,
    /// The next instruction is never reached from here.
    pub ends: bool,
    /// One sentence.
    pub meaning: &'static str,
}

impl OpInfo {
    /// Whether it calls a procedure: the code goes on elsewhere and comes back.
    pub fn calls(&self) -> bool {
        !self.ends && self.operands.iter().any(|o| o.kind == Kind::Code)
    }
}

impl Op {
    /// The table's facts.
    pub fn info(self) -> &'static OpInfo {
        &OPS[self as usize]
    }

    /// The instruction with this primary code; `None` if there is none, or if the code is odd.
    pub fn from_primary(code: u8) -> Option<Self> {
        primary(code)?;
        opcode::PRIMARY[usize::from(code >> 1)].map(|(_, op)| op)
    }

    /// The native instruction with this number.
    pub fn from_native(number: u8) -> Option<Self> {
        opcode::NATIVE
            .get(usize::from(number))
            .copied()
            .flatten()
            .map(|(_, op)| op)
    }
}

/// The primary instruction with this code; `None` if there is none, or if the code is odd.
#[inline]
pub fn primary(code: u8) -> Option<Primary> {
    if code & 1 == 0 {
        opcode::PRIMARY[usize::from(code >> 1)].map(|(primary, _)| primary)
    } else {
        None
    }
}

/// The native instruction with this number.
#[inline]
pub fn native(number: u8) -> Option<Native> {
    opcode::NATIVE
        .get(usize::from(number))
        .copied()
        .flatten()
        .map(|(native, _)| native)
}
