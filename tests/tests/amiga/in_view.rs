//! Where the map window goes on the Amiga, so that a hex is in view: with a pointer, and with keys.

use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::contract::{page, window};
use hexfront_isa::grid::Grid;
use hexfront_tests::amiga::{at_first_menu, at_first_menu_of_ntsc, blitzkrieg};
use hexfront_tests::c64::ardennes;
use hexfront_tests::routine::{Bench, Draws};

const NO_HEX: u16 = 0xFFFF;
/// Pixels of a hex.
const HEX: [i32; 2] = [44, 32];
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";

/// A game that shows its map.
struct Map {
    bench: Bench,
    grid: Grid,
    /// Pixels of the window.
    window: [i32; 2],
}

impl Map {
    fn led_to(amiga: Session, cartridge: &[u8], keys: &str, window: [i32; 2]) -> Self {
        Self {
            bench: Bench::behind(amiga, keys, 1.0),
            grid: Cartridge::read(cartridge).unwrap().grid,
            window,
        }
    }

    fn with_pointer(keys: &str) -> Self {
        let cartridge = blitzkrieg();
        let built = AMIGA.build(&cartridge).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        Self::led_to(amiga, &cartridge, keys, [272, 208])
    }

    /// Of the window's 208 rows 152 are seen.
    fn of_200_rows() -> Self {
        let cartridge = blitzkrieg();
        let built = AMIGA.build(&cartridge).unwrap();
        let amiga = at_first_menu_of_ntsc(&built, &built.disk.to_bytes());
        Self::led_to(amiga, &cartridge, "<RET><RET>", [272, 152])
    }

    fn with_keys() -> Self {
        let cartridge = ardennes();
        let built = AMIGA.build(&cartridge).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        Self::led_to(amiga, &cartridge, "N3HT27<RET> ", [320, 160])
    }

    fn hex(&self, [column, row]: [i32; 2]) -> u16 {
        (column << self.grid.row_bits() | row) as u16
    }

    /// Where a hex begins on the map.
    fn place([column, row]: [i32; 2]) -> [i32; 2] {
        [32 * column, 32 * row + column % 2 * 16]
    }

    fn call(&mut self, name: &str, io: [u16; 2]) -> u16 {
        self.bench.write_words("vm_v", &io);
        self.bench.call(name, &[], &[], CALL).d[0] as u16
    }

    /// Where the window is.
    fn corner(&self) -> [i32; 2] {
        ["window_x", "window_y"].map(|name| {
            let bytes = self.bench.read(self.bench.at(name), 2);
            i32::from(i16::from_be_bytes([bytes[0], bytes[1]]))
        })
    }

    /// The nearest place to that on the map.
    fn on_map(&self, at: [i32; 2]) -> [i32; 2] {
        let far = [
            32 * i32::from(self.grid.columns) + 12,
            32 * i32::from(self.grid.rows) + 16,
        ];
        [0, 1].map(|axis| at[axis].clamp(0, far[axis] - self.window[axis]))
    }

    /// Where it is when a hex is in its middle.
    fn centred(&self, hex: [i32; 2]) -> [i32; 2] {
        let place = Self::place(hex);
        self.on_map([0, 1].map(|axis| place[axis] - (self.window[axis] - HEX[axis]) / 2))
    }

    /// The window goes there, as far as the map allows it.
    fn scroll(&mut self, [x, y]: [i32; 2]) {
        let to = [x as u32, y as u32];
        self.bench
            .call("map_move", &to, &[], "d0 d1 d2 d3 a0 a1 a2");
    }
}

