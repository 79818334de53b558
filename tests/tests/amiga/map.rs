//! The map on the Amiga, with anything on it: scrolled or refreshed, it looks as if all of it were drawn anew, and what is on it is
//! seen.

use hexfront::session::Session;
use hexfront::targets::AMIGA;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::grid::Grid;
use hexfront_tests::amiga::{at_first_menu, blitzkrieg};
use hexfront_tests::c64::ardennes;
use hexfront_tests::routine::{Bench, Draws};

/// Bytes of a row of the screen: of a line, and how many lines.
const LINE: usize = 40;
const DEPTH: usize = 5;
/// As `amiga/shell/pointer.inc` and `keyed.inc` have the map window: its first row, rows, bytes of a line.
const TOP: usize = 10;
const WITH_POINTER: [usize; 2] = [208, 34];
const WITH_KEYS: [usize; 2] = [160, 40];
/// Four units each, of which there are more in either game.
const STACKS: u8 = 25;
/// Nothing else than a hex or a unit.
const NO_HEX: u16 = 0xFFFF;
const NO_UNIT: u8 = 255;
/// What drawing the buffers changes; and what a shell call does, which may change all.
const DRAWING: &str = "d0 d1 d2 d3 a0 a1 a2";
const CALL: &str = "d0 d1 d2 d3 d4 d5 d6 d7 a0 a1 a2 a3 a4 a5";

/// A game that shows its map, in whose place routines are called.
struct Map {
    bench: Bench,
    grid: Grid,
    /// Rows of the window, bytes of its lines.
    window: [usize; 2],
}

impl Map {
    /// A game, keys that lead to its map, and its window.
    fn new(cartridge: &[u8], keys: &str, window: [usize; 2]) -> Self {
        let built = AMIGA.build(cartridge).unwrap();
        let amiga = at_first_menu(&built, &built.disk.to_bytes());
        Self::led_to(amiga, cartridge, keys, window)
    }

    fn led_to(amiga: Session, cartridge: &[u8], keys: &str, window: [usize; 2]) -> Self {
        Self {
            bench: Bench::behind(amiga, keys, 1.0),
            grid: Cartridge::read(cartridge).unwrap().grid,
            window,
        }
    }

    fn with_pointer() -> Self {
        Self::new(&blitzkrieg(), "<RET><RET>", WITH_POINTER)
    }

    fn with_keys() -> Self {
        Self::new(&ardennes(), "N3HT27<RET> ", WITH_KEYS)
    }

    fn hex(&self, column: i32, row: i32) -> u16 {
        (column << self.grid.row_bits() | row) as u16
    }

    fn any_hex(&self, draws: &mut Draws) -> u16 {
        let column = draws.of(0..i32::from(self.grid.columns));
        self.hex(column, draws.of(0..i32::from(self.grid.rows)))
    }

    /// Values of a role, from an index on.
    fn poke(&mut self, role: &str, index: u16, values: &[u8]) {
        let at = self.bench.at(&format!("view_{role}")) + u32::from(index);
        self.bench.write(at, values);
    }

    /// An entry of a list of hexes: its high byte lies a page on.
    fn poke_hex(&mut self, list: &str, index: u16, hex: u16) {
        let [high, low] = hex.to_be_bytes();
        self.poke(list, index, &[low]);
        self.poke(list, index + 256, &[high]);
    }

    /// Units, roads, bridges and the like anywhere, at most four units a hex; `sites` and `terrain` are how many of each there are.
    fn fill(&mut self, draws: &mut Draws, terrain: i32, sites: i32) {
        let hexes = usize::from(self.grid.columns) << self.grid.row_bits();
        let mut layer = |most| -> Vec<u8> { (0..hexes).map(|_| draws.of(0..most) as u8).collect() };
        for (role, most) in [
            ("terrain", terrain),
            ("road", 64),
            ("river", 8),
            ("blown", 8),
            ("site", sites),
        ] {
            let values = layer(most);
            self.poke(role, 0, &values);
        }
        self.poke("first", 0, &vec![NO_UNIT; hexes]);
        for stack in 0..STACKS {
            let high = draws.of(1..5) as u8;
            for unit in 0..high {
                let below = unit + 1 < high;
                let next = if below { 4 * stack + unit + 1 } else { NO_UNIT };
                self.poke("next", (4 * stack + unit).into(), &[next]);
            }
            let hex = self.any_hex(draws);
            self.poke("first", hex, &[4 * stack]);
        }
    }

