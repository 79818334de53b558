//! What runs on the Commodore 64: the shell, its art and its disk layout.

pub mod art;
mod disk;
mod listing;
pub mod program;
mod sources;

pub use disk::disk;
use hexfront_layout::MemoryMap;
pub use hexfront_layout::{Part, Source};
pub use program::{Program, ProgramError, program};
pub use sources::sources;

/// The C64's memory.
const MEMORY: MemoryMap<'static> = MemoryMap {
    script: include_str!("../c64.link"),
    areas: "LOADED, TITLE, LOWRAM, HIGH, MAIN",
    areas_at_start: "HIGH, MAIN",
    title: &["TITLESET", "TITLE"],
};

/// Where everything lies in it, for the linker.
#[must_use]
pub fn link_script(parts: &[Part]) -> String {
    hexfront_layout::link_script(&MEMORY, parts)
}

/// Roles of the view that the shell draws from, or writes into the head of a saved game.
pub const ROLES: [&str; 16] = [
    "terrain", "road", "river", "blown", "owner", "site", "first", "next", "side", "symbol",
    "size", "mode", "attack", "turn", "phase", "campaign",
];