/// A hex whose border is too near the window's, or is not in it, comes to its middle; one that is asked for again stays where the
/// player has scrolled it, and so does one that he pointed at.
fn window_goes_to(mut map: Map) {
    let place = [21, 15];
    let [hex, other] = [map.hex(place), map.hex([4, 4])];
    let corner = Map::place(place);
    let middle = map.centred(place);
    // How far the hex is in the window: its least and most in view, then those with a margin.
    let most = [0, 1].map(|axis| map.window[axis] - HEX[axis]);
    let margins = [32, 24];
    for (axis, margin) in margins.into_iter().enumerate() {
        for (inside, seen, stays) in [
            (-1, false, false),
            (0, true, false),
            (margin - 1, true, false),
            (margin, true, true),
            (most[axis] - margin, true, true),
            (most[axis] - margin + 1, true, false),
            (most[axis], true, false),
            (most[axis] + 1, false, false),
        ] {
            let mut at = middle;
            at[axis] = corner[axis] - inside;
            map.call("call_map", [other, 1]);
            map.scroll(at);
            assert_eq!(map.corner(), at);
            let told = map.call("call_in_view", [hex, 0]);
            assert_eq!(told, u16::from(seen), "axis {axis}, {inside}");
            map.call("call_map", [hex, 0]);
            let expected = if stays { at } else { middle };
            assert_eq!(map.corner(), expected, "axis {axis}, {inside}");
        }
    }
    assert_eq!(map.call("call_in_view", [NO_HEX, 0]), 0);
    // Over a requester, which lies in the middle: so many rows above it as there is room for.
    let rows = if map.window[1] == 208 { 2 } else { 1 };
    let below = map.hex([place[0], place[1] + rows]);
    map.call("call_map", [below, 1]);
    let above = map.corner();
    map.call("call_map", [hex, 0]);
    assert_eq!(map.corner(), above, "it stays over the requester");
    // Scrolled away, and asked for again; centred all the same where that is asked for.
    map.scroll([0, 0]);
    map.call("call_map", [hex, 0]);
    assert_eq!(map.corner(), [0, 0]);
    map.call("call_map", [hex, 1]);
    assert_eq!(map.corner(), middle);
    map.call("call_map", [other, 1]);
    map.scroll([0, 0]);
    map.bench.write_words("pointed_hex", &[hex]);
    map.call("call_map", [hex, 0]);
    assert_eq!(map.corner(), [0, 0], "he pointed at it");
}

#[test]
fn the_window_goes_to_a_hex() {
    window_goes_to(Map::with_pointer("<RET><RET>"));
}

#[test]
fn on_200_rows_the_window_goes_to_a_hex() {
    window_goes_to(Map::of_200_rows());
}

/// The first hex comes to the middle, though it is in view.
#[test]
fn the_first_hex_is_in_the_middle() {
    let mut map = Map::with_pointer("");
    let hex = map.hex([5, 4]);
    map.call("call_map", [hex, 0]);
    assert_eq!(map.corner(), map.centred([5, 4]));
}

