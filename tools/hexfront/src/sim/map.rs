//! The map of a game as a picture, and on it a line a place of a series by columns: the front, day by day.

use super::canvas::{Canvas, Colour, LETTER};
use super::summary::Summary;
use hexfront_isa::cartridge::Cartridge;
use hexfront_isa::grid::Grid;
use hexfront_vm::Memory;
use std::collections::BTreeMap;

/// Pixels from a column to the next, and from a row to the next. Hexes have a corner to the left and one to the right.
const PITCH: (i32, i32) = (16, 18);
/// Around the map; to the right of it stands the key.
const MARGIN: i32 = 16;
const KEY: i32 = 64;
/// Rows of the key.
const KEY_ROW: i32 = 12;

/// Grounds by what the view role `terrain` says: clear, rough, forest, town.
const GROUNDS: [Colour; 4] = [
    [244, 241, 232],
    [224, 214, 194],
    [190, 208, 178],
    [160, 160, 160],
];
/// A town that counts, by the view role `site`.
const VICTORY_SITE: u8 = 2;
const VICTORY_TOWN: Colour = [200, 150, 0];
const EDGE: Colour = [205, 200, 190];
/// The first and the last line; those between are mixed.
const FIRST: Colour = [120, 180, 255];
const LAST: Colour = [140, 0, 40];

/// Rows of a place by column, as far as they were reported.
type Front = BTreeMap<u8, f64>;

/// Draws the means of the series of a name, `NAME[column]`, whose values are rows; none if there is no such series. With
/// several choices of settings it is the first that has one.
pub fn draw(cartridge: &Cartridge<'_>, summary: &Summary, name: &str) -> Option<Canvas> {
    let fronts = summary
        .series()
        .map(|(_, series)| {
            let mut fronts: BTreeMap<i32, Front> = BTreeMap::new();
            for series in series {
                let Some(column) = column_of(&series.name, name) else {
                    continue;
                };
                for (place, spread) in &series.points {
                    let front = fronts.entry(*place).or_default();
                    front.insert(column, spread.mean);
                }
            }
            fronts
        })
        .find(|fronts| !fronts.is_empty())?;
    let grid = cartridge.grid;
    let width = (i32::from(grid.columns) + 1) * PITCH.0;
    let height = i32::from(grid.rows) * PITCH.1 + PITCH.1 / 2;
    let mut canvas = Canvas::new(width + 2 * MARGIN + KEY, height + 2 * MARGIN);
    draw_ground(&mut canvas, cartridge);
    let last = fronts.len().saturating_sub(1).max(1) as i32;
    for (i, (place, front)) in (0..).zip(&fronts) {
        let colour = mixed(i, last);
        draw_front(&mut canvas, grid, front, colour);
        let (x, y) = (width + 2 * MARGIN, MARGIN + i * KEY_ROW);
        canvas.line((x, y + 3), (x + 2 * LETTER, y + 3), colour, false);
        canvas.text(x + 3 * LETTER, y, &place.to_string(), [0; 3]);
    }
    Some(canvas)
}

/// The column that a series is of, if it has this name.
fn column_of(series: &str, name: &str) -> Option<u8> {
    let index = series.strip_prefix(name)?.strip_prefix('[')?;
    index.strip_suffix(']')?.parse().ok()
}

/// Whether a series is drawn here.
pub fn is_of(series: &str, name: &str) -> bool {
    column_of(series, name).is_some()
}

/// Middle of a hex; rows may be broken.
fn middle(grid: Grid, column: u8, row: f64) -> (i32, i32) {
    let lower = (column % 2 == 1) == grid.odd_lower;
    let half = if lower { PITCH.1 / 2 } else { 0 };
    let y = (row * f64::from(PITCH.1)).round() as i32 + PITCH.1 / 2 + half;
    (
        MARGIN + (i32::from(column) + 1) * PITCH.0 - PITCH.0 / 2,
        MARGIN + y,
    )
}

