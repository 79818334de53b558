//! Pictures of the emulated screen: PNG files, and frames scaled to whole numbers of host pixels.

use crate::session::RunError;
use hexfront_platforms::machine::Frame;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Writes a frame as PNG, one pixel a pixel, the machine's pixel shape noted in it. It is indexed by the machine's palette
/// if that has at most 256 colours, by the colours in the picture if those are so few, and true colour otherwise.
///
/// # Errors
/// When the file cannot be written.
pub fn write_png(frame: &Frame<'_>, path: &Path) -> Result<(), RunError> {
    let file = File::create(path).map_err(|source| RunError::Write {
        path: path.to_owned(),
        source,
    })?;
    encode(frame, BufWriter::new(file)).map_err(|source| RunError::Picture {
        path: path.to_owned(),
        source,
    })
}

fn encode(frame: &Frame<'_>, out: impl std::io::Write) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(out, frame.width as u32, frame.height as u32);
    encoder.set_depth(png::BitDepth::Eight);
    let data = match indexed(frame) {
        Some((palette, pixels)) => {
            encoder.set_color(png::ColorType::Indexed);
            let bytes = palette
                .iter()
                .flat_map(|c| c.to_be_bytes().into_iter().skip(1));
            encoder.set_palette(bytes.collect::<Vec<u8>>());
            pixels
        }
        None => {
            encoder.set_color(png::ColorType::Rgb);
            frame.rgb()
        }
    };
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: 1000,
        yppu: (1000.0 * frame.pixel_aspect).round() as u32,
        unit: png::Unit::Unspecified,
    }));
    encoder.write_header()?.write_image_data(&data)
}

/// A palette of at most 256 colours and the pixels as indices into it, if the frame has so few.
fn indexed(frame: &Frame<'_>) -> Option<(Vec<u32>, Vec<u8>)> {
    let mut palette = frame.palette.to_vec();
    let mut number: Vec<u16> = (0..).take(palette.len()).collect();
    if palette.len() > 256 {
        let used: BTreeSet<u16> = frame.pixels.iter().copied().collect();
        palette = used
            .iter()
            .map(|p| frame.palette[usize::from(*p)])
            .collect();
        for (i, pixel) in used.iter().enumerate() {
            number[usize::from(*pixel)] = i as u16;
        }
    }
    let pixels = frame.pixels.iter().map(|p| number[usize::from(*p)] as u8);
    (palette.len() <= 256).then(|| (palette, pixels.collect()))
}

/// A frame enlarged for a window: rows are repeated a whole number of times, columns by the nearest width that gives
/// the pixel its shape, and the rest is black.
pub struct Scaled {
    /// Host pixels, 0x00RRGGBB, `width * height`.
    pub pixels: Vec<u32>,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Scaled {
    /// The largest whole number of host rows for a row at which the picture fits into a width and height.
    pub fn factor(frame: &Frame<'_>, (width, height): (usize, usize)) -> usize {
        let mut scale = (height / frame.height.max(1)).max(1);
        while scale > 1 && picture_width(frame, scale) > width {
            scale -= 1;
        }
        scale
    }

    /// Scales to the largest whole-number height that fits.
    pub fn to_fit(frame: &Frame<'_>, width: usize, height: usize) -> Self {
        let wide = |scale: usize| picture_width(frame, scale);
        let scale = Self::factor(frame, (width, height));
        let (inner_width, inner_height) =
            (wide(scale).min(width), (frame.height * scale).min(height));
        let (left, top) = ((width - inner_width) / 2, (height - inner_height) / 2);
        let columns: Vec<usize> = (0..inner_width)
            .map(|x| x * frame.width / wide(scale))
            .collect();
        let mut pixels = vec![0; width * height];
        for y in 0..inner_height {
            let from = &frame.pixels[(y / scale) * frame.width..][..frame.width];
            let to = &mut pixels[(top + y) * width + left..][..inner_width];
            for (pixel, column) in to.iter_mut().zip(&columns) {
                *pixel = frame.palette[usize::from(from[*column])];
            }
        }
        Self {
            pixels,
            width,
            height,
        }
    }
}

/// Host columns of a frame at a whole-number scale.
pub fn picture_width(frame: &Frame<'_>, scale: usize) -> usize {
    (frame.width as f32 * scale as f32 * frame.pixel_aspect).round() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const PALETTE: [u32; 2] = [0x000000, 0xFFFFFF];

    fn frame(pixels: &[u16], width: usize) -> Frame<'_> {
        Frame {
            width,
            height: pixels.len() / width,
            pixels,
            palette: &PALETTE,
            pixel_aspect: 1.0,
        }
    }

    #[test]
    fn a_frame_is_enlarged_by_whole_numbers_and_centred() {
        let scaled = Scaled::to_fit(&frame(&[1, 0, 0, 1], 2), 6, 5);
        let rows: Vec<Vec<u32>> = scaled
            .pixels
            .chunks(6)
            .map(|r| r.iter().map(|p| p & 1).collect())
            .collect();
        assert_eq!(
            rows,
            [
                [0, 1, 1, 0, 0, 0],
                [0, 1, 1, 0, 0, 0],
                [0, 0, 0, 1, 1, 0],
                [0, 0, 0, 1, 1, 0],
                [0, 0, 0, 0, 0, 0]
            ]
        );
    }

    #[test]
    fn a_window_smaller_than_the_picture_cuts_it() {
        let scaled = Scaled::to_fit(&frame(&[1; 16], 4), 2, 3);
        assert_eq!(scaled.pixels.len(), 6);
    }

    #[test]
    fn a_png_has_the_frame_s_size_and_colours() {
        let mut bytes = Vec::new();
        encode(&frame(&[1, 0, 0, 1], 2), &mut bytes).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut pixels = [0; 4];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (2, 2));
        assert_eq!(pixels, [1, 0, 0, 1]);
    }

    #[test]
    fn a_large_palette_is_cut_to_the_colours_that_are_used() {
        let palette: Vec<u32> = (0..4096).collect();
        let wide = |pixels: &'static [u16]| Frame {
            palette: Box::leak(palette.clone().into_boxed_slice()),
            ..frame(pixels, 2)
        };
        let (used, pixels) = indexed(&wide(&[4000, 7, 7, 9])).unwrap();
        assert_eq!((used, pixels), (vec![7, 9, 4000], vec![2, 0, 0, 1]));
        let all: Vec<u16> = (0..300).collect();
        assert_eq!(indexed(&wide(all.leak())), None);
    }
}
