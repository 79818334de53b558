//! Something to draw charts on: pixels, lines, and text in the letters of our own character set.

use hexfront_roms::{GLYPH_ROWS, SET_GLYPHS, chargen};
use std::io::Write;

/// Red, green, blue.
pub type Colour = [u8; 3];

/// Columns that a letter takes.
pub const LETTER: i32 = 8;
/// The set with both cases lies behind that of capitals and its reverse.
const BOTH_CASES: usize = SET_GLYPHS * GLYPH_ROWS;

/// A picture, white at first.
pub struct Canvas {
    width: i32,
    height: i32,
    pixels: Vec<Colour>,
    glyphs: Vec<u8>,
}

impl Canvas {
    /// An empty picture.
    pub fn new(width: i32, height: i32) -> Self {
        let pixels = usize::try_from(width * height).unwrap_or(0);
        Self {
            width,
            height,
            pixels: vec![[255; 3]; pixels],
            glyphs: chargen(),
        }
    }

    /// A pixel, mixed with what is there: 255 covers it. Outside of the picture nothing happens.
    pub fn dot(&mut self, x: i32, y: i32, colour: Colour, cover: u8) {
        if !((0..self.width).contains(&x) && (0..self.height).contains(&y)) {
            return;
        }
        let pixel = &mut self.pixels[(y * self.width + x) as usize];
        for (old, new) in pixel.iter_mut().zip(colour) {
            let (old_part, new_part) = (u32::from(*old), u32::from(new));
            let cover = u32::from(cover);
            *old = ((old_part * (255 - cover) + new_part * cover) / 255) as u8;
        }
    }

    /// A line two pixels wide; with gaps, if it is dashed.
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32), colour: Colour, dashed: bool) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steps = dx.abs().max(dy.abs()).max(1);
        for i in (0..=steps).filter(|i| !dashed || i % 8 < 5) {
            let (x, y) = (from.0 + dx * i / steps, from.1 + dy * i / steps);
            for (x, y) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
                self.dot(x, y, colour, 255);
            }
        }
    }

    /// Letters from their upper left corner on; those that the set does not have are blanks.
    pub fn text(&mut self, x: i32, y: i32, text: &str, colour: Colour) {
        for (letter, left) in text.chars().zip((x..).step_by(LETTER as usize)) {
            let glyph = BOTH_CASES + usize::from(screen_code(letter)) * GLYPH_ROWS;
            for row in 0..GLYPH_ROWS {
                let bits = self.glyphs.get(glyph + row).copied().unwrap_or(0);
                for column in (0..LETTER).filter(|c| bits & (0x80 >> c) != 0) {
                    self.dot(left + column, y + row as i32, colour, 255);
                }
            }
        }
    }

    /// Writes it as PNG.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn encode(&self, out: impl Write) -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder
            .write_header()?
            .write_image_data(self.pixels.as_flattened())
    }
}

/// The place of a letter in the set with both cases.
fn screen_code(letter: char) -> u8 {
    match letter {
        'a'..='z' => letter as u8 - b'a' + 1,
        '[' => 27,
        ']' => 29,
        ' '..='?' | 'A'..='Z' => letter as u8,
        _ => b' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inked(canvas: &Canvas) -> Vec<(i32, i32)> {
        let places = (0..canvas.height).flat_map(|y| (0..canvas.width).map(move |x| (x, y)));
        let pixels = places.zip(&canvas.pixels);
        pixels
            .filter(|(_, p)| **p != [255; 3])
            .map(|(at, _)| at)
            .collect()
    }

    #[test]
    fn letters_differ_and_blanks_are_empty() {
        let drawn = |text: &str| {
            let mut canvas = Canvas::new(8, 8);
            canvas.text(0, 0, text, [0; 3]);
            inked(&canvas)
        };
        assert!(drawn(" ").is_empty() && drawn("\u{20ac}").is_empty());
        let letters = ["a", "A", "z", "0", "9", "[", "]", "=", "-"].map(drawn);
        assert!(letters.iter().all(|l| !l.is_empty()));
        let mut different = letters.to_vec();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), letters.len());
    }

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut canvas = Canvas::new(4, 4);
        canvas.line((-10, 1), (10, 1), [0; 3], false);
        assert_eq!(inked(&canvas).len(), 8, "two rows, from side to side");
    }

    #[test]
    fn half_cover_mixes() {
        let mut canvas = Canvas::new(1, 1);
        canvas.dot(0, 0, [0, 255, 55], 51);
        assert_eq!(canvas.pixels, [[204, 255, 215]]);
    }
}
