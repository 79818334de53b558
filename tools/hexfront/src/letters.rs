//! Letters found in a picture: what a machine drew with a font that is known.
//!
//! A machine of bitplanes keeps no text, only pixels. A glyph stands where all its pixels have one colour and none of the
//! others has it; what lies around the letters does not matter, so that outlines, shadows and a map below do no harm.

mod line;
mod stipple;

use line::{Line, Row, Runs, middle};
use std::collections::{BTreeSet, HashMap};
use stipple::Halves;

/// Rows of a glyph.
pub const ROWS: usize = 8;

/// A font whose glyphs all have one width.
#[derive(Clone, Debug)]
pub struct Font {
    /// Columns of a glyph, at most 8; the next one stands right beside it.
    pub width: usize,
    /// The character of the first glyph.
    pub first: char,
    /// Rows of each glyph, the leftmost pixel in the highest bit.
    pub glyphs: Vec<[u8; ROWS]>,
}

/// A character and its colours, as numbers of the picture's palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The character.
    pub letter: char,
    /// The colour of its pixels.
    pub ink: u16,
    /// The colour that most others of its cell have.
    pub paper: u16,
}

/// Letters that stand beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Column of the first letter's cell, and row.
    pub x: usize,
    /// Its row.
    pub y: usize,
    /// Columns of a cell.
    pub width: usize,
    /// Its rows.
    pub height: usize,
    /// The letters; single blanks between words are among them.
    pub letters: Vec<Letter>,
    /// Whether every second pixel of its ink is paper.
    pub stippled: bool,
}

impl Run {
    /// One past its last column.
    pub fn end(&self) -> usize {
        self.x + self.width * self.letters.len()
    }

    fn overlaps(&self, other: &Run) -> bool {
        self.x < other.end()
            && other.x < self.end()
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }
}

/// A picture as numbers of its palette.
#[derive(Clone, Copy)]
pub struct Pixels<'a> {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `width * height` numbers.
    pub pixels: &'a [u16],
}

/// Pixels that are no letter's in any case: where a picture is looked at in a coarser grid than its own.
const MIXED: u16 = u16::MAX;

/// Pixels of a glyph below which it is too little to be a letter by itself.
const FEW: u32 = 6;

/// Letters that a picture has by chance.
const STRAIGHT: &str = "Iil1";

/// Glyphs by their rows.
struct Index {
    width: usize,
    by_rows: HashMap<u64, char>,
    /// Whether some glyph has these third and fifth rows: most places are done with by that.
    likely: Box<[u64; 1024]>,
    halves: Halves,
}

/// What finds letters of some fonts.
pub struct Finder {
    fonts: Vec<Index>,
    /// Letters that look like a digit, O like 0.
    alike: HashMap<char, char>,
}

impl Finder {
    /// A finder of letters in these fonts.
    pub fn new(fonts: &[Font]) -> Self {
        let mut alike = HashMap::new();
        let mut index = |font: &Font| {
            let mut index = Index {
                width: font.width,
                by_rows: HashMap::new(),
                likely: Box::new([0; 1024]),
                halves: Halves::new(font),
            };
            for (rows, letter) in font.glyphs.iter().zip(font.first..) {
                let key = u64::from_be_bytes(*rows);
                // The first of equal glyphs stands for all: digits come before letters.
                let first = *index.by_rows.entry(key).or_insert(letter);
                if first.is_ascii_digit() && letter.is_alphabetic() {
                    alike.insert(first, letter);
                }
                let (word, bit) = middle(rows[2], rows[4]);
                index.likely[word] |= bit;
            }
            index
        };
        Self {
            fonts: fonts.iter().map(&mut index).collect(),
            alike,
        }
    }

