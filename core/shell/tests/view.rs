//! Where the map window goes, its mark, and pieces of the map on pages of text, on the smallest machine.

use crate::flat::{Flat, MAP};

/// The window in hexes, and what it keeps between a hex in view and its rim.
const WIDE: i32 = 13;
const HIGH: i32 = 7;
const MARGINS: [i32; 2] = [2, 1];
const PAGE_MAP: u16 = 0;
const PAGE_TEXT: u16 = 1;
const MENU: u16 = 3;
const NO_HEX: u16 = 0xFFFF;
const SHAPE_UNIT: u16 = 3;
/// Values of the stand-in (`game.s`).
const GROUNDS: u16 = 4;
const KINDS: u8 = 6;

/// Where the window is to lie with the hex in its middle, or the shortest way that shows it.
fn placed([x, y]: [u8; 2], [win_x, win_y]: [u8; 2], centre: bool) -> [u8; 2] {
    let place = |hex: u8, win: u8, size: i32, margin: i32, map: u8| {
        let [hex, win] = [i32::from(hex), i32::from(win)];
        let at = hex - win;
        let to = match centre {
            true => hex - size / 2,
            false => win + (at - margin).min(0) + (at - (size - margin - 1)).max(0),
        };
        to.clamp(0, i32::from(map) - size) as u8
    };
    [
        place(x, win_x, WIDE, MARGINS[0], MAP.columns),
        place(y, win_y, HIGH, MARGINS[1], MAP.rows),
    ]
}

/// Where it is to lie: as near as can be if that is a hex each way at most, else with the hex in its middle.
fn window(hex: [u8; 2], win: [u8; 2], centre: bool) -> [u8; 2] {
    let near = placed(hex, win, centre);
    match (0..2).all(|i| near[i].abs_diff(win[i]) <= 1) {
        true => near,
        false => placed(hex, win, true),
    }
}

fn win(flat: &Flat) -> [u8; 2] {
    ["win_x", "win_y"].map(|name| flat.peek(name, 1)[0])
}

/// Hexes near and far, at rims and corners: the window goes where it must, moves what stays, and shows what drawing anew would.
#[test]
fn the_window_follows_a_hex_or_jumps_to_it() {
    let mut flat = Flat::new();
    let layer: Vec<u8> = (0..MAP.layer_bytes()).map(|i| (i % 7 % 3) as u8).collect();
    flat.poke("view_terrain", &layer);
    let mut seed = 7_u32;
    let mut chance = |below: u32| {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
        ((seed >> 16) % below) as i32
    };
    flat.shell("map", &[MAP.hex(20, 20), 1]);
    let mut at = [20, 20];
    let [mut scrolls, mut jumps] = [0; 2];
    for _ in 0..600 {
        let far = chance(8) == 0;
        let most = [i32::from(MAP.columns) - 1, i32::from(MAP.rows) - 1];
        at = [0, 1].map(|i| match far {
            true => chance(most[i] as u32 + 1),
            false => (at[i] + chance(5) - 2).clamp(0, most[i]),
        });
        let hex = at.map(|n| n as u8);
        let centre = chance(6) == 0;
        let before = win(&flat);
        let wanted = window(hex, before, centre);
        let moves = flat.peek("moves", 1)[0];
        flat.shell("map", &[MAP.hex(hex[0], hex[1]), u16::from(centre)]);
        assert_eq!(win(&flat), wanted, "{hex:?} from {before:?}, {centre}");
        let steps = [0, 1].map(|i| wanted[i].abs_diff(before[i]));
        let scrolled = steps != [0, 0] && steps.iter().all(|step| *step <= 1);
        let moved = flat.peek("moves", 1)[0].wrapping_sub(moves);
        assert_eq!(moved, u8::from(scrolled), "{hex:?} from {before:?}");
        scrolls += u32::from(scrolled);
        jumps += u32::from(steps.iter().any(|step| *step > 1));
        let seen = flat.map();
        flat.shell("refresh", &[NO_HEX]);
        assert!(flat.map() == seen, "{hex:?} from {before:?}, {centre}");
    }
    assert!(scrolls > 50 && jumps > 50, "{scrolls}, {jumps}");
}

