//! Pages, text windows, keys and joystick.

use crate::stand_in::ardennes::{at, set_up};
use crate::stand_in::{Bench, FRAME, StandIn, alike, call};
use hexfront_apple2::art::Title;
use hexfront_apple2::window_size;
use hexfront_asm::zx0;
use hexfront_isa::art::Art;
use hexfront_platforms::machine::{Bank, Joystick, Machine};
use hexfront_platforms::machines::apple2::Monitor;

#[test]
fn letters_stand_in_rows_of_eight_lines() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[4]);
    bench.call(call::AT, &[2, 1]);
    bench.print("A1\rB");
    let rows: Vec<String> = (24..32)
        .map(|line| bench.dots(line)[14..28].to_owned())
        .collect();
    let wanted = [
        "..............",
        "######...##...",
        "##..##..###...",
        "##..##...##...",
        "######...##...",
        "##..##...##...",
        "##..##...##...",
        "##..##.######.",
    ];
    assert_eq!(rows, wanted);
    assert!(bench.dots(33).starts_with("#####.."));
}

#[test]
fn the_text_page() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::SIDE, &[0]);
    bench.call(call::WINDOW, &[0]);
    bench.print("16 DEC  TURN 1   SUPPLY");
    bench.call(call::WINDOW, &[4]);
    for first in [b' ', b'@'] {
        bench.print("\r ");
        let letters = (first..first + 32).map(char::from).collect::<String>();
        bench.print(&letters);
    }
    bench.call(call::AT, &[0, 6]);
    bench.call(call::RULE, &[]);
    bench.golden("text-page");
}

/// What is said of windows is what the shell has, beside the compass.
#[test]
fn windows_have_their_sizes() {
    const COMPASS: u8 = 34;
    const PANEL: u8 = 19;
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    let [left, right, top, bottom] =
        ["left", "right", "top", "bottom"].map(|side| bench.peek(&format!("window_{side}"), 6));
    for window in 0..6 {
        let beside = if (PANEL..23).contains(&top[window]) {
            COMPASS
        } else {
            40
        };
        let columns = right[window].min(beside) - left[window];
        let rows = bottom[window] - top[window];
        assert_eq!(
            window_size(window as u8),
            Some((columns.into(), rows.into())),
            "{window}"
        );
    }
    assert_eq!(window_size(6), None);
    // Where there is no map, a message has a row of its own, and the menu two.
    bench.call(call::PAGE, &[1]);
    let [top, bottom] = ["top", "bottom"].map(|side| bench.peek(&format!("window_{side}"), 6));
    let [menu, message] = [3, 5].map(|window| (top[window], bottom[window]));
    assert_eq!((menu, message), ((22, 24), (21, 22)));
}

/// A row of text as dots.
fn row(bench: &Bench, row: u32) -> Vec<String> {
    (8 * row..8 * row + 8)
        .map(|line| bench.dots(line))
        .collect()
}

#[test]
fn a_message_hides_the_menu_until_it_is_taken_away() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    bench.call(call::WINDOW, &[3]);
    bench.print("D DATA  N NEXT");
    let menu = row(&bench, 23);
    bench.call(call::WINDOW, &[5]);
    assert_eq!(row(&bench, 23), menu, "nothing is said yet");
    bench.print("NO UNIT");
    let message = row(&bench, 23);
    assert!(
        message[1][49..].bytes().all(|dot| dot == b'.'),
        "of the menu nothing is left"
    );
    // What changes in the menu meanwhile is seen afterwards.
    bench.call(call::WINDOW, &[3]);
    bench.print("D DATA  N NONE");
    assert_eq!(row(&bench, 23), message);
    bench.call(call::WINDOW, &[5]);
    let menu_now = row(&bench, 23);
    assert_eq!(menu_now[1][..70], menu[1][..70]);
    assert_ne!(menu_now, menu);
    // The message is gone: what is written into the menu is seen at once.
    bench.call(call::WINDOW, &[3]);
    bench.print("D DATA");
    assert!(row(&bench, 23)[1][42..].bytes().all(|dot| dot == b'.'));
    // Another page has neither.
    bench.call(call::PAGE, &[0]);
    assert!(row(&bench, 23).iter().all(|line| !line.contains('#')));
}

