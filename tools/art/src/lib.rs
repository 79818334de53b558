//! Pictures that games bring: a PNG of any kind as rows of pixels, and the colours of a palette that are nearest to theirs; sheets of
//! pictures drawn in letters, and what is made of them on all machines whose map is made of characters.

pub mod filled;
pub mod listing;
pub mod pixels;
pub mod plan;
pub mod sheet;
pub mod sheets;
pub mod steps;
pub mod title;

use sheet::ArtError;

/// Widest and highest picture that is read; no machine has a larger one.
const MOST: usize = 1024;

/// Why a file is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The decoder does not know it.
    #[error("{0}")]
    Png(#[from] png::DecodingError),
    /// Larger than any machine's picture.
    #[error("it is {width} x {height} pixels, more than {MOST} x {MOST}")]
    Large {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
}

/// A picture: red, green, blue, and how opaque, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `height` rows of `width` pixels.
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// Reads the file of a title picture, which has a size.
    ///
    /// # Errors
    /// [`ArtError`], which names the file.
    pub fn title(file: &str, bytes: &[u8], width: usize, height: usize) -> Result<Self, ArtError> {
        let file = || file.to_owned();
        let picture = Self::read(bytes).map_err(|error| ArtError::Png {
            file: file(),
            reason: error.to_string(),
        })?;
        if (picture.width, picture.height) == (width, height) {
            return Ok(picture);
        }
        Err(ArtError::Size {
            file: file(),
            name: "title".to_owned(),
            width: picture.width,
            height: picture.height,
            want_width: width,
            want_height: height,
        })
    }

    /// Reads a PNG.
    ///
    /// # Errors
    /// [`PictureError`].
    pub fn read(bytes: &[u8]) -> Result<Self, PictureError> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(
            png::Transformations::normalize_to_color8() | png::Transformations::ALPHA,
        );
        let mut reader = decoder.read_info()?;
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        if width > MOST || height > MOST {
            return Err(PictureError::Large { width, height });
        }
        let large = PictureError::Large { width, height };
        let mut rows = vec![0; reader.output_buffer_size().ok_or(large)?];
        let info = reader.next_frame(&mut rows)?;
        rows.truncate(info.buffer_size());
        let pixels = match info.color_type.samples() {
            2 => rows
                .chunks_exact(2)
                .map(|p| [p[0], p[0], p[0], p[1]])
                .collect(),
            _ => rows
                .chunks_exact(4)
                .map(|p| [p[0], p[1], p[2], p[3]])
                .collect(),
        };
        Ok(Self {
            width,
            height,
            pixels,
        })
    }
}

/// The colour of a palette ($RRGGBB each) that is nearest to a pixel's, and how far it is: 0 the same, 3 * 255² the farthest.
pub fn nearest(palette: &[u32], [red, green, blue, _]: [u8; 4]) -> (usize, u32) {
    let distance = |colour: &u32| {
        let parts = [colour >> 16 & 0xFF, colour >> 8 & 0xFF, colour & 0xFF];
        let squares = parts.into_iter().zip([red, green, blue]);
        squares
            .map(|(a, b)| a.abs_diff(u32::from(b)).pow(2))
            .sum::<u32>()
    };
    let all = palette.iter().map(distance).enumerate();
    all.min_by_key(|(_, far)| *far).unwrap_or((0, u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(colour: png::ColorType, row: &[u8], palette: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(colour);
        encoder.set_depth(png::BitDepth::Eight);
        if !palette.is_empty() {
            encoder.set_palette(palette.to_vec());
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(row).unwrap();
        drop(writer);
        bytes
    }

    #[test]
    fn a_picture_of_any_kind_is_read_as_colours() {
        let indexed = written(png::ColorType::Indexed, &[1, 0], &[9, 9, 9, 255, 0, 1]);
        let full = written(png::ColorType::Rgb, &[255, 0, 1, 9, 9, 9], &[]);
        let want = [[255, 0, 1, 255], [9, 9, 9, 255]];
        assert_eq!(Picture::read(&indexed).unwrap().pixels, want);
        assert_eq!(Picture::read(&full).unwrap().pixels, want);
        let grey = written(png::ColorType::Grayscale, &[7, 8], &[]);
        let grey = Picture::read(&grey).unwrap();
        assert_eq!(grey.pixels, [[7, 7, 7, 255], [8, 8, 8, 255]]);
        assert!(Picture::read(b"no picture").is_err());
    }

    #[test]
    fn the_nearest_colour_is_found_with_its_distance() {
        let palette = [0x000000, 0xFF0000];
        assert_eq!(nearest(&palette, [250, 0, 0, 255]), (1, 25));
        assert_eq!(nearest(&palette, [0, 0, 0, 255]), (0, 0));
    }
}
