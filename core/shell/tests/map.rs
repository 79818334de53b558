//! The map window and the whole map in small, for maps of all sizes.

use crate::flat::{Flat, MAP, Noise, grid};
use hexfront_isa::cartridge::Grid;

/// Sizes of maps: with rows of either length, as large as can be, and as narrow as the window.
const MAPS: [Grid; 4] = [MAP, grid(64, 64), grid(64, 31), grid(13, 33)];
/// A cell that no map shows.
const JUNK: u8 = 0x77;

/// The ground of a hex.
fn ground(grid: Grid, [x, y]: [u8; 2]) -> u8 {
    let number = grid.hex(x, y);
    ((number ^ number >> 4) % 3) as u8
}

/// A machine with a map whose grounds differ.
fn with_grounds(grid: Grid) -> Flat {
    let mut flat = Flat::of(grid);
    let mut layer = vec![0; grid.layer_bytes()];
    for x in 0..grid.columns {
        for y in 0..grid.rows {
            layer[usize::from(grid.hex(x, y))] = ground(grid, [x, y]);
        }
    }
    flat.poke("view_terrain", &layer);
    flat.poke("units_shown", &[1]);
    flat
}

#[test]
fn maps_are_drawn_to_their_corners() {
    for grid in MAPS {
        let mut flat = with_grounds(grid);
        let [right, bottom] = [grid.columns - 1, grid.rows - 1];
        let [left_most, top_most] = [grid.columns - 13, grid.rows - 7];
        let middle = [right / 2, bottom / 2 + 3];
        let clamped = |at: u8, half: u8, most: u8| at.saturating_sub(half).min(most);
        for [x, y] in [[0, 0], [right, 0], [0, bottom], [right, bottom], middle] {
            let corner = [clamped(x, 6, left_most), clamped(y, 3, top_most)];
            flat.shell("map", &[grid.hex(x, y), 1]);
            assert_eq!(["win_x", "win_y"].map(|name| flat.peek(name, 1)[0]), corner);
            // The core of a hex without roads and rivers: its ground, in the tables of the map.
            let map = flat.map();
            for i in 0..13 {
                for j in 0..6 {
                    let at = [corner[0] + i, corner[1] + j];
                    let row = 2 * usize::from(j) + usize::from(at[0] & 1);
                    let cell = 40 * row + 3 * usize::from(i) + 1;
                    let core = [cell, cell + 1, cell + 40, cell + 41].map(|cell| map[cell]);
                    let wanted = [8, 4, 4, 4].map(|step| step * ground(grid, at));
                    assert_eq!(core, wanted, "{grid:?} {x},{y}: {at:?}");
                }
            }
            flat.shell("cursor", &[grid.hex(x, y), 0]);
            let mark = ["mark_x", "mark_y"].map(|name| flat.peek(name, 1)[0]);
            assert_eq!(mark, [x - corner[0], y - corner[1]]);
        }
    }
}

/// What a map holds in each hex, by the hex's number.
struct World {
    terrain: Vec<u8>,
    owner: Vec<u8>,
    site: Vec<u8>,
    road: Vec<u8>,
    river: Vec<u8>,
    blown: Vec<u8>,
    first: Vec<u8>,
    /// Side of each unit.
    side: Vec<u8>,
}

/// Of sites.
const VICTORY: u8 = 2;
const NO_UNIT: u8 = 255;

impl World {
    fn of(grid: Grid) -> Self {
        let mut noise = Noise::new(u32::from(grid.columns) << 8 | u32::from(grid.rows));
        let bytes = grid.layer_bytes();
        let mut layer = |value: fn(u8) -> u8, elsewhere: u8| {
            let mut layer = vec![elsewhere; bytes];
            for x in 0..grid.columns {
                for y in 0..grid.rows {
                    layer[usize::from(grid.hex(x, y))] = value(noise.byte());
                }
            }
            layer
        };
        Self {
            terrain: layer(|byte| byte & 3, 0),
            owner: layer(|byte| byte & 1, 0),
            site: layer(|byte| if byte < 40 { byte & 3 } else { 0 }, 0),
            road: layer(|byte| byte & 0x3F, 0),
            river: layer(|byte| byte & 0x3F, 0),
            blown: layer(|byte| byte & 0x3F, 0),
            first: layer(|byte| if byte < 60 { 3 * byte } else { NO_UNIT }, NO_UNIT),
            side: (0..=255_u8)
                .map(|unit| unit.count_ones() as u8 & 1)
                .collect(),
        }
    }