#[test]
fn a_menu_that_is_cut_says_so() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    bench.call(call::WINDOW, &[3]);
    bench.print("D DATA  N NEXT                    ? MORE");
    let wanted = row(&bench, 23);
    for menu in ["D DATA  N NEXT\rQ QUIT", "D DATA  N NEXT\rQ QUIT\rV MAP"] {
        bench.call(call::PAGE, &[0]);
        bench.call(call::WINDOW, &[3]);
        bench.print(menu);
        assert_eq!(row(&bench, 23), wanted, "{menu:?}");
    }
    // Nor does anything else that is cut.
    bench.call(call::WINDOW, &[2]);
    bench.print("A\rB\rC\rD\rE");
    assert_eq!(row(&bench, 23), wanted);
    bench.call(call::WINDOW, &[3]);
    bench.print("D DATA");
    assert!(row(&bench, 23)[1][42..].bytes().all(|dot| dot == b'.'));
}

/// What was written, and pieces of the map that reach into the rows beside theirs.
#[test]
fn a_page_that_is_selected_anew_is_empty() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    for _ in 0..2 {
        bench.call(call::WINDOW, &[4]);
        for line in 16..192 {
            assert!(!bench.dots(line).contains('#'), "line {line}");
        }
        bench.call(call::AT, &[0, 7]);
        bench.print("IT IS WIPED");
        bench.call(call::COUNTER, &[0, 12, 9]);
        for (x, y) in [(0, 0), (10, 4), (20, 19)] {
            bench.call(call::SYMBOL, &[0, 2, x, y]);
        }
        bench.call(call::AT, &[0, 21]);
        bench.call(call::RULE, &[]);
        assert!(bench.dots(190).contains('#') || bench.dots(187).contains('#'));
    }
    let (_, cycles) = bench.call(call::WINDOW, &[4]);
    assert!(cycles < 9 * FRAME, "{cycles} cycles");
    bench.call(call::PAGE, &[1]);
    let (_, cycles) = bench.call(call::WINDOW, &[4]);
    assert!(cycles < 4 * FRAME, "{cycles} cycles for an empty page");
}

/// The last page of help of Breakthrough: pieces of the map on a page of text.
#[test]
fn the_page_of_signs() {
    for (monitor, kind) in [(Monitor::Colour, "colour"), (Monitor::Green, "mono")] {
        let mut bench = Bench::with(monitor, "A GAME", &Art::default());
        alike::page_of_signs(&mut bench, "16 DEC  TURN 1    GERMAN 1ST OPERATION");
        bench.golden(&format!("signs-{kind}"));
    }
}

#[test]
fn the_whole_map_in_small() {
    let mut bench = Bench::new();
    set_up(&mut bench);
    alike::small_map(&mut bench);
    bench.golden("small-map");
}

#[test]
fn the_title_is_the_games_name_in_large_letters() {
    let mut bench = Bench::with(
        Monitor::Colour,
        "BREAKTHROUGH IN THE ARDENNES",
        &Art::default(),
    );
    bench.call(call::PAGE, &[2]);
    bench.call(call::WINDOW, &[4]);
    bench.print("1 ONE PLAYER\r2 TWO PLAYERS\r3 DEMONSTRATION\r4 LOAD");
    bench.golden("title");
}

#[test]
fn a_games_own_title_is_the_picture_that_it_brings() {
    let png = include_bytes!("../../core/games/breakthrough-in-the-ardennes/art/apple2/title.png");
    let art = Art::default().with("title.png", png);
    let Ok(Title::Picture(packed)) = Title::of("A GAME", &art) else {
        panic!("a picture of its own");
    };
    let (page, _) = zx0::unpack(&packed, 0x2000).unwrap();
    let mut bench = Bench::with(Monitor::Colour, "A GAME", &art);
    for _ in 0..2 {
        let (_, cycles) = bench.call(call::PAGE, &[2]);
        assert!(cycles < 60 * FRAME, "{cycles} cycles");
        let shown: Vec<u8> = (0x2000..0x4000)
            .map(|at| bench.apple.peek(Bank::Ram, at))
            .collect();
        assert!(shown == page, "the picture looks otherwise");
        bench.call(call::WINDOW, &[4]);
        bench.print("N NEW GAME");
        assert!(bench.dots(161).contains('#'), "text stands below it");
        bench.call(call::PAGE, &[1]);
    }
}

