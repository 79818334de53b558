//! The title page's picture: the game's name in large letters, over a picture of the game's own, or a field of hexes that the machine
//! draws itself.

mod picture;

use super::textset::LETTERS;
use hexfront_art::title::lines;
pub use picture::{Picture, ROWS, picture};

/// A game's own picture, and its colours.
pub(super) const FILE: &str = "title.png";
/// See [`FILE`].
pub(super) const COLOURS: &str = "title_colours.txt";

/// What the title page shows.
pub struct Title<'a> {
    /// The game's name.
    pub name: &'a str,
    /// Its own picture, if it has one.
    pub picture: Option<Picture>,
}

/// Large letters of a line, and lines there can be.
const WIDE: usize = 20;
const LINES: usize = 3;

/// Lines of large letters as codes, each in the middle of its line.
pub fn text(name: &str) -> Vec<u8> {
    let lines = lines(name, WIDE, LINES);
    let mut bytes = vec![0; LINES * WIDE];
    for (row, line) in bytes.chunks_mut(WIDE).zip(&lines) {
        let left = (WIDE - line.len()) / 2;
        for (cell, &letter) in row[left..].iter_mut().zip(line) {
            *cell = code(letter);
        }
    }
    bytes
}

/// The code of a letter; a space's where there is none.
fn code(letter: char) -> u8 {
    let ascii = letter.to_ascii_uppercase() as u32;
    u8::try_from(ascii.wrapping_sub(32))
        .ok()
        .filter(|code| usize::from(*code) < LETTERS)
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_the_middle_in_lines_of_twenty_letters() {
        let bytes = text("Breakthrough in the Ardennes");
        let rows: Vec<&[u8]> = bytes.chunks(WIDE).collect();
        assert_eq!(rows[0][..4], [34, 50, 37, 33]);
        assert_eq!(rows[1][6..10], ['A', 'R', 'D', 'E'].map(code));
        assert_eq!(rows[2], [0; WIDE]);
    }

    #[test]
    fn no_name_is_too_long() {
        let long = text(&"DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFT ".repeat(9));
        assert_eq!(long.len(), LINES * WIDE);
        assert_eq!(text(""), [0; LINES * WIDE]);
    }
}
