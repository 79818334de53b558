//! The text set: font at the C64's own screen codes, and our glyphs from 64 up (rules, compass, counters).

use super::mapset::{bottom, top};
use super::sheets::Plan;
use super::sheets::Sheets;
use super::sides::SideLook;
use hexfront_art::pixels::{INKS, bits, ink};
use hexfront_art::sheet::{ArtError, Picture, Sheet};

/// Screen code of the first glyph of ours.
pub const OWN_GLYPHS: usize = 64;

/// Glyphs of `art/glyphs.txt` in the order of their codes from [`OWN_GLYPHS`] up.
const NAMES: [&str; 11] = [
    "rule",
    "slope_up",
    "slope_down",
    "post",
    "block",
    "leader",
    "arrow_down",
    "lower",
    "upper",
    "town",
    "box",
];

/// The text set and the tables of its counters (indexed as the map's, without rivers).
#[derive(Debug, Clone)]
pub struct TextSet {
    /// Bits of each character, top row first.
    pub chars: Vec<[u8; 8]>,
    /// Tables of character codes: label and entries.
    pub tables: Vec<(&'static str, Vec<u8>)>,
}

impl TextSet {
    /// Draws the set: `text_top_l`, `text_top_r` by side, size (2 bits), travel; `text_bottom_l`, `text_bottom_r` by
    /// side, type, more units below.
    ///
    /// # Errors
    /// [`ArtError`] where the drawings do not fit their use.
    pub fn build(plan: &Plan, sheets: &Sheets) -> Result<Self, ArtError> {
        let mut chars = vec![[0; 8]; OWN_GLYPHS];
        for ascii in 32u8..96 {
            let glyph = sheets.font.get(&ascii.to_string(), 8, 8)?;
            chars[usize::from(screen_code(ascii))] = bits(glyph, 1, INKS, ink)?;
        }
        for name in NAMES {
            chars.push(bits(sheets.glyphs.get(name, 8, 8)?, 1, INKS, ink)?);
        }
        let mut set = Self {
            chars,
            tables: Vec::new(),
        };
        set.counters(&sheets.counters, plan)?;
        Ok(set)
    }

    /// Code and label of each glyph of our own.
    pub fn glyph_codes() -> impl Iterator<Item = (usize, &'static str)> {
        NAMES
            .into_iter()
            .enumerate()
            .map(|(i, name)| (OWN_GLYPHS + i, name))
    }

    fn counters(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let [mut top_l, mut top_r, mut bottom_l, mut bottom_r]: [Vec<u8>; 4] = Default::default();
        for solid in plan.sides.each_ref().map(SideLook::is_solid) {
            for size in &plan.sizes {
                for travel in plan.travel.iter().copied() {
                    let p = top(art, solid, size, travel)?;
                    top_l.push(self.add(&p.cut(0, 0, 8, 8))?);
                    top_r.push(self.add(&p.cut(8, 0, 8, 8))?);
                }
            }
            for kind in &plan.kinds {
                for stack in [false, true] {
                    let p = bottom(art, solid, kind, stack)?;
                    bottom_l.push(self.add(&p.cut(0, 0, 8, 8))?);
                    bottom_r.push(self.add(&p.cut(8, 0, 8, 8))?);
                }
            }
        }
        self.tables
            .extend([("text_top_l", top_l), ("text_top_r", top_r)]);
        self.tables
            .extend([("text_bottom_l", bottom_l), ("text_bottom_r", bottom_r)]);
        Ok(())
    }

    fn add(&mut self, p: &Picture) -> Result<u8, ArtError> {
        let shape = bits(p, 1, INKS, ink)?;
        // Letters keep to themselves: whoever reads the screen as text must not meet half a counter there.
        let own = OWN_GLYPHS..self.chars.len();
        let index = own
            .into_iter()
            .find(|&i| self.chars[i] == shape)
            .unwrap_or(self.chars.len());
        if index == self.chars.len() {
            self.chars.push(shape);
        }
        u8::try_from(index).map_err(|_| ArtError::Full {
            set: "the text set",
        })
    }
}

/// C64 screen code of ASCII 32 to 95 (`@` is 0, letters 1 to 26; 32 to 63 stay).
pub fn screen_code(ascii: u8) -> u8 {
    ascii & 0x3F
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::looks::Looks;

    #[test]
    fn letters_have_the_codes_of_the_c64() {
        assert_eq!(
            [b'@', b'A', b'Z', b' ', b'0', b'?'].map(screen_code),
            [0, 1, 26, 32, 48, 63]
        );
        let set = TextSet::build(
            &Plan::of(&Looks::default(), &Sheets::default()),
            &Sheets::default(),
        )
        .unwrap();
        assert_eq!(set.chars[1][3], 0b1111_1100, "middle bar of the A");
        assert!(set.chars.len() <= 256);
    }

    #[test]
    fn no_two_letters_look_alike() {
        let set = TextSet::build(
            &Plan::of(&Looks::default(), &Sheets::default()),
            &Sheets::default(),
        )
        .unwrap();
        let known = [(b'0' & 0x3F, b'O' & 0x3F), (b'5' & 0x3F, b'S' & 0x3F)];
        for a in 0..OWN_GLYPHS {
            for b in 0..a {
                let pair = (a as u8, b as u8);
                if !known.contains(&pair) {
                    assert_ne!(set.chars[a], set.chars[b], "screen codes {a} and {b}");
                }
            }
        }
    }

    #[test]
    fn lines_of_letters_keep_a_gap() {
        let set = TextSet::build(
            &Plan::of(&Looks::default(), &Sheets::default()),
            &Sheets::default(),
        )
        .unwrap();
        let hanging = [b',', b';', b'Q'].map(screen_code);
        for code in (0..OWN_GLYPHS).filter(|c| !hanging.contains(&(*c as u8))) {
            assert_eq!(set.chars[code][7], 0, "screen code {code}");
        }
    }
}