    fn place(&mut self, [x, y]: [i32; 2]) {
        self.bench.write_words("window_x", &[x as u16]);
        self.bench.write_words("window_y", &[y as u16]);
    }

    /// The window on the screen when all is drawn anew.
    fn anew(&mut self) -> Vec<Vec<u8>> {
        self.bench.call("buffers_draw", &[], &[], DRAWING);
        self.shown()
    }

    /// The window on the screen, by rows.
    fn shown(&self) -> Vec<Vec<u8>> {
        let [rows, bytes] = self.window;
        let screen = self.bench.at("screen") + (TOP * DEPTH * LINE) as u32;
        let lines = self.bench.read(screen, rows * DEPTH * LINE);
        let row = |row: &[u8]| {
            let lines = row.chunks(LINE);
            lines.flat_map(|line| &line[..bytes]).copied().collect()
        };
        lines.chunks(DEPTH * LINE).map(row).collect()
    }

    /// What is on the screen above the window.
    fn above(&self) -> Vec<u8> {
        let screen = self.bench.at("screen");
        self.bench.read(screen, TOP * DEPTH * LINE)
    }

    /// What is on the screen is what is there when all is drawn anew.
    fn assert_as_anew(&mut self, case: &str) {
        let shown = self.shown();
        let anew = self.anew();
        let rows = (0..).zip(std::iter::zip(&shown, &anew));
        let differ: Vec<usize> = rows.filter(|(_, (a, b))| a != b).map(|(n, _)| n).collect();
        assert_eq!(differ, [], "rows that differ: {case}");
    }

    /// The window goes there, as far as the map allows it: with a pointer it glides.
    fn scroll(&mut self, [x, y]: [i32; 2]) {
        if self.window == WITH_KEYS {
            self.place([x, y]);
            self.bench.call("window_show", &[], &[], DRAWING);
        } else {
            let to = [x as u32, y as u32];
            self.bench.call("map_move", &to, &[], DRAWING);
        }
    }

    /// Most that the window can be moved to.
    fn far(&self) -> [i32; 2] {
        let [rows, bytes] = self.window.map(|size| size as i32);
        [
            32 * i32::from(self.grid.columns) + 12 - 8 * bytes,
            32 * i32::from(self.grid.rows) + 16 - rows,
        ]
    }

    /// `refresh` of a hex, or of whatever changed.
    fn refresh(&mut self, hex: u16) {
        self.bench.write_words("vm_v", &[hex]);
        self.bench.call("call_refresh", &[], &[], CALL);
    }
}

/// Anywhere on full maps, by a few pixels or some hexes, one step after the other.
fn scroll_over(mut map: Map, terrain: i32, sites: i32) {
    let mut draws = Draws::new(9);
    let far = map.far();
    for case in 0..16 {
        if case % 4 == 0 {
            map.fill(&mut draws, terrain, sites);
        }
        let mut at = far.map(|far| draws.of(0..far + 1));
        map.place(at);
        map.anew();
        let mut way = vec![at];
        for _ in 0..draws.of(1..4) {
            for (n, place) in at.iter_mut().enumerate() {
                *place = (*place + draws.of(-100..101)).clamp(0, far[n]);
            }
            map.scroll(at);
            way.push(at);
        }
        map.assert_as_anew(&format!("the window was at {way:?}"));
    }
}

#[test]
fn scrolled_over_anything_the_map_looks_as_if_drawn_anew() {
    let mut map = Map::with_pointer();
    let mut draws = Draws::new(10);
    // Every dump somewhere, and a hex that is black in the first window that shows it.
    for dump in 0..12 {
        let hex = map.any_hex(&mut draws);
        map.poke_hex("dump_at", dump, hex);
        map.poke("dump_number", dump, &[draws.of(0..6) as u8]);
    }
    scroll_over(map, 5, 2);
}

#[test]
fn scrolled_over_anything_the_map_of_a_game_for_keys_looks_as_if_drawn_anew() {
    scroll_over(Map::with_keys(), 4, 4);
}

