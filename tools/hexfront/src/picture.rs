//! Pictures of the emulated screen: PNG files, and frames scaled to the size of a window.

use crate::session::RunError;
use hexfront_platforms::machine::Frame;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
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
    let mut out = BufWriter::new(file);
    encode(frame, &mut out).map_err(|source| RunError::Picture {
        path: path.to_owned(),
        source,
    })?;
    out.flush().map_err(|source| RunError::Write {
        path: path.to_owned(),
        source,
    })
}

pub(crate) fn encode(
    frame: &Frame<'_>,
    out: impl std::io::Write,
) -> Result<(), png::EncodingError> {
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

/// Rows of border that are shown around a picture, and as much at its sides.
const BORDER: usize = 8;

/// What is shown of a frame: what is no border, and as much border on either side, so that it stands in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// First column of the frame.
    pub left: usize,
    /// First row.
    pub top: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl View {
    /// With a little border.
    pub fn with_border(frame: &Frame<'_>) -> Self {
        let columns = (BORDER as f32 / frame.pixel_aspect) as usize;
        Self::new(frame, columns, BORDER)
    }

    /// Without border.
    pub fn inside(frame: &Frame<'_>) -> Self {
        Self::new(frame, 0, 0)
    }

    fn new(frame: &Frame<'_>, columns: usize, rows: usize) -> Self {
        let inside = frame.inside;
        let beyond = |first: usize, size: usize, all: usize| all.saturating_sub(first + size);
        let right = beyond(inside.left, inside.width, frame.width);
        let below = beyond(inside.top, inside.height, frame.height);
        let columns = columns.min(inside.left).min(right);
        let rows = rows.min(inside.top).min(below);
        Self {
            left: inside.left - columns,
            top: inside.top - rows,
            width: (inside.width + 2 * columns).max(1),
            height: (inside.height + 2 * rows).max(1),
        }
    }

    /// Its width in pixels as high as wide, as many as it has rows of them.
    pub fn shape(&self, frame: &Frame<'_>) -> f32 {
        self.width as f32 * frame.pixel_aspect
    }

    /// Host columns and rows at a number of host rows for each row.
    pub fn size(&self, frame: &Frame<'_>, scale: f32) -> (usize, usize) {
        let across = (self.shape(frame) * scale).round() as usize;
        (
            across.max(1),
            ((self.height as f32 * scale) as usize).max(1),
        )
    }

    /// The largest number of host rows for a row at which it fits. Up to a sixteenth is given away for a whole number, at
    /// which all rows are equally high.
    pub fn scale(&self, frame: &Frame<'_>, (width, height): (usize, usize)) -> f32 {
        let across = width as f32 / self.shape(frame);
        let scale = across.min(height as f32 / self.height as f32);
        let whole = scale.floor();
        if whole >= 1.0 && scale < whole * (1.0 + 1.0 / 16.0) {
            whole
        } else {
            scale
        }
    }
}

/// A frame enlarged for a window, in its middle; the rest is black. A host pixel that lies on several of the machine's has
/// their mean colour, so that all of them are equally large at any size.
pub struct Scaled {
    /// Host pixels, 0x00RRGGBB, `width * height`.
    pub pixels: Vec<u32>,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Scaled {
    /// Scales what is shown to the largest size that fits.
    pub fn to_fit(frame: &Frame<'_>, view: View, width: usize, height: usize) -> Self {
        let (across, down) = view.size(frame, view.scale(frame, (width, height)));
        let (across, down) = (across.min(width), down.min(height));
        let (left, top) = ((width - across) / 2, (height - down) / 2);
        let (columns, rows) = (shares(view.width, across), shares(view.height, down));
        let mut pixels = vec![0; width * height];
        let mut line = vec![0; across];
        let mut drawn = None;
        for (y, row) in rows.iter().enumerate() {
            // Most rows are the one above again.
            if drawn != Some(row) {
                draw_row(frame, view, row, &columns, &mut line);
                drawn = Some(row);
            }
            pixels[(top + y) * width + left..][..across].copy_from_slice(&line);
        }
        Self {
            pixels,
            width,
            height,
        }
    }
}

/// The pixels that lie under a host pixel, the first of them and the share of each, of 256.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Share {
    first: usize,
    parts: Vec<u32>,
}

/// Which of `source` pixels lie under each of `host` pixels.
fn shares(source: usize, host: usize) -> Vec<Share> {
    let edge = |i: usize| i as f64 * source as f64 / host as f64;
    (0..host)
        .map(|i| {
            let (from, to) = (edge(i), edge(i + 1));
            let first = from as usize;
            let last = (to.ceil() as usize).clamp(first + 1, source);
            let covered = |p: usize| (to.min((p + 1) as f64) - from.max(p as f64)).max(0.0);
            let mut parts: Vec<u32> = (first..last)
                .map(|p| (256.0 * covered(p) / (to - from)).round() as u32)
                .collect();
            // What rounding took or gave is the largest one's.
            let sum: u32 = parts.iter().sum();
            if let Some(most) = parts.iter_mut().max() {
                *most = (*most + 256).saturating_sub(sum);
            }
            Share { first, parts }
        })
        .collect()
}

fn draw_row(frame: &Frame<'_>, view: View, row: &Share, columns: &[Share], line: &mut [u32]) {
    let colour = |x: usize, y: usize| {
        let at = (view.top + y) * frame.width + view.left + x;
        frame.palette[usize::from(frame.pixels[at])]
    };
    for (host, column) in line.iter_mut().zip(columns) {
        if row.parts.len() == 1 && column.parts.len() == 1 {
            *host = colour(column.first, row.first);
            continue;
        }
        let mut sums = [0u32; 3];
        for (y, down) in row.parts.iter().enumerate() {
            for (x, across) in column.parts.iter().enumerate() {
                let [_, r, g, b] = colour(column.first + x, row.first + y).to_be_bytes();
                for (sum, part) in sums.iter_mut().zip([r, g, b]) {
                    *sum += u32::from(part) * across * down;
                }
            }
        }
        *host = sums.iter().fold(0, |all, sum| (all << 8) | (sum >> 16));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexfront_platforms::machine::Inside;

    const PALETTE: [u32; 2] = [0x000000, 0xFFFFFF];

    fn frame(pixels: &[u16], width: usize) -> Frame<'_> {
        Frame {
            width,
            height: pixels.len() / width,
            pixels,
            palette: &PALETTE,
            pixel_aspect: 1.0,
            inside: Inside::all(width, pixels.len() / width),
        }
    }

    /// The columns and rows in which something is drawn.
    fn drawn(scaled: &Scaled) -> (Vec<usize>, Vec<usize>) {
        let lit = |x: usize, y: usize| scaled.pixels[y * scaled.width + x] != 0;
        let columns = (0..scaled.width).filter(|x| (0..scaled.height).any(|y| lit(*x, y)));
        let rows = (0..scaled.height).filter(|y| (0..scaled.width).any(|x| lit(x, *y)));
        (columns.collect(), rows.collect())
    }

    #[test]
    fn a_frame_is_enlarged_and_centred() {
        let frame = frame(&[1, 0, 0, 1], 2);
        let scaled = Scaled::to_fit(&frame, View::inside(&frame), 6, 4);
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
            ]
        );
    }

    #[test]
    fn a_picture_stands_in_the_middle_wherever_its_border_lies() {
        // 20 x 20, of which 8 x 8 are no border, further right and down than in the middle.
        let mut pixels = vec![0; 400];
        for y in 9..17 {
            pixels[y * 20 + 11..][..8].fill(1);
        }
        let mut frame = frame(&pixels, 20);
        frame.inside = Inside {
            left: 11,
            top: 9,
            width: 8,
            height: 8,
        };
        let scaled = Scaled::to_fit(&frame, View::with_border(&frame), 100, 90);
        let (columns, rows) = drawn(&scaled);
        let beyond = |seen: &[usize], all: usize| (seen[0], all - 1 - seen[seen.len() - 1]);
        let ((left, right), (above, below)) = (beyond(&columns, 100), beyond(&rows, 90));
        assert!(left.abs_diff(right) <= 1, "{left} {right}");
        assert!(above.abs_diff(below) <= 1, "{above} {below}");
    }

    #[test]
    fn a_window_is_filled_between_whole_numbers_too() {
        // As high as the picture of an Amiga, in a window of 1200 x 700: twice would be 512.
        let frame = frame(&[1; 320 * 256], 320);
        let scaled = Scaled::to_fit(&frame, View::inside(&frame), 1200, 700);
        let (columns, rows) = drawn(&scaled);
        assert_eq!((columns.len(), rows.len()), (875, 700));
        // A colour stays what it is wherever pixels are mixed.
        assert!(scaled.pixels.iter().all(|p| *p == 0 || *p == 0xFFFFFF));
    }

    #[test]
    fn pixels_that_meet_in_one_are_mixed() {
        let frame = frame(&[1, 0, 1, 0], 2);
        let scaled = Scaled::to_fit(&frame, View::inside(&frame), 3, 3);
        assert_eq!(scaled.pixels[..3], [0xFFFFFF, 0x7F7F7F, 0]);
    }

    #[test]
    fn a_window_smaller_than_the_picture_shows_all_of_it() {
        let mut pixels = vec![0; 64];
        pixels[0] = 1;
        pixels[63] = 1;
        let frame = frame(&pixels, 8);
        let scaled = Scaled::to_fit(&frame, View::inside(&frame), 2, 3);
        assert_eq!(scaled.pixels.len(), 6);
        assert_eq!(drawn(&scaled).0, [0, 1]);
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
