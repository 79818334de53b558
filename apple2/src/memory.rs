//! The two ways in which a game lies in memory: in 48 KB, where it fits, and else with a language card.

use hexfront_layout::{MemoryMap, Part};

const AREAS: &str = include_str!("../areas.link");
const SEGMENTS: &str = include_str!("../segments.link");

/// Where what makes a disk for saved games lies (`shell/scratch.s`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Making {
    /// In memory as long as the game runs: it is offered where a game could not be saved.
    Stays,
    /// With the loader: only while the game comes in.
    Passes,
}

impl Making {
    /// Its segments, of which the first begins a page.
    fn segments(self) -> &'static str {
        match self {
            Making::Stays => "segment FORMAT in NEAR align 256\nsegment SCRATCH in NEAR, MAIN\n",
            Making::Passes => "segment FORMAT in LOADER align 256\nsegment SCRATCH in LOADER\n",
        }
    }
}

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
    pub fn link_script(self, making: Making, parts: &[Part]) -> String {
        let areas = match self {
            Memory::Board => include_str!("../areas-48.link"),
            Memory::Card => include_str!("../areas-64.link"),
        };
        let making = making.segments();
        let script = format!("{areas}\n{AREAS}\n{making}\n{SEGMENTS}");
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