fn draw_ground(canvas: &mut Canvas, cartridge: &Cartridge<'_>) {
    let grid = cartridge.grid;
    let memory = Memory::of(cartridge);
    let at = |role: &str, column: u8, row: u8| {
        let view = cartridge.views().find(|view| view.role == role)?;
        let place = grid.hex(column, row) + u16::from(view.offset);
        Some(memory.byte(view.page.wrapping_add((place >> 8) as u8), place as u8))
    };
    for column in 0..grid.columns {
        for row in 0..grid.rows {
            let ground = at("terrain", column, row).map_or(0, usize::from);
            let (x, y) = middle(grid, column, f64::from(row));
            hexagon(canvas, x, y, GROUNDS[ground.min(GROUNDS.len() - 1)]);
            if at("site", column, row) == Some(VICTORY_SITE) {
                square(canvas, x, y, VICTORY_TOWN);
            }
        }
    }
}

/// A hexagon round a point: as wide at its middle as two pitches less the slope of a neighbour.
fn hexagon(canvas: &mut Canvas, x: i32, y: i32, colour: Colour) {
    let half = PITCH.1 / 2;
    for dy in -half..half {
        // From the flat side to the corner it widens by a third of a pitch.
        let slope = PITCH.0 / 3 * (half - dy.abs()) / half;
        let reach = PITCH.0 / 2 - PITCH.0 / 6 + slope;
        for dx in -reach..=reach {
            let rim = dx.abs() == reach || dy == -half;
            canvas.dot(x + dx, y + dy, if rim { EDGE } else { colour }, 255);
        }
    }
}

fn square(canvas: &mut Canvas, x: i32, y: i32, colour: Colour) {
    for dy in -3..=3 {
        for dx in -3..=3 {
            canvas.dot(x + dx, y + dy, colour, 255);
        }
    }
}

/// A line along the western sides of the hexes that the rows name.
fn draw_front(canvas: &mut Canvas, grid: Grid, front: &Front, colour: Colour) {
    let points: Vec<(i32, i32)> = front
        .iter()
        .map(|(column, row)| {
            let (x, y) = middle(grid, *column, *row);
            (x, y - PITCH.1 / 2)
        })
        .collect();
    for pair in points.windows(2) {
        canvas.line(pair[0], pair[1], colour, false);
    }
}

/// The colour of line `i` of those from 0 to `last`.
fn mixed(i: i32, last: i32) -> Colour {
    let mix = |from: u8, to: u8| {
        let (from, to) = (i32::from(from), i32::from(to));
        (from + (to - from) * i / last) as u8
    };
    [0, 1, 2].map(|part| mix(FIRST[part], LAST[part]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_names_its_column() {
        assert_eq!(column_of("west[12]", "west"), Some(12));
        for (series, name) in [("west", "west"), ("west[12]", "wes"), ("west[x]", "west")] {
            assert_eq!(column_of(series, name), None);
        }
        assert!(is_of("west[0]", "west"));
    }

    #[test]
    fn columns_stand_half_a_hex_lower_by_turns() {
        let grid = |odd_lower| Grid {
            columns: 3,
            rows: 3,
            odd_lower,
        };
        let y = |odd_lower, column| middle(grid(odd_lower), column, 1.0).1;
        assert_eq!(y(true, 1) - y(true, 0), PITCH.1 / 2);
        assert_eq!(y(false, 1) - y(false, 0), -PITCH.1 / 2);
        assert_eq!(y(true, 2), y(true, 0));
        let x = |column| middle(grid(true), column, 0.0).0;
        assert_eq!(x(2) - x(1), PITCH.0);
    }

    #[test]
    fn lines_go_from_one_colour_to_the_other() {
        assert_eq!((mixed(0, 11), mixed(11, 11)), (FIRST, LAST));
        assert_eq!(mixed(0, 1), FIRST);
    }
}
