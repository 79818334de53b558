//! The title picture of a game that brings none: its name over a field of hexes on which its counters stand.

use super::super::mapset::{bottom, top};
use super::super::sheets::Plan;
use super::super::sheets::Sheets;
use super::{BLACK, COLUMNS, Colours, HEIGHT, WIDTH};
use hexfront_art::sheet::{ArtError, Picture, Sheet};

const GREEN: u8 = 5;
const LIGHT_GREEN: u8 = 13;

/// Paper of the drawn picture by line from its first: colour and lines.
const BARS: [(u8, usize); 24] = [
    // The first line of the name: frost
    (1, 17),
    (3, 3),
    (1, 1),
    (3, 3),
    (14, 2),
    (3, 1),
    (14, 3),
    (6, 10),
    // The second: fire
    (7, 6),
    (10, 3),
    (7, 1),
    (10, 2),
    (2, 12),
    // a sky that grows light towards the ground
    (6, 10),
    (14, 1),
    (6, 1),
    (14, 7),
    (3, 1),
    (14, 1),
    (3, 5),
    (1, 1),
    (3, 1),
    (1, 4),
    // and the field.
    (LIGHT_GREEN, 64),
];
/// First lines of the sky and of the field.
const SKY: usize = 64;
const FIELD: usize = 96;

impl Colours {
    /// The picture of a game that brings none.
    pub(super) fn drawn(
        title: &str,
        scales: [usize; 2],
        plan: &Plan,
        sheets: &Sheets,
    ) -> Result<Self, ArtError> {
        let bars = BARS.iter();
        let bars = bars.flat_map(|&(colour, lines)| vec![colour; lines]);
        let mut pixels: Vec<[u8; WIDTH]> = bars.map(|colour| [colour; WIDTH]).collect();
        let name = name(title, scales, &sheets.font)?;
        for (line, letters) in pixels.iter_mut().zip(&name.rows) {
            for (pixel, letter) in line.iter_mut().zip(letters) {
                if *letter == '#' {
                    *pixel = BLACK;
                }
            }
        }
        let mut picture = Self { pixels };
        picture.ridge();
        picture.hexes();
        picture.armies(plan, &sheets.counters)?;
        Ok(picture)
    }

    /// Hills before the sky.
    fn ridge(&mut self) {
        const HILLS: [i32; 16] = [6, 8, 11, 13, 14, 13, 11, 9, 8, 7, 5, 4, 4, 3, 3, 4];
        for x in 0..WIDTH {
            // Straight from hill to hill, each as wide as a cell.
            let at = |n: usize| HILLS[n % HILLS.len()];
            let (n, within) = (x / 8, (x % 8) as i32);
            let high = (at(n) * (8 - within) + at(n + 1) * within) / 8;
            let high = usize::try_from(high).unwrap_or_default();
            for y in FIELD - high..FIELD {
                self.pixels[y][x] = BLACK;
            }
        }
    }

    /// Outlines of hexes all over the field.
    fn hexes(&mut self) {
        for y in FIELD..HEIGHT - 1 {
            for x in 0..WIDTH {
                // A hex of 32 x 16, the next column half a hex lower.
                let column = x / 24;
                let within = (x % 24) as i32;
                let line = (y - FIELD + column % 2 * 8) % 16;
                let slope = (line as i32 - 8).abs();
                let edge = within == slope || line == 0 && within >= 8;
                if edge {
                    self.pixels[y][x] = GREEN;
                }
            }
        }
    }