/// With keys it goes no further than it must, so that a hex and its neighbours are in view: where the mouse has sent the cursor the hex
/// alone; one that is more than four hexes beyond the margin comes to the middle, and one that is asked for again stays where it is.
#[test]
fn with_keys_the_window_goes_as_far_as_it_must() {
    const FAR: i32 = 4 * 32;
    let mut map = Map::with_keys();
    let mut draws = Draws::new(91);
    let [columns, rows] = [map.grid.columns, map.grid.rows].map(i32::from);
    let mut seen = [0; 3];
    for step in 0..160 {
        let asked = [draws.of(0..columns), draws.of(0..rows)];
        let place = Map::place(asked);
        // Mostly near the window, at any of its edges.
        let from = [0, 1].map(|axis| place[axis] - draws.of(-200..map.window[axis] + 160));
        let from = map.on_map(from);
        let other = map.hex([asked[0] ^ 1, asked[1]]);
        map.bench.write_words("asked_hex", &[other]);
        let walking = step % 3 == 0;
        map.bench.write_words("walking", &[walking.into()]);
        map.bench.write_words("window_x", &[from[0] as u16]);
        map.bench.write_words("window_y", &[from[1] as u16]);
        let margin = if walking { 0 } else { 32 };
        let way = [0, 1].map(|axis| {
            let before = place[axis] - margin - from[axis];
            let behind = place[axis] + HEX[axis] + margin - from[axis] - map.window[axis];
            before.min(0) + behind.max(0)
        });
        let (kind, expected) = match way.map(i32::abs) {
            [0, 0] => (0, from),
            [x, y] if x.max(y) > FAR => (1, map.centred(asked)),
            _ => (2, map.on_map([from[0] + way[0], from[1] + way[1]])),
        };
        seen[kind] += 1;
        let hex = map.hex(asked);
        map.call("call_map", [hex, 0]);
        let case = format!("{asked:?} from {from:?}, by mouse: {walking}");
        assert_eq!(map.corner(), expected, "{case}");
        if step % 16 == 0 {
            map.bench.write_words("window_x", &[0]);
            map.bench.write_words("window_y", &[0]);
            map.call("call_map", [hex, 0]);
            assert_eq!(map.corner(), [0, 0], "{case}, again");
            map.call("call_map", [NO_HEX, 0]);
            assert_eq!(map.corner(), [0, 0], "{case}, none");
            map.call("call_map", [hex, 1]);
            assert_eq!(map.corner(), map.centred(asked), "{case}, centred");
        }
    }
    assert!(seen.iter().all(|times| *times > 15), "{seen:?}");
    // As far as that, and by a pixel more, on either axis, either way.
    let asked = [columns / 2, rows / 2];
    let [place, middle] = [Map::place(asked), map.centred(asked)];
    let other = map.hex([asked[0] ^ 1, asked[1]]);
    map.bench.write_words("walking", &[0]);
    for (axis, back) in [(0, true), (0, false), (1, true), (1, false)] {
        for way in [FAR, FAR + 1] {
            let mut near = middle;
            near[axis] = if back {
                place[axis] - 32
            } else {
                place[axis] + HEX[axis] + 32 - map.window[axis]
            };
            let mut from = near;
            from[axis] += if back { way } else { -way };
            assert_eq!(map.on_map(from), from);
            map.bench.write_words("asked_hex", &[other]);
            map.bench.write_words("window_x", &[from[0] as u16]);
            map.bench.write_words("window_y", &[from[1] as u16]);
            let hex = map.hex(asked);
            map.call("call_map", [hex, 0]);
            let expected = if way > FAR { middle } else { near };
            assert_eq!(map.corner(), expected, "{way} on axis {axis}");
        }
    }
    // The first comes to the middle, though it is in view.
    map.bench.write_words("asked_hex", &[NO_HEX]);
    map.bench.write_words("window_x", &[100]);
    map.bench.write_words("window_y", &[150]);
    let hex = map.hex([7, 7]);
    map.call("call_map", [hex, 0]);
    assert_eq!(map.corner(), map.centred([7, 7]), "the first");
    // It is there again after a page.
    map.call("call_page", [page::TEXT, 0]);
    map.call("call_map", [hex, 0]);
    let [now, shown] = ["page_now", "map_shown"].map(|name| map.bench.read(map.bench.at(name), 1));
    assert_eq!([now[0], shown[0].min(1)], [page::MAP as u8, 1]);
    assert_eq!(map.corner(), map.centred([7, 7]), "after a page");
}

/// What is seen stays as it is while the same hex is asked for: the page is cleared only where it is another, and the map is drawn only
/// where it is not.
fn what_is_seen_stays(mut map: Map) {
    let hex = map.hex([10, 10]);
    map.call("call_map", [hex, 1]);
    map.bench.call("record_end", &[], &[], "d0 d1 a0");
    let screen = map.bench.at("screen");
    // A byte of the map, and one of what is below it or beside it.
    let spots = [[60, 10], [240, 37]].map(|[row, byte]| screen + 200 * row + byte);
    let soiled = spots.map(|at| !map.bench.read(at, 1)[0]);
    for (at, byte) in spots.into_iter().zip(soiled) {
        map.bench.write(at, &[byte]);
    }
    map.call("call_map", [hex, 0]);
    assert_eq!(spots.map(|at| map.bench.read(at, 1)[0]), soiled);
}

#[test]
fn a_map_that_is_seen_is_not_drawn_again() {
    what_is_seen_stays(Map::with_pointer("<RET><RET>"));
    what_is_seen_stays(Map::with_keys());
}

impl Map {
    fn words(&self, names: [&str; 2]) -> [i32; 2] {
        names.map(|name| {
            let bytes = self.bench.read(self.bench.at(name), 2);
            i32::from(i16::from_be_bytes([bytes[0], bytes[1]]))
        })
    }

    /// The word and the row of hexes with which the land around the window begins.
    fn buffers(&self) -> [i32; 2] {
        self.words(["buffer_word", "buffer_top"])
    }

    /// The window is there, the land around it drawn anew.
    fn begin(&mut self, [x, y]: [i32; 2]) {
        self.bench.write_words("window_x", &[x as u16]);
        self.bench.write_words("window_y", &[y as u16]);
        let shown = self.bench.at("map_shown");
        self.bench.write(shown, &[0]);
        self.bench.write_words("buffers_known", &[0]);
        self.bench
            .call("window_show", &[], &[], "d0 d1 d2 d3 a0 a1 a2");
        assert_eq!(self.bench.read(shown, 1), [1]);
        assert_eq!(self.buffers(), Self::around([x, y]));
    }

