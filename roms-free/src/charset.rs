//! The character generator, from the drawings in `charset/`.

use thiserror::Error;

/// Glyphs of a set: 128 drawn ones and the same reversed.
pub const SET_GLYPHS: usize = 256;
/// Rows of a glyph, a byte each, the leftmost pixel in bit 7.
pub const GLYPH_ROWS: usize = 8;

const DRAWN: usize = SET_GLYPHS / 2;
const CAPITALS: &str = include_str!("../charset/capitals.txt");
const BOTH_CASES: &str = include_str!("../charset/both-cases.txt");

const APPLE2: &str = include_str!("../charset/apple2.txt");
/// Characters of the Apple II.
const APPLE2_GLYPHS: usize = 64;

const ATARI8: &str = include_str!("../charset/atari8.txt");
/// Bytes behind its character set in each ROM of the Atari, and its place in the XL's, where the second set stands too.
const ATARI8_BEHIND: usize = 0x1C00;
const ATARI8_XL_SIZE: usize = 0x4000;
const ATARI8_XL_SECOND: usize = 0x0C00;

type Glyph = [u8; GLYPH_ROWS];

/// What is wrong with a character drawing; lines count from 1.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum CharsetError {
    /// A glyph does not begin with its screen code.
    #[error("line {line}: expected a screen code from 00 to 7f and a name, found {found:?}")]
    Header {
        /// The line.
        line: usize,
        /// Its text.
        found: String,
    },
    /// A row is not eight `#` or `.`, or a row is missing.
    #[error("line {line}: expected eight # or . (row {row} of glyph {code:02x}), found {found:?}")]
    Row {
        /// The line, or the one after the last.
        line: usize,
        /// The glyph.
        code: usize,
        /// Its row, from 0.
        row: usize,
        /// The line's text, empty at the end of the drawing.
        found: String,
    },
    /// A screen code is drawn twice.
    #[error("line {line}: glyph {code:02x} is drawn twice")]
    Twice {
        /// The second time.
        line: usize,
        /// The glyph.
        code: usize,
    },
    /// The first set must be whole.
    #[error("glyph {code:02x} is not drawn")]
    Missing {
        /// The glyph.
        code: usize,
    },
}

/// The character generator ROM, 4 KB: capitals and graphics, the same reversed, both cases, the same reversed.
pub fn chargen() -> Vec<u8> {
    character_rom(CAPITALS, BOTH_CASES).expect("the drawings are part of this crate and tested")
}

/// Makes a character generator ROM from two drawings: the 128 glyphs of capitals and graphics, and those glyphs
/// of the set with both cases that differ. The capitals of the second set (screen codes 41-5a) are those of the
/// first (01-1a) unless drawn.
///
/// # Errors
/// Where a drawing is malformed, or the first one not complete.
pub fn character_rom(capitals: &str, both_cases: &str) -> Result<Vec<u8>, CharsetError> {
    let first = draw(capitals)?;
    let mut set = [Glyph::default(); DRAWN];
    for (code, glyph) in first.into_iter().enumerate() {
        set[code] = glyph.ok_or(CharsetError::Missing { code })?;
    }
    let mut rom = with_reversed(&set);
    let letters = 0x01..=0x1a;
    set.copy_within(letters, 0x41);
    for (code, glyph) in draw(both_cases)?.into_iter().enumerate() {
        set[code] = glyph.unwrap_or(set[code]);
    }
    rom.extend(with_reversed(&set));
    Ok(rom)
}

/// The Apple II's character generator, 512 bytes: 64 characters of eight rows, seven pixels each, the leftmost in bit 6.
pub fn apple2_chargen() -> Vec<u8> {
    let drawn = draw(APPLE2).expect("the drawing is part of this crate and tested");
    let glyphs = drawn.into_iter().take(APPLE2_GLYPHS);
    glyphs
        .flat_map(|glyph| glyph.unwrap_or_default().map(|row| row >> 1))
        .collect()
}

/// The Atari's character set, 1 KB: 128 characters of eight rows, the leftmost pixel in bit 7.
pub fn atari8_charset() -> Vec<u8> {
    let drawn = draw(ATARI8).expect("the drawing is part of this crate and tested");
    let glyphs = drawn.into_iter().map(Option::unwrap_or_default);
    glyphs.flatten().collect()
}

/// The Atari's ROM: what the linker made of the sources, with the character set where it belongs. That is at $E000, and in the ROM
/// of the XL at $CC00 too.
pub fn atari8_rom(linked: &[u8]) -> Vec<u8> {
    let mut rom = linked.to_vec();
    let set = atari8_charset();
    let second = (rom.len() == ATARI8_XL_SIZE).then_some(ATARI8_XL_SECOND);
    let first = rom.len().checked_sub(ATARI8_BEHIND + set.len());
    for place in second.into_iter().chain(first) {
        if let Some(room) = rom.get_mut(place..place + set.len()) {
            room.copy_from_slice(&set);
        }
    }
    rom
}

