//! Fonts: black-and-white sheets of glyphs, a byte a row.

use super::ArtError;
use super::sheet::Picture;

/// Rows of a glyph in the two text fonts.
const ROWS: usize = 8;
/// Rows of a glyph in the fonts of counters, and how wide an empty one is.
const LETTER_ROWS: usize = 5;
const SPACE_WIDTH: u8 = 2;
/// Glyphs a row of the sheet; the first row begins with the space.
const ACROSS: usize = 16;
/// Rows of glyphs: ASCII 32 to 127.
const DOWN: usize = 6;

/// The 96 glyphs of a text font, `width` pixels wide, 8 bytes each, the leftmost pixel in the highest bit.
pub fn text(file: &str, bytes: &[u8], width: usize) -> Result<Vec<u8>, ArtError> {
    glyphs(file, bytes, (ACROSS, DOWN), (width, ROWS))
}

/// The digits of counters: ten glyphs of 4 x 7 pixels, 7 bytes each.
pub fn digits(file: &str, bytes: &[u8]) -> Result<Vec<u8>, ArtError> {
    glyphs(file, bytes, (10, 1), (4, 7))
}

/// Capitals and a slash for names that have no room otherwise: 27 glyphs of 4 x 7 pixels, 7 bytes each.
pub fn capitals(file: &str, bytes: &[u8]) -> Result<Vec<u8>, ArtError> {
    glyphs(file, bytes, (27, 1), (4, 7))
}

/// A font of counters: 96 glyphs from the space on, up to `width` pixels wide, 6 bytes each: five rows, then how wide the glyph is.
pub fn letters(file: &str, bytes: &[u8], width: usize) -> Result<Vec<u8>, ArtError> {
    let rows = glyphs(file, bytes, (ACROSS, DOWN), (width, LETTER_ROWS))?;
    let letter = |rows: &[u8]| {
        let set = rows.iter().fold(0, |set, row| set | row);
        let wide = match set {
            0 => SPACE_WIDTH,
            _ => 8 - set.trailing_zeros() as u8,
        };
        rows.iter().copied().chain([wide]).collect::<Vec<u8>>()
    };
    Ok(rows.chunks_exact(LETTER_ROWS).flat_map(letter).collect())
}

fn glyphs(
    file: &str,
    bytes: &[u8],
    (across, down): (usize, usize),
    (width, rows): (usize, usize),
) -> Result<Vec<u8>, ArtError> {
    let sheet = Picture::read(file, bytes)?;
    if (sheet.width, sheet.height) != (across * width, down * rows) {
        return Err(ArtError::Size {
            file: file.to_owned(),
            width: sheet.width,
            height: sheet.height,
            want_width: across * width,
            want_height: down * rows,
        });
    }
    let mut out = Vec::with_capacity(across * down * rows);
    for glyph in 0..across * down {
        let (left, top) = (glyph % across * width, glyph / across * rows);
        for y in top..top + rows {
            let row = &sheet.pixels[y * sheet.width + left..][..width];
            let set = |(x, p): (usize, &u8)| u8::from(*p != 0) << (7 - x);
            out.push(row.iter().enumerate().map(set).sum());
        }
    }
    Ok(out)
}
