//! A game of eight by four hexes on the Amiga, worked with a pointer and with keys: the map lies in the window's upper left corner,
//! and beyond it there is nothing.

use hexfront::games::{self, Game};
use hexfront::script::parse_keys;
use hexfront::targets::AMIGA;
use hexfront::{compile, session::Session};
use hexfront_platforms::machine::Bank;
use hexfront_tests::album::Album;
use hexfront_tests::booted::at_first_menu;
use hexfront_tests::c64::folder;
use std::path::Path;

fn isle() -> Game {
    games::find(&folder("isle").to_string_lossy()).unwrap()
}

fn with_keys() -> Game {
    let mut game = isle();
    for (_, bytes) in &mut game.files {
        let text = String::from_utf8_lossy(bytes);
        *bytes = text.replace("\n  pointer\n", "\n").into_bytes();
    }
    game
}

fn word(session: &Session, symbol: &str) -> u16 {
    let at = session.symbols[symbol];
    let [high, low] = [at, at + 1].map(|at| session.machine.peek(Bank::Ram, at));
    u16::from_be_bytes([high, low])
}

#[test]
fn a_map_smaller_than_the_window_lies_in_its_corner() {
    let mut album = Album::open("isle-amiga", env!("CARGO_TARGET_TMPDIR"));
    for (name, game) in [("pointer", isle()), ("keys", with_keys())] {
        let built = AMIGA.build(&compile::compile(&game).unwrap()).unwrap();
        let mut session = at_first_menu(&built, &built.disk.to_bytes());
        album.compare(&mut session, Path::new(name));
        // From corner to corner of the map, and by the cursor keys: it stays where it is.
        for action in parse_keys("NNNN<DOWN><RIGHT>").unwrap() {
            session.perform(&action).unwrap();
            let corner = ["window_x", "window_y"].map(|symbol| word(&session, symbol));
            assert_eq!(corner, [0, 0], "{name}, after {action:?}");
        }
    }
    album.close();
}
