//! The rims of the map window: what lies beyond them is not touched, and what stands beside it comes back with its page.

mod stand_in;

use hexfront_platforms::machine::{Bank, Machine};
use stand_in::{Bench, StandIn, call};

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
