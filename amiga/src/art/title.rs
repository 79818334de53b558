//! The title picture of a game that brings none: its name in the sky above a field of its own hexes and counters.

use super::plan;
use super::sheet::{Object, Picture, Sheet};

/// Pixels of a title picture.
pub const SIZE: (usize, usize) = (320, 256);
/// Lines of the sky that holds the name; the closing page (`shell/title.s`) shows its first 16 columns all over them, so the name
/// keeps off these, and the sky repeats itself every 16.
const SKY: usize = 69;
/// Where the field begins, and where it ends: text stands below.
const FIELD: (usize, usize) = (104, 200);
/// From hex to hex, as on the map.
const STEP: usize = 32;

/// Colours of the palette, by what they are for.
const BLACK: u8 = 0;
const HILLS: u8 = 6;
const LETTER: [u8; 3] = [1, 2, 3];
const SHADOW: u8 = 0;
/// The sky from above, each with its lines.
const SKIES: [(u8, usize); 5] = [(6, 30), (5, 32), (4, 20), (3, 12), (2, 10)];

/// Draws it. `font` are 96 glyphs of eight bytes, from the space on.
pub fn draw(title: &str, font: &[u8], sheet: &Sheet, names: &plan::Samples) -> Picture {
    let mut picture = Picture::blank(SIZE.0, SIZE.1, BLACK);
    sky(&mut picture);
    hills(&mut picture);
    field(&mut picture, sheet, names);
    armies(&mut picture, sheet, names);
    for y in FIELD.1..SIZE.1 {
        picture.pixels[y * SIZE.0..][..SIZE.0].fill(BLACK);
    }
    name(&mut picture, title, font);
    picture
}

/// Bands of colour; where two meet, their pixels take turns.
fn sky(picture: &mut Picture) {
    let mut bands = SKIES
        .iter()
        .flat_map(|(colour, lines)| (0..*lines).map(move |line| (*colour, line)));
    let mut before = SKIES[0].0;
    let mut last = before;
    for y in 0..FIELD.0 {
        let (colour, line) = bands.next().unwrap_or((SKIES[SKIES.len() - 1].0, 9));
        if colour != last {
            before = last;
            last = colour;
        }
        for x in 0..SIZE.0 {
            // Fewer and fewer of the colour above.
            let mixed = match line {
                0 | 1 => (x + y) % 2 == 0,
                2 | 3 => (x + 2 * y) % 4 == 0,
                4 | 5 => (x + 4 * (y % 2)) % 8 == 0,
                _ => false,
            };
            picture.pixels[y * SIZE.0 + x] = if mixed { before } else { colour };
        }
    }
}

/// Hills before the light.
fn hills(picture: &mut Picture) {
    const HIGH: [usize; 12] = [6, 9, 13, 16, 14, 11, 8, 6, 4, 5, 8, 7];
    let wide = 16;
    for x in 0..SIZE.0 {
        let at = |n: usize| HIGH[n % HIGH.len()];
        let (n, within) = (x / wide, x % wide);
        let high = (at(n) * (wide - within) + at(n + 1) * within) / wide;
        for y in FIELD.0 - high..FIELD.0 {
            picture.pixels[y * SIZE.0 + x] = HILLS;
        }
    }
}

/// The upper left corner of a hex of the field.
fn corner(column: usize, row: usize) -> (i32, i32) {
    let x = (column * STEP) as i32 - 38;
    let y = (FIELD.0 + row * STEP + column % 2 * STEP / 2) as i32 - 16;
    (x, y)
}

/// Hexes of the game's grounds, the plainest the most frequent.
fn field(picture: &mut Picture, sheet: &Sheet, names: &plan::Samples) {
    let tiles: Vec<&Object> = names
        .tiles
        .iter()
        .filter_map(|name| sheet.find(name))
        .collect();
    if tiles.is_empty() {
        return;
    }
    for column in 0..=SIZE.0 / STEP + 1 {
        for row in 0..=(FIELD.1 - FIELD.0) / STEP {
            // A scatter that is the same each time.
            let n = (column * 7 + row * 5 + column * row * 3) % (2 * tiles.len() + 3);
            let tile = tiles.get(n).unwrap_or(&tiles[0]);
            let (x, y) = corner(column, row);
            picture.lay(&tile.picture, x, y);
        }
    }
    // The upper rim of the field is straight: what stands above it is sky and hills again.
    let mut above = Picture::blank(SIZE.0, FIELD.0, BLACK);
    sky(&mut above);
    hills(&mut above);
    picture.lay(&above, 0, 0);
}

