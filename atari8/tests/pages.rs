//! Pages, text windows, keys and joystick.

use crate::stand_in::ardennes::{at, set_up};
use crate::stand_in::{Bench, FRAME, StandIn, alike, call};
use hexfront_atari8::window_size;
use hexfront_isa::art::Art;
use hexfront_platforms::machine::{Bank, Machine};
use hexfront_platforms::machines::atari8::Standard;

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
    // As keys.
    bench.call(call::INK, &[2]);
    for first in [b' ', b'@'] {
        bench.print("\r\r ");
        let letters = (first..first + 32).map(char::from).collect::<String>();
        bench.print(&letters);
    }
    bench.call(call::AT, &[0, 23]);
    bench.call(call::INK, &[1]);
    bench.print("THE LAST ROW");
    bench.golden("text-page");
}

/// Whoever looks from outside reads the rows of text.
#[test]
fn the_machine_shows_text_as_text() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[4]);
    bench.call(call::AT, &[2, 1]);
    bench.print("A1\rB");
    bench.frames(3);
    let rows = bench.atari.text_screen().expect("rows of text");
    assert_eq!(rows.len(), 25);
    assert_eq!((rows[2].trim(), rows[3].trim()), ("A1", "B"));
}

/// What is said of windows is what the shell has, beside the compass.
#[test]
fn windows_have_their_sizes() {
    const COMPASS: u8 = 33;
    const PANEL: u8 = 18;
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    let [left, right, top, bottom] =
        ["left", "right", "top", "bottom"].map(|side| bench.peek(&format!("window_{side}"), 6));
    for window in 0..6 {
        let beside = if (PANEL..22).contains(&top[window]) {
            COMPASS
        } else {
            40
        };
        assert!(right[window] <= 40, "{window}");
        let columns = right[window].min(beside) - left[window];
        let rows = bottom[window] - top[window];
        assert_eq!(
            window_size(window as u8),
            Some((columns.into(), rows.into())),
            "{window}"
        );
    }
    assert_eq!(window_size(6), None);
}

#[test]
fn a_menu_that_is_cut_says_so() {
    let mut bench = Bench::new();
    let mut last_row = |menu: &str| {
        bench.call(call::PAGE, &[1]);
        bench.call(call::WINDOW, &[3]);
        bench.print(menu);
        bench.frames(3);
        let rows = bench.atari.text_screen().expect("rows of text");
        rows[24].trim_end().to_owned()
    };
    assert_eq!(last_row("D DATA\rQ QUIT"), " Q QUIT");
    let wanted = format!("{:<34}? MORE", " Q QUIT");
    assert_eq!(last_row("D DATA\rQ QUIT\rV MAP"), wanted);
    assert_eq!(last_row("D DATA\rQ QUIT\rV MAP\rW WHOLE"), wanted);
    assert_eq!(last_row("D DATA"), "", "nothing of it stays");
}

/// What was written, and pieces of the map, whose rows are text again.
#[test]
fn a_page_that_is_selected_anew_is_empty() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    let empty = bench.picture();
    for _ in 0..2 {
        bench.call(call::AT, &[0, 7]);
        bench.print("IT IS WIPED");
        bench.call(call::COUNTER, &[0, 12, 9]);
        for (x, y) in [(0, 0), (10, 4), (20, 19)] {
            bench.call(call::SYMBOL, &[0, 2, x, y]);
        }
        bench.call(call::AT, &[0, 21]);
        bench.call(call::RULE, &[]);
        assert!(bench.picture() != empty);
        let (_, cycles) = bench.call(call::WINDOW, &[4]);
        assert!(cycles < 2 * FRAME, "{cycles} cycles");
        assert!(bench.picture() == empty);
    }
    // A map leaves nothing either, and the new page is made beside the one that is shown.
    set_up(&mut bench);
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[at(12, 9), 1]);
    bench.frames(4);
    let shown = bench.peek("list_shown", 1);
    bench.call(call::PAGE, &[1]);
    assert_ne!(bench.peek("list_low", 1), shown);
    assert!(bench.picture() == empty);
}

