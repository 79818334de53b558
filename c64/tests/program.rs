//! The shell assembled and linked by our own tools, with a stand-in for the VM and the cartridge.

mod stand_in;

use hexfront_asm::Image;
use hexfront_c64::program;
use stand_in::linked;

/// The loader's table: from, to, length.
fn moves(image: &Image, file: &[u8]) -> Vec<[u16; 3]> {
    let at = image.address("loader_moves").expect("exported") as usize - 0x0801 + 2;
    let word = |i: usize| u16::from_le_bytes([file[i], file[i + 1]]);
    (0..10)
        .map(|i| [word(at + 6 * i), word(at + 6 * i + 2), word(at + 6 * i + 4)])
        .take_while(|m| m[2] != 0)
        .collect()
}

#[test]
fn program_starts_with_a_basic_line_that_calls_the_loader() {
    let image = linked();
    let file = program(&image).unwrap();
    assert_eq!(file[..2], [0x01, 0x08]);
    assert_eq!(file[6], 0x9E, "SYS");
    let digits: String = file[7..11].iter().map(|&b| char::from(b)).collect();
    assert_eq!(digits.parse::<u32>().ok(), image.address("loader"));
}

#[test]
fn moved_pieces_reach_the_places_they_run_at() {
    let image = linked();
    let file = program(&image).unwrap();
    let moves = moves(&image, &file);
    for (segment, symbol) in [
        ("MAPSET", "map_set"),
        ("TEXTSET", "text_set"),
        ("TITLESET", "title_set"),
        ("SPRITES", "sprite_data"),
    ] {
        let section = image
            .placements
            .iter()
            .find(|p| p.segment == segment)
            .expect(segment);
        let bytes = section.bytes.as_ref().expect(segment);
        assert_eq!(image.address(symbol), Some(section.run), "{symbol}");
        let to = section.run as u16;
        let m = moves
            .iter()
            .find(|m| m[0] != 0 && (m[1]..m[1] + (m[2] - 1)).contains(&to));
        let m = m.unwrap_or_else(|| panic!("nothing moves {segment}"));
        let from = usize::from(m[0] + (to - m[1])) - 0x0801 + 2;
        assert_eq!(file[from..from + bytes.len()], bytes[..], "{segment}");
    }
}

#[test]
fn pieces_move_up_and_never_onto_one_still_to_move() {
    let image = linked();
    let moves = moves(&image, &program(&image).unwrap());
    let moved: Vec<_> = moves.iter().filter(|m| m[0] != 0).collect();
    assert!(!moved.is_empty());
    for pair in moved.windows(2) {
        assert!(
            pair[0][1] > pair[1][1] && pair[0][0] > pair[1][0],
            "{pair:04X?}"
        );
    }
    for m in moved {
        assert!(m[1] >= m[0], "{m:04X?}");
    }
}
