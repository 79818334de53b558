//! What runs on the Apple II: the shell, its art and its disk layout.

pub mod art;
mod disk;
mod listing;
mod memory;
mod parts;
mod program;
mod sources;
mod windows;

pub use disk::{disk, program_name, save_disk, save_names, save_sectors};
pub use hexfront_layout::{Part, Source};
pub use memory::{Making, Memory};
pub use program::{Program, ProgramError, program};
pub use sources::{disk_sources, offer, sources};
pub use windows::window_size;

/// Roles of the view that the shell draws from, or writes into the head of a saved game.
pub const ROLES: [&str; 16] = [
    "terrain", "road", "river", "blown", "owner", "site", "first", "next", "side", "symbol",
    "size", "mode", "attack", "turn", "phase", "campaign",
];
