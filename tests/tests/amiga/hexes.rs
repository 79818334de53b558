//! What lies in a hex of the Amiga's map, against models: which hex is under the pointer, which units of a hex are seen and where their
//! counters stand, where the name of a place is.

use hexfront::targets::AMIGA;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::page;
use hexfront_isa::grid::Grid;
use hexfront_tests::amiga::{at_first_menu, blitzkrieg};
use hexfront_tests::routine::{Bench, Draws};

/// As `amiga/shell/pointer.inc` has the map window: its first row, its pixels.
const TOP: i32 = 10;
const WINDOW: [i32; 2] = [272, 208];
/// Bytes of a row of the screen and of a map buffer, with all planes, and rows of the buffer.
const SCREEN_LINE: usize = 40;
const SCREEN_ROW: usize = SCREEN_LINE * 5;
const BUFFER_LINE: u32 = 44;
const BUFFER_ROWS: usize = 272;
const BUFFER: usize = BUFFER_LINE as usize * 5 * BUFFER_ROWS;
/// Pixels from a hex to the next of its row or column, how much lower odd columns lie, how far a tip reaches into the next column.
const PITCH: i32 = 32;
const LOWER: i32 = 16;
const TIP: i32 = 12;
/// From the left tip's column to the edge, from the top row to the middle one.
const EDGE: [i32; 16] = [11, 11, 10, 9, 8, 8, 7, 6, 5, 5, 4, 3, 2, 2, 1, 0];
const NO_HEX: u16 = 0xFFFF;
const NO_UNIT: u8 = 255;
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";

struct Map {
    bench: Bench,
    grid: Grid,
}

impl Map {
    /// Units are to be placed.
    fn new() -> Self {
        let cartridge = blitzkrieg();
        let built = AMIGA.build(&cartridge).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        Self {
            bench: Bench::behind(amiga, "<RET><RET>", 3.0),
            grid: Cartridge::read(&cartridge).unwrap().grid,
        }
    }

    fn hex(&self, column: i32, row: i32) -> u16 {
        (column << self.grid.row_bits() | row) as u16
    }

    fn poke(&mut self, role: &str, index: u16, values: &[u8]) {
        let at = self.bench.at(&format!("view_{role}")) + u32::from(index);
        self.bench.write(at, values);
    }

    fn call(&mut self, name: &str, io: &[u16]) -> u16 {
        self.bench.write_words("vm_v", io);
        self.bench.call(&format!("call_{name}"), &[], &[], CALL).d[0] as u16
    }

    fn word(&self, name: &str) -> i32 {
        let bytes = self.bench.read(self.bench.at(name), 2);
        i16::from_be_bytes([bytes[0], bytes[1]]).into()
    }

    /// The window's corner lies there, as near as the map allows.
    fn scroll(&mut self, [x, y]: [i32; 2]) {
        let to = [x as u32, y as u32];
        self.bench
            .call("map_move", &to, &[], "d0 d1 d2 d3 a0 a1 a2");
    }

    /// Most that the window can be moved to.
    fn far(&self) -> [i32; 2] {
        [
            PITCH * i32::from(self.grid.columns) + TIP - WINDOW[0],
            PITCH * i32::from(self.grid.rows) + LOWER - WINDOW[1],
        ]
    }

    /// The window on the screen.
    fn window(&self) -> Vec<u8> {
        let at = self.bench.at("screen") + TOP as u32 * SCREEN_ROW as u32;
        let lines = self.bench.read(at, WINDOW[1] as usize * SCREEN_ROW);
        let wide = WINDOW[0] as usize / 8;
        let lines = lines.chunks(SCREEN_LINE);
        lines.flat_map(|line| &line[..wide]).copied().collect()
    }

    /// The hex at a pixel of the map.
    fn at(&self, x: i32, y: i32) -> u16 {
        let column_at = |column: i32| {
            let y = y - LOWER * (column & 1);
            let row = y.rem_euclid(PITCH) as usize;
            (EDGE[row.min(31 - row)], y.div_euclid(PITCH))
        };
        let column = x.div_euclid(PITCH);
        let column = column - i32::from(x - PITCH * column < column_at(column).0);
        let row = column_at(column).1;
        let [columns, rows] = [self.grid.columns, self.grid.rows].map(i32::from);
        if (0..columns).contains(&column) && (0..rows).contains(&row) {
            self.hex(column, row)
        } else {
            NO_HEX
        }
    }
}