#[test]
fn keys_give_the_codes_of_the_contract() {
    let mut bench = Bench::new();
    for (names, code) in [
        (&["a"] as &[&str], 65),
        (&["7"], 55),
        (&["space"], 32),
        (&["return"], 13),
        (&["escape"], 27),
        (&["left-shift", "/"], u16::from(b'?')),
        (&["left-shift", ";"], u16::from(b'+')),
        (&[";"], 128),
        (&["right"], 129),
        (&["/"], 130),
        (&["left"], 131),
        (&["control", "k"], 128),
        (&["control", "j"], 130),
    ] {
        assert_eq!(bench.event(names), code, "{names:?}");
    }
    // Where a number is typed, the left arrow takes back a digit.
    bench.call(call::WINDOW, &[5]);
    assert_eq!(bench.event(&["left"]), 8);
}

/// The keyboard keeps one key; each counts once, however long it is down, and twice if it is pressed twice.
#[test]
fn a_key_counts_each_time_it_goes_down() {
    let mut bench = Bench::new();
    for _ in 0..2 {
        assert_eq!(bench.event(&["g"]), u16::from(b'G'));
    }
    bench.key_down("g");
    assert_eq!(bench.call(call::EVENT, &[]).0, u16::from(b'G'));
    bench.ask(call::EVENT, &[]);
    bench.frames(60);
    assert!(bench.busy(), "it is held, not pressed again");
    // With REPT it comes again and again.
    bench.key_down("repeat");
    bench.frames(12);
    assert!(!bench.busy());
}

#[test]
fn a_joystick_leads_and_repeats_once_it_was_at_rest() {
    let mut bench = Bench::new();
    let off = Joystick::default();
    // Nothing connected: every one-shot runs for ever, the buttons are down.
    let absent = Joystick {
        right: true,
        down: true,
        fire: true,
        ..off
    };
    bench.apple.joystick(1, absent);
    bench.ask(call::EVENT, &[]);
    bench.frames(60);
    assert!(bench.busy(), "an input that is not connected is no key");
    bench.apple.joystick(1, off);
    bench.frames(4);
    alike::a_joystick_leads_and_repeats(&bench);
}

/// Frames are counted without an interrupt: by how long a look at the keys takes.
#[test]
fn a_delay_takes_its_time() {
    let mut bench = Bench::new();
    for (page, cursor) in [(1, false), (0, true)] {
        bench.call(call::PAGE, &[page]);
        if cursor {
            bench.call(call::MAP, &[at(10, 10), 1]);
            bench.call(call::CURSOR, &[at(10, 10), 0]);
        }
        let (_, cycles) = bench.call(call::DELAY, &[20]);
        let frames = cycles as f64 / FRAME as f64;
        assert!((95.0..105.0).contains(&frames), "{frames} for 100");
    }
    alike::a_key_ends_a_delay(&mut bench);
}

#[test]
fn chance_comes_from_the_moments_of_keys() {
    alike::chance_comes_from_the_moments_of_keys(Bench::new);
}

/// The rule below the top bar is there once that was written to, in the colour of the side that was named last; numbers of no side
/// change nothing.
#[test]
fn the_rule_has_the_colour_of_the_side_and_comes_with_the_bar() {
    let mut bench = Bench::new();
    let rule = |bench: &Bench| bench.dots(9);
    bench.call(call::PAGE, &[1]);
    for _ in 0..2 {
        bench.call(call::SIDE, &[1]);
        assert!(!rule(&bench).contains('#'), "nothing stands above it yet");
        bench.call(call::WINDOW, &[0]);
        bench.print("SUPPLY");
        let second = rule(&bench);
        assert!(second.contains('#'));
        bench.call(call::SIDE, &[0]);
        let first = rule(&bench);
        assert_ne!(first, second);
        bench.call(call::SIDE, &[3]);
        assert_eq!(rule(&bench), first);
        bench.call(call::PAGE, &[1]);
    }
}