    /// Puts it into a machine's memory.
    fn lay(&self, flat: &mut Flat) {
        for (name, layer) in [
            ("view_terrain", &self.terrain),
            ("view_owner", &self.owner),
            ("view_site", &self.site),
            ("view_road", &self.road),
            ("view_river", &self.river),
            ("view_blown", &self.blown),
            ("view_first", &self.first),
        ] {
            flat.lay(name, layer);
        }
        flat.poke("view_side", &self.side);
        flat.poke("view_next", &[NO_UNIT; 256]);
    }

    /// The glyph and colour of a character of the map in small, `step` hexes wide and twice as many high.
    fn in_small(&self, grid: Grid, step: u8, [column, row]: [u8; 2]) -> (char, u8) {
        let at = |x: u8, y: u8| usize::from(grid.hex(x, y));
        // Beyond its right rim the last column is looked at again; below, nobody owns anything.
        let columns = (step * column..step * (column + 1)).map(|x| x.min(grid.columns - 1));
        let top = 2 * step * row;
        let hexes = columns.flat_map(|x| (top..top + 2 * step).map(move |y| at(x, y)));
        let mut unit = None;
        for hex in hexes {
            if self.first[hex] != NO_UNIT {
                unit = Some(self.first[hex]);
            }
            if self.site[hex] == VICTORY {
                return [('o', 1), ('O', 7)][usize::from(self.owner[hex])];
            }
        }
        if let Some(unit) = unit {
            return [('*', 11), ('x', 1)][usize::from(self.side[usize::from(unit)])];
        }
        let right = (step * column + step - 1).min(grid.columns - 1);
        let owners = [top, top + step].map(|y| self.owner[at(right, y)]);
        match owners {
            [0, 0] => ('.', 12),
            [0, _] => (',', 1),
            [_, 0] => ('`', 1),
            _ => ('#', 1),
        }
    }

    /// Asserts that a machine shows it in small, from a place of the screen on, and nothing around it.
    fn assert_in_small(&self, flat: &Flat, grid: Grid, step: u8, [left, top]: [u8; 2]) {
        let [wide, high] = [grid.columns.div_ceil(step), grid.rows.div_ceil(2 * step)];
        assert!(left + wide <= 40 && top + high <= 25);
        for row in 0..25 {
            for column in 0..40 {
                let inside =
                    (left..left + wide).contains(&column) && (top..top + high).contains(&row);
                let seen = char::from(flat.text(u16::from(row)).as_bytes()[usize::from(column)]);
                match inside {
                    true => assert_eq!(
                        (seen, flat.inks(u16::from(row))[usize::from(column)]),
                        self.in_small(grid, step, [column - left, row - top]),
                        "{grid:?}: column {column}, row {row}"
                    ),
                    false => assert_eq!(seen, ' ', "{grid:?}: column {column}, row {row}"),
                }
            }
        }
    }
}

/// Maps just small enough for a character of two hexes, and just too large.
const IN_SMALL: [(Grid, u8); 6] = [
    (grid(40, 46), 1),
    (grid(40, 45), 1),
    (grid(40, 47), 2),
    (grid(41, 9), 2),
    (grid(64, 64), 2),
    (grid(13, 7), 1),
];

/// Owners, units and towns of the whole map in small: a character for two hexes, or for eight.
#[test]
fn the_whole_map_finds_room_on_a_page() {
    for (grid, step) in IN_SMALL {
        let mut flat = Flat::of(grid);
        let world = World::of(grid);
        world.lay(&mut flat);
        flat.shell("window", &[4]);
        flat.shell("symbol", &[8, 0, 0, 1]);
        world.assert_in_small(&flat, grid, step, [0, 2]);
    }
}

/// It stands where the game says, counted from its window's corner.
#[test]
fn the_map_in_small_stands_in_its_window() {
    let grid = grid(13, 7);
    let mut flat = Flat::of(grid);
    let world = World::of(grid);
    world.lay(&mut flat);
    flat.shell("window", &[2]);
    flat.shell("symbol", &[8, 0, 5, 3]);
    world.assert_in_small(&flat, grid, 1, [6, 20]);
}

/// Where layers share their bytes, the other bits are not seen: neither in the window nor in small.
#[test]
fn layers_that_share_bytes_look_as_layers_of_their_own() {
    for (grid, step) in [(MAP, 2), (grid(13, 7), 1)] {
        let world = World::of(grid);
        let [mut shared, mut plain] = [Flat::sharing(grid), Flat::of(grid)];
        for flat in [&mut shared, &mut plain] {
            world.lay(flat);
            flat.shell("map", &[grid.hex(6, 3), 1]);
        }
        assert!(shared.map() == plain.map(), "{grid:?}");
        for flat in [&mut shared, &mut plain] {
            flat.shell("page", &[1]);
            flat.shell("window", &[4]);
            flat.shell("symbol", &[8, 0, 0, 1]);
        }
        world.assert_in_small(&shared, grid, step, [0, 2]);
        world.assert_in_small(&plain, grid, step, [0, 2]);
    }
}

