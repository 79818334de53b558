//! What runs on the Commodore 64: the shell, its art and its disk layout.

pub mod art;
mod disk;
mod listing;
mod parts;
pub mod program;
mod sources;

pub use disk::disk;
pub use parts::{Part, link_script};
pub use program::{Program, ProgramError, program};
pub use sources::{Source, sources};
