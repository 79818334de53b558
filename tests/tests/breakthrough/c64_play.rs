//! What a player of the Ardennes on the C64 meets: keys typed while the machine works answer no question, because nobody has
//! seen it yet; messages fit their line.

use hexfront::script::{Action, parse_file};
use hexfront::session::Session;
use hexfront::targets::C64;
use hexfront_tests::c64::{ardennes_on, at_first_menu};

fn perform(c64: &mut Session, script: &str) {
    for action in parse_file(script).unwrap() {
        c64.perform(&action)
            .unwrap_or_else(|e| panic!("{action:?}: {e}"));
    }
}

/// Whether a text stands on the screen.
fn shows(c64: &Session, text: &str) -> bool {
    let rows = c64.machine.text_screen().expect("a C64 has text");
    rows.iter().any(|row| row.contains(text))
}

#[test]
fn keys_typed_while_the_game_loads_or_works_skip_no_page() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let mut c64 = at_first_menu(&built, &built.disk.to_bytes());
    perform(&mut c64, "type N3HS37\ntap RET\nuntil LOADING\nwait 1");
    // In vain: the day's page has not been shown.
    for _ in 0..3 {
        c64.perform(&Action::Tap("SPACE".to_owned())).unwrap();
    }
    perform(&mut c64, "until 16 DECEMBER 1944\nwait 3");
    assert!(shows(&c64, "16 DECEMBER 1944"));
    // The computer's turn, after which the game asks whether to save.
    perform(
        &mut c64,
        "key SPACE\nkey SPACE\nuntil SAVE\ntype NQY\ntap N\nuntil AT WORK\ntap N\ntap N\nuntil SAVE\nwait 3",
    );
    assert!(shows(&c64, "END OF AMERICAN 1ST OPERATION"));
}

#[test]
fn who_knows_the_menus_types_ahead_of_them() {
    let built = C64.build(&ardennes_on(C64)).unwrap();
    let mut c64 = at_first_menu(&built, &built.disk.to_bytes());
    for key in "N3HT2".chars() {
        c64.perform(&Action::Tap(key.to_string())).unwrap();
    }
    perform(&mut c64, "until GAME NUMBER");
}

/// Columns of the message line beside the compass.
const MESSAGE: usize = 32;
/// Columns that a number in a message is taken to need.
const NUMBER: usize = 2;

/// Columns of a text as it is written in the rules: inks have none, values those of a number.
fn columns(text: &str) -> usize {
    let mut columns = 0;
    let mut within = None;
    for c in text.chars() {
        match (within, c) {
            (None, '<') => within = Some('>'),
            (None, '{') => {
                within = Some('}');
                columns += NUMBER;
            }
            (None, _) => columns += 1,
            (Some(end), _) if c == end => within = None,
            (Some(_), _) => {}
        }
    }
    columns
}

#[test]
fn no_message_is_cut() {
    let game = hexfront::games::find("breakthrough-in-the-ardennes").unwrap();
    let mut seen = 0;
    for (name, bytes) in &game.files {
        let text = String::from_utf8_lossy(bytes);
        let rules = name.ends_with(".rules") && !name.starts_with("tests/");
        for line in text.lines().filter(|_| rules) {
            let line = line.trim();
            let message = ["refuse \"", "note \""]
                .iter()
                .find_map(|start| line.strip_prefix(start)?.strip_suffix('"'));
            let Some(message) = message else { continue };
            seen += 1;
            let columns = columns(message);
            assert!(
                columns <= MESSAGE,
                "{name}: {message:?} has {columns} columns"
            );
        }
    }
    assert!(seen > 40, "only {seen} messages were found");
}