/// Nothing is drawn where the window stays; behind another page it is drawn where it was.
#[test]
fn the_map_comes_back_where_it_was() {
    let mut flat = Flat::new();
    flat.shell("map", &[MAP.hex(20, 20), 1]);
    let seen = flat.map();
    let junk = vec![0x77; 15 * 40];
    flat.bus.load(0xC800 + 40, &junk);
    flat.shell("map", &[MAP.hex(20, 20), 0]);
    assert!(flat.map() == junk, "it was drawn without need");
    flat.shell("page", &[PAGE_TEXT]);
    flat.print("A PAGE");
    flat.shell("map", &[MAP.hex(20, 20), 0]);
    assert_eq!(flat.peek("page_now", 1), [PAGE_MAP as u8]);
    assert_eq!(flat.text(1).trim(), "");
    assert!(flat.map() == seen);
    // On its own page nothing is cleared.
    flat.shell("window", &[MENU]);
    flat.print("MENU");
    flat.shell("map", &[MAP.hex(22, 20), 0]);
    assert_eq!(flat.text(22).trim(), "MENU");
}

/// The mark stands on its hex wherever that is in the window, and nowhere else.
#[test]
fn the_mark_goes_with_its_hex() {
    let mut flat = Flat::new();
    flat.shell("map", &[MAP.hex(20, 20), 1]);
    let [left, top] = win(&flat);
    let mark = |flat: &Flat| ["mark_x", "mark_y"].map(|name| flat.peek(name, 1)[0]);
    for x in left - 2..left + 16 {
        for y in top - 2..top + 10 {
            flat.shell("cursor", &[MAP.hex(x, y), 1]);
            let at = [x.wrapping_sub(left), y.wrapping_sub(top)];
            match at[0] < WIDE as u8 && at[1] < HIGH as u8 {
                true => assert_eq!(mark(&flat), at),
                false => assert_eq!(mark(&flat)[0], 0xFF, "{at:?}"),
            }
        }
    }
    for (shape, drawn) in [(0, 0), (1, 1), (2, 2), (SHAPE_UNIT, 0)] {
        flat.shell("cursor", &[MAP.hex(left, top), shape]);
        assert_eq!(flat.peek("cursor_shape", 1), [drawn]);
        assert_eq!(mark(&flat), [0, 0]);
    }
    flat.shell("cursor", &[NO_HEX, 0]);
    assert_eq!(mark(&flat)[0], 0xFF);
    // On a page without a map it waits until there is one.
    flat.shell("page", &[PAGE_TEXT]);
    flat.shell("cursor", &[MAP.hex(20, 20), 0]);
    assert_eq!(mark(&flat)[0], 0xFF);
    flat.shell("map", &[MAP.hex(20, 20), 1]);
    assert_eq!(mark(&flat), [6, 3]);
}

/// Only what changes is drawn anew; off the window nothing is.
#[test]
fn counters_are_shown_and_hidden_at_once() {
    let mut flat = Flat::new();
    flat.poke("units_shown", &[1]);
    let at = flat.at("view_first") + MAP.hex(20, 20);
    flat.bus.load(at, &[5]);
    flat.poke("view_symbol", &[3; 256]);
    flat.poke("view_next", &[255; 256]);
    flat.shell("map", &[MAP.hex(20, 20), 1]);
    let shown = flat.map();
    flat.shell("show_units", &[0]);
    let hidden = flat.map();
    assert!(shown != hidden);
    flat.bus.load(0xC800 + 40, &[0x77; 15 * 40]);
    flat.shell("show_units", &[0]);
    assert_eq!(flat.map(), [0x77; 15 * 40], "they are hidden already");
    flat.shell("show_units", &[1]);
    assert!(flat.map() == shown);
    // With another page before it the map is left alone.
    flat.shell("page", &[PAGE_TEXT]);
    flat.bus.load(0xC800 + 40, &[0x77; 15 * 40]);
    flat.shell("show_units", &[0]);
    flat.shell("refresh", &[NO_HEX]);
    assert_eq!(flat.map(), [0x77; 15 * 40]);
    flat.shell("map", &[MAP.hex(20, 20), 1]);
    assert!(flat.map() == hidden);
}

/// The eight cells of a piece, two rows of four.
fn cells(flat: &Flat, column: usize, row: u16) -> Vec<u8> {
    let line = |row: u16| {
        let at = usize::from(0xC000 + 40 * row) + column;
        flat.bus.ram[at..at + 4].to_vec()
    };
    [line(row), line(row + 1)].concat()
}