fn with_reversed(set: &[Glyph; DRAWN]) -> Vec<u8> {
    let rows = set.as_flattened();
    rows.iter()
        .copied()
        .chain(rows.iter().map(|row| !row))
        .collect()
}

fn draw(text: &str) -> Result<[Option<Glyph>; DRAWN], CharsetError> {
    let mut glyphs = [None; DRAWN];
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(number, line)| (number + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('='));
    let end = text.lines().count() + 1;
    while let Some((line, header)) = lines.next() {
        let code = header
            .split_once(' ')
            .and_then(|(code, _name)| usize::from_str_radix(code, 16).ok())
            .filter(|code| *code < DRAWN)
            .ok_or_else(|| CharsetError::Header {
                line,
                found: header.to_owned(),
            })?;
        let mut glyph = Glyph::default();
        for (row, pixels) in glyph.iter_mut().enumerate() {
            let (line, found) = lines.next().unwrap_or((end, ""));
            *pixels = parse_row(found).ok_or_else(|| CharsetError::Row {
                line,
                code,
                row,
                found: found.to_owned(),
            })?;
        }
        if glyphs[code].replace(glyph).is_some() {
            return Err(CharsetError::Twice { line, code });
        }
    }
    Ok(glyphs)
}

fn parse_row(text: &str) -> Option<u8> {
    if text.len() != 8 {
        return None;
    }
    text.chars().try_fold(0, |row: u8, pixel| match pixel {
        '#' => Some(row << 1 | 1),
        '.' => Some(row << 1),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyph(set: usize, code: usize) -> String {
        let rom = chargen();
        let start = (set * SET_GLYPHS + code) * GLYPH_ROWS;
        rom[start..start + GLYPH_ROWS]
            .iter()
            .map(|row| format!("{row:08b}\n"))
            .collect::<String>()
            .replace('0', ".")
            .replace('1', "#")
    }

    #[test]
    fn rom_holds_two_sets_of_256_glyphs() {
        assert_eq!(chargen().len(), 4096);
    }

    #[test]
    fn glyphs_stand_at_their_screen_codes() {
        let letter_l =
            ".##.....\n.##.....\n.##.....\n.##.....\n.##.....\n.##.....\n.######.\n........\n";
        assert_eq!(glyph(0, 0x0c), letter_l);
        assert_eq!(glyph(1, 0x4c), letter_l, "the capitals of the second set");
        assert_ne!(glyph(1, 0x0c), letter_l, "small letters in their place");
        let left_half = "####....\n".repeat(8);
        assert_eq!(glyph(0, 0x61), left_half);
        assert_eq!(glyph(1, 0x61), left_half, "graphics are in both sets");
    }

    #[test]
    fn upper_half_of_each_set_is_the_lower_reversed() {
        let rom = chargen();
        for set in rom.chunks(2048) {
            let (drawn, reversed) = set.split_at(1024);
            assert!(drawn.iter().zip(reversed).all(|(a, b)| *a == !*b));
        }
    }

    #[test]
    fn no_two_characters_of_a_set_look_alike() {
        for set in 0..2 {
            let mut seen = std::collections::HashMap::new();
            for code in (0..DRAWN).filter(|code| *code != 0x60) {
                if let Some(other) = seen.insert(glyph(set, code), code) {
                    panic!("set {set}: {other:02x} and {code:02x}");
                }
            }
        }
    }

    #[test]
    fn malformed_drawings_are_refused() {
        let whole: String = (0..DRAWN)
            .map(|code| format!("{code:02x} x\n{}", "........\n".repeat(8)))
            .collect();
        let rows = |n: usize| "........\n".repeat(n);
        let cases = [
            (
                format!("80 x\n{}", rows(8)),
                CharsetError::Header {
                    line: 1,
                    found: "80 x".into(),
                },
            ),
            (
                rows(1),
                CharsetError::Header {
                    line: 1,
                    found: "........".into(),
                },
            ),
            (
                format!("00 x\n{}", rows(7)),
                CharsetError::Row {
                    line: 9,
                    code: 0,
                    row: 7,
                    found: String::new(),
                },
            ),
            (
                format!("00 x\n{}.......o\n", rows(7)),
                CharsetError::Row {
                    line: 9,
                    code: 0,
                    row: 7,
                    found: ".......o".into(),
                },
            ),
            (
                format!("{whole}7f x\n{}", rows(8)),
                CharsetError::Twice {
                    line: 128 * 9 + 1,
                    code: 0x7f,
                },
            ),
            (
                whole[..127 * (5 + 72)].to_owned(),
                CharsetError::Missing { code: 0x7f },
            ),
        ];
        for (text, error) in cases {
            assert_eq!(character_rom(&text, ""), Err(error));
        }
    }
}