    /// Counters of both sides, of the first types of units, facing each other.
    fn armies(&mut self, plan: &Plan, counters: &Sheet) -> Result<(), ArtError> {
        // Places in cells: hexes of the field.
        const PLACES: [[(usize, usize); 4]; 2] = [
            [(4, 13), (10, 12), (10, 16), (16, 15)],
            [(34, 13), (28, 12), (28, 16), (22, 13)],
        ];
        for (side, places) in plan.sides.iter().zip(PLACES) {
            for (number, (column, row)) in places.into_iter().enumerate() {
                let kind = &plan.kinds[number % plan.kinds.len().max(1)];
                let size = &plan.sizes[number % plan.sizes.len()];
                let upper = top(counters, side.is_solid(), size, false)?;
                let lower = bottom(counters, side.is_solid(), kind, false)?;
                for (y, letters) in upper.rows.iter().chain(&lower.rows).enumerate() {
                    let line = &mut self.pixels[row * 8 + y][column * 8..][..16];
                    for (pixel, letter) in line.iter_mut().zip(letters) {
                        *pixel = if *letter == '#' {
                            side.counter()
                        } else {
                            LIGHT_GREEN
                        };
                    }
                }
            }
        }
        Ok(())
    }
}

/// The name as holes in ink, as high as the picture down to the sky.
fn name(title: &str, scales: [usize; 2], font: &Sheet) -> Result<Picture, ArtError> {
    let mut canvas = Picture::blank("title", WIDTH, SKY, '#');
    let places = SCALES[0].into_iter().zip(TOPS).zip(scales);
    for (text, ((most, top), scale)) in lines(title).into_iter().zip(places) {
        // What is too long for the line is written smaller.
        let fits = |scale: &usize| text.len() * scale <= COLUMNS;
        let scale = (1..=scale).rev().find(fits).unwrap_or(1);
        let text: String = text.chars().take(COLUMNS).collect();
        let left = (COLUMNS - text.len() * scale) * 4;
        write(
            &mut canvas,
            font,
            &text,
            scale,
            left,
            top + (most - scale) * 4,
        )?;
    }
    Ok(canvas)
}

/// First lines of the two lines of a title, and their scales: the first that the set has characters for.
const TOPS: [usize; 2] = [10, 41];
pub(super) const SCALES: [[usize; 2]; 4] = [[3, 2], [2, 2], [2, 1], [1, 1]];

/// A title in capitals, in two lines: as many words as the first holds at its size, at least one; then the rest.
fn lines(title: &str) -> [String; 2] {
    let known = |c: char| c.is_ascii_graphic() || c == ' ';
    let capitals: String = title
        .chars()
        .filter(|c| known(*c))
        .map(|c| c.to_ascii_uppercase())
        .filter(|c| *c <= '_')
        .collect();
    let most = COLUMNS / SCALES[0][0];
    let [mut first, mut second] = [String::new(), String::new()];
    for word in capitals.split_whitespace() {
        let fits = first.is_empty() || first.len() + 1 + word.len() <= most;
        let line = if fits && second.is_empty() {
            &mut first
        } else {
            &mut second
        };
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    [first, second]
}

/// Cuts a line of text out of the ink, `scale` times as large as the font, corners taken off.
fn write(
    canvas: &mut Picture,
    font: &Sheet,
    text: &str,
    scale: usize,
    left: usize,
    top: usize,
) -> Result<(), ArtError> {
    for (i, letter) in text.bytes().enumerate() {
        let glyph = font.get(&letter.to_string(), 8, 8)?;
        let set = |x: isize, y: isize| {
            (0..8).contains(&x) && (0..8).contains(&y) && glyph.rows[y as usize][x as usize] == '#'
        };
        for y in 0..8 * scale {
            for x in 0..8 * scale {
                let (gx, gy) = ((x / scale) as isize, (y / scale) as isize);
                if !set(gx, gy) {
                    continue;
                }
                // A corner of the glyph is a corner of a block with nothing beside it.
                let side = |within: usize| match within {
                    0 => -1,
                    w if w + 1 == scale => 1,
                    _ => 0,
                };
                let (dx, dy) = (side(x % scale), side(y % scale));
                let corner = dx != 0 && dy != 0 && !set(gx + dx, gy) && !set(gx, gy + dy);
                if !corner {
                    canvas.rows[top + y][left + i * 8 * scale + x] = '.';
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn a_title_stands_in_two_lines() {
        assert_eq!(
            lines("Breakthrough in the Ardennes"),
            ["BREAKTHROUGH", "IN THE ARDENNES"]
        );
        assert_eq!(lines("War in Russia"), ["WAR IN RUSSIA", ""]);
    }
}
