//! What stands over a hex: two players side by side, and one twice as wide under them.

use super::sheets::Sheets;
use hexfront_art::pixels::{INKS, bits, ink};
use hexfront_art::sheet::ArtError;

/// Marks, in the order of the contract's shapes.
const NAMES: [&str; 3] = ["cursor", "attack", "aircraft"];
/// Lines of two, and pixels of a player.
const LINES: usize = 8;
const WIDTH: usize = 8;

/// By shape, the lines of players 0, 1 and 2.
///
/// # Errors
/// [`ArtError`] where a drawing does not fit its use.
pub fn shapes(sheets: &Sheets) -> Result<Vec<u8>, ArtError> {
    let mut bytes = Vec::new();
    for name in NAMES {
        let bright = sheets.marks.get(name, 2 * WIDTH, LINES)?;
        let rim = sheets.marks.get(&format!("{name}_rim"), WIDTH, LINES)?;
        let halves = [0, WIDTH].map(|x| bright.cut(x, 0, WIDTH, LINES));
        for picture in [&halves[0], &halves[1], rim] {
            bytes.extend(bits(picture, 1, INKS, ink)?);
        }
    }
    Ok(bytes)
}
