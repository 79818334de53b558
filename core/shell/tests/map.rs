//! The map window and the whole map in small, for maps of all sizes.

mod flat;

use flat::{Flat, MAP, grid};
use hexfront_isa::cartridge::Grid;

/// Sizes of maps: with rows of either length, as large as can be, and as narrow as the window.
const MAPS: [Grid; 4] = [MAP, grid(64, 64), grid(64, 31), grid(13, 33)];
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
                    let seen = map[40 * row + 3 * usize::from(i) + 1];
                    assert_eq!(seen, 8 * ground(grid, at), "{grid:?} {x},{y}: {at:?}");
                }
            }
            flat.shell("cursor", &[grid.hex(x, y), 0]);
            let mark = ["mark_x", "mark_y"].map(|name| flat.peek(name, 1)[0]);
            assert_eq!(mark, [x - corner[0], y - corner[1]]);
        }
    }
}

/// Owners, units and towns of the whole map in small: a character for two hexes, or for eight.
#[test]
fn the_whole_map_finds_room_on_a_page() {
    for (grid, step) in [
        (grid(40, 46), 1),
        (MAP, 2),
        (grid(64, 64), 2),
        (grid(41, 9), 2),
    ] {
        let mut flat = Flat::of(grid);
        let set = |flat: &mut Flat, layer: &str, at: [u8; 2], value: u8| {
            let place = flat.at(layer) + grid.hex(at[0], at[1]);
            flat.bus.ram[usize::from(place)] = value;
        };
        let last = [grid.columns - 1, grid.rows - 1];
        for x in 0..grid.columns {
            for y in grid.rows / 2 / (2 * step) * (2 * step)..grid.rows {
                set(&mut flat, "view_owner", [x, y], 1);
            }
        }
        set(&mut flat, "view_site", [1, 1], 2);
        set(&mut flat, "view_site", last, 2);
        // A unit in a town is not seen.
        flat.poke("view_side", &[0, 1]);
        for (at, unit) in [([1, 0], 0), ([4, 1], 1)] {
            set(&mut flat, "view_first", at, unit);
        }
        flat.shell("window", &[4]);
        flat.shell("symbol", &[8, 0, 0, 1]);
        let [wide, high] = [
            usize::from(grid.columns.div_ceil(step)),
            usize::from(grid.rows.div_ceil(2 * step)),
        ];
        assert!(wide <= 40 && high <= 23);
        let border = usize::from(grid.rows / 2 / (2 * step));
        for row in 0..high {
            let mut wanted = vec![if row < border { '.' } else { '#' }; wide];
            if row == 0 {
                wanted[usize::from(1 / step)] = 'o';
                wanted[usize::from(4 / step)] = '*';
            }
            if row == usize::from(last[1] / (2 * step)) {
                wanted[wide - 1] = 'o';
            }
            // Below the last row of the map nobody owns anything.
            let text = flat.text(2 + row as u16);
            let wanted: String = wanted.into_iter().collect();
            let seen = text.trim_end();
            assert!(
                seen == wanted || row == high - 1 && seen.ends_with('o'),
                "{grid:?} {row}: {seen}"
            );
        }
        if high < 23 {
            assert_eq!(flat.text(2 + high as u16).trim(), "");
        }
    }
}

#[test]
fn a_scroll_gives_what_drawing_anew_gives() {
    let mut flat = with_grounds(MAP);
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
            (x, y) = (x + dx, y + dy);
            flat.shell("map", &[MAP.hex(x as u8, y as u8), 0]);
            let scrolled = flat.map();
            flat.shell("refresh", &[0xFFFF]);
            assert!(flat.map() == scrolled, "{x},{y} by {dx},{dy}");
        }
    }
}
