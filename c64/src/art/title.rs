//! The title page's picture: the game's title as holes in black ink over bars of colour, and a dawn behind silhouettes.
//!
//! Every cell is hires: its ink is black or a shadow's colour, its paper is the VIC-II's background register, which the
//! shell changes on every line.

use super::mapset::bits;
use super::picture::{ArtError, Picture, Sheet};

const PIECES: &str = include_str!("../../art/title.txt");
const FONT: &str = include_str!("../../art/font.txt");

/// Its rows, from the screen's first; text stands below.
pub const ROWS: usize = 20;
/// Columns of the screen.
pub const COLUMNS: usize = 40;
/// Codes below belong to the sprites, whose memory the set overlaps.
pub const FIRST_CODE: usize = 48;

const BLACK: u8 = 0;
const CYAN: u8 = 3;
const LIGHT_BLUE: u8 = 14;

/// Pieces at x, y (pixels from the picture's corner), in the order they are laid.
const SCENE: [(&str, usize, usize); 20] = [
    ("wood", 0, 112),
    ("wood", 40, 112),
    ("wood", 80, 112),
    ("wood", 120, 112),
    ("wood", 160, 112),
    ("wood", 200, 112),
    ("wood", 240, 112),
    ("wood", 280, 112),
    ("fir_tall", 0, 64),
    ("fir", 24, 88),
    ("fir_low", 48, 104),
    ("fir_low", 264, 104),
    ("fir_tall", 280, 64),
    ("fir", 296, 88),
    ("tank", 64, 88),
    ("tank", 168, 88),
    ("drift_far", 112, 136),
    ("drift", 16, 144),
    ("drift", 272, 136),
    ("drift_far", 216, 144),
];

/// Paper by line from the picture's first: colour and lines.
const BARS: [(u8, usize); 27] = [
    // The first line: frost
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
    // the sky before sunrise, and snow
    (6, 14),
    (4, 1),
    (6, 1),
    (4, 9),
    (2, 1),
    (4, 1),
    (2, 8),
    (10, 1),
    (2, 1),
    (10, 7),
    (7, 1),
    (10, 1),
    (7, 10),
    (1, 40),
];

/// What the shell needs to show the picture.
#[derive(Debug, Clone)]
pub struct Title {
    /// Character bits, from [`FIRST_CODE`] up.
    pub chars: Vec<[u8; 8]>,
    /// Ink of each character.
    pub colours: Vec<u8>,
    /// Screen codes, row by row.
    pub cells: Vec<u8>,
    /// Paper of each line.
    pub bars: Vec<u8>,
}

impl Title {
    /// Draws the picture of a game of that title.
    ///
    /// # Errors
    /// [`ArtError`] where a piece is missing, a cell has two inks, or the characters are too many.
    pub fn build(title: &str) -> Result<Self, ArtError> {
        // Many different letters, large, are more characters than the set has.
        let [first, smaller @ ..] = SCALES;
        smaller
            .into_iter()
            .fold(Self::at_scales(title, first), |built, scales| match built {
                Err(ArtError::Full { .. }) => Self::at_scales(title, scales),
                built => built,
            })
    }

    fn at_scales(title: &str, scales: [usize; 2]) -> Result<Self, ArtError> {
        let canvas = canvas(title, scales)?;
        let mut title = Self {
            chars: Vec::new(),
            colours: Vec::new(),
            cells: Vec::new(),
            bars: BARS
                .iter()
                .flat_map(|&(colour, lines)| vec![colour; lines])
                .collect(),
        };
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let cell = canvas.cut(column * 8, row * 8, 8, 8);
                let code = title.add(&cell)?;
                title.cells.push(code);
            }
        }
        Ok(title)
    }

    fn add(&mut self, cell: &Picture) -> Result<u8, ArtError> {
        let inks = [('#', BLACK), ('c', CYAN), ('b', LIGHT_BLUE)];
        let drawn = |letter| cell.rows.iter().flatten().any(|&l| l == letter);
        let (letter, colour) = inks
            .into_iter()
            .find(|&(letter, _)| drawn(letter))
            .unwrap_or(inks[0]);
        let shape = bits(cell, 8, 1, |l| match l {
            '.' => Some(0),
            l if l == letter => Some(1),
            _ => None,
        })?;
        let same = |i: &usize| self.chars[*i] == shape && self.colours[*i] == colour;
        let index = (0..self.chars.len()).find(same).unwrap_or(self.chars.len());
        if index == self.chars.len() {
            self.chars.push(shape);
            self.colours.push(colour);
        }
        u8::try_from(FIRST_CODE + index).map_err(|_| ArtError::Full {
            set: "the title set",
        })
    }
}

/// The whole picture in letters.
fn canvas(title: &str, scales: [usize; 2]) -> Result<Picture, ArtError> {
    let art = Sheet::parse(PIECES);
    let mut canvas = Picture::blank("title", COLUMNS * 8, ROWS * 8, '#');
    let places = SCALES[0].into_iter().zip(TOPS).zip(scales);
    for (text, ((most, top), scale)) in lines(title).into_iter().zip(places) {
        // What is too long for the line is written smaller.
        let fits = |scale: &usize| text.len() * scale <= COLUMNS;
        let scale = (1..=scale).rev().find(fits).unwrap_or(1);
        let text: String = text.chars().take(COLUMNS).collect();
        let left = (COLUMNS - text.len() * scale) * 4;
        write(&mut canvas, &text, scale, left, top + (most - scale) * 4)?;
    }
    canvas.rows[SKY..].iter_mut().for_each(|row| row.fill('.'));
    for (name, x, y) in SCENE {
        canvas.lay(art.any(name)?, x, y);
    }
    Ok(canvas)
}

/// First lines of the two lines of a title, and their scales: the first that the set has characters for.
const TOPS: [usize; 2] = [10, 41];
const SCALES: [[usize; 2]; 4] = [[3, 2], [2, 2], [2, 1], [1, 1]];

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

/// First line of the sky.
const SKY: usize = 64;

/// Cuts a line of text out of the ink, `scale` times as large as the font, corners taken off.
fn write(
    canvas: &mut Picture,
    text: &str,
    scale: usize,
    left: usize,
    top: usize,
) -> Result<(), ArtError> {
    let font = Sheet::parse(FONT);
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
    use super::*;

    #[test]
    fn picture_fits_its_set_and_its_lines() {
        for name in [
            "Breakthrough in the Ardennes",
            "",
            "A",
            "The quick brown fox jumps over a lazy dog",
            "Donaudampfschiffahrtsgesellschaftskapitaenspatentanwaerter",
            "Señor {Ж}",
        ] {
            let title = Title::build(name).unwrap();
            assert_eq!(title.cells.len(), ROWS * COLUMNS);
            assert_eq!(title.bars.len(), ROWS * 8);
            assert!(title.chars.len() <= 256 - FIRST_CODE, "{name}");
        }
    }

    #[test]
    fn a_title_stands_in_two_lines() {
        assert_eq!(
            lines("Breakthrough in the Ardennes"),
            ["BREAKTHROUGH", "IN THE ARDENNES"]
        );
        assert_eq!(lines("War in Russia"), ["WAR IN RUSSIA", ""]);
        assert_ne!(
            Title::build("RED").unwrap().cells,
            Title::build("BLUE").unwrap().cells
        );
    }

    #[test]
    fn last_line_is_paper_so_that_the_split_below_meets_no_ink() {
        let title = Title::build("A GAME").unwrap();
        for &code in &title.cells[(ROWS - 1) * COLUMNS..] {
            assert_eq!(title.chars[usize::from(code) - FIRST_CODE][7], 0);
        }
    }
}
