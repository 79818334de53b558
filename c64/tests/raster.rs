//! The list of lines where bands of the screen meet, and what the screen is while the disk works.

use crate::stand_in::{Bench, StandIn, call};
use hexfront_platforms::machine::{Bank, Machine};

const MOST: usize = 9;
const BOTTOM: u8 = 252;
/// Kinds of bands.
const BLANK: u8 = 0;
const MAP: u8 = 2;
/// Row at whose top this band, the first row apart, begins, and the early interrupt of that split.
const fn early(row: usize) -> u8 {
    (51 + 8 * row - 3) as u8
}

/// Rows that change so many times.
fn bands(changes: usize) -> Vec<u8> {
    (0..25)
        .map(|row| [BLANK, MAP][row.min(changes) % 2])
        .collect()
}

/// Up to nine splits are made where rows differ; more there are not, and nothing is written behind them.
#[test]
fn bands_meet_where_rows_differ() {
    let mut bench = Bench::new();
    for changes in [0, 1, 2, 8, 9, 10, 24] {
        bench.poke("row_mode", &bands(changes));
        let behind = bench.at("split_line") + MOST as u32 + 1;
        assert_eq!(behind, bench.at("split_mode"));
        bench.routine("bands_build", [0; 3]);
        let made = changes.min(MOST);
        let lines = bench.peek("split_line", made + 1);
        let wanted: Vec<u8> = (1..=made).map(early).chain([BOTTOM]).collect();
        assert_eq!(lines, wanted, "{changes} changes");
        let modes = bench.peek("split_mode", made);
        assert_eq!(modes, bands(changes)[1..=made], "{changes} changes");
    }
}

/// Wherever the beam is when the list is made anew, no frame loses its splits or what runs once a frame.
#[test]
fn a_new_list_costs_no_frame() {
    let mut bench = Bench::new();
    let frames = |bench: &Bench| bench.peek("frames", 1)[0];
    for line in (8..BOTTOM.into()).step_by(3) {
        for changes in [9, 2] {
            bench.poke("row_mode", &bands(changes));
            while bench.c64.raster().0 != line {
                bench.c64.step();
            }
            let before = frames(&bench);
            bench.routine("bands_build", [0; 3]);
            while bench.c64.raster().0 != 300 {
                bench.c64.step();
            }
            let passed = frames(&bench).wrapping_sub(before);
            assert_eq!(passed, 1, "line {line}, {changes} changes");
        }
    }
}

/// Sprites are off, and all of the screen is text on black, wherever the beam was.
#[test]
fn while_the_disk_works_the_screen_is_plain_text() {
    let mut bench = Bench::new();
    bench.call(call::PAGE, &[0]);
    bench.call(call::MAP, &[15 * 32 + 16, 1]);
    bench.call(call::CURSOR, &[15 * 32 + 16, 0]);
    let vic = |bench: &Bench, register: u32| bench.c64.peek(Bank::Cpu, 0xD000 + register);
    for line in [30, 60, 120, 183, 190, 240] {
        bench.frames(2);
        assert_ne!(vic(&bench, 0x15), 0, "a cursor");
        while bench.c64.raster().0 != line {
            bench.c64.step();
        }
        bench.routine("disk_begin", [0; 3]);
        bench.frames(1);
        let seen = [0x11, 0x15, 0x16, 0x18, 0x21].map(|register| vic(&bench, register));
        // The upper bits of two are not connected, and one is the beam's.
        let masked = [
            seen[0] & 0x7F,
            seen[1],
            seen[2] & 0x1F,
            seen[3] & 0xFE,
            seen[4] & 15,
        ];
        assert_eq!(masked, [0x1B, 0, 0x08, 0x06, 0], "line {line}");
        bench.routine("disk_end", [0; 3]);
    }
}
