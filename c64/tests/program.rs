//! The shell assembled and linked by our own tools, with a stand-in for the VM and the cartridge.

use crate::stand_in::{PARTS, linked};
use hexfront_asm::{Image, zx0};
use hexfront_c64::program;

const START: usize = 0x0801;

fn word(bytes: &[u8], at: usize) -> usize {
    usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

/// Where the packed bytes stand in memory, where they move to, how many they are.
fn table(image: &Image, file: &[u8]) -> [usize; 3] {
    let operand = |symbol: &str| image.address(symbol).expect("exported") as usize - START + 2;
    let last = 256 * (usize::from(file[operand("loader_pages")]) - 1);
    let rest = (usize::from(file[operand("loader_rest")]) + 255) % 256 + 1;
    let [from, to] = ["loader_from", "loader_to"].map(|symbol| word(file, operand(symbol)) - last);
    assert_eq!(word(file, operand("loader_packed")), to);
    [from, to, last + rest]
}

/// The pieces of a file: address and bytes.
fn pieces(image: &Image, file: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let [from, _, length] = table(image, file);
    let mut packed = &file[from - START + 2..][..length];
    let mut out = Vec::new();
    while word(packed, 0) >= 0x100 {
        let (bytes, read) = zx0::unpack(&packed[2..], 0x10000).expect("a packed block");
        out.push((word(packed, 0), bytes));
        packed = &packed[2 + read..];
    }
    out
}

#[test]
fn program_starts_with_a_basic_line_that_calls_the_loader() {
    let image = linked();
    let file = program(&image, &PARTS).unwrap().file;
    assert_eq!(file[..2], [0x01, 0x08]);
    assert_eq!(file[6], 0x9E, "SYS");
    let digits: String = file[7..11].iter().map(|&b| char::from(b)).collect();
    assert_eq!(digits.parse::<u32>().ok(), image.address("loader"));
}

#[test]
fn every_byte_is_unpacked_to_where_it_runs() {
    let image = linked();
    let file = program(&image, &PARTS).unwrap().file;
    let pieces = pieces(&image, &file);
    assert!(pieces.is_sorted(), "unpacked upwards");
    let loaded = image
        .placements
        .iter()
        .filter(|p| p.area != "LOADER" && p.segment != "PART2");
    for section in loaded {
        let cleared = ["SHELLBSS", "VMBSS"].contains(&section.segment.as_str());
        let bytes = match &section.bytes {
            Some(bytes) => bytes.clone(),
            None if cleared => vec![0; section.size as usize],
            None => continue,
        };
        let at = section.run as usize;
        let there = pieces
            .iter()
            .find(|(to, piece)| *to <= at && at + bytes.len() <= to + piece.len());
        let (to, piece) = there.unwrap_or_else(|| panic!("nothing goes to {}", section.segment));
        let mut there = piece[at - to..][..bytes.len()].to_vec();
        // The mark is written when the file is made.
        let mark = image.address("part_mark").expect("exported") as usize;
        let inside = mark.checked_sub(at).filter(|mark| *mark < bytes.len());
        if let Some(mark) = inside {
            there[mark..mark + 2].fill(0);
        }
        assert!(there == bytes, "{} differs", section.segment);
    }
}

#[test]
fn packed_bytes_move_up_and_are_read_before_they_are_written() {
    let image = linked();
    let file = program(&image, &PARTS).unwrap().file;
    let [from, to, length] = table(&image, &file);
    assert!(to >= from && to + length <= 0x10000);
    let mut left = length;
    for (at, bytes) in pieces(&image, &file) {
        let packed = zx0::pack(&bytes);
        left -= 2 + packed.len();
        let end = to + length - left;
        assert!(at + bytes.len() + zx0::margin(&packed).unwrap() <= end);
    }
}