/// A map behind a page of text is drawn as it was, and text over it goes.
#[test]
fn the_map_comes_back_behind_a_page() {
    let mut bench = Bench::new();
    set_up(&mut bench);
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[at(12, 9), 1]);
    let map = bench.picture();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[4]);
    bench.print("A REPORT");
    bench.call(call::SYMBOL, &[0, 2, 4, 5]);
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[at(12, 9), 0]);
    assert!(bench.picture() == map);
}

/// Pieces of the map on a page of text.
#[test]
fn the_page_of_signs() {
    for (standard, kind) in [(Standard::Pal, "pal"), (Standard::Ntsc, "ntsc")] {
        let mut bench = Bench::with(standard, "A GAME", &Art::default());
        alike::page_of_signs(&mut bench, "16 DEC  TURN 1   GERMAN 1ST OPERATION");
        bench.call(call::AT, &[0, 23]);
        bench.print("THE LAST ROW");
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
        Standard::Pal,
        "BREAKTHROUGH IN THE ARDENNES",
        &Art::default(),
    );
    bench.call(call::PAGE, &[2]);
    bench.call(call::WINDOW, &[4]);
    for (key, means) in [
        ("1", " ONE PLAYER\r"),
        ("2", " TWO PLAYERS\r"),
        ("3", " DEMONSTRATION\r"),
        ("4", " LOAD"),
    ] {
        bench.call(call::INK, &[2]);
        bench.print(key);
        bench.call(call::INK, &[3]);
        bench.print(means);
    }
    bench.golden("title");
}

#[test]
fn keys_give_the_codes_of_the_contract() {
    let mut bench = Bench::new();
    for letter in 'A'..='Z' {
        let name = letter.to_ascii_lowercase().to_string();
        assert_eq!(bench.event(&[&name]), letter as u16);
    }
    for digit in '0'..='9' {
        assert_eq!(bench.event(&[&digit.to_string()]), digit as u16);
    }
    for (names, code) in [
        (&["space"] as &[&str], 32),
        (&["return"], 13),
        (&["escape"], 27),
        (&["backspace"], 8),
        (&["shift", "/"], u16::from(b'?')),
        (&["shift", "1"], u16::from(b'!')),
        (&["shift", "2"], u16::from(b'2')),
        (&["shift", "a"], u16::from(b'A')),
        (&["control", "a"], u16::from(b'A')),
        (&[","], u16::from(b',')),
        (&["."], u16::from(b'.')),
        (&["/"], u16::from(b'/')),
        (&[";"], u16::from(b';')),
        (&["<"], u16::from(b'<')),
        (&[">"], u16::from(b'>')),
        (&["-"], 128),
        (&["control", "*"], 129),
        (&["control", "="], 130),
        (&["+"], 131),
        (&["help"], 133),
        (&["start"], 13),
        (&["select"], 133),
    ] {
        assert_eq!(bench.event(names), code, "{names:?}");
    }
}

#[test]
fn a_joystick_leads_and_repeats() {
    let mut bench = Bench::new();
    bench.ask(call::EVENT, &[]);
    bench.frames(60);
    assert!(bench.busy(), "a joystick at rest is no key");
    alike::a_joystick_leads_and_repeats(&bench);
}

#[test]
fn a_delay_takes_its_time() {
    let mut bench = Bench::new();
    let (_, cycles) = bench.call(call::DELAY, &[20]);
    let frames = cycles as f64 / FRAME as f64;
    assert!((99.0..102.0).contains(&frames), "{frames} for 100");
    alike::a_key_ends_a_delay(&mut bench);
}

#[test]
fn chance_comes_from_the_moments_of_keys() {
    alike::chance_comes_from_the_moments_of_keys(Bench::new);
}

const OWN: &[u8] =
    include_bytes!("../../core/games/breakthrough-in-the-ardennes/art/atari8/title.png");
const COLOURS: &[u8] =
    include_bytes!("../../core/games/breakthrough-in-the-ardennes/art/atari8/title_colours.txt");