/// A black hex comes in at every edge of the buffers and goes out at the other one.
#[test]
fn the_chosen_hex_is_black_wherever_it_lies() {
    let mut map = Map::with_pointer();
    let mut draws = Draws::new(11);
    map.fill(&mut draws, 5, 2);
    let hex = map.hex(20, 15);
    map.poke("chosen", 0, &hex.to_be_bytes());
    for [right, down] in [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1]] {
        let mut at = [20 * 32 - 110 - 220 * right, 15 * 32 - 90 - 172 * down];
        map.place(at);
        map.anew();
        for _ in 0..8 {
            at = [at[0] + 55 * right, at[1] + 43 * down];
            map.scroll(at);
            map.assert_as_anew(&format!("the window is at {at:?}"));
        }
    }
}

/// A hex, a unit on it and a dump, in the window of an empty map.
const COLUMN: i32 = 20;
const ROW: i32 = 15;
const UNIT: u16 = 7;
const DUMP: u16 = 0;

impl Map {
    /// One hex with a unit, roads over rivers with bridges; one dump beside it.
    fn one_of_each(&mut self) {
        let hexes = usize::from(self.grid.columns) << self.grid.row_bits();
        for role in ["terrain", "road", "river", "blown", "site"] {
            self.poke(role, 0, &vec![0; hexes]);
        }
        self.poke("first", 0, &vec![NO_UNIT; hexes]);
        self.poke("chosen", 0, &NO_HEX.to_be_bytes());
        self.poke("hidden", 0, &[0; 256]);
        self.poke("front", 0, &[0; 256]);
        for dump in 0..12 {
            self.poke_hex("dump_at", dump, NO_HEX);
        }
        let hex = self.hex(COLUMN, ROW);
        for (role, value) in [("road", 0b111), ("river", 0b111), ("first", UNIT as u8)] {
            self.poke(role, hex, &[value]);
        }
        for (role, value) in [
            ("next", NO_UNIT),
            ("side", 0),
            ("nation", 0),
            ("symbol", 0),
            ("strength", 8),
            ("original", 10),
            ("combat", 5),
            ("moves", 6),
            ("engaged", 0),
            ("fires", 0),
            ("target", 0),
        ] {
            self.poke(role, UNIT, &[value]);
        }
        let beside = self.hex(COLUMN + 1, ROW);
        self.poke_hex("dump_at", DUMP, beside);
        self.poke("dump_number", DUMP, &[4]);
        self.poke("dump_side", DUMP, &[0]);
        self.place([32 * (COLUMN - 4), 32 * (ROW - 3)]);
    }
}

/// Whatever changes of what a hex is drawn from, a refresh sees it, and sees it change back.
#[test]
fn a_refresh_draws_what_has_changed() {
    let mut map = Map::with_pointer();
    map.one_of_each();
    let hex = map.hex(COLUMN, ROW);
    let before = map.anew();
    let changes: [&[(&str, u16, u8, u8)]; 20] = [
        &[("terrain", hex, 0, 1)],
        &[("road", hex, 0b111, 0b1111)],
        &[("river", hex, 0b111, 0b101)],
        &[("blown", hex, 0, 0b10)],
        &[("site", hex, 0, 1)],
        &[("first", hex, UNIT as u8, NO_UNIT)],
        &[("hidden", UNIT, 0, 1)],
        &[("side", UNIT, 0, 1)],
        &[("nation", UNIT, 0, 1)],
        &[("symbol", UNIT, 0, 1)],
        &[("strength", UNIT, 8, 3)],
        &[("original", UNIT, 10, 20)],
        &[("combat", UNIT, 5, 7)],
        &[("moves", UNIT, 6, 16)],
        &[("engaged", UNIT, 0, 12)],
        &[("fires", UNIT, 0, 2)],
        &[("target", UNIT, 0, 2)],
        &[("dump_number", DUMP, 4, 5)],
        &[("dump_side", DUMP, 0, 1)],
        // One more and one less.
        &[("combat", UNIT, 5, 6), ("moves", UNIT, 6, 5)],
    ];
    for change in changes {
        for (way, back) in [("changed", false), ("changed back", true)] {
            for (role, index, was, is) in change {
                map.poke(role, *index, &[if back { *was } else { *is }]);
            }
            map.refresh(NO_HEX);
            assert_eq!(map.shown() == before, back, "{change:?} {way} is seen");
            map.assert_as_anew(&format!("{change:?} {way}"));
        }
        // Without anything else in between; told of the one hex, too, which the dump is not in.
        let dump = change[0].0.starts_with("dump");
        for told in [NO_HEX, if dump { NO_HEX } else { hex }] {
            for (told, back) in [(told, false), (NO_HEX, true)] {
                for (role, index, was, is) in change {
                    map.poke(role, *index, &[if back { *was } else { *is }]);
                }
                map.refresh(told);
                assert_eq!(map.shown() == before, back, "{change:?}, {told}");
            }
        }
    }
}

