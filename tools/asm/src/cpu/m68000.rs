//! The Motorola 68000.

mod disassemble;
mod encode;
mod operand;
mod table;
mod timing;

pub use disassemble::{Disassembled, disassemble, listing};
pub(crate) use encode::M68000;
pub use table::{
    CONDITIONS, Conditions, INSTRUCTIONS, Instruction, Kind, Mode, Modes, Size, SizeField,
};
pub use timing::{Cycles, Time};
