//! The font: letters from ASCII 32 on, and our glyphs behind them (rules, compass, the map in small).

use super::sheets::Sheets;
use super::tile::WIDTH;
use hexfront_art::pixels::{INKS, ink};
use hexfront_art::sheet::{ArtError, Picture};

/// Lines of a letter.
pub const LINES: usize = 8;
/// Letters: ASCII 32 to 95.
const LETTERS: usize = 64;

/// Glyphs of `art/glyphs.txt` in the order of their codes behind the letters.
const NAMES: [&str; 11] = [
    "rule",
    "slope_up",
    "slope_down",
    "leader",
    "lower",
    "upper",
    "box",
    "unit_open",
    "unit_solid",
    "town_open",
    "town_solid",
];
/// Codes there are.
pub const COUNT: usize = LETTERS + NAMES.len();

/// The font.
#[derive(Debug, Clone)]
pub struct TextSet {
    /// Bytes of each code, top line first; bit 0 is the leftmost dot.
    pub chars: Vec<[u8; LINES]>,
}

impl TextSet {
    /// Draws the font.
    ///
    /// # Errors
    /// [`ArtError`] where the drawings do not fit their use.
    pub fn build(sheets: &Sheets) -> Result<Self, ArtError> {
        let letters = (32..32 + LETTERS).map(|ascii| {
            let letter = sheets.font.get(&ascii.to_string(), WIDTH, LINES)?;
            dots(letter)
        });
        let glyphs = NAMES
            .iter()
            .map(|name| dots(sheets.glyphs.get(name, WIDTH, LINES)?));
        Ok(Self {
            chars: letters.chain(glyphs).collect::<Result<_, _>>()?,
        })
    }

    /// The letters, from space on.
    pub fn letters(&self) -> impl Iterator<Item = [u8; LINES]> {
        self.chars.iter().copied().take(LETTERS)
    }

    /// Code and label of each glyph of our own.
    pub fn glyph_codes() -> impl Iterator<Item = (u8, &'static str)> {
        (LETTERS as u8..).zip(NAMES)
    }

    /// The code of one of them.
    pub(crate) fn glyph(name: &str) -> u8 {
        let mut codes = Self::glyph_codes();
        let found = codes.find(|(_, glyph)| *glyph == name);
        found.expect("a glyph that the set has").0
    }
}

/// The code of a letter; a space's where there is none.
pub fn code(letter: char) -> u8 {
    let ascii = letter.to_ascii_uppercase() as u32;
    u8::try_from(ascii.wrapping_sub(32))
        .ok()
        .filter(|code| usize::from(*code) < LETTERS)
        .unwrap_or(0)
}

fn dots(picture: &Picture) -> Result<[u8; LINES], ArtError> {
    let mut bytes = [0; LINES];
    for (y, row) in picture.rows.iter().enumerate() {
        for (x, &letter) in row.iter().enumerate() {
            let dot = ink(letter).ok_or_else(|| picture.wrong(x, y, INKS))?;
            bytes[y] |= dot << x;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_follow_ascii_and_keep_to_their_lines() {
        let set = TextSet::build(&Sheets::default()).unwrap();
        assert_eq!(set.chars.len(), COUNT);
        assert_eq!(
            [' ', 'A', 'a', '_', '{', 'Ä'].map(code),
            [0, 33, 33, 63, 0, 0]
        );
        assert_eq!(set.chars[33][1], 0b0011_1111, "top of the A");
        for (code, letter) in set.chars[..LETTERS].iter().enumerate() {
            assert_eq!(letter[0], 0, "code {code}");
        }
    }

    /// A lone dot would be seen in a colour: each lit dot has a lit one beside it, at least within its cell.
    #[test]
    fn no_letter_has_a_lone_dot() {
        let set = TextSet::build(&Sheets::default()).unwrap();
        for (code, letter) in set.chars[..LETTERS].iter().enumerate() {
            for line in letter {
                let lone = line & !(line << 1) & !(line >> 1);
                assert_eq!(lone, 0, "code {code}");
            }
        }
    }

    #[test]
    fn no_two_letters_look_alike() {
        let set = TextSet::build(&Sheets::default()).unwrap();
        for a in 0..LETTERS {
            for b in 0..a {
                let known = [(code('S'), code('5'))].contains(&(a as u8, b as u8));
                assert!(known || set.chars[a] != set.chars[b], "codes {a} and {b}");
            }
        }
    }
}
