//! What the tests that cross packages share: bytecode programs, and the rules machine on a bare 6502.

pub mod bench;
pub mod program;
pub mod rig;
