//! The machines: chips, memory map and wiring, nothing else.

pub mod amiga;
pub mod c64;
