//! Where names of places stand on the Amiga's map: away from the counters of the hexes at their sides, or up, if they can; and the same
//! whatever part of the map is drawn.

use std::collections::BTreeSet;

use hexfront::targets::AMIGA;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::grid::Grid;
use hexfront_tests::amiga::{at_first_menu, blitzkrieg};
use hexfront_tests::routine::Bench;

/// A map buffer (`amiga/shell/pointer.inc`): words of a line, rows.
const WORDS: usize = 22;
const ROWS: usize = 272;
const DEPTH: usize = 5;
const NO_HEX: u16 = 0xFFFF;
const NO_UNIT: u8 = 255;
const UNIT: u8 = 7;
/// Pixels that a letter takes.
const LETTER: i32 = 6;
/// From a hex's corner: its middle, where the counters of the columns beside it end and begin, rows of a name below and above.
const MIDDLE: i32 = 22;
const COUNTERS: [i32; 2] = [11, 38];
const LOW: i32 = 22;
const HIGH: i32 = 2;

struct Names {
    bench: Bench,
    grid: Grid,
}

impl Names {
    /// An empty map around the middle, one place on it.
    fn new() -> Self {
        let cartridge = blitzkrieg();
        let built = AMIGA.build(&cartridge).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        let mut names = Self {
            bench: Bench::behind(amiga, "<RET><RET>", 3.0),
            grid: Cartridge::read(&cartridge).unwrap().grid,
        };
        let first = names.bench.at("view_first");
        let hexes = usize::from(names.grid.columns + 1) << names.grid.row_bits();
        names.bench.write(first, &vec![NO_UNIT; hexes]);
        names.poke("next", UNIT.into(), &[NO_UNIT]);
        names.poke("hidden", UNIT.into(), &[0]);
        for place in 0..names.places() {
            names.place(place, NO_HEX);
        }
        names
    }

    fn poke(&mut self, role: &str, index: u16, values: &[u8]) {
        let at = self.bench.at(&format!("view_{role}")) + u32::from(index);
        self.bench.write(at, values);
    }

    fn places(&self) -> u16 {
        self.bench.at("view_place_at_count") as u16
    }

    fn place(&mut self, place: u16, hex: u16) {
        let [high, low] = hex.to_be_bytes();
        self.poke("place_at", place, &[low]);
        self.poke("place_at", place + 256, &[high]);
    }

    fn hex(&self, [column, row]: [i32; 2]) -> u16 {
        (column << self.grid.row_bits() | row) as u16
    }

    /// A unit comes to a hex, or none is there any more.
    fn unit(&mut self, place: [i32; 2], there: bool) {
        let hex = self.hex(place);
        self.poke("first", hex, &[if there { UNIT } else { NO_UNIT }]);
    }

    /// White pixels of the names that are drawn on black in a part of the buffers which begin at this hex: words, rows.
    fn drawn(&mut self, from: [i32; 2], clip: [usize; 4]) -> Vec<[i32; 2]> {
        let buffer = self.bench.at("map_bitmap");
        self.bench.write(buffer, &vec![0; 2 * WORDS * DEPTH * ROWS]);
        self.bench.write_words("buffer_column", &[from[0] as u16]);
        self.bench.write_words("buffer_top", &[from[1] as u16]);
        let names = ["clip_left", "clip_right", "clip_top", "clip_bottom"];
        for (name, value) in names.into_iter().zip(clip) {
            self.bench.write_words(name, &[value as u16]);
        }
        self.bench.call("range_names", &[], &[], "d0 d1");
        let d = [0, 0, 2 * WORDS as u32];
        self.bench.call("names_draw", &d, &[0, buffer], "d0 d1 a0");
        let bytes = self.bench.read(buffer, 2 * WORDS * DEPTH * ROWS);
        let lines = bytes.chunks(2 * WORDS * DEPTH).zip(0..);
        let pixels = lines.flat_map(|(row, y)| {
            (0..16 * WORDS as i32)
                .filter(|x| row[*x as usize / 8] & 0x80 >> (x % 8) != 0)
                .map(move |x| [x, y])
                .collect::<Vec<_>>()
        });
        pixels.collect()
    }
}

