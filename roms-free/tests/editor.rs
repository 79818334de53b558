//! The keyboard and the screen editor.

use crate::common;
use crate::common::Session;
use hexfront_platforms::machine::Machine;

const SCREEN: u16 = 0x0400;
const COLOURS: u16 = 0xd800;

fn row(session: &Session, row: u16, columns: std::ops::Range<u16>) -> Vec<u8> {
    columns
        .map(|column| session.byte(SCREEN + 40 * row + column))
        .collect()
}

/// The same with the cursor's reversal taken away.
fn characters(session: &Session, at: u16, columns: std::ops::Range<u16>) -> Vec<u8> {
    row(session, at, columns)
        .iter()
        .map(|code| code & 0x7f)
        .collect()
}

fn clear(session: &mut Session) {
    session.press(&["left-shift", "home"]);
}

#[test]
fn every_key_of_the_matrix_gives_its_characters() {
    // Key, unshifted, with SHIFT, with C=, with CTRL; 0 = none. Source: PRG, appendix C.
    let cases: [(&str, [u8; 4]); 16] = [
        ("a", [0x41, 0xc1, 0xb0, 0x01]),
        ("z", [0x5a, 0xda, 0xad, 0x1a]),
        ("1", [0x31, 0x21, 0x81, 0x90]),
        ("8", [0x38, 0x28, 0x9b, 0x9e]),
        ("9", [0x39, 0x29, 0x29, 0x12]),
        ("0", [0x30, 0x30, 0x30, 0x92]),
        ("+", [0x2b, 0xdb, 0xa6, 0]),
        ("-", [0x2d, 0xdd, 0xdc, 0]),
        ("pound", [0x5c, 0xa9, 0xa8, 0x1c]),
        ("up-arrow", [0x5e, 0xde, 0xde, 0x1e]),
        (",", [0x2c, 0x3c, 0x3c, 0]),
        ("f1", [0x85, 0x89, 0x89, 0]),
        ("f7", [0x88, 0x8c, 0x8c, 0]),
        ("down", [0x11, 0x91, 0x91, 0]),
        ("delete", [0x14, 0x94, 0x94, 0]),
        ("space", [0x20, 0xa0, 0xa0, 0]),
    ];
    let mut session = Session::boot(None);
    // Nobody takes the keys from the buffer.
    session.put(&common::program("@hang: jmp @hang\n"));
    session.type_text("sys2061\n");
    for (key, expected) in cases {
        for (modifier, wanted) in [None, Some("left-shift"), Some("commodore"), Some("control")]
            .iter()
            .zip(expected)
        {
            session.c64.poke(0xc6, 0);
            let keys: Vec<&str> = modifier.iter().copied().chain([key]).collect();
            session.press(&keys);
            let got = if session.byte(0xc6) == 0 {
                0
            } else {
                session.byte(0x0277)
            };
            assert_eq!(got, wanted, "{modifier:?} {key}: ${got:02x}");
        }
    }
}

#[test]
fn shift_with_commodore_changes_the_character_set_unless_locked() {
    let mut session = Session::boot(None);
    let set = |session: &Session| {
        session
            .c64
            .peek(hexfront_platforms::machine::Bank::Cpu, 0xd018)
            & 2
    };
    assert_eq!(set(&session), 0);
    session.press(&["left-shift", "commodore"]);
    assert_eq!(set(&session), 2);
    session.command("print chr$(142)chr$(8)");
    assert_eq!(set(&session), 0);
    session.press(&["left-shift", "commodore"]);
    assert_eq!(set(&session), 0, "locked");
}

#[test]
fn cursor_keys_repeat_and_letters_do_not() {
    let mut session = Session::boot(None);
    clear(&mut session);
    for (name, repeats) in [("right", true), ("a", false), ("space", true)] {
        let key = session
            .c64
            .keys()
            .iter()
            .find(|(n, _)| *n == name)
            .unwrap()
            .1;
        let before = session.byte(0xd3);
        session.c64.key_down(key);
        session.run(1.0);
        session.c64.key_up(key);
        session.frames(3);
        let moved = session.byte(0xd3) - before;
        if repeats {
            // 16 scans, then one in four: 1 + (60 - 16) / 4.
            assert!((11..=13).contains(&moved), "{name}: {moved}");
        } else {
            assert_eq!(moved, 1, "{name}");
        }
    }
}

