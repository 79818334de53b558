//! What runs on the Amiga 500: the shell in 68000 assembly, its art, and what turns both into a disk.

pub mod art;
pub mod boot;
mod sources;

pub use sources::{Played, Source, sources};

/// Memory of the machine while a game runs, for the linker.
pub const LINK_SCRIPT: &str = include_str!("../amiga.link");
/// The output of [`LINK_SCRIPT`]: the program as it is loaded.
pub const OUTPUT: &str = "program";
/// Where it is loaded: the start of the area MAIN.
pub const PROGRAM_START: u32 = 0x1000;
