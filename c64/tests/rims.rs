//! The rims of the map window: what lies beyond them is not touched, and what stands beside it comes back with its page.

use crate::stand_in::{Bench, StandIn, call};
use hexfront_platforms::machine::{Bank, Machine};

/// Hexes of the window.
const WIDE: u16 = 13;
const HIGH: u16 = 7;

/// A map on the screen, text below it; and the hex at its upper left.
fn shown() -> (Bench, [u16; 2]) {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[15 * 32 + 16, 1]);
    bench.call(call::WINDOW, &[1]);
    bench.print(4, "BELOW THE MAP THERE ARE THIRTY-EIGHT OF");
    let corner = ["win_x", "win_y"].map(|name| u16::from(bench.peek(name, 1)[0]));
    (bench, corner)
}

#[test]
fn a_refresh_of_what_has_not_changed_changes_nothing() {
    let (mut bench, [left, top]) = shown();
    let before = bench.cells();
    for x in left - 1..=left + WIDE {
        for y in top - 1..=top + HIGH + 1 {
            bench.call(call::REFRESH, &[x * 32 + y]);
            assert!(bench.cells() == before, "{x} {y}");
        }
    }
}

#[test]
fn beyond_a_map_narrower_than_the_window_there_is_nothing() {
    const NARROW: usize = 10;
    let mut bench = Bench::of_columns(NARROW);
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[3 * 32 + 16, 1]);
    // Three characters a hex, and the boundary behind the last.
    let behind = 3 * NARROW + 1;
    for row in &bench.cells()[1..16] {
        let beyond = &row[behind..];
        assert!(beyond.iter().all(|cell| *cell == beyond[0]), "{beyond:?}");
    }
}

#[test]
fn a_cursor_beyond_the_window_is_not_seen() {
    let (mut bench, [left, top]) = shown();
    for ([x, y], seen) in [
        ([0, 0], true),
        ([WIDE - 1, HIGH - 1], true),
        ([WIDE, HIGH - 1], false),
        ([WIDE - 1, HIGH], false),
    ] {
        bench.call(call::CURSOR, &[(left + x) * 32 + top + y, 0]);
        bench.frames(2);
        let sprites = bench.c64.peek(Bank::Cpu, 0xD015);
        assert_eq!(sprites != 0, seen, "{x} {y}");
    }
}

/// A word of the VIC-II's registers: where a sprite begins, from the left, and from the top.
fn sprite(bench: &Bench, number: u32) -> [u16; 2] {
    let vic = |register: u32| u16::from(bench.c64.peek(Bank::Cpu, 0xD000 + register));
    let far = vic(0x10) >> number & 1;
    [far << 8 | vic(2 * number), vic(2 * number + 1)]
}

/// What each shape of the cursor is: pixels beside the box of its hex, its first picture, the colours of mark and rim, twice as wide.
const SHAPES: [(u16, i32, u8, [u8; 2], u8); 4] = [
    (0, -4, 0, [7, 0], 0b11),
    (1, 4, 2, [7, 2], 0),
    (2, 4, 4, [0, 1], 0),
    // That of a unit is the first.
    (3, -4, 0, [7, 0], 0b11),
];

/// Mark and rim lie over the hex, wherever in the window it is.
#[test]
fn a_cursor_stands_on_its_hex() {
    let (mut bench, [left, top]) = shown();
    let first = ((bench.at("sprite_data") - 0xC000) / 64) as u8;
    for x in 0..WIDE {
        for y in [0, 1, HIGH - 1] {
            let (shape, beside, picture, inks, wide) = SHAPES[usize::from(x + y) % 4];
            bench.call(call::CURSOR, &[(left + x) * 32 + top + y, shape]);
            bench.frames(2);
            let odd = (left + x) & 1;
            // 24 and 50 are the first pixels of the screen, 8 lines of which the top bar takes; the mark is two lines higher.
            let at = [
                (i32::from(24 * x) + 24 + beside) as u16,
                50 + 8 - 2 + 16 * y + 8 * odd,
            ];
            let seen = [sprite(&bench, 0), sprite(&bench, 1)];
            assert_eq!(seen, [at; 2], "shape {shape} at {x},{y}");
            let vic = |register: u32| bench.c64.peek(Bank::Cpu, 0xD000 + register);
            assert_eq!([0x27, 0x28].map(|ink| vic(ink) & 15), inks);
            assert_eq!(vic(0x1D) & 0b11, wide);
            for screen in [0xC000, 0xC400] {
                let pictures = [0, 1].map(|n| bench.c64.peek(Bank::Ram, screen + 0x3F8 + n));
                assert_eq!(pictures, [first + picture, first + picture + 1]);
            }
        }
    }
}

/// A cursor that has moved is lit first; then its mark blinks, 16 frames of 32, and its rim stays.
#[test]
fn the_mark_blinks_and_its_rim_stays() {
    let (mut bench, [left, top]) = shown();
    for wait in [0, 5, 20] {
        bench.frames(wait);
        bench.call(call::CURSOR, &[(left + 3) * 32 + top + 3, 0]);
        bench.frames(1);
        let lit = |frame| {
            bench.frames(1);
            let on = bench.c64.peek(Bank::Cpu, 0xD015);
            assert_eq!(on & 0b10, 0b10, "the rim in frame {frame}");
            on & 1 == 1
        };
        let lit: Vec<bool> = (0..46).map(lit).collect();
        let runs: Vec<usize> = lit.chunk_by(|a, b| a == b).map(<[bool]>::len).collect();
        // The first has begun a frame or two before.
        assert!(lit[0] && (14..=16).contains(&runs[0]), "{runs:?}");
        assert_eq!(runs[1], 16, "{runs:?}");
    }
}

#[test]
fn the_compass_stays_until_it_is_hidden() {
    let (mut bench, _) = shown();
    bench.call(call::COMPASS, &[1]);
    for _ in 0..2 {
        assert_eq!(bench.text(22).trim(), ".4.");
        bench.call(call::PAGE, &[1]);
        assert_eq!(bench.text(22).trim(), "");
        bench.call(call::PAGE, &[0]);
    }
    bench.call(call::COMPASS, &[0]);
    bench.call(call::PAGE, &[0]);
    assert_eq!(bench.text(22).trim(), "");
}