/// At each corner of the map, where some pixels are in no hex, and in its middle, by any pixel.
#[test]
fn the_hex_under_the_pointer_is_found() {
    let mut map = Map::new();
    let mut draws = Draws::new(71);
    let [right, down] = map.far();
    let mut outside = 0;
    for corner in [[0, 0], [right, 0], [0, down], [right, down], [333, 217]] {
        map.scroll(corner);
        assert_eq!(["window_x", "window_y"].map(|name| map.word(name)), corner);
        let anywhere = |draws: &mut Draws| WINDOW.map(|size| draws.of(0..size));
        let mut places: Vec<[i32; 2]> = (0..300).map(|_| anywhere(&mut draws)).collect();
        for along in 0..WINDOW[0] {
            places.extend([[along, 0], [along, WINDOW[1] - 1]]);
        }
        for along in 0..WINDOW[1] {
            places.extend([[0, along], [WINDOW[0] - 1, along]]);
        }
        for [x, y] in places {
            let expected = map.at(corner[0] + x, corner[1] + y);
            map.bench.write_words("pointer_x", &[x as u16]);
            for name in ["pointer_line", "pointer_y"] {
                map.bench.write_words(name, &[(TOP + y) as u16]);
            }
            let hex = map.bench.call("hex_at", &[], &[], "d0 d1 a0").d[0] as u16;
            assert_eq!(hex, expected, "{x}, {y} of the window at {corner:?}");
            outside += u32::from(hex == NO_HEX);
        }
    }
    assert!(outside > 500, "{outside} pixels were in no hex");
}

/// The one on top is that in front, else the first one that is seen; below it are the next two, the first of them nearest.
#[test]
fn three_units_of_a_hex_are_seen() {
    let mut map = Map::new();
    let mut draws = Draws::new(72);
    let hex = map.hex(20, 15);
    for _ in 0..400 {
        let count = draws.of(0..7) as u8;
        let units: Vec<u8> = (0..count).map(|n| 10 + 3 * n).collect();
        let mut flag = |one_of| draws.of(0..one_of) == 0;
        let hidden: Vec<bool> = units.iter().map(|_| flag(3)).collect();
        let front: Vec<bool> = units.iter().map(|_| flag(5)).collect();
        map.poke("first", hex, &[*units.first().unwrap_or(&NO_UNIT)]);
        for (n, unit) in units.iter().enumerate() {
            let unit = u16::from(*unit);
            map.poke("next", unit, &[*units.get(n + 1).unwrap_or(&NO_UNIT)]);
            map.poke("hidden", unit, &[hidden[n].into()]);
            map.poke("front", unit, &[front[n].into()]);
        }
        let mut seen: Vec<usize> = (0..units.len()).filter(|n| !hidden[*n]).collect();
        let mut expected = Vec::new();
        if !seen.is_empty() {
            let top = seen.iter().position(|n| front[*n]).unwrap_or_default();
            let top = seen.remove(top);
            expected = seen.iter().take(2).rev().map(|n| units[*n]).collect();
            expected.push(units[top]);
        }
        let d = [0, 0, 0, 0, 0, hex.into()];
        map.bench.call("stack_find", &d, &[], "d0 a0");
        let case = format!("{units:?} hidden {hidden:?} in front {front:?}");
        assert_eq!(map.word("stack_high"), expected.len() as i32, "{case}");
        let stack = map.bench.read(map.bench.at("stack"), expected.len());
        assert_eq!(stack, expected, "{case}");
    }
}

/// Where the counters of one, two and three units begin, the lowest first, from the hex's corner.
const PLACES: [&[[u32; 2]]; 3] = [&[[9, 5]], &[[7, 4], [11, 7]], &[[5, 2], [9, 5], [13, 8]]];

