//! Words under a stipple: in each row every second pixel has the colour of the paper, in the next row the others. So menus
//! show what cannot be picked now.

use super::line::Line;
use super::{Font, Index, Letter, ROWS, Run};
use std::collections::HashMap;

/// The pixels of a cell that a stipple leaves, in either phase.
const LEFT: [u64; 2] = [0xAA55_AA55_AA55_AA55, 0x55AA_55AA_55AA_55AA];
/// Letters of a run from which on it is a word: a dithered picture may have fewer by chance.
const WORD: usize = 3;

/// What is left of a font's glyphs in either phase, and which characters that may be.
pub(super) struct Halves([HashMap<u64, Vec<(char, u64)>>; 2]);

impl Halves {
    pub fn new(font: &Font) -> Self {
        let half = |left: u64| {
            let mut half: HashMap<u64, Vec<(char, u64)>> = HashMap::new();
            for (rows, letter) in font.glyphs.iter().zip(font.first..) {
                let glyph = u64::from_be_bytes(*rows);
                half.entry(glyph & left).or_default().push((letter, glyph));
            }
            half
        };
        Self(LEFT.map(half))
    }

    /// The characters that a cell may be. Where the stipple ends within the cell more of the glyph is left.
    fn of(&self, cell: u64, phase: usize) -> Vec<char> {
        let alike = self.0[phase].get(&(cell & LEFT[phase]));
        let alike = alike.into_iter().flatten();
        let fits = alike.filter(|(_, glyph)| cell & !glyph == 0);
        fits.map(|(letter, _)| *letter).collect()
    }
}

/// Where a word was found, as more on its row may be under the same stipple.
struct Place {
    x: usize,
    phase: usize,
    paper: u16,
}

impl Line<'_> {
    /// Adds the words that a stipple lies over, and single letters beside them.
    pub fn stippled(&self, fonts: &[Index], runs: &mut Vec<Run>) {
        // Where ink is on both sides of the stipple no letter is under it: nearly all places are done with by that.
        let rows = |first: usize| {
            let mut all = vec![0u8; self.picture.width];
            for row in (first..ROWS).step_by(2).filter_map(|row| self.rows[row]) {
                for (all, bits) in all.iter_mut().zip(row) {
                    *all |= bits;
                }
            }
            all
        };
        let (even, odd) = (rows(0), rows(1));
        for (x, (even, odd)) in even.iter().zip(&odd).enumerate() {
            for font in fonts {
                let mask = (0xFF00u16 >> font.width) as u8;
                let (even, odd) = (even & mask, odd & mask);
                let phase = match even | odd {
                    0 => continue,
                    _ if even & 0x55 == 0 && odd & 0xAA == 0 => 0,
                    _ if even & 0xAA == 0 && odd & 0x55 == 0 => 1,
                    _ => continue,
                };
                self.stippled_word(font, x, phase, runs);
            }
        }
    }

    /// Adds the word that begins at a column.
    fn stippled_word(&self, font: &Index, x: usize, phase: usize, runs: &mut Vec<Run>) {
        let known = |run: &Run| run.y == self.y && run.x <= x && x < run.end();
        if x + font.width > self.picture.width
            || self.paper_of(x, font.width).is_none()
            || runs.iter().any(known)
        {
            return;
        }
        let letters = self.word(font, x, phase);
        if letters.iter().filter(|l| l.is_ascii_alphanumeric()).count() < WORD {
            return;
        }
        if let Some(paper) = self.paper_of(x, font.width * letters.len()) {
            runs.push(self.stippled_run(x, font.width, &letters, paper));
            self.single_letters(font, &Place { x, phase, paper }, runs);
        }
    }

    /// Adds the letters that stand by themselves on the row of a word.
    fn single_letters(&self, font: &Index, place: &Place, runs: &mut Vec<Run>) {
        for x in 1..self.picture.width.saturating_sub(font.width) {
            let free = |run: &Run| run.y != self.y || x + font.width <= run.x || run.end() <= x;
            if runs.iter().all(free)
                && let Some(letter) = self.alone(font, x, place)
            {
                runs.push(self.stippled_run(x, font.width, &[letter], place.paper));
            }
        }
    }

    /// All pixels of a cell that have the ink.
    fn inked(&self, font: &Index, x: usize) -> Option<u64> {
        let mask = (0xFF00u16 >> font.width) as u8;
        let fits = x + font.width <= self.picture.width;
        fits.then(|| u64::from_be_bytes(std::array::from_fn(|row| self.bits(row, x) & mask)))
    }

    /// The characters that a cell may be with this ink, if the stipple lies over all of it.
    fn alike(font: &Index, inked: u64, phase: usize) -> Vec<char> {
        match inked & !LEFT[phase] {
            0 => font.halves.of(inked, phase),
            _ => Vec::new(),
        }
    }

    /// The letters from a column on, with single blanks between them.
    fn word(&self, font: &Index, x: usize, phase: usize) -> Vec<char> {
        let cell = |n: usize| {
            let phase = (phase + n * font.width) % 2;
            let inked = self.inked(font, x + n * font.width)?;
            let alike = Self::alike(font, inked, phase);
            (!alike.is_empty()).then_some(alike)
        };
        let mut cells = Vec::new();
        while let Some(alike) = cell(cells.len()) {
            let blank = |alike: &[char]| alike.contains(&' ');
            if blank(&alike) && cell(cells.len() + 1).is_none_or(|next| blank(&next)) {
                break;
            }
            cells.push(alike);
        }
        let mut letters = Vec::new();
        for (n, alike) in cells.iter().enumerate() {
            let after = cells.get(n + 1).filter(|after| after.len() == 1);
            letters.push(likeliest(alike, &letters, after.map(|after| after[0])));
        }
        letters
    }

    /// The one colour that all pixels have that are not inked.
    fn paper_of(&self, x: usize, width: usize) -> Option<u16> {
        let mut others = self.cell(x, width).filter(|pixel| *pixel != self.ink);
        let paper = others.next()?;
        others.all(|pixel| pixel == paper).then_some(paper)
    }

    /// A letter by itself under the stipple of a word on its row.
    fn alone(&self, font: &Index, x: usize, place: &Place) -> Option<char> {
        let inked = self.inked(font, x).filter(|inked| *inked != 0)?;
        let beside = |x: usize| self.cell(x, 1).all(|pixel| pixel == place.paper);
        if !beside(x - 1)
            || !beside(x + font.width)
            || self.paper_of(x, font.width) != Some(place.paper)
        {
            return None;
        }
        let phase = (place.phase + place.x.abs_diff(x)) % 2;
        let alike = font.halves.of(inked, phase);
        let letter = likeliest(&alike, &[], None);
        letter.is_ascii_uppercase().then_some(letter)
    }

    fn stippled_run(&self, x: usize, width: usize, letters: &[char], paper: u16) -> Run {
        let letter = |letter: &char| Letter {
            letter: *letter,
            ink: self.ink,
            paper,
        };
        Run {
            x,
            y: self.y,
            width,
            height: ROWS,
            letters: letters.iter().map(letter).collect(),
            stippled: true,
        }
    }
}