/// A counter reaches a little above its own row; letters of other rows stay.
#[test]
fn a_counter_in_text_changes_no_other_row() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[4]);
    for (text, counter) in [(2, 9), (12, 5), (3, 17), (11, 9)] {
        bench.call(call::AT, &[0, text]);
        bench.print("MMMM");
        let before = row(&bench, u32::from(text) + 2);
        bench.call(call::COUNTER, &[0, 0, counter]);
        assert_eq!(
            row(&bench, u32::from(text) + 2),
            before,
            "{text}, {counter}"
        );
    }
}

/// Its last lines would lie below the picture: memory behind that stays.
#[test]
fn a_piece_of_the_map_in_the_last_rows_keeps_to_the_picture() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[0]);
    bench.print("16 DEC  TURN 1    GERMAN 1ST OPERATION");
    bench.call(call::WINDOW, &[4]);
    // What a group of lines behind the picture would begin with.
    let behind = |bench: &Bench| -> Vec<u8> {
        let lines = (0..2).flat_map(|line| 0x6000 + 0x400 * line..0x6028 + 0x400 * line);
        let lines =
            lines.chain((0..2).flat_map(|line| 0x4000 + 0x400 * line..0x4028 + 0x400 * line));
        lines.map(|at| bench.apple.peek(Bank::Ram, at)).collect()
    };
    let before = behind(&bench);
    let bar = row(&bench, 0);
    for symbol in [0, 1, 2] {
        bench.call(call::SYMBOL, &[0, symbol, 20, 20]);
        assert_eq!(row(&bench, 0), bar, "{symbol}: the top bar stays");
    }
    assert!(bench.dots(191).contains('#'));
    bench.call(call::COUNTER, &[0, 12, 20]);
    assert_eq!(row(&bench, 0), bar, "a counter in text");
    assert!(behind(&bench) == before);
}

/// The picture is whole and of the first page, whatever the switches were before.
#[test]
fn the_picture_is_shown_whatever_was_shown_before() {
    let mut bench = Bench::new();
    let start = bench.at("start");
    // Mixed with text, the second page, of low resolution, text.
    let mut code: Vec<u8> = [0x53, 0x55, 0x56, 0x51]
        .into_iter()
        .flat_map(|switch| [0x2C, switch, 0xC0])
        .collect();
    code.extend([0x4C, start as u8, (start >> 8) as u8]);
    bench.apple.load(0x0300, &code);
    bench.apple.set_pc(0x0300);
    bench.start();
    bench.call(call::PAGE, &[2]);
    bench.call(call::WINDOW, &[4]);
    bench.print("1 ONE PLAYER\r2 TWO PLAYERS");
    bench.frames(2);
    let switched = bench.apple.frame().rgb();
    let mut plain = Bench::new();
    plain.call(call::PAGE, &[2]);
    plain.call(call::WINDOW, &[4]);
    plain.print("1 ONE PLAYER\r2 TWO PLAYERS");
    plain.frames(2);
    assert!(switched == plain.apple.frame().rgb());
}

/// Two bytes that nobody foresees go on while a key is waited for.
#[test]
fn both_bytes_of_chance_go_on() {
    let mut bench = Bench::new();
    bench.ask(call::EVENT, &[]);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        bench.frames(1);
        seen.insert(bench.peek("moment_high", 1)[0]);
    }
    assert!(seen.len() > 10, "{} values", seen.len());
}

/// Later machines have small letters, which count as capitals, and the keys beside them.
#[test]
fn small_letters_are_capitals() {
    const CODE: u32 = 0x0300;
    let mut bench = Bench::new();
    let [low, high] = (bench.at("key_code") as u16).to_le_bytes();
    let mut code_of = |key: u8| {
        // As the keyboard gives it, its high bit set.
        let code = [0xA9, key | 0x80, 0x20, low, high, 0x8D, 0x0B, 0x03];
        bench.apple.load(CODE as u16, &code);
        bench.apple.load(CODE as u16 + 8, &[0x4C, 0x08, 0x03]);
        bench.apple.set_pc(CODE);
        bench.frames(1);
        bench.apple.peek(Bank::Ram, CODE + 11)
    };
    for letter in b'a'..=b'z' {
        assert_eq!(code_of(letter), letter.to_ascii_uppercase());
    }
    for key in [b'A', b'@', b'_', b'?', b'0', b' '] {
        assert_eq!(code_of(key), key);
    }
}