#[test]
fn the_counters_of_a_hex_lie_over_each_other() {
    let mut map = Map::new();
    let hex = map.hex(20, 15);
    let bitmap = map.bench.at("map_bitmap");
    let [x, y] = [64, 40];
    for high in 0..=3_u8 {
        let units: Vec<u8> = (0..high).map(|n| 10 + n).collect();
        map.poke("first", hex, &[*units.first().unwrap_or(&NO_UNIT)]);
        for unit in &units {
            let last = unit + 1 == 10 + high;
            let next = if last { NO_UNIT } else { unit + 1 };
            for (role, value) in [("next", next), ("hidden", 0), ("front", 0)] {
                map.poke(role, (*unit).into(), &[value]);
            }
            map.poke("engaged", (*unit).into(), &[unit - 9]);
        }
        let mut drawn = |routine: &str, calls: &[([u32; 2], u32)]| {
            map.bench.write(bitmap, &[0; BUFFER]);
            map.bench.call("clip_all", &[], &[], "d0 d1");
            for ([x, y], which) in calls {
                let d = [*x, *y, BUFFER_LINE, 0, 0, *which];
                map.bench.call(routine, &d, &[0, bitmap], "d0 d1 d4 a0");
            }
            map.bench.call("clip_screen", &[], &[], "d0 d1 a0");
            map.bench.read(bitmap, BUFFER)
        };
        let shown = drawn("counters_draw", &[([x, y], hex.into())]);
        // The first unit is the one on top.
        let places = high
            .checked_sub(1)
            .map_or(&[][..], |n| PLACES[usize::from(n)]);
        let order = units.iter().rev().map(|unit| u32::from(*unit));
        let calls: Vec<_> = places
            .iter()
            .map(|[right, down]| [x + right, y + down])
            .zip(order)
            .collect();
        let expected = drawn("counter_draw", &calls);
        assert!(shown == expected, "{high} units");
        assert_eq!(shown.iter().any(|byte| *byte != 0), high > 0);
    }
}

/// Letters of a name and the column that its text begins in, without units beside it.
const LETTER: i32 = 6;
const MIDDLE: i32 = 22;
/// Its row, and the one that it moves up to.
const LOW: i32 = 22;
const HIGH: i32 = 2;
/// Where the counters beside it end and begin.
const BESIDE: [i32; 2] = [11, 38];

/// With units at any of its sides: it moves away from those at its lower sides, or up between them if nobody is there.
#[test]
fn a_name_stands_where_no_counter_is() {
    let mut map = Map::new();
    let bitmap = map.bench.at("map_bitmap");
    map.bench.write_words("buffer_column", &[16]);
    map.bench.write_words("buffer_top", &[12]);
    let places = map.bench.at("view_place_name");
    let packed = |map: &Map, place: u32| {
        let [low, high] = [0, 256].map(|page| map.bench.read(places + page + place, 1)[0]);
        u16::from_be_bytes([high, low])
    };
    let mut seen = Vec::new();
    for place in 0..40 {
        // The name as it is drawn.
        let room = map.bench.at("track_data") + 1024;
        let position = packed(&map, place).into();
        map.bench
            .call("text_unpack", &[position, 20], &[0, room], "d0 d1 a0");
        map.bench
            .call("text_capitalize", &[], &[0, room], "d0 d1 a0");
        let name = map.bench.read(room, 20);
        let letters = name.iter().position(|byte| *byte == 0).expect("an end") as i32;
        let kind = (letters, name.contains(&b' '));
        if seen.contains(&kind) {
            continue;
        }
        seen.push(kind);
        for column in [20, 21] {
            let row = 15;
            let low = row + (column & 1);
            let hex = map.hex(column, row);
            let sides = [
                map.hex(column + 1, low),
                map.hex(column - 1, low),
                map.hex(column + 1, low - 1),
                map.hex(column - 1, low - 1),
            ];
            map.poke("place_at", 0, &[0xFF; 512]);
            let [high_byte, low_byte] = hex.to_be_bytes();
            map.poke("place_at", place as u16, &[low_byte]);
            map.poke("place_at", place as u16 + 256, &[high_byte]);
            for hex in sides {
                map.poke("site", hex, &[0]);
            }
            map.poke("hidden", 7, &[0]);
            map.poke("next", 7, &[NO_UNIT]);
            map.poke("first", hex, &[NO_UNIT]);
            for units in 0..16_u8 {
                let has = |side: usize| units >> side & 1 != 0;
                for (side, hex) in sides.into_iter().enumerate() {
                    map.poke("first", hex, &[if has(side) { 7 } else { NO_UNIT }]);
                }
                let [right_low, left_low] = [has(0), has(1)];
                let mut at = [MIDDLE - LETTER * letters / 2, LOW];
                let right = at[0] + LETTER * letters;
                if left_low && at[0] < BESIDE[0] {
                    if !right_low {
                        at[0] = BESIDE[0];
                    } else if units >> 2 == 0 {
                        at[1] = HIGH;
                    }
                } else if right_low && right > BESIDE[1] {
                    at[0] -= right - BESIDE[1];
                }
                let corner = [
                    PITCH * (column - 16),
                    PITCH * (row - 12) + LOWER * (column & 1),
                ];
                let at = [0, 1].map(|n| (corner[n] + at[n]) as u32);
                map.bench.write(bitmap, &[0; BUFFER]);
                map.bench.call("clip_all", &[], &[], "d0 d1");
                let font = map.bench.at("text_font6");
                let d = [at[0], at[1], BUFFER_LINE];
                map.bench.call(
                    "outlined_draw",
                    &d,
                    &[0, bitmap, font, room],
                    "d0 d1 d3 a0 a3",
                );
                let expected = map.bench.read(bitmap, BUFFER);
                map.bench.write(bitmap, &[0; BUFFER]);
                map.bench.write(map.bench.at("names_shown"), &[0; 256]);
                map.bench.call("range_all", &[], &[], "");
                map.bench
                    .call("names_draw", &[0, 0, BUFFER_LINE], &[0, bitmap], "d0 d1 a0");
                let shown = map.bench.read(bitmap, BUFFER);
                assert!(
                    shown == expected,
                    "{letters} letters in column {column}, units {units:04b}"
                );
                let state = map.bench.read(map.bench.at("names_shown") + place, 1);
                assert_eq!(state, [2 + units], "{units:04b} is noted");
            }
            // Below a unit there is none.
            map.poke("first", hex, &[7]);
            map.bench.write(bitmap, &[0; BUFFER]);
            map.bench
                .call("names_draw", &[0, 0, BUFFER_LINE], &[0, bitmap], "d0 d1 a0");
            assert!(map.bench.read(bitmap, BUFFER).iter().all(|byte| *byte == 0));
            map.bench.call("clip_screen", &[], &[], "d0 d1 a0");
        }
    }
    assert!(seen.len() > 4, "names of {seen:?} letters");
    assert!(seen.iter().any(|(_, words)| *words), "none of two words");
}

