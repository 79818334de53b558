//! What runs on the Commodore 64: the shell, its art and its disk layout.

pub mod art;
mod disk;
mod listing;
mod parts;
pub mod program;
mod sources;

pub use disk::{disk, program_name};
pub use parts::{Part, link_script, segment};
pub use program::{Program, ProgramError, program};
pub use sources::{Source, sources};
