//! Sprites: 24 x 21 hires shapes, 63 bytes and one of padding each.

use hexfront_art::pixels::{INKS, ink};
use hexfront_art::sheet::{ArtError, Sheet};

/// Sprite shapes in the order of their blocks.
pub const NAMES: [&str; 6] = [
    "cursor",
    "cursor_rim",
    "burst",
    "burst_rim",
    "aircraft",
    "aircraft_rim",
];

/// The bytes of one shape as the VIC-II reads it, padded to 64.
///
/// # Errors
/// [`ArtError`] where the shape is not drawn, not 24 x 21, or not in `#` and `.`.
pub fn shape(sheet: &Sheet, name: &str) -> Result<[u8; 64], ArtError> {
    let picture = sheet.get(name, 24, 21)?;
    let mut out = [0; 64];
    for (y, row) in picture.rows.iter().enumerate() {
        for (x, &letter) in row.iter().enumerate() {
            let bit = ink(letter).ok_or_else(|| picture.wrong(x, y, INKS))?;
            out[y * 3 + x / 8] |= bit << (7 - x % 8);
        }
    }
    Ok(out)
}
