//! The two ways in which a game lies in memory: in 48 KB, where it fits, and else with a language card.

use hexfront_layout::{MemoryMap, Part};

const SEGMENTS: &str = include_str!("../segments.link");

/// How much memory there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// 48 KB.
    Board,
    /// 64 KB: a language card in slot 0.
    Card,
}

impl Memory {
    /// Both, the smaller one first.
    pub const ALL: [Memory; 2] = [Memory::Board, Memory::Card];

    /// Where everything lies in it, for the linker.
    #[must_use]
    pub fn link_script(self, parts: &[Part]) -> String {
        let areas = match self {
            Memory::Board => include_str!("../areas-48.link"),
            Memory::Card => include_str!("../areas-64.link"),
        };
        let script = format!("{areas}\n{SEGMENTS}");
        let map = MemoryMap {
            script: &script,
            // Those that come from the disk are read page by page.
            areas: "LOADED, NEAR, HIGH, MAIN align 256 whole",
            areas_at_start: "NEAR, HIGH, MAIN",
            title: &["TITLE"],
        };
        hexfront_layout::link_script(&map, parts)
    }
}
