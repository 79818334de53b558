//! Lines of a picture: where each colour is in it, and the glyphs that stand there.

use super::{FEW, Index, Letter, MIXED, Pixels, ROWS, Run, STRAIGHT};
use std::collections::BTreeSet;

/// Runs as they are found.
#[derive(Default)]
pub(super) struct Runs {
    sure: Vec<Run>,
    /// Single letters on a ground that may be a picture.
    doubtful: Vec<Run>,
}

impl Runs {
    /// Those that are sure, and doubtful letters right beside one of them: the first of a word in a colour of its own.
    pub fn all(self) -> Vec<Run> {
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
pub(super) struct Row {
    /// For each colour and column the eight pixels from that column on, the first in the highest bit.
    colours: Vec<(u16, Vec<u8>)>,
}

impl Row {
    pub fn new(pixels: &[u16]) -> Self {
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

    pub fn inks(&self) -> impl Iterator<Item = u16> {
        self.colours.iter().map(|(ink, _)| *ink)
    }

    pub fn of(&self, ink: u16) -> Option<&[u8]> {
        let at = self.colours.iter().find(|(colour, _)| *colour == ink)?;
        Some(&at.1)
    }
}

/// Word and bit of a glyph's third and fifth row.
pub(super) fn middle(third: u8, fifth: u8) -> (usize, u64) {
    let both = usize::from(third) << 8 | usize::from(fifth);
    (both / 64, 1 << (both % 64))
}

/// Where one colour is in eight rows.
pub(super) struct Line<'a> {
    pub picture: Pixels<'a>,
    pub y: usize,
    pub ink: u16,
    pub rows: [Option<&'a [u8]>; ROWS],
}

impl Line<'_> {
    /// Eight pixels of a row.
    pub(super) fn bits(&self, row: usize, x: usize) -> u8 {
        self.rows[row].map_or(0, |bits| bits[x])
    }

    /// Adds the runs of a font.
    pub fn runs(&self, font: &Index, runs: &mut Runs) {
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
                stippled: false,
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
    pub(super) fn cell(&self, x: usize, width: usize) -> impl Iterator<Item = u16> {
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