#[test]
fn cursor_blinks_while_the_editor_waits() {
    let mut session = Session::boot(None);
    clear(&mut session);
    let mut changes = 0;
    let mut last = session.byte(SCREEN);
    for _ in 0..100 {
        session.c64.run_frame();
        let now = session.byte(SCREEN);
        assert!(now == 0x20 || now == 0xa0);
        changes += u32::from(now != last);
        last = now;
    }
    assert!(
        (5..=7).contains(&changes),
        "{changes} in 2 s, every 20 ticks"
    );
    session.type_text("ab");
    session.press(&["left-shift", "right"]);
    assert_eq!(row(&session, 0, 0..1), [1], "nothing is left behind");
    assert_eq!(characters(&session, 0, 1..3), [2, 0x20]);
}

#[test]
fn a_line_grows_to_two_rows_and_is_read_whole() {
    let mut session = Session::boot(None);
    clear(&mut session);
    let text = "x".repeat(50);
    session.command(&format!("10 rem {text}"));
    assert_eq!(
        session.answer("list"),
        format!("10 REM {}\n{}\n\nREADY.", "X".repeat(33), "X".repeat(17))
    );
}

#[test]
fn a_line_on_the_screen_can_be_changed_and_entered_again() {
    let mut session = Session::boot(None);
    session.command("10 print\"one\"");
    clear(&mut session);
    session.command("list");
    // Home, down to the listed line, over to the "1" of "10": make it 20.
    session.press(&["home"]);
    session.press(&["down"]);
    session.type_text("2\n");
    let screen = session.answer("list");
    assert_eq!(screen, "10 PRINT\"ONE\"\n20 PRINT\"ONE\"\n\nREADY.");
}

#[test]
fn delete_and_insert_move_the_rest_of_the_line() {
    let mut session = Session::boot(None);
    clear(&mut session);
    session.type_text("abcdef");
    for _ in 0..3 {
        session.press(&["left-shift", "right"]);
    }
    session.press(&["delete"]);
    assert_eq!(characters(&session, 0, 0..6), [1, 2, 4, 5, 6, 0x20]);
    session.press(&["left-shift", "delete"]);
    session.press(&["left-shift", "delete"]);
    session.type_text("xy");
    assert_eq!(characters(&session, 0, 0..8), [1, 2, 24, 25, 4, 5, 6, 0x20]);
    session.press(&["home"]);
    session.press(&["delete"]);
    assert_eq!(
        characters(&session, 0, 0..2),
        [1, 2],
        "nothing to delete at the top left"
    );
}

#[test]
fn control_codes_show_inside_quotes_and_work_outside() {
    let mut session = Session::boot(None);
    clear(&mut session);
    session.type_text("\"");
    session.press(&["down"]);
    session.press(&["home"]);
    session.type_text("\"");
    assert_eq!(row(&session, 0, 0..4), [0x22, 0x91, 0x93, 0x22]);
    session.press(&["home"]);
    assert_eq!((session.byte(0xd6), session.byte(0xd3)), (0, 0));
}

#[test]
fn colours_and_reverse_apply_to_what_is_printed() {
    let mut session = Session::boot(None);
    clear(&mut session);
    session.press(&["control", "3"]);
    session.type_text("r");
    session.press(&["control", "9"]);
    session.press(&["commodore", "6"]);
    session.type_text("g");
    session.press(&["control", "0"]);
    session.type_text("n");
    assert_eq!(row(&session, 0, 0..3), [0x12, 0x87, 0x0e]);
    let colours: Vec<u8> = (0..3)
        .map(|n| {
            session
                .c64
                .peek(hexfront_platforms::machine::Bank::Cpu, (COLOURS + n).into())
                & 0x0f
        })
        .collect();
    assert_eq!(colours, [2, 13, 13]);
}

#[test]
fn the_screen_scrolls_by_whole_lines() {
    let mut session = Session::boot(None);
    clear(&mut session);
    session.type_text(&"w".repeat(45));
    session.press(&["home"]);
    for _ in 0..24 {
        session.press(&["down"]);
    }
    assert_eq!(session.byte(0xd6), 24);
    session.press(&["down"]);
    assert_eq!(session.byte(0xd6), 23, "both rows of the first line went");
    assert_eq!(row(&session, 0, 0..1), [0x20]);
}

#[test]
fn a_joystick_in_port_1_types_nothing() {
    let mut session = Session::boot(None);
    session.c64.poke(0xcc, 1);
    let before = session.screen();
    for switches in [
        hexfront_platforms::machine::Joystick {
            fire: true,
            ..Default::default()
        },
        hexfront_platforms::machine::Joystick {
            up: true,
            left: true,
            ..Default::default()
        },
    ] {
        session.c64.joystick(1, switches);
        session.run(0.5);
    }
    session.c64.joystick(1, Default::default());
    assert_eq!(session.screen(), before);
    assert_eq!(session.byte(0xc6), 0);
}
