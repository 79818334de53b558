//! The title page's picture: the game's own, or its name in large letters, which the machine draws itself.

mod picture;

use super::textset::code;
use hexfront_art::sheet::ArtError;
use hexfront_art::title::lines;
use hexfront_isa::art::Art;

/// A game's own picture.
pub(super) const FILE: &str = "title.png";

/// Large letters of a line, and lines of the picture that each takes.
const LETTERS: usize = 20;
const HIGH: usize = 24;
/// Lines of the picture, above the text, and columns of bytes; a large letter has two.
const LINES: usize = 160;
const COLUMNS: usize = 40;
/// Lines of letters there can be: the last must begin before line 128.
const MOST: usize = 5;
/// Ends a line, and all of them.
const END: u8 = 0xFF;

/// What the shell draws on the title page, as it reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Title {
    /// The name, for `shell/title.s`: lines of it, each the line of the picture where it begins, its column, its letters' codes and an
    /// end; then one more end.
    Letters(Vec<u8>),
    /// A hi-res page, packed, for `shell/title_picture.s`.
    Picture(Vec<u8>),
}

impl Title {
    /// That of a game of this name.
    ///
    /// # Errors
    /// [`ArtError`] where the game's own picture cannot be shown.
    pub fn of(name: &str, art: &Art<'_>) -> Result<Self, ArtError> {
        Ok(match art.get(FILE) {
            Some(bytes) => Self::Picture(picture::packed(bytes)?),
            None => Self::Letters(text(name)),
        })
    }
}

fn text(name: &str) -> Vec<u8> {
    let lines = lines(name, LETTERS, MOST);
    let top = (LINES - lines.len() * HIGH) / 2;
    let mut bytes = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        bytes.push((top + number * HIGH) as u8);
        bytes.push(((COLUMNS - 2 * line.len()) / 2) as u8);
        bytes.extend(line.iter().map(|&letter| code(letter)));
        bytes.push(END);
    }
    bytes.push(END);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_the_middle_in_lines_of_twenty_letters() {
        let bytes = text("Breakthrough in the Ardennes");
        assert_eq!(bytes[..2], [56, 1]);
        assert_eq!(bytes[2..6], ['B', 'R', 'E', 'A'].map(code));
        assert_eq!(bytes[2 + 19..2 + 19 + 2], [END, 80]);
        assert_eq!(bytes[bytes.len() - 2..], [END, END]);
    }

    #[test]
    fn no_name_is_too_long() {
        let long = text(&"DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFT ".repeat(9));
        assert_eq!(long.len(), MOST * (LETTERS + 3) + 1);
        assert!(long[(MOST - 1) * (LETTERS + 3)] < 128);
        assert_eq!(text(""), [END]);
    }
}
