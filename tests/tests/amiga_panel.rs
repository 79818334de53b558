//! The rows of text in the panel beside the map of the Amiga, against a model: where they stand, how narrow they are set, and what stands
//! for letters that the panel has no room for.

use hexfront::targets::AMIGA;
use hexfront_tests::amiga::{at_first_menu, blitzkrieg};
use hexfront_tests::routine::{Bench, Draws};

const DEPTH: usize = 5;
/// Bytes of a line of the screen, and its rows.
const SCREEN: [usize; 2] = [40, 256];
/// The panel (`amiga/shell/info.s`), its first row of text and how far it is to the next (`page.s`).
const LEFT: usize = 273;
const WIDE: usize = 47;
const FIRST: usize = 82;
const PITCH: usize = 9;
const ROWS: u16 = 13;
/// Letters of a row that stands as usual, and pixels of each.
const ROOMY: usize = 8;
const LETTER: usize = 6;
const WINDOW_INFO: u16 = 1;

/// A glyph as it is set: its rows, empty columns at its left, the others.
struct Glyph {
    rows: Vec<u8>,
    left: usize,
    wide: usize,
}

/// The map of a game, before which rows of the panel are written.
fn map() -> Bench {
    let built = AMIGA.build(&blitzkrieg()).unwrap();
    let mut amiga = at_first_menu(&built, &built.disk.to_bytes());
    for _ in 0..2 {
        let key = hexfront::script::Action::Key("RET".into());
        amiga.perform(&key).unwrap();
        amiga.run_seconds(3.0).unwrap();
    }
    Bench::new(amiga, "track_data")
}

/// Rows of a glyph: from the space on, from 0 or from A.
fn rows(bench: &Bench, font: &str, first: char, rows: usize, letter: char) -> Vec<u8> {
    let at = bench.at(font) + (letter as u32 - first as u32) * rows as u32;
    bench.read(at, rows)
}

/// A letter that is set narrow, in narrow capitals if `tight`.
fn narrow(bench: &Bench, letter: char, tight: bool) -> Glyph {
    let rows = match letter {
        '0'..='9' => rows(bench, "digits4", '0', 7, letter),
        '/' if tight => rows(bench, "capitals4", 'A', 7, '['),
        'A'..='Z' | 'a'..='z' if tight => {
            rows(bench, "capitals4", 'A', 7, letter.to_ascii_uppercase())
        }
        _ => rows(bench, "font6", ' ', 8, letter),
    };
    let columns = rows.iter().fold(0, |all, row| all | row);
    if columns == 0 {
        let wide = if tight { 1 } else { 2 };
        return Glyph {
            rows,
            left: 0,
            wide,
        };
    }
    let left = columns.leading_zeros() as usize;
    Glyph {
        rows,
        left,
        wide: 8 - left - columns.trailing_zeros() as usize,
    }
}

fn length(glyphs: &[Glyph]) -> usize {
    glyphs.iter().map(|glyph| glyph.wide + 1).sum::<usize>() - 1
}

/// Glyphs of a row with the pixels from each to the next, and those of all.
fn set(bench: &Bench, text: &str) -> (Vec<(Glyph, usize)>, usize) {
    if text.len() <= ROOMY {
        let glyphs = text.chars().map(|letter| Glyph {
            rows: rows(bench, "font6", ' ', 8, letter),
            left: 0,
            wide: LETTER,
        });
        let length = LETTER * text.len() - 1;
        return (glyphs.map(|glyph| (glyph, LETTER)).collect(), length);
    }
    let all = |text: &str, tight| -> Vec<Glyph> {
        text.chars().map(|c| narrow(bench, c, tight)).collect()
    };
    let shorter = (0..text.len()).rev().map(|n| format!("{}.", &text[..n]));
    let tight = std::iter::once(text.to_owned()).chain(shorter);
    let glyphs = std::iter::once(all(text, false)).chain(tight.map(|text| all(&text, true)));
    let fitting = glyphs.into_iter().find(|glyphs| length(glyphs) <= WIDE);
    let glyphs = fitting.expect("one letter fits");
    let length = length(&glyphs);
    let paired = glyphs.into_iter().map(|glyph| {
        let next = glyph.wide + 1;
        (glyph, next)
    });
    (paired.collect(), length)
}

