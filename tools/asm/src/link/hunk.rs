//! Amiga executables: one hunk an area, placed by the machine's loader.
//!
//! Source: The AmigaDOS Manual (Commodore-Amiga, Bantam), Technical Reference Manual, chapter 2.

use super::LinkError;
use super::image::Placement;
use super::script::{AreaRule, Format, OutputRule, Script};
use std::collections::BTreeMap;

const HUNK_CODE: u32 = 0x3E9;
const HUNK_DATA: u32 = 0x3EA;
const HUNK_BSS: u32 = 0x3EB;
const HUNK_RELOC32: u32 = 0x3EC;
const HUNK_SYMBOL: u32 = 0x3F0;
const HUNK_END: u32 = 0x3F2;
const HUNK_HEADER: u32 = 0x3F3;
/// Bit of a hunk's size in the header: it must be in chip memory.
const CHIP: u32 = 1 << 30;

/// What the loader aligns memory to.
pub(super) const ALIGNMENT: u32 = 8;

/// A long word that the loader adds the address of a hunk to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Movable {
    /// Number of the area that holds it.
    pub area: usize,
    /// Offset there.
    pub offset: u32,
    /// Number of the area whose address it wants.
    pub target: usize,
}

/// Numbers of the areas that become hunks of a file, in the order of the script.
pub(super) fn areas<'a>(
    script: &'a Script,
    output: &'a OutputRule,
) -> impl Iterator<Item = (usize, &'a AreaRule)> {
    let of_output = |area: &AreaRule| area.output.as_ref() == Some(&output.name);
    script
        .areas
        .iter()
        .enumerate()
        .filter(move |(_, area)| of_output(area))
}

/// By area of the script: it becomes a hunk.
pub(super) fn movable_areas(script: &Script) -> Vec<bool> {
    let is_hunk = |name: &String| {
        script
            .outputs
            .iter()
            .any(|o| o.name == *name && o.format == Format::Hunk)
    };
    let areas = script.areas.iter();
    areas
        .map(|area| area.output.as_ref().is_some_and(is_hunk))
        .collect()
}

/// Segments that cannot be in a hunk.
pub(super) fn check(script: &Script, errors: &mut Vec<LinkError>) {
    let movable = movable_areas(script);
    for segment in &script.segments {
        let hunk = segment.load.iter().chain(&segment.run).any(|a| movable[*a]);
        let word = if segment.run.is_some() {
            "run"
        } else if !segment.over.is_empty() {
            "over"
        } else if segment.align > ALIGNMENT {
            "align"
        } else if segment.define || segment.load.iter().any(|a| script.areas[*a].define) {
            "define"
        } else {
            continue;
        };
        if hunk {
            let segment = segment.name.clone();
            errors.push(LinkError::HunkSegment { segment, word });
        }
    }
}

/// The file. `symbols` are names with the area they lie in and their address.
pub(super) fn file(
    script: &Script,
    output: &OutputRule,
    placements: &[Placement],
    movables: &[Movable],
    symbols: &[(String, usize, u32)],
) -> Vec<u8> {
    let numbers: BTreeMap<usize, u32> = areas(script, output)
        .enumerate()
        .map(|(hunk, (area, _))| (area, hunk as u32))
        .collect();
    let contents: Vec<Content> = areas(script, output)
        .map(|(_, area)| Content::of(area, placements))
        .collect();
    let mut words = vec![HUNK_HEADER, 0, contents.len() as u32, 0];
    words.push((contents.len() as u32).saturating_sub(1));
    for ((_, area), content) in areas(script, output).zip(&contents) {
        words.push(content.longs() | if area.chip { CHIP } else { 0 });
    }
    for ((number, area), content) in areas(script, output).zip(&contents) {
        match &content.bytes {
            None => words.extend([HUNK_BSS, content.longs()]),
            Some(bytes) => {
                let kind = if area.data { HUNK_DATA } else { HUNK_CODE };
                words.extend([kind, content.longs()]);
                words.extend(longs(bytes));
            }
        }
        relocations(number, movables, &numbers, &mut words);
        names(number, area, symbols, &mut words);
        words.push(HUNK_END);
    }
    words.iter().flat_map(|w| w.to_be_bytes()).collect()
}

/// What a hunk holds.
struct Content {
    size: u32,
    /// Nothing if no byte of it is given.
    bytes: Option<Vec<u8>>,
}

impl Content {
    fn of(area: &AreaRule, placements: &[Placement]) -> Content {
        let inside = || placements.iter().filter(|p| p.area == area.name);
        let size = inside().map(|p| p.load + p.size - area.start).max();
        let size = size.unwrap_or(0);
        let given = inside().any(|p| p.bytes.is_some());
        let bytes = given.then(|| {
            let mut bytes = vec![area.fill; size as usize];
            for placement in inside() {
                let from = (placement.load - area.start) as usize;
                let to = from + placement.size as usize;
                match &placement.bytes {
                    Some(content) => bytes[from..to].copy_from_slice(content),
                    None => bytes[from..to].fill(0),
                }
            }
            bytes
        });
        Content { size, bytes }
    }

    fn longs(&self) -> u32 {
        self.size.div_ceil(4)
    }
}

/// Bytes as long words, filled up with zeros.
fn longs(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks(4).map(|chunk| {
        let mut long = [0; 4];
        long[..chunk.len()].copy_from_slice(chunk);
        u32::from_be_bytes(long)
    })
}

fn relocations(
    area: usize,
    movables: &[Movable],
    numbers: &BTreeMap<usize, u32>,
    words: &mut Vec<u32>,
) {
    let mut by_hunk: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for movable in movables.iter().filter(|m| m.area == area) {
        if let Some(hunk) = numbers.get(&movable.target) {
            by_hunk.entry(*hunk).or_default().push(movable.offset);
        }
    }
    if by_hunk.is_empty() {
        return;
    }
    words.push(HUNK_RELOC32);
    for (hunk, offsets) in by_hunk {
        words.extend([offsets.len() as u32, hunk]);
        words.extend(offsets);
    }
    words.push(0);
}

fn names(area: usize, rule: &AreaRule, symbols: &[(String, usize, u32)], words: &mut Vec<u32>) {
    let mut inside = symbols.iter().filter(|(_, a, _)| *a == area).peekable();
    if inside.peek().is_none() {
        return;
    }
    words.push(HUNK_SYMBOL);
    for (name, _, address) in inside {
        words.push(name.len().div_ceil(4) as u32);
        words.extend(longs(name.as_bytes()));
        words.push(address - rule.start);
    }
    words.push(0);
}
