//! What the tests that cross packages share: bytecode programs, the rules machine on a bare
//! 6502, and the game on the emulated C64.

pub mod bench;
pub mod c64;
pub mod program;
pub mod rig;