/// BLZ-SUP.13: the barrels of either side carry the number that the dump has, whatever number their drawing shows.
#[test]
fn a_dump_shows_its_own_number() {
    let mut map = Map::with_pointer();
    map.one_of_each();
    map.anew();
    for side in 0..2 {
        map.poke("dump_side", DUMP, &[side]);
        let shown: Vec<_> = (1..=8)
            .map(|number| {
                map.poke("dump_number", DUMP, &[number]);
                map.refresh(NO_HEX);
                map.shown()
            })
            .collect();
        for (more, picture) in (1..).zip(&shown) {
            let same = shown[more..].iter().position(|other| other == picture);
            assert_eq!(same, None, "side {side}: {more} looks like another");
        }
    }
}

/// A name moves or goes when a unit comes to its hex or beside it, and comes back.
#[test]
fn a_refresh_draws_names_that_come_and_go() {
    let mut map = Map::with_pointer();
    map.one_of_each();
    map.poke("first", map.hex(COLUMN, ROW), &[NO_UNIT]);
    let at = map.bench.at("view_place_at");
    for place in 0..6 {
        let [low, high] = [0, 256].map(|page| map.bench.read(at + page + place, 1)[0]);
        let hex = u16::from_be_bytes([high, low]);
        let rows = 1 << map.grid.row_bits();
        let [column, row] = [i32::from(hex) / rows, i32::from(hex) % rows];
        let far = map.far();
        let window = [32 * column - 110, 32 * row - 90];
        map.place([0, 1].map(|n| window[n].clamp(0, far[n])));
        let before = map.anew();
        let low = row + column % 2;
        for [column, row] in [
            [column, row],
            [column - 1, low - 1],
            [column - 1, low],
            [column + 1, low - 1],
            [column + 1, low],
        ] {
            let beside = map.hex(column, row);
            map.poke("first", beside, &[UNIT as u8]);
            map.refresh(NO_HEX);
            let shown = map.shown();
            assert!(shown != before, "place {place}: a unit comes");
            map.poke("first", beside, &[NO_UNIT]);
            map.refresh(NO_HEX);
            assert!(map.shown() == before, "place {place}: it goes");
            map.poke("first", beside, &[UNIT as u8]);
            map.refresh(beside);
            assert!(map.shown() == shown, "place {place}: it is told");
            map.assert_as_anew(&format!("a unit at {column}, {row}"));
            map.poke("first", beside, &[NO_UNIT]);
            map.anew();
        }
    }
}

/// A name between two counters moves up, unless a unit stands at its upper sides, or a place whose name is there.
#[test]
fn a_name_moves_up_onto_no_other() {
    let mut map = Map::with_pointer();
    map.one_of_each();
    let low = ROW + COLUMN % 2;
    let name = u32::from(map.hex(COLUMN, ROW));
    let sides = [
        [COLUMN + 1, low],
        [COLUMN - 1, low],
        [COLUMN + 1, low - 1],
        [COLUMN - 1, low - 1],
    ];
    let around = sides.map(|[column, row]| map.hex(column, row));
    for hex in around.into_iter().chain([name as u16]) {
        map.poke("first", hex, &[NO_UNIT]);
        map.poke("site", hex, &[0]);
    }
    let state = |map: &mut Map| {
        let registers = [0, 0, 0, 0, 0, name];
        map.bench.call("name_state", &registers, &[], "d0 d1 a0").d[0]
    };
    let alone = state(&mut map);
    for (side, hex) in around.into_iter().enumerate() {
        map.poke("first", hex, &[UNIT as u8]);
        assert_eq!(state(&mut map), alone + (1 << side), "a unit, {side}");
        map.poke("first", hex, &[NO_UNIT]);
        map.poke("site", hex, &[1]);
        let upper = u32::from(side > 1);
        assert_eq!(state(&mut map), alone + (upper << side), "a place, {side}");
        map.poke("site", hex, &[0]);
    }
}

