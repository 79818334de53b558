//! The rows of text in the panel beside the map of the Amiga, against a model: where they stand, how narrow they are set, and what stands
//! for letters that the panel has no room for. And the counters and symbols beside text, there, on pages and in the strip.

use hexfront::targets::AMIGA;
use hexfront_isa::contract::page;
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
    let amiga = at_first_menu(&built, &built.disk.to_bytes());
    Bench::behind(amiga, "<RET><RET>", 3.0)
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

/// A line through the middle of its row, from the panel's first pixel to the screen's last.
#[test]
fn a_rule_in_the_panel_ends_at_the_edge_of_the_screen() {
    let mut bench = map();
    let mut draws = Draws::new(24);
    let screen = bench.at("screen");
    bench.write_words("window", &[WINDOW_INFO]);
    for row in [0, 5, ROWS - 1] {
        let mut expected = draws.bytes(SCREEN[0] * SCREEN[1] * DEPTH);
        bench.write(screen, &expected);
        bench.write_words("text_row", &[row]);
        bench.call("rule_now", &[], &[], "d0 d1 a0 a1");
        let dot = Glyph {
            rows: vec![0x80],
            left: 0,
            wide: 1,
        };
        for x in LEFT..LEFT + WIDE {
            let y = FIRST + PITCH * usize::from(row) + 4;
            draw(&mut expected, &dot, [x, y], 4);
        }
        assert!(bench.read(screen, expected.len()) == expected, "row {row}");
    }
}

/// Kinds of symbols.
const GROUND: u16 = 0;
const EMBLEM: u16 = 9;
const MARK: u16 = 10;
const MARKER: u16 = 11;

/// What is to stand at a pixel, drawn by the routine that draws it.
#[derive(Debug, Clone, Copy)]
enum Stands {
    Counter,
    Marker,
    /// Of a table of objects, by number.
    Object(&'static str, u32),
    Mark(u32),
    Nothing,
}

/// Page, window, column and row there; kind and number of a symbol, or none where it is a counter; where it is to be seen, and what.
type BesideText = (u8, u16, [u16; 2], Option<[u16; 2]>, [u32; 2], Stands);

/// The panel keeps three rows for a counter and two for a marker, the page two for that; the strip has a marker in the place of a
/// counter.
const BESIDE_TEXT: [BesideText; 19] = {
    use Stands::{Counter, Mark, Marker, Nothing, Object};
    const MAP: u8 = page::MAP as u8;
    const TEXT: u8 = page::TEXT as u8;
    [
        (TEXT, 4, [3, 5], None, [28, 60], Counter),
        (MAP, 1, [2, 3], None, [293, 108], Counter),
        (MAP, 1, [0, 10], None, [281, 171], Counter),
        (MAP, 1, [0, 11], None, [0, 0], Nothing),
        (MAP, 2, [4, 1], None, [40, 233], Marker),
        (
            TEXT,
            4,
            [3, 5],
            Some([GROUND, 0]),
            [28, 62],
            Object("ground_tiles", 0),
        ),
        (
            TEXT,
            4,
            [3, 5],
            Some([GROUND, 2]),
            [28, 62],
            Object("ground_tiles", 8),
        ),
        (TEXT, 4, [3, 5], Some([GROUND, 99]), [0, 0], Nothing),
        (
            TEXT,
            4,
            [3, 5],
            Some([EMBLEM, 0]),
            [28, 62],
            Object("side_emblems", 0),
        ),
        (
            TEXT,
            4,
            [3, 5],
            Some([EMBLEM, 1]),
            [28, 62],
            Object("side_emblems", 1),
        ),
        (TEXT, 4, [3, 5], Some([EMBLEM, 2]), [0, 0], Nothing),
        (TEXT, 4, [3, 5], Some([MARK, 0]), [28, 62], Mark(0)),
        (MAP, 1, [3, 5], Some([MARK, 1]), [291, 127], Mark(1)),
        (TEXT, 4, [3, 5], Some([MARK, 2]), [0, 0], Nothing),
        (TEXT, 4, [3, 21], Some([MARKER, UNIT]), [28, 206], Marker),
        (TEXT, 4, [3, 22], Some([MARKER, UNIT]), [0, 0], Nothing),
        (MAP, 1, [1, 11], Some([MARKER, UNIT]), [279, 181], Marker),
        (MAP, 1, [1, 12], Some([MARKER, UNIT]), [0, 0], Nothing),
        (MAP, 2, [1, 0], Some([MARKER, UNIT]), [16, 219], Marker),
    ]
};
const UNIT: u16 = 7;

#[test]
fn counters_and_symbols_stand_beside_text() {
    const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";
    let mut bench = map();
    let mut draws = Draws::new(25);
    let screen = bench.at("screen");
    let size = SCREEN[0] * SCREEN[1] * DEPTH;
    for (now, window, at, symbol, [x, y], stands) in BESIDE_TEXT {
        let noise = draws.bytes(size);
        bench.write(screen, &noise);
        bench.write(bench.at("page_now"), &[now]);
        bench.call("window_set", &[window.into()], &[], "d0 a0");
        match symbol {
            None => bench.write_words("vm_v", &[UNIT, at[0], at[1]]),
            Some([kind, which]) => bench.write_words("vm_v", &[kind, which, at[0], at[1]]),
        }
        let routine = if symbol.is_none() {
            "counter_now"
        } else {
            "symbol_now"
        };
        bench.call(routine, &[], &[], CALL);
        let seen = bench.read(screen, size);
        bench.write(screen, &noise);
        let unit = UNIT.into();
        match stands {
            Stands::Nothing => {}
            Stands::Counter => {
                let d = [x, y, 40, 0, 0, unit];
                bench.call("counter_draw", &d, &[0, screen], "d0 d1 a0");
            }
            Stands::Marker => {
                let d = [0, 0, 0, 0, 0, unit, y, x];
                bench.call("unit_marker", &d, &[], "d0 d1 d2 d3 d4 a0 a1");
            }
            Stands::Object(table, number) => {
                let place = bench.read(bench.at(table) + 4 * number, 4);
                let head = place
                    .iter()
                    .fold(0, |all, byte| all << 8 | u32::from(*byte));
                let d = [x, y, 40];
                bench.call("object_draw", &d, &[head, screen], "d0 d1");
            }
            Stands::Mark(side) => {
                let ground = bench.read(bench.at("side_grounds") + side, 1)[0];
                let d = [x, y - 1, 13, 10, ground.into(), 0, 0];
                bench.call("bevel_draw", &d, &[], "d0 d1 d2 d3 d4 a1");
                let mut shown = bench.read(screen, size);
                let sign = Glyph {
                    rows: bench.read(bench.at("side_marks") + 8 * side, 7),
                    left: 0,
                    wide: 8,
                };
                draw(&mut shown, &sign, [x as usize + 3, y as usize], 1);
                bench.write(screen, &shown);
            }
        }
        let wanted = bench.read(screen, size);
        assert!(seen == wanted, "window {window} at {at:?}: {symbol:?}");
        assert_eq!(seen == noise, matches!(stands, Stands::Nothing));
    }
}