/// A name is drawn wherever it reaches into what may be drawn on, by a pixel of its edge.
#[test]
fn a_name_is_cut_by_any_clip() {
    let mut map = Map::new();
    let mut draws = Draws::new(73);
    let bitmap = map.bench.at("map_bitmap");
    map.bench.write_words("buffer_column", &[16]);
    map.bench.write_words("buffer_top", &[12]);
    map.poke("place_at", 0, &[0xFF; 512]);
    let hex = map.hex(20, 15);
    let [high_byte, low_byte] = hex.to_be_bytes();
    map.poke("place_at", 0, &[low_byte]);
    map.poke("place_at", 256, &[high_byte]);
    for (column, row) in (19..22).flat_map(|column| (14..17).map(move |row| (column, row))) {
        let hex = map.hex(column, row);
        map.poke("first", hex, &[NO_UNIT]);
    }
    let mut drawn = |[left, right, top, bottom]: [i32; 4]| {
        map.bench.write(bitmap, &[0; BUFFER]);
        for (name, value) in [
            ("clip_left", left),
            ("clip_right", right),
            ("clip_top", top),
            ("clip_bottom", bottom),
        ] {
            map.bench.write_words(name, &[value as u16]);
        }
        map.bench.call("range_all", &[], &[], "");
        map.bench
            .call("names_draw", &[0, 0, BUFFER_LINE], &[0, bitmap], "d0 d1 a0");
        map.bench.read(bitmap, BUFFER)
    };
    let whole = drawn([0, 22, 0, 272]);
    let line = BUFFER_LINE as usize;
    let lit: Vec<usize> = (0..BUFFER).filter(|at| whole[*at] != 0).collect();
    let of_words = lit.iter().map(|at| (at % line / 2) as i32);
    let of_rows = lit.iter().map(|at| (at / line / 5) as i32);
    let [first_word, last_word] = [of_words.clone().min(), of_words.max()].map(Option::unwrap);
    let [first_row, last_row] = [of_rows.clone().min(), of_rows.max()].map(Option::unwrap);
    let mut clips = vec![
        [first_word, first_word + 1, 0, 272],
        [last_word, last_word + 1, 0, 272],
        [0, first_word, 0, 272],
        [last_word + 1, 22, 0, 272],
        [0, 22, first_row, first_row + 1],
        [0, 22, last_row, last_row + 1],
        [0, 22, 0, first_row],
        [0, 22, last_row + 1, 272],
    ];
    for _ in 0..40 {
        let [left, top] = [
            draws.of(first_word - 1..last_word + 2),
            draws.of(first_row - 2..last_row + 3),
        ];
        let [wide, high] = [draws.of(1..4), draws.of(1..8)];
        clips.push([left, left + wide, top, top + high]);
    }
    for clip in clips {
        let [left, right, top, bottom] = clip.map(|n| n as usize);
        let shown = drawn(clip);
        for (at, byte) in whole.iter().enumerate() {
            let [word, row] = [at % line / 2, at / line / 5];
            let inside = (left..right).contains(&word) && (top..bottom).contains(&row);
            let expected = if inside { *byte } else { 0 };
            assert_eq!(shown[at], expected, "word {word} of row {row}, {clip:?}");
        }
    }
}

