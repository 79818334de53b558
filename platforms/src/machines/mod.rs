//! The machines: chips, memory map and wiring, nothing else.

pub mod amiga;
pub mod apple2;
pub mod atari8;
pub mod c64;
mod speaker;
