//! The text set: letters from ASCII 32 on, as the machine's codes are, our glyphs behind them, counters, and letters as key caps. Bit 7
//! of a code shows a character in inverse video: caps, and counters of solid sides.

use super::sheets::{Plan, Sheets};
use super::sides::SideLook;
use hexfront_art::pixels::{INKS, bits, ink};
use hexfront_art::sheet::{ArtError, Picture, Sheet};

/// Pixels and lines of a character.
const SIDE: usize = 8;
/// Letters: ASCII 32 to 95.
pub const LETTERS: usize = 64;
/// Characters of a set.
const COUNT: usize = 128;
/// Inverse video.
const INVERSE: u8 = 0x80;
/// Where signs and marks of size stand in a half of a counter.
const SIGN_LEFT: usize = 2;

/// What becomes a key cap, the rarest keys last: the set may have no room for them.
const CAPS: [u8; 36] = *b"0123456789ABCDEFGHILMNOPQRSTUVYKWJXZ";

/// Glyphs of `art/glyphs.txt` in the order of their codes behind the letters.
const NAMES: [&str; 8] = [
    "rule",
    "slope_up",
    "slope_down",
    "leader",
    "lower",
    "upper",
    "town",
    "box",
];

/// The set and the tables of its counters (indexed as the map's, without rivers).
#[derive(Debug, Clone)]
pub struct TextSet {
    /// Bits of each character, top line first; bit 7 is the leftmost pixel.
    pub chars: Vec<[u8; SIDE]>,
    /// Tables of codes: label and entries. `key_caps` by the code of a letter.
    pub tables: Vec<(&'static str, Vec<u8>)>,
}

impl TextSet {
    /// Draws the set: `text_top_l`, `text_top_r` by side, size (2 bits), travel; `text_bottom_l`, `text_bottom_r` by side, type, more
    /// units below.
    ///
    /// # Errors
    /// [`ArtError`] where the drawings do not fit their use.
    pub fn build(plan: &Plan, sheets: &Sheets) -> Result<Self, ArtError> {
        let letters = (32..32 + LETTERS).map(|ascii| {
            let letter = sheets.font.get(&ascii.to_string(), SIDE, SIDE)?;
            bits(letter, 1, INKS, ink)
        });
        let glyphs = NAMES
            .iter()
            .map(|name| bits(sheets.glyphs.get(name, SIDE, SIDE)?, 1, INKS, ink));
        let mut set = Self {
            chars: letters.chain(glyphs).collect::<Result<_, _>>()?,
            tables: Vec::new(),
        };
        set.counters(&sheets.counters, plan)?;
        set.caps();
        Ok(set)
    }

    /// Code and label of each glyph of our own.
    pub fn glyph_codes() -> impl Iterator<Item = (u8, &'static str)> {
        (LETTERS as u8..).zip(NAMES)
    }

    /// Codes and labels of what stands for a side's towns that count and for its units on the whole map in small.
    pub fn side_codes(plan: &Plan) -> Vec<(u8, String)> {
        let town = Self::glyph_codes().find(|(_, name)| *name == "town");
        let shapes = [
            ("town", town.map_or(0, |(code, _)| code)),
            ("unit", b'*' - 32),
        ];
        let sides = plan.sides.iter().enumerate();
        let codes = sides.flat_map(|(number, side)| {
            let inverse = if *side == SideLook::Solid { INVERSE } else { 0 };
            shapes.map(|(name, code)| (code | inverse, format!("{name}_{number}")))
        });
        codes.collect()
    }

    fn counters(&mut self, art: &Sheet, plan: &Plan) -> Result<(), ArtError> {
        let [mut top_l, mut top_r, mut bottom_l, mut bottom_r]: [Vec<u8>; 4] = Default::default();
        for side in plan.sides {
            let solid = side == SideLook::Solid;
            let inverse = |turned: bool| if turned { INVERSE } else { 0 };
            for size in &plan.sizes {
                let marks = art.get(&format!("size_{size}"), 6, 3)?;
                let mut p = frame(size);
                lay_wide(&mut p, marks, 3);
                p.rows[1].fill('#');
                p.rows[7].fill('#');
                for travel in plan.travel.iter().copied() {
                    let bit = inverse(solid != travel);
                    top_l.push(self.half(&p, 0)? | bit);
                    top_r.push(self.half(&p, SIDE)? | bit);
                }
            }
            for kind in &plan.kinds {
                let sign = art.get(&format!("type_{kind}"), 6, 6)?;
                let mut p = frame(kind);
                lay_wide(&mut p, sign, 0);
                p.rows[6].fill('#');
                for stack in [false, true] {
                    p.rows[7].fill('.');
                    if stack {
                        // The card below, a little to the right; half of it, as the set has no room for more.
                        p.rows[7][SIDE..].fill('#');
                    }
                    bottom_l.push(self.half(&p, 0)? | inverse(solid));
                    bottom_r.push(self.half(&p, SIDE)? | inverse(solid));
                }
            }
        }
        self.tables
            .extend([("text_top_l", top_l), ("text_top_r", top_r)]);
        self.tables
            .extend([("text_bottom_l", bottom_l), ("text_bottom_r", bottom_r)]);
        Ok(())
    }