const ALL: [usize; 4] = [0, WORDS, 0, ROWS];

/// A name of so many pixels at a hex: how far right and down of its corner, by which hexes beside it have units: lower left and right,
/// upper left and right.
fn expected(wide: i32, [low_left, low_right, high_left, high_right]: [bool; 4]) -> [i32; 2] {
    let usual = MIDDLE - wide / 2;
    let over_left = low_left && usual < COUNTERS[0];
    let over_right = low_right && usual + wide > COUNTERS[1];
    let moved = match (over_left, over_right) {
        (true, _) if !low_right => Some(COUNTERS[0]),
        (false, true) => Some(COUNTERS[1] - wide).filter(|x| !low_left || *x >= COUNTERS[0]),
        (false, false) => return [usual, LOW],
        (true, _) => None,
    };
    match moved {
        Some(x) => [x, LOW],
        None if high_left || high_right => [usual, LOW],
        None => [usual, HIGH],
    }
}

#[test]
fn names_move_away_from_counters() {
    let mut names = Names::new();
    let from = [18, 12];
    let (mut moved, mut seen) = (0, BTreeSet::new());
    for (place, at) in (0..names.places()).flat_map(|place| [(place, [22, 15]), (place, [23, 15])])
    {
        let hex = names.hex(at);
        names.place(place, hex);
        let usual = names.drawn(from, ALL);
        let [column, row] = at;
        let low = row + column % 2;
        let sides = [[-1, low], [1, low], [-1, low - 1], [1, low - 1]];
        let sides = sides.map(|[right, row]| [column + right, row]);
        // Pixels of the edge begin one left of the letters; the first letter is a large one, whose first column is its own.
        let left = usual.iter().map(|[x, _]| *x).min().unwrap();
        let corner = 32 * (column - from[0]);
        let wide = 2 * (MIDDLE - (left + 1 - corner));
        let wide = [wide, wide + 2].into_iter().find(|wide| wide % LETTER == 0);
        // A name of each length, in a column of either kind.
        let Some(wide) = wide.filter(|wide| seen.insert((*wide, column % 2))) else {
            names.place(place, NO_HEX);
            continue;
        };
        let [x, y] = expected(wide, [false; 4]);
        for units in 0..16 {
            let there = [0, 1, 2, 3].map(|side| units >> side & 1 != 0);
            for (side, there) in sides.into_iter().zip(there) {
                names.unit(side, there);
            }
            let [right, down] = expected(wide, there);
            let shifted = usual.iter().map(|[a, b]| [a + right - x, b + down - y]);
            let mut shifted: Vec<_> = shifted.collect();
            shifted.sort_by_key(|[x, y]| [*y, *x]);
            assert!(
                names.drawn(from, ALL) == shifted,
                "place {place} at {at:?}: {there:?}"
            );
            moved += usize::from([right, down] != [x, y]);
        }
        for side in sides {
            names.unit(side, false);
        }
        names.place(place, NO_HEX);
    }
    assert!(seen.len() > 6 && moved > 60, "{seen:?}, {moved} have moved");
}

/// Units beyond the map's edge are none.
#[test]
fn at_the_edge_of_the_map_a_name_stands_as_usual() {
    let mut names = Names::new();
    let [right, bottom] = [names.grid.columns, names.grid.rows].map(|size| i32::from(size) - 1);
    for (at, beyond) in [
        ([right, 15], [[right + 1, 15], [right + 1, 16]]),
        ([21, bottom], [[20, bottom + 1], [22, bottom + 1]]),
    ] {
        let from = [at[0] - 5, at[1] - 4];
        for place in 0..names.places() {
            let hex = names.hex(at);
            names.place(place, hex);
            let usual = names.drawn(from, ALL);
            for hex in beyond {
                names.unit(hex, true);
            }
            assert!(names.drawn(from, ALL) == usual, "{place} at {at:?}");
            for hex in beyond {
                names.unit(hex, false);
            }
            names.place(place, NO_HEX);
        }
    }
}

