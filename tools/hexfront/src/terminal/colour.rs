//! Colours as a terminal has them.

use crossterm::style::Color;

/// Brightness of the steps of a terminal's colour cube, 6 x 6 x 6 from number 16 on.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
const CUBE: u8 = 16;
/// Number of the first of its 24 greys, its brightness, and how much brighter the next is.
const GREYS: u8 = 232;
const GREY: (u8, u8) = (8, 10);

/// The terminal's colour for 0xRRGGBB: that itself, or the nearest of the table of 256, the first 16 of which are
/// the user's own and left alone.
pub fn colour(rgb: u32, true_colour: bool) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    if true_colour {
        return Color::Rgb { r, g, b };
    }
    let away = |a: [u8; 3]| -> u32 {
        let parts = a.into_iter().zip([r, g, b]);
        parts.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let step = |part: u8| {
        let near = (0..6u8).min_by_key(|n| STEPS[usize::from(*n)].abs_diff(part));
        near.unwrap_or(0)
    };
    let in_cube = [r, g, b].map(step);
    let mean = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let grey = (mean.saturating_sub(GREY.0.into()) / u32::from(GREY.1)).min(23) as u8;
    let brightness = GREY.0 + GREY.1 * grey;
    let [cr, cg, cb] = in_cube;
    Color::AnsiValue(
        if away([brightness; 3]) < away(in_cube.map(|n| STEPS[usize::from(n)])) {
            GREYS + grey
        } else {
            CUBE + 36 * cr + 6 * cg + cb
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_the_nearest_of_the_table() {
        for (rgb, number) in [
            (0x000000, 16),
            (0xFFFFFF, 231),
            (0xFF0000, 196),
            (0x808080, 244),
            (0x5F87AF, 67),
        ] {
            assert_eq!(colour(rgb, false), Color::AnsiValue(number), "{rgb:06X}");
        }
        let exact = Color::Rgb { r: 1, g: 2, b: 3 };
        assert_eq!(colour(0x010203, true), exact);
    }
}