/// The black hex goes from one hex to another, and a dump does.
#[test]
fn a_refresh_draws_what_has_gone_elsewhere() {
    let mut map = Map::with_pointer();
    map.one_of_each();
    map.anew();
    let [here, there] = [[-2, 1], [1, -2]].map(|[c, r]| map.hex(COLUMN + c, ROW + r));
    for hex in [here, there, NO_HEX] {
        map.poke("chosen", 0, &hex.to_be_bytes());
        let before = map.shown();
        map.refresh(NO_HEX);
        assert!(map.shown() != before, "{hex} is seen");
        map.assert_as_anew(&format!("black is {hex}"));
    }
    for hex in [here, there, NO_HEX] {
        map.poke_hex("dump_at", DUMP, hex);
        let before = map.shown();
        map.refresh(NO_HEX);
        assert!(map.shown() != before, "{hex} is seen");
        map.assert_as_anew(&format!("the dump is at {hex}"));
    }
}

/// A few hexes, or so many that all is drawn, at any edge of the window; the player may scroll before they are drawn.
#[test]
fn a_refresh_draws_any_number_of_hexes() {
    let mut map = Map::with_pointer();
    let mut draws = Draws::new(12);
    map.fill(&mut draws, 5, 2);
    let far = map.far();
    for count in (1..14).chain([12, 13]).cycle().take(45) {
        let at = far.map(|far| draws.of(0..far + 1));
        map.place(at);
        map.anew();
        for _ in 0..count {
            let [x, y] = [draws.of(0..11), draws.of(0..9)];
            let column = (at[0] / 32 + x - 1).clamp(0, i32::from(map.grid.columns) - 1);
            let row = (at[1] / 32 + y - 1).clamp(0, i32::from(map.grid.rows) - 1);
            let role = ["terrain", "first", "road"][draws.of(0..3) as usize];
            let hex = map.hex(column, row);
            map.poke(role, hex, &[draws.of(0..4) as u8]);
        }
        let way = [draws.of(-1..2), draws.of(-1..2)];
        let to = [0, 1].map(|n| (at[n] + 40 * way[n]).clamp(0, far[n]));
        map.scroll(to);
        let above = map.above();
        map.refresh(NO_HEX);
        assert!(map.above() == above, "above the window: {count} hexes");
        map.assert_as_anew(&format!("{count} hexes, the window was at {at:?}, {to:?}"));
    }
}

/// Each number of a dump is another picture, none of it nothing; above a unit stands its number, and only there.
#[test]
fn dumps_show_their_numbers() {
    let mut map = Map::with_pointer();
    map.one_of_each();
    let hex = map.hex(COLUMN, ROW);
    map.poke_hex("dump_at", DUMP, hex);
    let mut picture = |unit: u8, number: u8| {
        map.poke("first", hex, &[unit]);
        map.poke("dump_number", DUMP, &[number]);
        map.anew()
    };
    for unit in [NO_UNIT, UNIT as u8] {
        let pictures: Vec<_> = (0..10).map(|number| picture(unit, number)).collect();
        for (number, shown) in pictures.iter().enumerate() {
            assert!(!pictures[..number].contains(shown), "{number}");
        }
    }
    // Of the hex: the columns right of its barrels, where the plate above units stands.
    let mut right_of_barrels = |unit, number| -> Vec<u8> {
        let rows = picture(unit, number);
        let in_hex = rows[3 * 32..4 * 32].iter();
        let of_line = |line: &[u8]| line[2 * (4 * 2 + 2)..][..2].to_vec();
        in_hex
            .flat_map(|row| row.chunks(34).flat_map(of_line).collect::<Vec<_>>())
            .collect()
    };
    let bare = right_of_barrels(NO_UNIT, 0);
    assert!(right_of_barrels(NO_UNIT, 4) == bare, "no unit, no plate");
    assert!(right_of_barrels(UNIT as u8, 4) != right_of_barrels(UNIT as u8, 0));
}