/// What lies behind the list is no place.
#[test]
fn the_last_place_ends_the_list() {
    let mut map = Map::new();
    let bitmap = map.bench.at("map_bitmap");
    map.bench.write_words("buffer_column", &[16]);
    map.bench.write_words("buffer_top", &[12]);
    let count = map.bench.at("view_place_at_count") as u16;
    let hex = map.hex(20, 15);
    map.poke("first", hex, &[NO_UNIT]);
    map.poke("place_at", 0, &[0xFF; 512]);
    map.bench.call("clip_all", &[], &[], "d0 d1");
    for (place, seen) in [(count - 1, true), (count, false)] {
        for (page, byte) in [(256, hex >> 8), (0, hex)] {
            map.poke("place_at", place + page, &[byte as u8]);
        }
        map.bench.write(bitmap, &[0; BUFFER]);
        map.bench.call("range_all", &[], &[], "");
        map.bench
            .call("names_draw", &[0, 0, BUFFER_LINE], &[0, bitmap], "d0 d1 a0");
        let drawn = map.bench.read(bitmap, BUFFER).iter().any(|byte| *byte != 0);
        assert_eq!(drawn, seen, "{place} of {count}");
        map.poke("place_at", 0, &[0xFF; 512]);
    }
    map.bench.call("clip_screen", &[], &[], "d0 d1 a0");
}

/// Places that the buffers do not hold are forgotten, and no others.
#[test]
fn names_that_have_left_the_buffers_are_forgotten() {
    let mut map = Map::new();
    map.poke("place_at", 0, &[0xFF; 512]);
    map.bench.write_words("buffer_column", &[16]);
    map.bench.write_words("buffer_top", &[12]);
    let hexes: Vec<[i32; 2]> = (14..30).map(|n| [n, n - 4]).collect();
    for (place, [column, row]) in (0..).zip(&hexes) {
        let [high, low] = map.hex(*column, *row).to_be_bytes();
        map.poke("place_at", place, &[low]);
        map.poke("place_at", place + 256, &[high]);
    }
    let shown = map.bench.at("names_shown");
    map.bench.write(shown, &[2; 256]);
    map.bench.call("range_all", &[], &[], "");
    map.bench.call("names_forget", &[], &[], "d0 d1 a0");
    // From the column and row before the first one of the buffers on.
    let held = |[column, row]: &[i32; 2]| {
        (-1..11).contains(&(column - 16)) && (-1..9).contains(&(row - 12))
    };
    let expected: Vec<u8> = hexes
        .iter()
        .map(|hex| if held(hex) { 2 } else { 0 })
        .collect();
    assert_eq!(map.bench.read(shown, hexes.len()), expected);
    // Behind the list there is no place.
    let count = map.bench.at("view_place_at_count") as usize;
    let behind = map.bench.read(shown, 256).split_off(count);
    assert!(behind.iter().all(|state| *state == 2), "behind {count}");
}

/// It comes back after a page, with the map as it was; and it is left alone where it is shown already.
#[test]
fn the_map_comes_back_after_a_page() {
    let mut map = Map::new();
    let hex = map.hex(20, 15);
    map.call("map", &[hex, 1]);
    let [before, x, y] = [0, map.word("window_x"), map.word("window_y")];
    assert_eq!(before, i32::from(page::MAP));
    let window = map.window();
    map.call("page", &[page::TEXT]);
    assert!(map.window() != window);
    map.call("map", &[hex, 0]);
    assert!(map.window() == window, "the window after a page");
    assert_eq!(["window_x", "window_y"].map(|name| map.word(name)), [x, y]);
    // Soiled: it is not drawn again for the hex that it shows.
    let at = map.bench.at("screen") + 60 * SCREEN_ROW as u32;
    map.bench.write(at, &[0x55; 20]);
    let soiled = map.window();
    map.call("map", &[hex, 0]);
    assert!(map.window() == soiled, "it stays");
    map.call("page", &[page::TEXT]);
    map.call("map", &[hex, 1]);
    assert!(map.window() == window, "in the middle after a page");
}

