//! What an NTSC set makes of pixels that are half a colour clock wide.
//!
//! Two of them are a cycle of the subcarrier, so that a set takes light that comes and goes with each pixel for colour. It separates the two
//! by a filter over three pixels: brightness is the mean of a pixel and of its neighbours' mean, colour what differs from it, one way in
//! even pixels and the other way in odd ones. That comes on top of the colour that GTIA gave the pixel. A pixel is told by its own
//! colour, the light of its neighbours together, and its place, even or odd.
//!
//! Which colours they are depends on how late GTIA's colours leave the computer. Here it is as on the XL and XE: a picture of even pixels is
//! red, one of odd pixels blue (COMPUTE! 87, August 1987, "Atari Artifacts"), the axis that NTSC calls I.
//!
//! **Not emulated**: colour that smears over several colour clocks, as sets do that have less room for it than for light.

use super::palette::{self, luminance};
use std::sync::LazyLock;

/// Sums of the luminances of two neighbours, of four bits each.
const SUMS: usize = 31;
const COLOURS: usize = 256;
const PATTERNS: usize = COLOURS * SUMS * 2;

/// All that pixels can be, 0xRRGGBB: first GTIA's colours, which rows have that are not whole yet, then patterns.
pub fn palette() -> &'static [u32] {
    static PALETTE: LazyLock<Vec<u32>> = LazyLock::new(|| {
        let patterns = (0..PATTERNS).map(|pattern| {
            let (rest, odd) = (pattern / 2, pattern % 2 != 0);
            pattern_colour(rest / SUMS, rest % SUMS, odd)
        });
        palette::ntsc().iter().copied().chain(patterns).collect()
    });
    &PALETTE
}

/// The colour of a pixel between two whose luminances have a sum.
fn pattern_colour(colour: usize, sum: usize, odd: bool) -> u32 {
    let own = luminance(colour & 15);
    let neighbours = (luminance(sum / 2) + luminance(sum.div_ceil(2))) / 2.0;
    let light = (own + neighbours) / 2.0;
    let swing = (own - neighbours) / 2.0;
    let (i, q) = palette::ntsc_hue(colour >> 4);
    palette::from_yiq(light, if odd { i - swing } else { i + swing }, q)
}

/// Makes patterns of a row of GTIA's colours.
pub(super) fn filter(row: &mut [u16]) {
    let luminance = |colour: u16| usize::from(colour & 15);
    let Some(mut before) = row.first().copied() else {
        return;
    };
    for at in 0..row.len() {
        let own = row[at];
        let after = row.get(at + 1).copied().unwrap_or(own);
        let sum = luminance(before) + luminance(after);
        let pattern = (usize::from(own) * SUMS + sum) * 2 + at % 2;
        row[at] = (COLOURS + pattern) as u16;
        before = own;
    }
}

/// The colour that GTIA gave a pixel.
pub(super) fn source(pixel: u16) -> u16 {
    match usize::from(pixel).checked_sub(COLOURS) {
        Some(pattern) => (pattern / 2 / SUMS) as u16,
        None => pixel,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue of the pixels of a row.
    fn shown(row: &[u16]) -> Vec<[i32; 3]> {
        let mut row = row.to_vec();
        filter(&mut row);
        let rgb = |pixel: u16| {
            let [_, rgb @ ..] = palette()[usize::from(pixel)].to_be_bytes();
            rgb.map(i32::from)
        };
        row.into_iter().map(rgb).collect()
    }

    #[test]
    fn where_light_does_not_change_colours_are_gtias() {
        for colour in 0..256u16 {
            let mut row = [colour; 8];
            filter(&mut row);
            for pixel in row {
                let own = palette::ntsc()[usize::from(colour)];
                assert_eq!(palette()[usize::from(pixel)], own, "{colour:02X}");
                assert_eq!(source(pixel), colour);
            }
        }
    }

    #[test]
    fn even_pixels_are_red_and_odd_ones_blue() {
        let stripes = |odd: usize| -> Vec<u16> {
            let lit = |at: usize| if at % 2 == odd { 0x0E } else { 0x00 };
            (0..16).map(lit).collect()
        };
        let (even, odd) = (shown(&stripes(0)), shown(&stripes(1)));
        // The same all over, since dark pixels swing the other way.
        assert!(even[2..14].iter().all(|rgb| *rgb == even[2]));
        let ([r, g, b], [r2, g2, b2]) = (even[2], odd[2]);
        assert!(r > g + 50 && g > b + 50, "{r} {g} {b}");
        assert!(b2 > g2 + 50 && g2 > r2 + 50, "{r2} {g2} {b2}");
    }

    #[test]
    fn a_pixel_alone_colours_its_neighbours_and_no_more() {
        let mut row = [0x94; 9];
        row[4] = 0x9A;
        let (shown, plain) = (shown(&row), shown(&[0x94; 9]));
        let changed: Vec<usize> = (0..9).filter(|at| shown[*at] != plain[*at]).collect();
        assert_eq!(changed, [3, 4, 5]);
        assert!(shown[4][0] - plain[4][0] > shown[4][2] - plain[4][2]);
    }
}
