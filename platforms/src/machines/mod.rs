//! The machines: chips, memory map and wiring, nothing else.

pub mod c64;
