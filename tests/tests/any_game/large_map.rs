//! A game of forty columns and forty-eight rows on the C64: its window reaches all corners, follows the cursor, and the whole map
//! finds room on a page.

use hexfront::script::parse_keys;
use hexfront::session::Session;
use hexfront::targets::C64;
use hexfront::{compile, games};
use hexfront_platforms::machine::Bank;
use hexfront_tests::album::Album;
use hexfront_tests::booted::at_first_menu;
use hexfront_tests::c64::folder;
use std::fs;
use std::path::Path;

/// Hexes of the map, and of the window.
const MAP: [u8; 2] = [40, 48];
const WINDOW: [u8; 2] = [13, 7];
/// Colour RAM.
const COLOURS: u32 = 0xD800;

fn cartridge(folder: &Path) -> Vec<u8> {
    let game = games::find(&folder.to_string_lossy()).unwrap();
    compile::compile(&game).unwrap()
}

fn steppe() -> Session {
    let built = C64.build(&cartridge(&folder("steppe"))).unwrap();
    at_first_menu(&built, &built.disk.to_bytes())
}

fn keys(session: &mut Session, keys: &str) {
    for action in parse_keys(keys).unwrap() {
        let done = session.perform(&action);
        done.unwrap_or_else(|error| panic!("{action:?} of {keys}: {error}"));
    }
}

/// The hex in the window's upper left.
fn corner(session: &Session) -> [u8; 2] {
    ["win_x", "win_y"].map(|symbol| byte(session, symbol))
}

fn byte(session: &Session, symbol: &str) -> u8 {
    session.machine.peek(Bank::Ram, session.symbols[symbol])
}

/// Characters and colours of the map, row by row.
fn map(session: &Session) -> Vec<[u8; 2]> {
    let screen = u32::from(byte(session, "view_high")) << 8;
    let cell = |at| {
        let colour = session.machine.peek(Bank::Cpu, COLOURS + at);
        [session.machine.peek(Bank::Ram, screen + at), colour & 15]
    };
    (40..16 * 40).map(cell).collect()
}

/// The units stand in the corners and, one after the other, in the middle.
#[test]
fn the_window_reaches_all_corners() {
    let mut session = steppe();
    let mut album = Album::open("steppe-c64", env!("CARGO_TARGET_TMPDIR"));
    let [right, bottom] = [0, 1].map(|axis| MAP[axis] - WINDOW[axis]);
    for (name, wanted) in [
        ("north-west", [0, 0]),
        ("south-west", [0, bottom]),
        ("middle", [19 - WINDOW[0] / 2, 33 - WINDOW[1] / 2]),
        ("north-east", [right, 0]),
        ("south-east", [right, bottom]),
    ] {
        keys(&mut session, "N");
        album.compare(&mut session, Path::new(name));
        assert_eq!(corner(&session), wanted, "{name}");
    }
    keys(&mut session, "W");
    album.compare(&mut session, Path::new("whole"));
    album.close();
}

/// What a scroll leaves on the screen is what is drawn anew behind another page.
#[test]
fn the_window_follows_the_cursor_over_row_32() {
    let mut session = steppe();
    // Down the right-hand side from the middle, and up the left-hand one.
    keys(&mut session, "NNN");
    for (steps, wanted) in [
        ("444444", [13, 34]),
        ("333333", [15, 37]),
        ("4444444", [15, 41]),
        ("111111111111111", [15, 31]),
        ("666666666666", [11, 25]),
    ] {
        keys(&mut session, steps);
        assert_eq!(corner(&session), wanted, "{steps}");
        let scrolled = map(&session);
        keys(&mut session, "W ");
        assert_eq!(corner(&session), wanted, "{steps}, and back");
        assert!(map(&session) == scrolled, "{steps}");
    }
}

#[test]
fn a_map_whose_even_columns_lie_lower_is_refused_with_what_to_do() {
    let other = std::env::temp_dir().join(format!("hexfront-even-{}", std::process::id()));
    fs::create_dir_all(&other).unwrap();
    for file in ["steppe.rules", "units.csv", "map.txt"] {
        let text = fs::read_to_string(folder("steppe").join(file)).unwrap();
        // Its roads would be broken there.
        let (text, roads) = text.split_once("[links road]").unwrap_or((&text, ""));
        let mut text = text.replace("lower odd", "lower even");
        if !roads.is_empty() {
            text.push_str("[links road]\nMain: 0,0 0,1\n");
        }
        fs::write(other.join(file), text).unwrap();
    }
    let even = cartridge(&other);
    fs::remove_dir_all(&other).unwrap();
    let refused = C64.build(&even).err().expect("not drawn").to_string();
    assert!(refused.contains("`lower odd`"), "{refused}");
}