/// Wherever the window lies in the buffers, by any pixel, and where it leaves them.
#[test]
fn the_window_scrolls_by_single_pixels() {
    let mut map = Map::new();
    for axis in [0, 1] {
        for way in [1, -1] {
            let mut at = [400, 300];
            map.scroll(at);
            map.bench
                .call("buffers_draw", &[], &[], "d0 d1 d2 d3 a0 a1 a2");
            for step in 0..70 {
                at[axis] += way;
                map.scroll(at);
                let shown = map.window();
                let before = map.bench.amiga.machine.snapshot();
                map.bench
                    .call("buffers_draw", &[], &[], "d0 d1 d2 d3 a0 a1 a2");
                assert!(shown == map.window(), "axis {axis}, {way} by {step}");
                map.bench.amiga.machine = before;
            }
        }
    }
}

/// Within the buffers the window is only copied, and they move by a word or a row of hexes where it leaves them; all of them take 0.4
/// seconds to draw.
#[test]
fn the_map_that_is_there_is_not_drawn_again() {
    const COPIED: f64 = 0.04;
    const STEPPED: f64 = 0.2;
    let mut map = Map::new();
    for axis in [0, 1] {
        for way in [1, -1] {
            let mut at = [400, 300];
            map.scroll(at);
            map.bench
                .call("buffers_draw", &[], &[], "d0 d1 d2 d3 a0 a1 a2");
            map.bench.call("around_all", &[], &[], "d0 d1 a0 a1");
            let mut longer = 0;
            for step in 0..70 {
                at[axis] += way;
                let machine = &map.bench.amiga.machine;
                let (start, clock) = (machine.cycles(), f64::from(machine.clock_hz()));
                map.scroll(at);
                let seconds = (map.bench.amiga.machine.cycles() - start) as f64 / clock;
                let case = format!("axis {axis}, {way} by {step}: {seconds:.3} s");
                assert!(seconds < STEPPED, "{case}");
                longer += u32::from(seconds > COPIED);
            }
            let most = if axis == 0 { 5 } else { 3 };
            assert!(
                (1..=most).contains(&longer),
                "{longer} steps on axis {axis}, {way}"
            );
        }
    }
}

/// By several hexes at once, along both axes, it looks as it does when all of it is drawn.
#[test]
fn the_window_goes_on_by_several_hexes() {
    let mut map = Map::new();
    let mut draws = Draws::new(74);
    for _ in 0..60 {
        let at = [draws.of(300..600), draws.of(250..450)];
        map.scroll(at);
        map.bench
            .call("buffers_draw", &[], &[], "d0 d1 d2 d3 a0 a1 a2");
        let to = at.map(|from| from + draws.of(-4 * PITCH..4 * PITCH + 1));
        map.scroll(to);
        let shown = map.window();
        map.bench
            .call("buffers_draw", &[], &[], "d0 d1 d2 d3 a0 a1 a2");
        assert!(shown == map.window(), "from {at:?} to {to:?}");
    }
}

/// What comes in is drawn once, and all of it where that is sooner: it took 1.6 seconds where it moved a hex at a time first.
#[test]
fn no_way_of_the_window_takes_long() {
    const ANYWHERE: f64 = 0.7;
    const THREE_HEXES: f64 = 0.37;
    let mut map = Map::new();
    let from = map.far().map(|far| far / 2);
    for [x, y] in [[1, 0], [0, 1], [1, 1], [-1, 0], [0, -1], [-1, -1]] {
        for hexes in 1..16 {
            map.scroll(from);
            map.bench
                .call("buffers_draw", &[], &[], "d0 d1 d2 d3 a0 a1 a2");
            map.bench.call("around_all", &[], &[], "d0 d1 a0 a1");
            let to = [from[0] + x * PITCH * hexes, from[1] + y * PITCH * hexes];
            let machine = &map.bench.amiga.machine;
            let (start, clock) = (machine.cycles(), f64::from(machine.clock_hz()));
            map.scroll(to);
            let seconds = (map.bench.amiga.machine.cycles() - start) as f64 / clock;
            let near = hexes <= 3 && x * y == 0;
            let limit = if near { THREE_HEXES } else { ANYWHERE };
            let case = format!("by {hexes} hexes to {x}, {y}: {seconds:.3} s");
            assert!(seconds < limit, "{case}");
        }
    }
}