    /// With which of them the land begins that is drawn anew: one more, where the map has one.
    fn around(window: [i32; 2]) -> [i32; 2] {
        [0, 1].map(|axis| (window[axis] / UNIT[axis] - 1).max(0))
    }
}

/// Pixels of what the land goes along by: a word, a row of hexes.
const UNIT: [i32; 2] = [16, 32];

/// The land around the window goes along by as little as it must, or is drawn anew where that is more than five hexes. The window stays
/// on the map.
#[test]
fn the_land_around_the_window_goes_along() {
    const MOST: i32 = 10;
    // Pixels that there are beyond the window.
    const SLACK: [i32; 2] = [80, 64];
    let mut map = Map::with_pointer("<RET><RET>");
    let mut draws = Draws::new(93);
    let mut seen = [0; 3];
    let near = [0, 1].into_iter().flat_map(|axis| {
        let slack = SLACK[axis];
        let unit = UNIT[axis];
        [
            -unit - 1,
            -unit,
            -1,
            0,
            slack,
            slack + 1,
            slack + unit,
            slack + unit + 1,
        ]
        .map(|off| {
            let mut to = [10 * 32, 9 * 32];
            to[axis] += off - unit;
            ([10 * 32, 9 * 32], to)
        })
    });
    let far = map.on_map([i32::from(i16::MAX); 2]);
    let beyond = [
        ([3, 4], [-1, -1]),
        ([0, 0], [1, 1]),
        ([far[0] - 5, far[1] - 5], [far[0] + 1, far[1] + 1]),
    ];
    let anywhere: Vec<_> = (0..30)
        .map(|_| {
            let from = [0, 1].map(|axis| draws.of(0..far[axis] + 1));
            (from, from.map(|pixel| pixel + draws.of(-210..211)))
        })
        .collect();
    for (from, to) in near.chain(beyond).chain(anywhere) {
        map.begin(from);
        let before = map.buffers();
        let [x, y] = to.map(|pixel| pixel as u32);
        map.bench
            .call("map_move", &[x, y], &[], "d0 d1 d2 d3 a0 a1 a2");
        let at = map.on_map(to);
        assert_eq!(map.corner(), at, "{from:?} to {to:?}");
        let way = [0, 1].map(|axis| {
            let unit = UNIT[axis];
            let off = at[axis] - unit * before[axis];
            off.div_euclid(unit).min(0) + (off - SLACK[axis] + unit - 1).div_euclid(unit).max(0)
        });
        let words = way[0].abs() + 2 * way[1].abs();
        let expected = if words > MOST {
            Map::around(at)
        } else {
            [before[0] + way[0], before[1] + way[1]]
        };
        assert_eq!(map.buffers(), expected, "{from:?} to {to:?}");
        seen[usize::from(words > 0) + usize::from(words > MOST)] += 1;
    }
    assert!(seen.iter().all(|times| *times > 3), "{seen:?}");
}

/// It is there again for the same hex, at once and on the screen; what was printed before is drawn.
#[test]
fn the_map_comes_back_after_a_page() {
    let mut map = Map::with_pointer("<RET><RET>");
    let place = [20, 14];
    let hex = map.hex(place);
    let bar = |map: &Map| map.bench.read(map.bench.at("screen"), 9 * 200);
    for away in [page::TEXT, page::WHOLE, page::MAP] {
        map.call("call_map", [hex, 1]);
        assert_eq!(map.corner(), map.centred(place));
        if away != page::MAP {
            map.call("call_page", [away, 0]);
        }
        map.call("call_window", [window::BAR, 0]);
        let before = bar(&map);
        map.call("call_char", [b'X'.into(), 0]);
        if away == page::MAP {
            assert!(bar(&map) == before, "its end is waited for");
        }
        map.call("call_map", [hex, 0]);
        if away == page::MAP {
            assert!(bar(&map) != before);
        }
        let now = ["page_now", "map_shown"].map(|name| map.bench.read(map.bench.at(name), 1));
        assert_eq!(now, [[page::MAP as u8], [1]], "page {away}");
    }
}
