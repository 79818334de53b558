//! What runs on the Commodore 64: the shell, its art and its disk layout.

pub mod art;
mod disk;
mod listing;
pub mod program;
mod sources;

pub use disk::disk;
pub use program::{ProgramError, program};
pub use sources::{Source, sources};

/// Where everything lies in the machine's memory, for the linker.
pub const LINK_SCRIPT: &str = include_str!("../c64.link");
