//! A line of text over the picture: a window that fills the screen shows no title.

use std::time::{Duration, Instant};

/// How long a message stands.
const SHOWN: Duration = Duration::from_secs(4);

/// Pixels of a glyph, and of the edge around the line.
const GLYPH: usize = 8;
const EDGE: usize = 2;
/// Colours, 0x00RRGGBB.
const INK: u32 = 0xFFFFFF;
const PAPER: u32 = 0x203040;

/// The last message.
#[derive(Default)]
pub struct Message {
    shown: Option<(String, Instant)>,
}

impl Message {
    /// Shows a text for a while, in the place of what is shown.
    pub fn say(&mut self, text: impl Into<String>) {
        self.shown = Some((text.into(), Instant::now()));
    }

    /// What is shown now.
    pub fn text(&self) -> Option<&str> {
        let (text, since) = self.shown.as_ref()?;
        (since.elapsed() < SHOWN).then_some(text)
    }
}

/// Draws a line of text, in capitals, in the lower left corner of a picture of `width` columns.
pub fn draw(pixels: &mut [u32], width: usize, text: &str) {
    let glyphs = hexfront_roms::chargen();
    let height = pixels.len() / width.max(1);
    let scale = (width / 640).max(1);
    let (across, down) = (
        (text.chars().count() * GLYPH + 2 * EDGE) * scale,
        (GLYPH + 2 * EDGE) * scale,
    );
    let top = height.saturating_sub(down);
    for y in top..height {
        for x in 0..across.min(width) {
            let (column, row) = (x / scale, (y - top) / scale);
            let lit = || {
                let (column, row) = (column.checked_sub(EDGE)?, row.checked_sub(EDGE)?);
                let letter = text.chars().nth(column / GLYPH).filter(|_| row < GLYPH)?;
                let bits = glyphs.get(GLYPH * screen_code(letter) + row)?;
                Some(bits >> (7 - column % GLYPH) & 1 != 0)
            };
            pixels[y * width + x] = if lit() == Some(true) { INK } else { PAPER };
        }
    }
}

/// The glyph of a character in the first set of the character ROM; what it has not is a question mark.
fn screen_code(letter: char) -> usize {
    match letter.to_ascii_uppercase() {
        // It has no underline; a low line is nearest.
        '_' => 0x64,
        c @ ' '..='?' => c as usize,
        c @ '@'..=']' => c as usize - 0x40,
        _ => '?' as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_stands_in_the_corner_and_may_be_longer_than_the_picture() {
        for (width, text) in [(64, "AB"), (20, "LONGER THAN THAT, é")] {
            let mut pixels = vec![1; width * 40];
            draw(&mut pixels, width, text);
            assert!(pixels.contains(&INK) && pixels.contains(&PAPER));
            assert!(pixels[..width * 28].iter().all(|p| *p == 1));
        }
        draw(&mut [], 0, "A");
    }
}
