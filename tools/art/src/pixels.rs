//! Pictures in letters as bytes of pixels.

use crate::sheet::{ArtError, Picture, Sheet};

/// The letters of pixels of one colour.
pub const INKS: &str = ". #";

/// `#` and `.` as bits.
pub fn ink(letter: char) -> Option<u8> {
    match letter {
        '.' => Some(0),
        '#' => Some(1),
        _ => None,
    }
}

/// Eight rows of letters of `depth` bits each, the leftmost in the highest bits.
///
/// # Errors
/// [`ArtError::Letter`] where `value` does not know one; `known` says which it does.
pub fn bits(
    picture: &Picture,
    depth: u32,
    known: &'static str,
    value: impl Fn(char) -> Option<u8>,
) -> Result<[u8; 8], ArtError> {
    let mut out = [0; 8];
    for (y, (byte, row)) in out.iter_mut().zip(&picture.rows).enumerate() {
        for (x, &letter) in row.iter().enumerate() {
            let value = value(letter).ok_or_else(|| picture.wrong(x, y, known))?;
            *byte = *byte << depth | value;
        }
    }
    Ok(out)
}

/// The given road links alone, in a core of the map of that size.
///
/// # Errors
/// [`ArtError`] where one is not drawn, or in another size.
pub fn roads(
    art: &Sheet,
    wanted: &[(bool, u8)],
    width: usize,
    height: usize,
) -> Result<Picture, ArtError> {
    let mut p = Picture::blank("roads", width, height, '.');
    for &(_, direction) in wanted.iter().filter(|(there, _)| *there) {
        p.lay(art.get(&format!("road{direction}"), width, height)?, 0, 0);
    }
    Ok(p)
}
