//! Parts of a game that are not in memory all the time: where they lie, and the files they come from.

use std::cmp::Reverse;
use std::fmt::Write;

use hexfront_asm::Image;
use hexfront_isa::parts::segment;

use crate::pieces::{Piece, pack, pieces};

/// Cells of the bar that grows while a part is loaded (`bar_cells` of each `machine.inc`).
const BAR_CELLS: usize = 32;
/// Parts that may lie around one that is never in memory with another: the campaign around its set-up.
const AROUND: usize = 1;
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
    fn is_out(&self, other: usize) -> bool {
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

/// The same parts, of which fewer may take each other's memory: as few as still fit, and those that it costs the least. `costs` is what
/// each costs when it comes from the disk again; `fits` links them.
///
/// Each two that share memory cost the reading of both whenever one follows the other, so the dearest are set apart first. Last come pairs
/// of which one is such that none but those around it is ever in memory with it: all others leave it behind at once, as a set-up.
#[must_use]
pub fn set_apart(parts: &[Part], costs: &[usize], fits: impl Fn(&[Part]) -> bool) -> Vec<Part> {
    let with = |one: usize| (1..parts.len()).filter(move |other| *other != one);
    let alone = |part: &usize| {
        let inside = with(*part).filter(|other| !parts[*part].is_out(*other));
        inside.count() <= AROUND
    };
    let pairs = (1..parts.len()).flat_map(|one| (1..one).map(move |other| (other, one)));
    let shared = |(one, other): &(usize, usize)| {
        let out = parts[*one].is_out(*other) || parts[*other].is_out(*one);
        out && !parts[*one].at_start && !parts[*other].at_start
    };
    let mut pairs: Vec<(usize, usize)> = pairs.filter(shared).collect();
    pairs.sort_by_key(|(one, other)| {
        let behind = alone(one) != alone(other);
        (behind, Reverse(costs[*one] + costs[*other]))
    });
    let mut found = parts.to_vec();
    for (one, other) in pairs {
        let mut tried = found.clone();
        tried[one].out &= !(1 << other);
        tried[other].out &= !(1 << one);
        if fits(&tried) {
            found = tried;
        }
    }
    found
}

/// Which parts take each one's memory, a bit each, in an image: bit 0 is the first part that comes and goes. All for a part that has no
/// file to come from again.
#[must_use]
pub fn overlaps(image: &Image, parts: &[Part]) -> Vec<u16> {
    let spans = |number: usize| {
        let name = segment(number);
        let of_part = image.placements.iter().filter(move |p| p.segment == name);
        of_part.map(|p| p.run..p.run + p.size)
    };
    let meet = |one: usize, other: usize| {
        let mut spans_of_one = spans(one);
        spans_of_one.any(|a| spans(other).any(|b| a.start < b.end && b.start < a.end))
    };
    let of = |(number, part): (usize, &Part)| match (number, part.at_start) {
        (0, _) | (_, true) => u16::MAX,
        _ => {
            let others = (1..parts.len()).filter(|other| *other != number && meet(number, *other));
            others.fold(0, |mask, other| mask | 1 << (other - 1))
        }
    };
    parts.iter().enumerate().map(of).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A campaign, around a phase that is around another part, the same once more, and around its set-up.
    const CAMPAIGN: [Part; 7] = [
        Part::WHOLE,
        part(0),
        part(0b111_0000),
        part(0b111_0000),
        part(0b100_1100),
        part(0b100_1100),
        part(0b011_1100),
    ];

    const fn part(out: u16) -> Part {
        Part {
            at_start: false,
            title: false,
            out,
        }
    }

    /// Bytes of each; room is what those need that may not share memory with a smaller one.
    fn needed(parts: &[Part], bytes: &[usize]) -> usize {
        let shares = |one: usize| (1..one).any(|other| parts[one].is_out(other));
        let apart = (1..parts.len()).filter(|one| !shares(*one));
        apart.map(|one| bytes[one]).sum()
    }

    #[test]
    fn parts_are_set_apart_dearest_first_as_far_as_there_is_room() {
        let bytes = [0, 1, 20, 30, 40, 8, 4];
        let room = |most: usize| {
            let apart = set_apart(&CAMPAIGN, &bytes, |parts| needed(parts, &bytes) <= most);
            apart.iter().map(|part| part.out).collect::<Vec<_>>()
        };
        let all: Vec<u16> = CAMPAIGN.iter().map(|part| part.out).collect();
        assert_eq!(room(50), all, "nothing has room");
        let most = room(1_000);
        assert_eq!(most[2..], [0; 5], "all have room");
        let nearly = room(99);
        assert_eq!(nearly[2..6], [0, 0, 0, 0b100_0000], "the set-up is last");
        let some = room(91);
        assert_eq!(
            some[4] & 0b1100,
            0,
            "the dearest from both of the other phase"
        );
        assert_ne!(some[5] & 0b0100, 0, "the two cheapest");
    }

    #[test]
    fn parts_of_which_each_is_there_alone_are_set_apart_as_well() {
        let parts = [
            Part::WHOLE,
            part(0),
            part(0b11_0000 | 0b1000),
            part(0b11_0100),
            part(0b10_1100),
            part(0b1_1100),
        ];
        let bytes = [0, 1, 20, 8, 5, 2];
        let apart = set_apart(&parts, &bytes, |parts| needed(parts, &bytes) <= 23);
        assert_eq!(apart[5].out, 0, "the smallest has room");
        assert_ne!(apart[2].out & 0b1000, 0, "the two dearest have none");
    }

    #[test]
    fn a_patch_lands_in_the_piece_that_has_its_place() {
        let mut program = vec![
            Piece {
                at: 0x1000,
                bytes: vec![0; 4],
            },
            Piece {
                at: 0x2000,
                bytes: vec![0; 4],
            },
        ];
        patch(&mut program, 0x2002, &[7, 8]);
        patch(&mut program, 0x1003, &[9, 9]);
        assert_eq!(program[1].bytes, [0, 0, 7, 8]);
        assert_eq!(program[0].bytes, [0; 4], "it would reach beyond");
    }
}
