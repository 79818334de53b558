//! What runs on the Amiga 500: the shell in 68000 assembly, its art, and what turns both into a disk.

pub mod art;
pub mod boot;
mod sources;

pub use sources::{Source, sources};
