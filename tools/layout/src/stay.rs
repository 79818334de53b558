//! Parts of a game that stay in memory until another takes their place: which of them get memory of their own, and what the shell is told
//! (`parts_stay`, in `core/shell/6502/part.s`).

use std::cmp::Reverse;

use hexfront_asm::Image;
use hexfront_isa::parts::segment;

use crate::parts::{Part, part_files, patch};
use crate::pieces::Piece;

/// Parts that may lie around one that is never in memory with another: the campaign around its set-up.
const AROUND: usize = 1;
/// Tables of the shell: whose memory parts take, low bytes and high ones; how long their files are.
const OVER: [&str; 2] = ["part_over", "part_over_high"];
const SIZE: &str = "part_size";

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
fn overlaps(image: &Image, parts: &[Part]) -> Vec<u16> {
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

/// Whether the program's shell keeps parts that are out of the game.
#[must_use]
pub fn parts_stay(image: &Image) -> bool {
    image.address(SIZE).is_some()
}

/// What the file of each part takes, by number: nothing where a part has none.
#[must_use]
pub fn part_sizes(image: &Image, parts: &[Part]) -> Vec<usize> {
    let mut sizes = vec![0; parts.len()];
    for (number, file) in part_files(image, parts, 0) {
        sizes[number] = file.len();
    }
    sizes
}

/// Writes into a program whose memory each of its parts takes.
pub fn write_overlaps(image: &Image, parts: &[Part], program: &mut [Piece]) {
    let over = overlaps(image, parts);
    for (which, table) in OVER.into_iter().enumerate() {
        let bytes: Vec<u8> = over.iter().map(|mask| mask.to_le_bytes()[which]).collect();
        if let Some(at) = image.address(table) {
            patch(program, at, &bytes);
        }
    }
}

/// Writes into a program how long the files of its parts are, in sectors that hold so many bytes.
pub fn write_sizes(
    image: &Image,
    files: &[(usize, Vec<u8>)],
    sector: usize,
    program: &mut [Piece],
) {
    let Some(table) = image.address(SIZE) else {
        return;
    };
    for (number, file) in files {
        let sectors = u8::try_from(file.len().div_ceil(sector)).unwrap_or(u8::MAX);
        patch(program, table + *number as u32, &[sectors]);
    }
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