/// The title page, twice, as the first time leaves nothing behind; what stands below it stays in its colours.
#[test]
fn a_games_own_title_is_the_picture_that_it_brings() {
    let art = Art::default()
        .with("title.png", OWN)
        .with("title_colours.txt", COLOURS);
    for (standard, name) in [(Standard::Pal, "title-own"), (Standard::Ntsc, "title-ntsc")] {
        let mut bench = Bench::with(standard, "BREAKTHROUGH IN THE ARDENNES", &art);
        for _ in 0..2 {
            bench.call(call::PAGE, &[2]);
            bench.call(call::WINDOW, &[4]);
            bench.print("1 ONE PLAYER\r2 TWO PLAYERS\r3 DEMONSTRATION\r4 LOAD");
            bench.golden(name);
            bench.call(call::PAGE, &[1]);
        }
    }
}

/// The player's set turns black and white while the game's own title is seen, and back; a map has no colours of the title then.
#[test]
fn a_games_own_title_is_seen_in_black_and_white_too() {
    let art = Art::default()
        .with("title.png", OWN)
        .with("title_colours.txt", COLOURS);
    let mut bench = Bench::with(Standard::Pal, "BREAKTHROUGH IN THE ARDENNES", &art);
    let turn = |bench: &mut Bench| {
        bench.key_down("option");
        bench.frames(3);
        let option = bench.key("option");
        bench.atari.key_up(option);
        bench.frames(3);
        bench.atari.frame().rgb()
    };
    bench.call(call::PAGE, &[2]);
    bench.frames(4);
    let colours = bench.atari.frame().rgb();
    let grey = turn(&mut bench);
    let is_grey = |pixel: &[u8]| pixel.iter().all(|part| *part == pixel[0]);
    assert!(!colours.chunks(3).all(is_grey));
    assert!(grey.chunks(3).all(is_grey), "some of it has a colour");
    assert!(turn(&mut bench) == colours);
    // The colours of the title lie where the map's rows are.
    set_up(&mut bench);
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[at(12, 9), 1]);
    bench.frames(4);
    let map = bench.atari.frame().rgb();
    assert!(turn(&mut bench) != map);
    assert!(turn(&mut bench) == map);
}

/// Rows are as bright as what stands in them; where inks differ, headings come first, then values. What stands there makes a display list
/// once.
#[test]
fn a_row_of_a_page_is_as_bright_as_its_first_ink() {
    // Inks of the contract: label, value, key, what that means, side 0, heading.
    const LABEL: u16 = 0;
    const VALUE: u16 = 1;
    const HEAD: u16 = 8;
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[1]);
    bench.call(call::WINDOW, &[4]);
    let mut kind_of = |inks: &[u16]| {
        bench.call(call::PAGE, &[1]);
        bench.call(call::WINDOW, &[4]);
        bench.call(call::AT, &[0, 6]);
        for ink in inks {
            bench.call(call::INK, &[*ink]);
            bench.print("A ");
        }
        bench.frames(3);
        let list = bench.peek("list_low", 1);
        for _ in 0..5 {
            bench.frames(1);
            assert_eq!(
                bench.peek("list_low", 1),
                list,
                "it is made again and again"
            );
        }
        bench.peek("row_kind", 8)[7]
    };
    let head = kind_of(&[HEAD]);
    let value = head + 1;
    let label = head + 2;
    let inks = [LABEL, VALUE, 2, 3, 4].map(|ink| kind_of(&[ink]));
    assert_eq!(inks, [label, value, label, label, value]);
    assert_eq!(kind_of(&[LABEL, VALUE]), value);
    assert_eq!(kind_of(&[VALUE, LABEL]), value);
    assert_eq!(kind_of(&[LABEL, HEAD, VALUE]), head);
}

/// All three lines of a long name have the colour of letters.
#[test]
fn a_name_of_three_lines_has_one_kind_of_letters() {
    // Where the rows of large letters are, of twenty each.
    const ROWS: u32 = 0xB000;
    let name = "A VERY LONG TITLE OF A GAME THAT TAKES THREE LINES";
    let mut bench = Bench::with(Standard::Pal, name, &Art::default());
    bench.call(call::PAGE, &[2]);
    for line in 0..3 {
        let row = ROWS + 40 * line;
        let codes: Vec<u8> = (row..row + 20)
            .map(|at| bench.atari.peek(Bank::Ram, at))
            .collect();
        assert!(codes.iter().any(|code| code & 0x3F != 0), "{line}");
        assert!(codes.iter().all(|code| code >> 6 == 1), "{line}: {codes:?}");
    }
}
