//! Parts of a game that are not in memory all the time: where they lie, and the files they come from.

use std::fmt::Write;

use hexfront_asm::Image;
use hexfront_isa::parts::segment;

use crate::pieces::{Piece, pack, pieces};

/// Cells of the bar that grows while a part is loaded (`bar_cells` of each `machine.inc`).
const BAR_CELLS: usize = 32;
/// Symbol of the word by which a program knows its parts.
const MARK: &str = "part_mark";

/// A part of the game; the first is always in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// In memory when the machine starts.
    pub at_start: bool,
    /// The title page is shown only while it is in memory.
    pub title: bool,
    /// Parts that are never in memory with it, a bit each.
    pub out: u16,
}

impl Part {
    /// The only part of a game in one piece.
    pub const WHOLE: Part = Part {
        at_start: true,
        title: true,
        out: 0,
    };
}

impl Part {
    /// Whether it is never in memory with another one.
    pub(crate) fn is_out(&self, other: usize) -> bool {
        self.out & 1 << other != 0
    }
}

/// Where things lie in a machine's memory.
#[derive(Debug, Clone, Copy)]
pub struct MemoryMap<'a> {
    /// The link script of the shell, the VM and what is always in memory.
    pub script: &'a str,
    /// Areas of a part, the scraps first.
    pub areas: &'a str,
    /// The same for a part that the program file holds.
    pub areas_at_start: &'a str,
    /// Segments of what the shell needs for the title page alone.
    pub title: &'static [&'static str],
}

/// Where everything lies in the machine's memory, for the linker.
#[must_use]
pub fn link_script(map: &MemoryMap<'_>, parts: &[Part]) -> String {
    let mut script = String::from(map.script);
    for (number, part) in parts.iter().enumerate().skip(1) {
        let mut over = Vec::new();
        for other in (1..parts.len()).filter(|other| part.is_out(*other)) {
            if other < number {
                over.push(segment(other));
            }
            if parts[other].title {
                over.extend(map.title.iter().map(|name| (*name).to_owned()));
            }
        }
        let areas = match part.at_start {
            true => map.areas_at_start,
            false => map.areas,
        };
        let _ = write!(script, "segment {} in {areas}", segment(number));
        if !over.is_empty() {
            let _ = write!(script, " over {}", over.join(", "));
        }
        script.push('\n');
    }
    script
}

/// Whether a segment is in no program file, but in the file of a part.
#[must_use]
pub fn is_loaded_later(parts: &[Part], name: &str) -> bool {
    let later = |(number, part): (usize, &Part)| !part.at_start && segment(number) == name;
    parts.iter().enumerate().skip(1).any(later)
}

/// Files of the parts that are not in memory at the start, by number.
#[must_use]
pub fn part_files(image: &Image, parts: &[Part], mark: u16) -> Vec<(usize, Vec<u8>)> {
    let later = parts.iter().enumerate().skip(1).filter(|p| !p.1.at_start);
    later
        .map(|(number, _)| (number, part_file(image, &segment(number), mark)))
        .collect()
}

/// The file of what lies in a segment: the mark of the program, the bytes a cell of the bar stands for, and packed pieces.
#[must_use]
pub fn part_file(image: &Image, segment: &str, mark: u16) -> Vec<u8> {
    let packed = pack(&pieces(image, |p| p.segment == segment)).bytes;
    let cell = packed.len().div_ceil(BAR_CELLS);
    let mut file = Vec::from(mark.to_le_bytes());
    file.extend((cell as u16).to_le_bytes());
    file.extend(packed);
    file
}

/// Writes bytes where a program has them, if it is a part of it that is stored.
pub fn patch(program: &mut [Piece], at: u32, bytes: &[u8]) {
    for piece in program {
        let inside = at.checked_sub(piece.at).map(|offset| offset as usize);
        let place = inside.and_then(|offset| piece.bytes.get_mut(offset..offset + bytes.len()));
        if let Some(place) = place {
            place.copy_from_slice(bytes);
        }
    }
}

/// Works out the mark of a program from all that its files hold, and writes it where the shell looks for it.
pub fn mark(image: &Image, parts: &[Part], program: &mut [Piece]) -> u16 {
    let of = |number: usize| pieces(image, |p| p.segment == segment(number));
    let rest: Vec<Piece> = (1..parts.len()).flat_map(of).collect();
    // Fletcher's sum, without its remainder.
    let bytes = program.iter().chain(&rest).flat_map(|piece| &piece.bytes);
    let (low, high) = bytes.fold((0_u8, 0_u8), |(low, high), byte| {
        let low = low.wrapping_add(*byte);
        (low, high.wrapping_add(low))
    });
    let mark = u16::from_le_bytes([low, high]);
    if let Some(at) = image.address(MARK) {
        patch(program, at, &mark.to_le_bytes());
    }
    mark
}
