//! A cell of the map as bytes of the hi-res page. A byte is seven dots, bit 0 leftmost; a lone dot is coloured by its column of the
//! screen and by bit 7 of its byte, so that a cell in an even byte of a line and one in an odd byte have other bytes.
//!
//! Source: Apple II Reference Manual, chapter 2, "High-resolution graphics".

use hexfront_art::sheet::{ArtError, Picture};

/// Dots of a byte.
pub const WIDTH: usize = 7;
/// Lines of a cell.
pub const LINES: usize = 10;

/// Bit 7: blue and orange instead of violet and green.
const SECOND_COLOURS: u8 = 0x80;
const KNOWN: &str = ". K W V G B O";

/// Bytes of a cell, line by line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tile {
    /// In an even column of bytes.
    pub even: [u8; LINES],
    /// In an odd one.
    pub odd: [u8; LINES],
}

impl Tile {
    /// The cell that a picture of 7 x 10 letters shows. `second`: bit 7 is set in every line, so that white dots do not move against
    /// those of lines that have colours.
    ///
    /// # Errors
    /// [`ArtError::Letter`].
    pub fn of(picture: &Picture, second: bool) -> Result<Self, ArtError> {
        let mut tile = Self::default();
        for (y, row) in picture.rows.iter().enumerate() {
            for (x, &letter) in row.iter().enumerate() {
                if !KNOWN.contains(letter) || letter == ' ' {
                    return Err(picture.wrong(x, y, KNOWN));
                }
            }
            let second = second || row.iter().any(|letter| matches!(letter, 'B' | 'O'));
            tile.even[y] = byte(row, second, 0);
            tile.odd[y] = byte(row, second, WIDTH);
        }
        Ok(tile)
    }
}

/// Seven letters, the first in a column of the screen.
fn byte(row: &[char], second: bool, first: usize) -> u8 {
    let lit = |(x, letter): (usize, &char)| {
        let even = (first + x).is_multiple_of(2);
        match letter {
            'W' => true,
            'V' => even && !second,
            'G' => !even && !second,
            'B' => even,
            'O' => !even,
            _ => false,
        }
    };
    let dots = row.iter().enumerate().map(lit);
    let dots = dots.rev().fold(0, |bits, lit| bits << 1 | u8::from(lit));
    if second { dots | SECOND_COLOURS } else { dots }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(row: &str) -> (u8, u8) {
        let mut picture = Picture::blank("a", WIDTH, LINES, '.');
        picture.rows[0] = row.chars().collect();
        let tile = Tile::of(&picture, false).unwrap();
        (tile.even[0], tile.odd[0])
    }

    #[test]
    fn a_colour_lights_the_columns_of_its_parity() {
        assert_eq!(tile("VVVVVVV"), (0b0101_0101, 0b0010_1010));
        assert_eq!(tile("GGGGGGG"), (0b0010_1010, 0b0101_0101));
        assert_eq!(tile("BBBBBBB"), (0b1101_0101, 0b1010_1010));
        assert_eq!(tile("OOOOOOO"), (0b1010_1010, 0b1101_0101));
        assert_eq!(tile("W.....K"), (1, 1));
    }

    #[test]
    fn blue_and_orange_win_over_violet_and_green() {
        assert_eq!(tile("VV..WBB"), (0b1101_0000, 0b1011_0000));
    }

    #[test]
    fn a_letter_that_is_no_colour_is_named() {
        let mut picture = Picture::blank("moor", WIDTH, LINES, '.');
        picture.rows[3][2] = 'c';
        assert_eq!(
            Tile::of(&picture, false).unwrap_err().to_string(),
            ": picture `moor`, column 2, row 3: `c` is no colour of its character set; it takes . K W V G B O"
        );
    }
}
