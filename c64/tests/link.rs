//! The shell assembled and linked by our own tools, with a stand-in for the VM and the cartridge.

use hexfront_asm::{Image, Options, assemble, link};
use hexfront_c64::{LINK_SCRIPT, Source, program, sources};

/// Everything the shell imports, as small as it can be.
const STAND_IN: &str = r#"
.segment "VM"
.export vm_start, image_rewind, image_next, image_put, crc_begin, crc_byte, crc, game_id, shell_user
vm_start:
image_rewind:
image_put:
crc_begin:
crc_byte:
  rts
image_next:
  sec
  rts
crc: .res 4
game_id: .res 12
.import shell_table
shell_user: .addr shell_table
.export grid_columns, grid_rows, game_version
grid_columns = 31
grid_rows = 32
game_version = 1
.segment "VMBSS"
.align 256
.export vm_v, view_turn, view_phase
vm_v: .res 256
view_turn = vm_v + 8
view_phase = vm_v + 9
.segment "CARTCONST"
.align 256
.export view_terrain, view_road, view_river, view_bridge, view_blown, view_owner, view_mark, view_town, view_first
.export view_next, view_side, view_symbol, view_size, view_mode
view_terrain:
view_road:
view_river:
view_bridge:
view_blown:
view_owner:
view_mark:
view_town:
view_first:
view_next:
view_side:
view_symbol:
view_size:
view_mode:
  .res 1024, 1
"#;

fn linked() -> Image {
    let mut files = sources().expect("the art is whole");
    files.push(Source {
        name: "shell_table.inc",
        text: include_str!("../../core/vm/6502/shell_table.inc").to_owned(),
    });
    files.push(Source {
        name: "stand_in.s",
        text: STAND_IN.to_owned(),
    });
    let read = |name: &str| {
        files
            .iter()
            .find(|f| f.name == name)
            .map(|f| f.text.clone().into_bytes())
    };
    let objects: Vec<(String, Vec<u8>)> = files
        .iter()
        .filter(|f| f.name.ends_with(".s"))
        .map(|f| {
            let object = assemble(&read, f.name, &Options::default()).unwrap_or_else(|d| {
                panic!("{}", d.iter().map(|d| format!("{d}\n")).collect::<String>())
            });
            (f.name.to_owned(), object.to_elf())
        })
        .collect();
    let objects: Vec<(&str, Vec<u8>)> = objects
        .iter()
        .map(|(n, o)| (n.as_str(), o.clone()))
        .collect();
    link(LINK_SCRIPT, &objects).unwrap_or_else(|e| panic!("{e}"))
}

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
