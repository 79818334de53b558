//! Bitplanes as the blitter reads them.

use super::sheet::Picture;

/// Index of a pixel through which the ground is seen.
pub const TRANSPARENT: u8 = 32;
/// Bitplanes of the screen.
pub const DEPTH: usize = 5;

/// A picture in five interleaved bitplanes: row by row, and in a row plane by plane, so that one blit of `5 * rows` lines
/// draws it; with a mask of the same shape where it is not a rectangle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planes {
    /// Words of a line: the width rounded up to 16 pixels.
    pub words: usize,
    /// Rows.
    pub rows: usize,
    /// Width in pixels.
    pub width: usize,
    /// `rows * 5 * words` words.
    pub image: Vec<u16>,
    /// As `image`, bits set where the picture covers the ground; none if it is a rectangle of whole words.
    pub mask: Option<Vec<u16>>,
}

impl Planes {
    /// Splits a picture; transparent pixels are 0 in all planes.
    pub fn of(picture: &Picture) -> Self {
        let words = picture.width.div_ceil(16);
        let mut image = Vec::with_capacity(picture.height * DEPTH * words);
        let mut mask = Vec::with_capacity(picture.height * DEPTH * words);
        for row in picture.pixels.chunks_exact(picture.width) {
            let opaque = line(row, words, |p| p != TRANSPARENT);
            for plane in 0..DEPTH {
                let bit = |p: u8| p != TRANSPARENT && p >> plane & 1 != 0;
                image.extend(line(row, words, bit));
                mask.extend_from_slice(&opaque);
            }
        }
        let solid = mask.iter().all(|w| *w == 0xFFFF);
        Self {
            words,
            rows: picture.height,
            width: picture.width,
            image,
            mask: (!solid).then_some(mask),
        }
    }
}

/// A line of one plane, the leftmost pixel in the highest bit.
fn line(row: &[u8], words: usize, bit: impl Fn(u8) -> bool) -> Vec<u16> {
    let mut out = vec![0; words];
    for (x, _) in row.iter().enumerate().filter(|(_, p)| bit(**p)) {
        out[x / 16] |= 0x8000 >> (x % 16);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_is_a_bit_in_each_plane_of_its_colour() {
        let mut pixels = vec![TRANSPARENT; 2 * 18];
        pixels[0] = 1;
        pixels[18 + 17] = 0b10110;
        let planes = Planes::of(&Picture {
            width: 18,
            height: 2,
            pixels,
        });
        assert_eq!((planes.words, planes.rows), (2, 2));
        let mut image = vec![0; 20];
        image[0] = 0x8000;
        for plane in [1, 2, 4] {
            image[10 + 2 * plane + 1] = 0x4000;
        }
        assert_eq!(planes.image, image);
        let mut mask = vec![0; 20];
        for plane in 0..5 {
            mask[2 * plane] = 0x8000;
            mask[10 + 2 * plane + 1] = 0x4000;
        }
        assert_eq!(planes.mask, Some(mask));
    }

    #[test]
    fn a_rectangle_of_whole_words_needs_no_mask() {
        let picture = Picture {
            width: 32,
            height: 1,
            pixels: vec![0; 32],
        };
        assert_eq!(Planes::of(&picture).mask, None);
    }
}