/// What a picture of the stand-in's table leads to: its bytes are addresses.
fn picture(flat: &Flat, number: u16) -> Vec<u8> {
    let cell = |i: u16| {
        let low = (16 * number + 2 * i) & 0xFF;
        flat.bus.ram[usize::from(low + ((low + 1) << 8))]
    };
    (0..8).map(cell).collect()
}

/// Grounds, counters and the other kinds of pieces, at their place and nowhere else.
#[test]
fn pieces_of_the_map_stand_on_a_page_of_text() {
    for kind in 0..9 {
        for value in [0, 1, 3, 9, 10, 0x2B, 0x57, 0x78, 0x83, 0xFF] {
            let mut flat = Flat::new();
            // Something else lies wherever a picture may lead to.
            for address in (0x4000..0x8000_usize).step_by(0x101) {
                flat.bus.ram[address] = (address >> 8) as u8 ^ 0x5A;
            }
            let blank = cells(&flat, 7, 6);
            let [column, row] = [7, 5];
            let number = match kind {
                0 => value,
                1 => 0,
                _ => GROUNDS + kind - 2,
            };
            if kind == 8 {
                continue;
            }
            flat.shell("symbol", &[kind, value, column, row]);
            let mut wanted = match number < GROUNDS + 6 {
                true => picture(&flat, number),
                false => blank,
            };
            if kind == 1 {
                let [symbol, size, travel, side, stack] =
                    [7, 0x18, 0x20, 0x40, 0x80].map(|bits: u16| (value & bits) as u8);
                let top = (side >> 6) * 16 + (size >> 3) * 4 + (travel >> 5) * 2;
                let bottom = (symbol + if side > 0 { KINDS } else { 0 }) * 2 + (stack >> 7);
                for (cell, shown) in [(1, top), (2, top), (5, bottom), (6, bottom)] {
                    wanted[cell] = shown;
                }
            }
            assert_eq!(cells(&flat, 7, 6), wanted, "kind {kind}, {value}");
            let papers = if number < GROUNDS + 6 { [7, 6] } else { [0, 0] };
            assert_eq!(flat.peek("papers", 2), papers);
            assert_eq!(flat.text(6)[..7].trim(), "");
            assert_eq!(flat.text(8).trim(), "");
        }
    }
}

/// Their place is told from the corner of the window.
#[test]
fn pieces_stand_in_their_window() {
    let mut flat = Flat::new();
    flat.shell("window", &[MENU]);
    flat.shell("symbol", &[1, 0x4B, 10, 1]);
    let stands = |flat: &Flat| cells(flat, 11, 23);
    let there = stands(&flat);
    flat.shell("window", &[MENU]);
    assert!(there != stands(&flat), "it stood there");
    // Side 1, size 1, no travel; a single unit of type 3.
    assert_eq!([there[1], there[2]], [20, 20]);
    assert_eq!([there[5], there[6]], [18, 18]);
}

/// A unit's counter among letters: its colour, its top by side, size and mode, its bottom by its type.
#[test]
fn counters_stand_in_text() {
    let mut flat = Flat::new();
    for (unit, side, symbol, form) in [
        (0_u8, 0_u8, 2_u8, 0_u8),
        (1, 1, 2, 0),
        (200, 0, 5, 1),
        (255, 1, 0, 1),
    ] {
        for (name, value) in [
            ("view_side", side),
            ("view_symbol", symbol),
            ("view_size", form),
        ] {
            let at = flat.at(name) + u16::from(unit);
            flat.bus.load(at, &[value]);
        }
        flat.shell("window", &[MENU]);
        flat.shell("counter", &[u16::from(unit), 4, 1]);
        let top = 8 * side + 3 * form;
        let bottom = (symbol + if side > 0 { KINDS } else { 0 }) * 2;
        let at = usize::from(0xC000_u16 + 40 * 23) + 5;
        let rows = [at, at + 40].map(|at| flat.bus.ram[at..at + 2].to_vec());
        assert_eq!(rows, [vec![top; 2], vec![bottom; 2]], "unit {unit}");
        assert_eq!(flat.inks(23)[5..7], [5 + side; 2]);
        assert_eq!(flat.inks(24)[5..7], [5 + side; 2]);
    }
}