    /// The letters of a picture, in rows from above, each from the left. Letters of double size and stippled words are among
    /// them.
    pub fn find(&self, picture: Pixels<'_>) -> Vec<Run> {
        if self.fonts.is_empty() {
            return Vec::new();
        }
        let mut stippled = Vec::new();
        let mut found = self.runs(picture, Some(&mut stippled));
        found.append(&mut stippled);
        for (left, top) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let (pixels, width, height) = halved(picture, left, top);
            let coarse = Pixels {
                width,
                height,
                pixels: &pixels,
            };
            found.extend(self.runs(coarse, None).into_iter().map(|run| Run {
                x: 2 * run.x + left,
                y: 2 * run.y + top,
                width: 2 * run.width,
                height: 2 * run.height,
                ..run
            }));
        }
        let mut found = joined(best(found));
        for run in &mut found {
            self.spell(run);
        }
        found
    }

    /// What may be a letter is one where the rest of its word are letters.
    fn spell(&self, run: &mut Run) {
        let in_word = |l: &Letter| l.letter.is_ascii_alphanumeric();
        for word in run.letters.chunk_by_mut(|a, b| in_word(a) && in_word(b)) {
            let letter = |l: &Letter| l.letter.is_ascii_alphabetic();
            if !word.iter().any(letter)
                || !word
                    .iter()
                    .all(|l| letter(l) || self.alike.contains_key(&l.letter))
            {
                continue;
            }
            for l in word {
                l.letter = self.alike.get(&l.letter).copied().unwrap_or(l.letter);
            }
        }
    }

    fn runs(&self, picture: Pixels<'_>, mut stippled: Option<&mut Vec<Run>>) -> Vec<Run> {
        let mut runs = Runs::default();
        let rows: Vec<Row> = picture
            .pixels
            .chunks_exact(picture.width.max(1))
            .map(Row::new)
            .collect();
        for (y, rows) in rows.windows(ROWS).enumerate() {
            // No letter is without ink in its third row and its fifth; what follows it may be.
            let inks = rows[2].inks().chain(rows[4].inks());
            let inks: BTreeSet<u16> = inks.collect();
            for ink in inks {
                let line = Line {
                    picture,
                    y,
                    ink,
                    rows: std::array::from_fn(|row| rows[row].of(ink)),
                };
                for font in &self.fonts {
                    line.runs(font, &mut runs);
                }
                if let Some(stippled) = &mut stippled {
                    line.stippled(&self.fonts, stippled);
                }
            }
        }
        runs.all()
    }
}

/// A picture in pixels of double size; those that are not all of one colour are [`MIXED`].
fn halved(picture: Pixels<'_>, left: usize, top: usize) -> (Vec<u16>, usize, usize) {
    let (width, height) = (
        picture.width.saturating_sub(left) / 2,
        picture.height.saturating_sub(top) / 2,
    );
    let at = |x: usize, y: usize| picture.pixels[y * picture.width + x];
    let mut pixels = Vec::with_capacity(width * height);
    for y in (0..height).map(|y| 2 * y + top) {
        for x in (0..width).map(|x| 2 * x + left) {
            let colour = at(x, y);
            let same =
                at(x + 1, y) == colour && at(x, y + 1) == colour && at(x + 1, y + 1) == colour;
            pixels.push(if same { colour } else { MIXED });
        }
    }
    (pixels, width, height)
}

/// Of runs that lie over each other those with more in them, in the order of rows.
fn best(mut runs: Vec<Run>) -> Vec<Run> {
    // Larger cells first: within a large letter smaller ones may be seen, not the other way round.
    runs.sort_by_key(|run| std::cmp::Reverse(run.letters.len() * run.width * run.height));
    let mut kept: Vec<Run> = Vec::new();
    for run in runs {
        if !kept.iter().any(|other| other.overlaps(&run)) {
            kept.push(run);
        }
    }
    kept.sort_by_key(|run| (run.y, run.x));
    kept
}