/// Counters of both sides, facing each other.
fn armies(picture: &mut Picture, sheet: &Sheet, names: &plan::Samples) {
    const PLACES: [[(usize, usize); 4]; 2] = [
        [(2, 1), (3, 1), (4, 0), (5, 1)],
        [(9, 1), (8, 2), (7, 1), (8, 0)],
    ];
    for (units, places) in names.units.iter().zip(PLACES) {
        for (number, (column, row)) in places.into_iter().enumerate() {
            let unit = units.get(number % units.len().max(1));
            let Some(unit) = unit.and_then(|name| sheet.find(name)) else {
                continue;
            };
            let (x, y) = corner(column, row);
            picture.lay(&unit.picture, x + 8, y + 5);
        }
    }
}

/// The name in one line or two, as large as there is room.
fn name(picture: &mut Picture, title: &str, font: &[u8]) {
    let capitals: String = title
        .chars()
        .filter(|c| c.is_ascii_graphic() || *c == ' ')
        .map(|c| c.to_ascii_uppercase())
        .collect();
    let room = SIZE.0 - 32;
    let most = room / 24;
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
    let tops = if second.is_empty() { [20, 20] } else { [8, 42] };
    for ((text, largest), top) in [(first, 3), (second, 2)].into_iter().zip(tops) {
        let fits = |scale: &usize| text.len() * 8 * scale <= room;
        let scale = (1..=largest).rev().find(fits).unwrap_or(1);
        let text: String = text.chars().take(room / 8 / scale).collect();
        let left = (SIZE.0 - text.len() * 8 * scale) / 2;
        write(
            picture,
            font,
            &text,
            scale,
            (left, top + (largest - scale) * 4),
        );
    }
}

/// Letters with a shadow, light above and darker below.
fn write(
    picture: &mut Picture,
    font: &[u8],
    text: &str,
    scale: usize,
    (left, top): (usize, usize),
) {
    for shadow in [true, false] {
        for (i, letter) in text.bytes().enumerate() {
            let glyph = &font[usize::from(letter - b' ') * 8..][..8];
            for y in 0..8 * scale {
                for x in 0..8 * scale {
                    if glyph[y / scale] >> (7 - x / scale) & 1 == 0 {
                        continue;
                    }
                    let step = if shadow { scale.min(2) } else { 0 };
                    let (x, y_at) = (left + i * 8 * scale + x + step, top + y + step);
                    let colour = if shadow {
                        SHADOW
                    } else {
                        LETTER[(3 * y / (8 * scale)).min(2)]
                    };
                    if y_at < SKY {
                        picture.pixels[y_at * SIZE.0 + x] = colour;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::looks::Looks;

    #[test]
    fn the_sky_repeats_itself_where_the_closing_page_takes_it_from() {
        let art = |title: &str| {
            let looks = Looks::default();
            super::super::bytes::title_picture(title, &looks)
        };
        let [empty, long] = [
            "",
            "A VERY LONG NAME OF A GAME OF ONE'S OWN, AND MORE OF IT",
        ]
        .map(art);
        for y in 0..SKY {
            let line = |picture: &Picture| picture.pixels[y * SIZE.0..][..SIZE.0].to_vec();
            let (plain, named) = (line(&empty), line(&long));
            assert_eq!(plain[..16], named[..16], "line {y}");
            assert!(
                plain.chunks(16).all(|part| part == &plain[..16]),
                "line {y}"
            );
        }
        assert_ne!(empty.pixels, long.pixels);
        // Below the sky nothing of the name is left over for the closing page.
        let below = SKY * SIZE.0;
        assert_eq!(empty.pixels[below..], long.pixels[below..]);
    }
}