/// A hex with a unit has no name.
#[test]
fn a_unit_hides_the_name_of_its_hex() {
    let mut names = Names::new();
    let at = [22, 15];
    let hex = names.hex(at);
    names.place(0, hex);
    assert!(!names.drawn([18, 12], ALL).is_empty());
    names.unit(at, true);
    assert!(names.drawn([18, 12], ALL).is_empty());
}

/// What of it lies in a part of the buffers is drawn there, however little that is.
#[test]
fn a_name_is_drawn_in_parts() {
    let mut names = Names::new();
    for place in [0, 3, 8] {
        let hex = names.hex([22, 15]);
        names.place(place, hex);
        let from = [20, 13];
        let whole = names.drawn(from, ALL);
        let mut columns: Vec<_> = (0..10)
            .flat_map(|word| names.drawn(from, [word, word + 1, 0, ROWS]))
            .collect();
        columns.sort_by_key(|[x, y]| [*y, *x]);
        assert!(columns == whole, "place {place}: by columns");
        let rows: Vec<_> = (60..110)
            .flat_map(|row| names.drawn(from, [0, WORDS, row, row + 1]))
            .collect();
        assert!(rows == whole, "place {place}: by rows");
        names.place(place, NO_HEX);
    }
}

/// In the first column and row of the buffers as in any other, but for what lies left of them.
#[test]
fn a_name_is_drawn_in_the_first_hex_of_the_buffers() {
    let mut names = Names::new();
    let at = [22, 15];
    let hex = names.hex(at);
    names.place(0, hex);
    let [usual, first] = [[18, 12], at].map(|from| names.drawn(from, ALL));
    let [right, down] = [32 * (at[0] - 18), 32 * (at[1] - 12)];
    let moved = usual.iter().map(|[x, y]| [x - right, y - down]);
    let expected: Vec<_> = moved.filter(|[x, _]| *x >= 0).collect();
    assert!(!first.is_empty());
    assert_eq!(first, expected);
}

/// What is drawn of the map is small where the player scrolls: names beside it are not looked at letter by letter.
#[test]
fn a_name_beside_what_is_drawn_takes_no_time() {
    let mut names = Names::new();
    let at = [22, 15];
    let hex = names.hex(at);
    for place in 0..16 {
        names.place(place, hex);
    }
    let from = [18, 12];
    let whole = names.drawn(from, ALL);
    let [columns, rows] = [0, 1].map(|axis| whole.iter().map(move |at| at[axis]));
    let words = [columns.clone().min(), columns.max()].map(|x| x.expect("a name") as usize / 16);
    let rows = [rows.clone().min(), rows.max()].map(|y| y.expect("a name") as usize);
    let mut cycles = |clip| {
        names.drawn(from, clip);
        let buffer = names.bench.at("map_bitmap");
        let before = names.bench.amiga.machine.cycles();
        let d = [0, 0, 2 * WORDS as u32];
        names.bench.call("names_draw", &d, &[0, buffer], "d0 d1 a0");
        names.bench.amiga.machine.cycles() - before
    };
    let drawn = cycles(ALL);
    for clip in [
        [0, words[0], 0, ROWS],
        [words[1] + 1, WORDS, 0, ROWS],
        [0, WORDS, 0, rows[0] - 1],
        [0, WORDS, rows[1] + 2, ROWS],
    ] {
        let beside = cycles(clip);
        println!("{clip:?}: {beside} of {drawn}");
        assert!(3 * beside < drawn, "{clip:?}: {beside} of {drawn}");
    }
}
