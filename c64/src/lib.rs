//! What runs on the Commodore 64: the shell, its art and its disk layout.

pub mod art;
mod disk;
mod listing;
mod parts;
mod pieces;
pub mod program;
mod sources;

pub use disk::disk;
pub use parts::{Part, link_script};
pub use program::{Program, ProgramError, program};
pub use sources::{Source, sources};

/// Roles of the view that the shell draws from, or writes into the head of a saved game.
pub const ROLES: [&str; 16] = [
    "terrain", "road", "river", "blown", "owner", "site", "first", "next", "side", "symbol",
    "size", "mode", "attack", "turn", "phase", "campaign",
];