/// Of characters that look alike the one that probably stands behind these and before that. A blank is first among its like.
fn likeliest(alike: &[char], before: &[char], after: Option<char>) -> char {
    let before = before.last().copied().unwrap_or(' ');
    let has = |letter: char| alike.contains(&letter);
    let first = |is: fn(&char) -> bool| alike.iter().copied().find(is);
    let any = alike.first().copied().unwrap_or(' ');
    if alike.len() < 2 || has(' ') {
        return any;
    }
    let digit = first(char::is_ascii_digit).filter(|_| before.is_ascii_digit());
    let small = first(char::is_ascii_lowercase).filter(|_| before.is_ascii_alphabetic());
    // An i may have lost its gap.
    let small = small.map(|letter| match has('i') && has('l') {
        true if is_l(before, after) => 'l',
        true => 'i',
        false => letter,
    });
    digit
        .or(small)
        .or_else(|| first(char::is_ascii_uppercase))
        .or_else(|| first(char::is_ascii_alphanumeric))
        .unwrap_or(any)
}

/// Whether it is rather l than i between two letters, the second of which may be one of these, too.
fn is_l(before: char, after: Option<char>) -> bool {
    let vowel = |letter: char| "aeiou".contains(letter.to_ascii_lowercase());
    match after {
        Some('a' | 'o' | 'u') => true,
        Some('n' | 't') => false,
        Some('e') if before == 'l' => true,
        _ => vowel(before),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Finder, Pixels};
    use super::*;
    use crate::targets::AMIGA;

    const WIDTH: usize = 200;
    const HEIGHT: usize = 24;
    const INK: u16 = 5;
    const PAPER: u16 = 9;

    /// Whether the stipple of a phase leaves a pixel.
    fn is_left(x: usize, y: usize, phase: usize) -> bool {
        (x + y + phase).is_multiple_of(2)
    }

    /// A text at column 15 and row 9, under a stipple whose first row is that of the letters.
    fn stippled(font: &Font, text: &str, phase: usize) -> Vec<u16> {
        let mut pixels = vec![PAPER; WIDTH * HEIGHT];
        for (n, letter) in text.chars().enumerate() {
            let rows = font.glyphs[letter as usize - font.first as usize];
            for (y, x) in (0..ROWS).flat_map(|y| (0..font.width).map(move |x| (y, x))) {
                if rows[y] << x & 0x80 != 0 && is_left(x, y, phase) {
                    pixels[(9 + y) * WIDTH + 15 + n * font.width + x] = INK;
                }
            }
        }
        pixels
    }

    fn found(finder: &Finder, pixels: &[u16]) -> Vec<Run> {
        finder.find(Pixels {
            width: WIDTH,
            height: HEIGHT,
            pixels,
        })
    }

    fn text(run: &Run) -> String {
        run.letters.iter().map(|l| l.letter).collect()
    }

    /// All that the menu of a game has, in the phase that the menu has.
    #[test]
    fn labels_of_a_menu_are_read_in_both_fonts() {
        let fonts = AMIGA.fonts();
        let finder = Finder::new(&fonts);
        let labels = "View,Collect,Deposit,Artillery,Engage,Undo Engagement,Demolish,Bridge,Joint Units,Big Picture,Zones,\
            Where,Home Hex,Find Hidden,Next,Hold,Resolve,Save,Quit,Move,Next of Stack,Centre,Next Unit,Raster,\
            Reports,Info";
        for (font, label) in fonts
            .iter()
            .flat_map(|f| labels.split(',').map(move |l| (f, l)))
        {
            let runs = found(&finder, &stippled(font, label, 0));
            assert_eq!(runs.iter().map(text).collect::<Vec<_>>(), [label]);
            let [run] = &runs[..] else { continue };
            assert_eq!(
                (run.x, run.y, run.width, run.stippled),
                (15, 9, font.width, true)
            );
            let is = |l: &Letter| (l.ink, l.paper) == (INK, PAPER);
            assert!(run.letters.iter().all(is), "{run:?}");
        }
    }

    #[test]
    fn the_other_phase_is_read_as_well() {
        let fonts = AMIGA.fonts();
        let finder = Finder::new(&fonts);
        for label in ["View", "Collect", "Artillery", "Home Hex", "Turn 10"] {
            let runs = found(&finder, &stippled(&fonts[0], label, 1));
            assert_eq!(runs.iter().map(text).collect::<Vec<_>>(), [label]);
        }
    }

    #[test]
    fn a_key_beside_a_stippled_word_is_read_and_nowhere_else() {
        let fonts = AMIGA.fonts();
        let finder = Finder::new(&fonts);
        for font in &fonts {
            let mut pixels = stippled(font, "Move     M", 0);
            let texts =
                |pixels: &[u16]| found(&finder, pixels).iter().map(text).collect::<Vec<_>>();
            assert_eq!(texts(&pixels), ["Move", "M"]);
            // The stipple may end before the letter does.
            let whole = 15 + 9 * font.width + 4;
            let rows = font.glyphs[usize::from(b'M' - b' ')];
            for (y, x) in (0..ROWS).flat_map(|y| (4..font.width).map(move |x| (y, x))) {
                if rows[y] << x & 0x80 != 0 {
                    pixels[(9 + y) * WIDTH + whole + x - 4] = INK;
                }
            }
            assert_eq!(texts(&pixels), ["Move", "M"]);
            assert_eq!(
                texts(&stippled(font, "         M", 0)),
                Vec::<String>::new()
            );
        }
    }

    #[test]
    fn no_word_is_found_on_dithered_ground() {
        let fonts = AMIGA.fonts();
        let finder = Finder::new(&fonts);
        for phase in 0..2 {
            // Two colours by turns; and a word, with one pixel of a third colour within it.
            let dither = |i: usize| match is_left(i % WIDTH, i / WIDTH, phase) {
                true => INK,
                false => PAPER,
            };
            let pixels: Vec<u16> = (0..WIDTH * HEIGHT).map(dither).collect();
            assert_eq!(found(&finder, &pixels), []);
            let mut pixels = stippled(&fonts[0], "MOVE", phase);
            let paper = (31..39).find(|x| pixels[12 * WIDTH + x] == PAPER).unwrap();
            pixels[12 * WIDTH + paper] = 1;
            assert_eq!(found(&finder, &pixels), []);
        }
    }
}