/// Exits and towns that count are nowhere in a game that has none, whatever else its sites are.
#[test]
fn sites_that_a_game_does_not_have_are_not_seen() {
    let grid = grid(13, 7);
    let mut world = World::of(grid);
    world.site.fill(0);
    let [mut bare, mut other] = [Flat::of(grid), Flat::with_other_sites(grid)];
    world.lay(&mut bare);
    world.lay(&mut other);
    other.poke("view_site", &vec![0x80; grid.layer_bytes()]);
    for flat in [&mut bare, &mut other] {
        flat.shell("map", &[grid.hex(6, 3), 1]);
    }
    assert!(other.map() == bare.map());
    other.shell("page", &[1]);
    other.shell("window", &[4]);
    other.shell("symbol", &[8, 0, 0, 1]);
    world.assert_in_small(&other, grid, 1, [0, 2]);
}

/// A hex drawn anew looks as when all are, and nothing else is touched: each hex of the window, and of the map around it.
#[test]
fn a_hex_is_drawn_anew_by_itself() {
    let mut flat = Flat::new();
    World::of(MAP).lay(&mut flat);
    for (units, middle) in [(0, 20), (1, 25)] {
        flat.shell("show_units", &[units]);
        flat.shell("map", &[MAP.hex(middle, 20), 1]);
        let whole = flat.map();
        let corner = ["win_x", "win_y"].map(|name| i32::from(flat.peek(name, 1)[0]));
        for x in 0..MAP.columns {
            for y in 0..MAP.rows {
                flat.fill_map(JUNK);
                flat.shell("refresh", &[MAP.hex(x, y)]);
                let [column, row] = [i32::from(x) - corner[0], i32::from(y) - corner[1]];
                let top = 2 * row + i32::from(x & 1);
                for (at, seen) in (0..).zip(flat.map()) {
                    let inside = (0..13).contains(&column)
                        && (3 * column..3 * column + 3).contains(&(at % 40))
                        && (top..top + 2).contains(&(at / 40));
                    let wanted = if inside { whole[at as usize] } else { JUNK };
                    assert_eq!(seen, wanted, "hex {x},{y}: cell {at}");
                }
                assert!(
                    flat.around_map().iter().all(|cell| *cell == JUNK),
                    "hex {x},{y}"
                );
            }
        }
    }
}

/// The map is drawn from rim to rim of its window and not beyond.
#[test]
fn the_map_fills_its_window() {
    let mut flat = Flat::new();
    World::of(MAP).lay(&mut flat);
    for [x, y] in [[0, 0], [20, 20], [27, 31], [39, 47]] {
        flat.fill_map(JUNK);
        flat.shell("map", &[MAP.hex(x, y), 1]);
        assert!(flat.map().iter().all(|cell| *cell != JUNK), "{x},{y}");
        assert!(
            flat.around_map().iter().all(|cell| *cell == JUNK),
            "{x},{y}"
        );
    }
}

/// Nor does it touch what lies above and below the map.
#[test]
fn a_scroll_gives_what_drawing_anew_gives() {
    let mut flat = Flat::new();
    World::of(MAP).lay(&mut flat);
    flat.shell("show_units", &[1]);
    flat.shell("map", &[MAP.hex(20, 33), 1]);
    let [mut x, mut y] = [20, 33];
    for [dx, dy] in [
        [1, 0],
        [1, 1],
        [0, 1],
        [-1, 1],
        [-1, 0],
        [-1, -1],
        [0, -1],
        [1, -1],
    ] {
        for _ in 0..6 {
            // What was drawn last is the screen that is seen.
            flat.shell("refresh", &[MAP.hex(x as u8, y as u8)]);
            flat.fill_around_map([JUNK, JUNK + 1]);
            (x, y) = (x + dx, y + dy);
            flat.shell("map", &[MAP.hex(x as u8, y as u8), 0]);
            // It is that of one screen.
            let around = flat.around_map();
            assert!(around.iter().all(|cell| *cell == around[0]));
            let scrolled = flat.map();
            flat.shell("refresh", &[0xFFFF]);
            assert!(flat.map() == scrolled, "{x},{y} by {dx},{dy}");
        }
    }
}
