//! Letters found in a picture: what a machine drew with a font that is known.
//!
//! A machine of bitplanes keeps no text, only pixels. A glyph stands where all its pixels have one colour and none of the
//! others has it; what lies around the letters does not matter, so that outlines, shadows and a map below do no harm.

use std::collections::{BTreeSet, HashMap};

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

    /// The letters of a picture, in rows from above, each from the left. Letters of double size are among them.
    pub fn find(&self, picture: Pixels<'_>) -> Vec<Run> {
        if self.fonts.is_empty() {
            return Vec::new();
        }
        let mut found = self.runs(picture);
        for (left, top) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let (pixels, width, height) = halved(picture, left, top);
            let coarse = Pixels {
                width,
                height,
                pixels: &pixels,
            };
            found.extend(self.runs(coarse).into_iter().map(|run| Run {
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

    fn runs(&self, picture: Pixels<'_>) -> Vec<Run> {
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
            }
        }
        runs.all()
    }
}

/// Runs as they are found.
#[derive(Default)]
struct Runs {
    sure: Vec<Run>,
    /// Single letters on a ground that may be a picture.
    doubtful: Vec<Run>,
}

impl Runs {
    /// Those that are sure, and doubtful letters right beside one of them: the first of a word in a colour of its own.
    fn all(self) -> Vec<Run> {
        let mut all = self.sure;
        let beside = |run: &Run| {
            all.iter().any(|other| {
                (other.y, other.width) == (run.y, run.width)
                    && (run.end() == other.x || other.end() == run.x)
            })
        };
        let kept: Vec<Run> = self.doubtful.into_iter().filter(beside).collect();
        all.extend(kept);
        all
    }
}

/// Where each colour is in a row of the picture.
struct Row {
    /// For each colour and column the eight pixels from that column on, the first in the highest bit.
    colours: Vec<(u16, Vec<u8>)>,
}

impl Row {
    fn new(pixels: &[u16]) -> Self {
        let inks: BTreeSet<u16> = pixels.iter().copied().filter(|p| *p != MIXED).collect();
        let bits = |ink: u16| {
            let mut all = vec![0; pixels.len()];
            let mut bits = 0u8;
            for (at, pixel) in all.iter_mut().zip(pixels).rev() {
                bits = bits >> 1 | if *pixel == ink { 0x80 } else { 0 };
                *at = bits;
            }
            (ink, all)
        };
        Self {
            colours: inks.into_iter().map(bits).collect(),
        }
    }

    fn inks(&self) -> impl Iterator<Item = u16> {
        self.colours.iter().map(|(ink, _)| *ink)
    }

    fn of(&self, ink: u16) -> Option<&[u8]> {
        let at = self.colours.iter().find(|(colour, _)| *colour == ink)?;
        Some(&at.1)
    }
}

/// Word and bit of a glyph's third and fifth row.
fn middle(third: u8, fifth: u8) -> (usize, u64) {
    let both = usize::from(third) << 8 | usize::from(fifth);
    (both / 64, 1 << (both % 64))
}

/// Where one colour is in eight rows.
struct Line<'a> {
    picture: Pixels<'a>,
    y: usize,
    ink: u16,
    rows: [Option<&'a [u8]>; ROWS],
}

impl Line<'_> {
    /// Eight pixels of a row.
    fn bits(&self, row: usize, x: usize) -> u8 {
        self.rows[row].map_or(0, |bits| bits[x])
    }

    /// Adds the runs of a font.
    fn runs(&self, font: &Index, runs: &mut Runs) {
        let mask = (0xFF00u16 >> font.width) as u8;
        let glyph = |x: usize| {
            let fits = x + font.width <= self.picture.width;
            let rows = fits.then(|| std::array::from_fn(|row| self.bits(row, x) & mask))?;
            font.by_rows.get(&u64::from_be_bytes(rows)).copied()
        };
        let mut next = 0;
        while next + font.width <= self.picture.width {
            let x = next;
            next += 1;
            let (third, fifth) = (self.bits(2, x) & mask, self.bits(4, x) & mask);
            let (word, bit) = middle(third, fifth);
            if third | fifth == 0 || font.likely[word] & bit == 0 {
                continue;
            }
            let mut read = Vec::new();
            let mut at = x;
            while let Some(letter) = glyph(at) {
                // Two blanks end a run, and so does one with nothing behind it.
                let beyond = || glyph(at + font.width).is_some_and(|next| next != ' ');
                if letter == ' ' && !beyond() {
                    break;
                }
                read.push(letter);
                at += font.width;
            }
            let letters = self.letters(&read, x, font.width);
            let single = letters.len() == 1;
            let is_text = self.is_text(x, font.width, &letters);
            let run = Run {
                x,
                y: self.y,
                width: font.width,
                height: ROWS,
                letters,
            };
            if is_text {
                runs.sure.push(run);
                next = at;
            } else if single {
                runs.doubtful.push(run);
            }
        }
    }

    /// Letters with their colours. The paper is what most of all their cells has: in one cell a shadow may be more.
    fn letters(&self, read: &[char], x: usize, width: usize) -> Vec<Letter> {
        let cells = || (0..read.len()).map(|n| x + n * width);
        let run = self.most(cells().flat_map(|x| self.cell(x, width)));
        let letter = |(letter, x): (&char, usize)| {
            let here = self.cell(x, width).any(|pixel| Some(pixel) == run);
            let own = || self.most(self.cell(x, width));
            let paper = if here { run } else { own() };
            Letter {
                letter: *letter,
                ink: self.ink,
                paper: paper.unwrap_or(self.ink),
            }
        };
        read.iter().zip(cells()).map(letter).collect()
    }

    /// What most of these pixels have that is no ink.
    fn most(&self, pixels: impl Iterator<Item = u16>) -> Option<u16> {
        let mut counts: Vec<(u16, usize)> = Vec::new();
        for pixel in pixels.filter(|pixel| *pixel != self.ink && *pixel != MIXED) {
            match counts.iter_mut().find(|(colour, _)| *colour == pixel) {
                Some((_, count)) => *count += 1,
                None => counts.push((pixel, 1)),
            }
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count)?;
        Some(most.0)
    }

    /// The pixels of a cell.
    fn cell(&self, x: usize, width: usize) -> impl Iterator<Item = u16> {
        let picture = self.picture;
        (self.y..self.y + ROWS).flat_map(move |y| {
            picture.pixels[y * picture.width + x..][..width]
                .iter()
                .copied()
        })
    }

    /// Whether these are letters and no pixels that happen to look like some. Two or more beside each other are; one alone
    /// must be large and stand on plain ground.
    fn is_text(&self, x: usize, width: usize, letters: &[Letter]) -> bool {
        let plain = letters
            .iter()
            .filter(|l| l.letter.is_ascii_alphanumeric())
            .count();
        let pixels: u32 = (0..letters.len())
            .map(|n| {
                self.cell(x + n * width, width)
                    .filter(|pixel| *pixel == self.ink)
                    .count() as u32
            })
            .sum();
        match letters.len() {
            0 => false,
            1 => {
                let straight = STRAIGHT.contains(letters[0].letter);
                plain == 1 && !straight && pixels >= FEW && self.stands_alone(x, width)
            }
            n => 2 * plain >= n && pixels >= FEW * plain as u32,
        }
    }

    /// Whether a cell and the columns beside it have no colours but ink, paper and perhaps a shadow, and no ink is beside it.
    fn stands_alone(&self, x: usize, width: usize) -> bool {
        let from = x.saturating_sub(1);
        let to = (x + width + 1).min(self.picture.width);
        let colours: BTreeSet<u16> = self.cell(from, to - from).collect();
        let mut beside = self
            .cell(from, x - from)
            .chain(self.cell(x + width, to - x - width));
        colours.len() <= 3 && beside.all(|pixel| pixel != self.ink)
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
