//! The MOS 6502 and its twin 6510.

mod disassemble;
mod encode;
mod table;

pub use disassemble::{Disassembled, disassemble, listing};
pub(crate) use encode::Mos6502;
pub use table::{INSTRUCTIONS, Instruction, Kind, Mode};