fn draw(screen: &mut [u8], glyph: &Glyph, [x, y]: [usize; 2], colour: usize) {
    for (row, bits) in glyph.rows.iter().enumerate() {
        for column in (0..8).filter(|column| bits << column & 0x80 != 0) {
            let x = x + column - glyph.left;
            if x >= 8 * SCREEN[0] {
                continue; // a shadow beyond the screen
            }
            for plane in 0..DEPTH {
                let byte = &mut screen[((y + row) * DEPTH + plane) * SCREEN[0] + x / 8];
                let bit = 0x80 >> (x % 8);
                *byte = if colour >> plane & 1 != 0 {
                    *byte | bit
                } else {
                    *byte & !bit
                };
            }
        }
    }
}

/// As the rules print it and as a book would: as usual, narrow, in narrow capitals, with a full stop for what has no room.
const TEXTS: [[&str; 2]; 11] = [
    ["PRUM", "Prum"],
    ["34,18", "34,18"],
    ["BASTOGNE", "Bastogne"],
    ["12VG/27F", "12VG/27F"],
    ["ELSENBORN", "Elsenborn"],
    ["LEHR/902 X", "Lehr/902 X"],
    ["1SS/PEIPER", "1SS/Peiper"],
    ["150 PZ BDE", "150 PZ BDE"],
    ["FRANCORCHAMPS", "Francorchamps"],
    ["WWWWWWWWWWWW", "Wwwwwwwwwwww"],
    ["BLANKENHEIM AM WALD", "Blankenheim Am Wald"],
];

#[test]
fn rows_of_the_panel_are_set_as_wide_as_it_has_room() {
    let mut bench = map();
    let mut draws = Draws::new(23);
    let screen = bench.at("screen");
    bench.write_words("window", &[WINDOW_INFO]);
    let mut cut = 0;
    for [printed, text] in TEXTS.into_iter().cycle().take(40) {
        let (row, colour) = (draws.of(0..i32::from(ROWS)) as u16, draws.of(1..32) as u16);
        bench.write_words("text_row", &[row]);
        bench.write_words("text_colour", &[colour]);
        let mut expected = draws.bytes(SCREEN[0] * SCREEN[1] * DEPTH);
        bench.write(screen, &expected);
        for letter in printed.bytes() {
            let left = bench.call("info_row", &[letter.into()], &[], "d0 d1 a0");
            assert!(!left.flags.zero, "{text}: it is kept");
        }
        bench.call("info_row", &[13], &[], "d0 d1 a0");
        let (glyphs, length) = set(&bench, text);
        cut += usize::from(glyphs.len() < text.len());
        let from = [LEFT + (WIDE - length) / 2, FIRST + PITCH * usize::from(row)];
        for (by, colour) in [(1, 0), (0, colour.into())] {
            let mut at = from.map(|n| n + by);
            for (glyph, next) in &glyphs {
                draw(&mut expected, glyph, at, colour);
                at[0] += next;
            }
        }
        let shown = bench.read(screen, expected.len());
        let differs = std::iter::zip(&shown, &expected).position(|(a, b)| a != b);
        let place = differs.map(|at| [at % SCREEN[0], at / SCREEN[0] / DEPTH]);
        assert_eq!(place, None, "byte and row where {text} differs");
        let next = bench.read(bench.at("text_row"), 2);
        assert_eq!(next, (row + 1).to_be_bytes(), "{text}: the next row");
    }
    assert!(cut > 5, "{cut} were cut");
}

/// Below the panel's last row nothing is written; what comes behind is; and no more letters are kept than a row has.
#[test]
fn what_stands_below_the_panel_is_not_shown() {
    let mut bench = map();
    let screen = bench.at("screen");
    bench.write_words("window", &[WINDOW_INFO]);
    let all = |bench: &Bench| bench.read(screen, SCREEN[0] * SCREEN[1] * DEPTH);
    let mut print = |row: u16, text: &str| {
        bench.write_words("text_row", &[row]);
        let before = all(&bench);
        for letter in text.bytes() {
            bench.call("info_row", &[letter.into()], &[], "d0 d1 a0");
        }
        bench.call("info_flush", &[], &[], "d0 d1 a0");
        all(&bench) != before
    };
    assert!(!print(ROWS, "BELOW"));
    assert!(print(ROWS - 1, "LAST"));
    assert!(print(0, &"W".repeat(200)));
    assert!(print(0, "LAST"));
    // On another page, and in another window, letters are others' affair.
    for (name, value) in [("page_now", vec![1]), ("window", vec![0, 0])] {
        let before = bench.read(bench.at(name), value.len());
        bench.write(bench.at(name), &value);
        let left = bench.call("info_row", &[65], &[], "d0 d1 a0");
        assert!(left.flags.zero, "{name}");
        bench.write(bench.at(name), &before);
    }
}