    /// Half of a half of a counter.
    fn half(&mut self, p: &Picture, x: usize) -> Result<u8, ArtError> {
        let shape = bits(&p.cut(x, 0, SIDE, SIDE), 1, INKS, ink)?;
        // Letters keep to themselves: whoever reads the screen as text must not meet half a counter there.
        let own = LETTERS..self.chars.len();
        let found = own.into_iter().find(|&code| self.chars[code] == shape);
        let code = found.unwrap_or(self.chars.len());
        if code == self.chars.len() {
            self.chars.push(shape);
        }
        if code < COUNT {
            Ok(code as u8)
        } else {
            Err(ArtError::Full {
                set: "the text set",
            })
        }
    }

    /// Key caps: digits and capitals a line lower than in text, so that they stand within their inverse field; a letter that finds no
    /// room is shown as it is.
    fn caps(&mut self) {
        let mut caps: Vec<u8> = (0..LETTERS as u8).map(|code| code | INVERSE).collect();
        // A space is no key.
        caps[0] = 0;
        for ascii in CAPS {
            let code = usize::from(ascii - 32);
            if self.chars.len() < COUNT {
                caps[code] = self.chars.len() as u8 | INVERSE;
                self.chars.push(cap(self.chars[code]));
            }
        }
        self.tables.push(("key_caps", caps));
    }
}

/// A letter in no more than six lines, in the middle of its field. Of two lines that are alike one goes, else the one before the last.
fn cap(letter: [u8; SIDE]) -> [u8; SIDE] {
    let last = letter.iter().rposition(|line| *line != 0);
    let mut lines = letter[..last.map_or(0, |last| last + 1)].to_vec();
    while lines.len() > SIDE - 2 {
        let double = (1..lines.len()).rev().find(|&y| lines[y] == lines[y - 1]);
        lines.remove(double.unwrap_or(lines.len() - 2));
    }
    let mut cap = [0; SIDE];
    for (place, line) in cap[1..].iter_mut().zip(lines) {
        *place = line >> 1;
    }
    cap
}

/// Half of a counter in outlines.
fn frame(name: &str) -> Picture {
    let mut p = Picture::blank(name, 2 * SIDE, SIDE, '.');
    for row in &mut p.rows {
        row[0] = '#';
        row[2 * SIDE - 1] = '#';
    }
    p.rows[0].fill('.');
    p
}

/// A sign, each of its pixels twice as wide.
fn lay_wide(p: &mut Picture, sign: &Picture, y: usize) {
    if y == 0 {
        p.rows[0][0] = '#';
        p.rows[0][2 * SIDE - 1] = '#';
    }
    for (dy, row) in sign.rows.iter().enumerate() {
        for x in (0..row.len()).filter(|&x| row[x] != '.') {
            p.rows[y + dy][SIGN_LEFT + 2 * x..][..2].fill('#');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_isa::looks::Looks;

    fn set() -> TextSet {
        let sheets = Sheets::default();
        TextSet::build(&Plan::of(&Looks::default(), &sheets), &sheets).unwrap()
    }

    #[test]
    fn letters_counters_and_caps_fill_the_set() {
        let set = set();
        assert!(set.chars.len() <= COUNT);
        let (_, caps) = set.tables.last().unwrap();
        let own = caps
            .iter()
            .filter(|cap| usize::from(**cap & 0x7F) >= LETTERS);
        assert!(own.count() >= 30, "{caps:?}");
        for key in b"0123456789YNQV" {
            let cap = caps[usize::from(key - 32)];
            assert!(usize::from(cap & 0x7F) >= LETTERS, "{key}");
        }
        assert_eq!(caps[0], 0);
    }

    /// What stands in the places of all seven lines tells them from others.
    #[test]
    fn key_caps_of_s_q_c_digits_a_and_b_are_taken_for_no_others() {
        let set = set();
        let (_, caps) = set.tables.last().unwrap();
        let cap = |key: u8| set.chars[usize::from(caps[usize::from(key - 32)] & 0x7F)];
        for one in *b"SQC5689AB" {
            for other in CAPS.into_iter().filter(|other| *other != one) {
                let lines = cap(one).into_iter().zip(cap(other));
                let pixels: u32 = lines.map(|(one, other)| (one ^ other).count_ones()).sum();
                let names = [one, other].map(char::from);
                assert!(pixels >= 5, "{names:?}: {pixels} pixels");
            }
        }
    }

    #[test]
    fn a_stack_looks_otherwise_than_one_unit() {
        let set = set();
        let (label, right) = &set.tables[3];
        assert_eq!(*label, "text_bottom_r");
        assert!(right.chunks_exact(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn solid_sides_stand_in_inverse_video() {
        let set = set();
        let (_, bottoms) = &set.tables[2];
        let (open, solid) = bottoms.split_at(bottoms.len() / 2);
        for (a, b) in open.iter().zip(solid) {
            assert_eq!(a | INVERSE, *b);
        }
    }
}
