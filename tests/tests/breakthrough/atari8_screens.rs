//! Every screen of Breakthrough in the Ardennes on the Atari, pixel by pixel as in `tests/golden`: in colours and in black and white, on
//! PAL and NTSC, and the map window at the edges of the map.

use hexfront::script::{Action, parse_keys};
use hexfront::session::Session;
use hexfront::targets::ATARI8;
use hexfront_tests::album::Album;
use hexfront_tests::booted::{at_first_menu, at_first_menu_of_ntsc};
use hexfront_tests::c64::script;
use hexfront_tests::in_parts::cut_finely;

/// The console key that turns colours into black and white.
const OPTION: &str = "option";

/// The game on a machine, at its first menu.
fn begun(ntsc: bool) -> Session {
    let built = ATARI8.build(&cut_finely(ATARI8)).unwrap();
    let disk = built.disk.to_bytes();
    match ntsc {
        true => at_first_menu_of_ntsc(&built, &disk),
        false => at_first_menu(&built, &disk),
    }
}

/// Compares the pictures of a script with those of a folder.
fn looked_at(session: &mut Session, folder: &str, actions: &[Action]) {
    let pair = format!("breakthrough-atari8{folder}");
    let mut album = Album::open(&pair, env!("CARGO_TARGET_TMPDIR"));
    album.perform(session, actions);
    album.close();
}

/// The keys are those of the C64, and so are the texts that it waits for.
#[test]
fn every_screen_looks_as_it_did_when_somebody_looked() {
    let mut atari = begun(false);
    looked_at(&mut atari, "", &script("breakthrough-c64/screens.script"));
}

#[test]
fn edges_of_the_map_and_what_hides_it_leave_nothing_behind() {
    let mut atari = begun(false);
    looked_at(
        &mut atari,
        "/edges",
        &script("breakthrough-atari8/edges.script"),
    );
}

#[test]
fn a_set_for_ntsc_shows_the_same() {
    let mut atari = begun(true);
    looked_at(
        &mut atari,
        "/ntsc",
        &script("breakthrough-atari8/looks.script"),
    );
}

#[test]
fn nothing_is_told_by_colours_alone() {
    for (ntsc, folder) in [(false, "/grey"), (true, "/grey-ntsc")] {
        let mut atari = begun(ntsc);
        atari.perform(&Action::Tap(OPTION.to_owned())).unwrap();
        looked_at(
            &mut atari,
            folder,
            &script("breakthrough-atari8/looks.script"),
        );
    }
}

/// The last phase of the last turn, as `game.rules` numbers phases.
const LAST_TURN: u8 = 12;
const LAST_PHASE: u8 = 11;

/// Behind the end the game is loaded anew, and a second one begins as the first did.
#[test]
fn a_game_ends_with_the_map_and_another_begins() {
    let mut atari = begun(false);
    let opening = parse_keys("N3HT27<RET>").unwrap();
    let perform = |atari: &mut Session, actions: &[Action]| {
        for action in actions {
            atari.perform(action).unwrap();
        }
    };
    perform(&mut atari, &opening);
    let first = atari.state_image().unwrap();
    // Twelve days take long: the turn is over as soon as the game can be saved.
    perform(&mut atari, &parse_keys(" QYQY   ").unwrap());
    for (symbol, value) in [("view_turn", LAST_TURN), ("view_phase", LAST_PHASE)] {
        let address = atari.symbols[symbol];
        atari.machine.poke(address, value);
    }
    looked_at(&mut atari, "", &script("breakthrough-c64/the-end.script"));
    perform(&mut atari, &opening);
    assert_eq!(atari.state_image().unwrap(), first);
}
