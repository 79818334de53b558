//! Every screen of the Ardennes on the C64, pixel by pixel as in `tests/golden`.

use hexfront::script::parse_keys;
use hexfront::targets::C64;
use hexfront_tests::album::{Album, shows_the_same};
use hexfront_tests::c64::{ardennes_on, at_first_menu, at_first_menu_of_ntsc, script};

#[test]
fn every_screen_looks_as_it_did_when_somebody_looked() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let mut c64 = at_first_menu(&built, &built.disk.to_bytes());
    let mut album = Album::open("breakthrough-c64", env!("CARGO_TARGET_TMPDIR"));
    album.perform(&mut c64, &script("breakthrough-c64/screens.script"));
    album.close();
}

/// The last phase of the last turn, as `game.rules` numbers phases.
const LAST_TURN: u8 = 12;
const LAST_PHASE: u8 = 11;

/// Behind the end the game is loaded anew, and a second one begins as the first did.
#[test]
fn a_game_ends_with_the_map_and_another_begins() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let mut c64 = at_first_menu(&built, &built.disk.to_bytes());
    let mut album = Album::open("breakthrough-c64", env!("CARGO_TARGET_TMPDIR"));
    let opening = parse_keys("N3HT27<RET>").unwrap();
    album.perform(&mut c64, &opening);
    let first = c64.state_image().unwrap();
    // Twelve days take long: the turn is over as soon as the game can be saved.
    let to_the_question = parse_keys(" QYQY   ").unwrap();
    album.perform(&mut c64, &to_the_question);
    for (symbol, value) in [("view_turn", LAST_TURN), ("view_phase", LAST_PHASE)] {
        let address = c64.symbols[symbol];
        c64.machine.poke(address, value);
    }
    album.perform(&mut c64, &script("breakthrough-c64/the-end.script"));
    album.perform(&mut c64, &opening);
    assert_eq!(c64.state_image().unwrap(), first);
    album.close();
}

/// Bytes of a row of a picture, and left of the display window.
const WIDTH: usize = 3 * 384;
const LEFT: usize = 3 * 32;
/// Lines of a picture above the display window.
const PAL_TOP: usize = 36;
const NTSC_TOP: usize = 24;

/// The 320 x 200 pixels of the display window.
fn display(pixels: &[u8], top: usize) -> Vec<&[u8]> {
    let rows = pixels.chunks(WIDTH).skip(top).take(200);
    rows.map(|row| &row[LEFT..LEFT + 3 * 320]).collect()
}

/// An NTSC machine has other borders and another number of lines and cycles; what stands between them is the same.
#[test]
fn an_ntsc_machine_shows_the_same() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let mut c64 = at_first_menu_of_ntsc(&built, &built.disk.to_bytes());
    let actions = script("breakthrough-c64/screens.script");
    shows_the_same(
        &mut c64,
        "breakthrough-c64",
        env!("CARGO_TARGET_TMPDIR"),
        &actions,
        |ntsc, pal| display(ntsc, NTSC_TOP) == display(pal, PAL_TOP),
    );
}

/// A terminal shows text as text: the picture on the title page must not pass for some.
#[test]
fn the_logo_is_no_text() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let mut c64 = at_first_menu(&built, &built.disk.to_bytes());
    c64.run_seconds(0.1).unwrap();
    let screen = c64.machine.text_screen().expect("a C64 has text");
    let texts: Vec<&str> = screen.iter().map(|row| row.trim()).collect();
    let menu = texts.iter().position(|row| row.contains("NEW GAME"));
    let menu = menu.expect("the title page has a menu");
    assert!(texts[..menu].iter().all(|row| row.is_empty()), "{texts:?}");
}