/// Runs right beside each other as one: words in several colours.
fn joined(runs: Vec<Run>) -> Vec<Run> {
    let mut all: Vec<Run> = Vec::new();
    for mut run in runs {
        let beside = all.iter_mut().find(|other| {
            (other.y, other.width, other.height) == (run.y, run.width, run.height)
                && other.end() == run.x
                && other.stippled == run.stippled
        });
        match beside {
            Some(other) => other.letters.append(&mut run.letters),
            None => all.push(run),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wide font of H and I, a narrow one of I and J.
    fn fonts() -> [Font; 2] {
        let wide = vec![
            [0xC6, 0xC6, 0xC6, 0xFE, 0xC6, 0xC6, 0xC6, 0],
            [0x7C, 0x10, 0x10, 0x10, 0x10, 0x10, 0x7C, 0],
        ];
        let narrow = vec![
            [0x70, 0x20, 0x20, 0x20, 0x20, 0x20, 0x70, 0],
            [0x38, 0x10, 0x10, 0x10, 0x10, 0x90, 0x60, 0],
        ];
        let font = |width, first, glyphs: Vec<[u8; 8]>| Font {
            width,
            first,
            glyphs,
        };
        [font(8, 'H', wide), font(6, 'I', narrow)]
    }

    struct Canvas {
        pixels: Vec<u16>,
    }

    const WIDTH: usize = 100;
    const HEIGHT: usize = 40;

    impl Canvas {
        /// Stripes of two colours.
        fn new() -> Self {
            let stripe = |i: usize| {
                if (i % WIDTH + i / WIDTH) % 5 < 2 {
                    1
                } else {
                    2
                }
            };
            Self {
                pixels: (0..WIDTH * HEIGHT).map(stripe).collect(),
            }
        }

        fn glyph(
            &mut self,
            font: &Font,
            letter: char,
            (x, y): (usize, usize),
            ink: u16,
            size: usize,
        ) {
            let rows = font.glyphs[letter as usize - font.first as usize];
            for (row, bits) in rows.iter().enumerate() {
                for column in (0..8).filter(|column| bits << column & 0x80 != 0) {
                    for i in 0..size * size {
                        let (right, down) = (size * column + i % size, size * row + i / size);
                        self.pixels[(y + down) * WIDTH + x + right] = ink;
                    }
                }
            }
        }

        fn found(&self, fonts: &[Font]) -> Vec<(usize, usize, usize, String)> {
            let picture = Pixels {
                width: WIDTH,
                height: HEIGHT,
                pixels: &self.pixels,
            };
            let runs = Finder::new(fonts).find(picture);
            let told = |run: &Run| {
                let text = run.letters.iter().map(|l| l.letter).collect();
                (run.x, run.y, run.height, text)
            };
            runs.iter().map(told).collect()
        }
    }

    #[test]
    fn words_are_found_at_any_place_over_any_ground() {
        let [wide, narrow] = fonts();
        let mut canvas = Canvas::new();
        assert_eq!(canvas.found(&[wide.clone(), narrow.clone()]), []);
        for (at, letter) in [(3, 'H'), (11, 'I'), (19, 'H')] {
            canvas.glyph(&wide, letter, (at, 5), 7, 1);
        }
        for (at, letter) in [(41, 'I'), (47, 'J')] {
            canvas.glyph(&narrow, letter, (at, 6), 9, 1);
        }
        assert_eq!(
            canvas.found(&[wide, narrow]),
            [(3, 5, 8, "HIH".to_owned()), (41, 6, 8, "IJ".to_owned())]
        );
    }

    #[test]
    fn letters_of_double_size_are_one_letter_each() {
        let [wide, narrow] = fonts();
        let mut canvas = Canvas::new();
        canvas.glyph(&wide, 'H', (21, 11), 7, 2);
        canvas.glyph(&wide, 'I', (37, 11), 7, 2);
        assert_eq!(
            canvas.found(&[wide, narrow]),
            [(21, 11, 16, "HI".to_owned())]
        );
    }

    #[test]
    fn a_glyph_of_two_characters_is_what_its_word_is() {
        // 0 and O are one glyph, and so are 1 and I; 2 and X are none of them.
        let glyph = |n: u8| [n, n, n, n, n, n, n, 0];
        let mut glyphs = vec![glyph(0); 96];
        for (letter, n) in [('0', 1), ('O', 1), ('1', 2), ('I', 2), ('2', 4), ('X', 8)] {
            glyphs[letter as usize - 32] = glyph(n);
        }
        let finder = Finder::new(&[Font {
            width: 8,
            first: ' ',
            glyphs,
        }]);
        for (read, expected) in [
            ("1X X00", "IX XOO"),
            ("10 20", "10 20"),
            ("X2.00", "X2.00"),
            ("0", "0"),
        ] {
            let letter = |letter| Letter {
                letter,
                ink: 1,
                paper: 0,
            };
            let mut run = Run {
                x: 0,
                y: 0,
                width: 8,
                height: 8,
                letters: read.chars().map(letter).collect(),
                stippled: false,
            };
            finder.spell(&mut run);
            let told: String = run.letters.iter().map(|l| l.letter).collect();
            assert_eq!(told, expected);
        }
    }

    #[test]
    fn a_letter_alone_needs_plain_ground() {
        let [wide, narrow] = fonts();
        let mut canvas = Canvas::new();
        canvas.glyph(&wide, 'H', (3, 5), 7, 1);
        // Three colours are on plain ground with a shadow, too; here a fourth is beside it.
        canvas.pixels[8 * WIDTH + 2] = 4;
        assert_eq!(canvas.found(&[wide.clone(), narrow.clone()]), []);
        // Beside a word it is the first letter of it.
        canvas.glyph(&wide, 'I', (11, 5), 9, 1);
        canvas.glyph(&wide, 'H', (19, 5), 9, 1);
        let found = canvas.found(&[wide.clone(), narrow.clone()]);
        assert_eq!(found, [(3, 5, 8, "HIH".to_owned())]);
        canvas.pixels.fill(2);
        canvas.glyph(&wide, 'H', (3, 5), 7, 1);
        assert_eq!(canvas.found(&[wide, narrow]), [(3, 5, 8, "H".to_owned())]);
    }
}
