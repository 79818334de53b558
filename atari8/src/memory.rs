//! The two ways in which a game lies in memory: in 48 KB, where it fits, and else in the 64 KB of an XL or XE.

use hexfront_layout::{MemoryMap, Part};

const SEGMENTS: &str = include_str!("../segments.link");
/// The areas below the OS, as lists of areas name them.
const BELOW_OS: &str = "UNDER, HIGH, ";
/// Areas of a part, the scraps first, and of one that the program file holds.
const PART_AREAS: &str = "LOADED, LOWRAM, UNDER, HIGH, MAIN";
const PART_AREAS_AT_START: &str = "UNDER, HIGH, MAIN";

/// How much memory there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// 48 KB: any 800, XL or XE.
    Board,
    /// 64 KB: an XL or XE, with RAM in the place of the OS.
    BelowOs,
}

impl Memory {
    /// Both, the smaller one first.
    pub const ALL: [Memory; 2] = [Memory::Board, Memory::BelowOs];

    /// Where everything lies in it, for the linker.
    #[must_use]
    pub fn link_script(self, parts: &[Part]) -> String {
        let own = |text: &str| match self {
            Memory::Board => text.replace(BELOW_OS, ""),
            Memory::BelowOs => text.to_owned(),
        };
        let areas = match self {
            Memory::Board => include_str!("../areas-48.link"),
            Memory::BelowOs => include_str!("../areas-64.link"),
        };
        let script = own(&format!("{areas}\n{SEGMENTS}"));
        let [later, at_start] = [own(PART_AREAS), own(PART_AREAS_AT_START)];
        let map = MemoryMap {
            script: &script,
            areas: &later,
            areas_at_start: &at_start,
            title: &["TITLE"],
        };
        hexfront_layout::link_script(&map, parts)
    }
}
