//! What a television set shows for GTIA's 256 colours.
//!
//! Luminance goes through resistors; the levels are those of Atari's CGIA document. Colour is the subcarrier, delayed: each hue has its
//! delay, in steps that the set's owner adjusts inside the computer. On NTSC hue 1 is the burst and each further one is a step later. PAL
//! has seven steps and a long one, put together differently in odd and even lines, whose colours a set averages; the delays are
//! those measured at the chip (oscillograms published at atari.org.pl). The steps are chosen as atari800 does: 26.8 degrees on
//! NTSC, 23.2 on PAL. Black and white are levels 16 and 235, and the light of a tube is brought to sRGB.

use std::f64::consts::TAU;
use std::sync::LazyLock;

/// Luminance by its four bits; black is the first.
const LEVELS: [f64; 16] = [
    0.6941, 0.7091, 0.7241, 0.7401, 0.7560, 0.7741, 0.7931, 0.8121, 0.8260, 0.8470, 0.8700, 0.8930,
    0.9160, 0.9420, 0.9690, 1.0000,
];
const BLACK: f64 = 16.0 / 255.0;
const WHITE: f64 = 235.0 / 255.0;
/// Amplitude of the colours, of white.
const SATURATION: f64 = 0.175;
/// The tube's exponent.
const GAMMA: f64 = 2.35;

/// Degrees of a step, and of the burst on the wheel of I and Q.
const NTSC_STEP: f64 = 26.8;
const NTSC_BURST: f64 = 303.0;

/// Of a cycle of the subcarrier: a step, the long delay (some 100.7 ns), what all hues have (some 95.2 ns).
const PAL_STEP: f64 = 23.2 / 360.0;
const PAL_LONG: f64 = 0.446_563;
const PAL_ALWAYS: f64 = 0.421_895;
/// Delays of hues 1 to 15 in even lines and in odd ones: the long one or not, and steps.
const PAL_EVEN: [(u8, u8); 15] = [
    (1, 5),
    (1, 6),
    (1, 7),
    (0, 0),
    (0, 1),
    (0, 2),
    (0, 4),
    (0, 5),
    (0, 6),
    (0, 7),
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 5),
];
/// See [`PAL_EVEN`].
const PAL_ODD: [(u8, u8); 15] = [
    (1, 1),
    (1, 0),
    (0, 7),
    (0, 6),
    (0, 5),
    (0, 4),
    (0, 2),
    (0, 1),
    (0, 0),
    (1, 7),
    (1, 5),
    (1, 4),
    (1, 3),
    (1, 2),
    (1, 1),
];

/// The colours on an NTSC set, 0xRRGGBB.
pub fn ntsc() -> &'static [u32] {
    static PALETTE: LazyLock<[u32; 256]> = LazyLock::new(|| {
        std::array::from_fn(|colour| {
            let (i, q) = ntsc_hue(colour >> 4);
            from_yiq(luminance(colour), i, q)
        })
    });
    &*PALETTE
}

/// I and Q of a hue.
pub(super) fn ntsc_hue(hue: usize) -> (f64, f64) {
    let degrees = NTSC_BURST + NTSC_STEP * (hue as f64 - 1.0);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let amplitude = if hue == 0 { 0.0 } else { SATURATION };
    (cos * amplitude, sin * amplitude)
}

/// What an NTSC set makes of its three signals.
pub(super) fn from_yiq(y: f64, i: f64, q: f64) -> u32 {
    rgb([
        y + 0.9563 * i + 0.6210 * q,
        y - 0.2721 * i - 0.6474 * q,
        y - 1.1070 * i + 1.7046 * q,
    ])
}

/// The colours on a PAL set, 0xRRGGBB.
pub fn pal() -> &'static [u32] {
    static PALETTE: LazyLock<[u32; 256]> = LazyLock::new(|| {
        std::array::from_fn(|colour| {
            let y = luminance(colour);
            let (u, v) = match (colour >> 4).checked_sub(1) {
                Some(hue) => pal_colour(hue),
                None => (0.0, 0.0),
            };
            rgb([
                y + 1.13983 * v,
                y - 0.39465 * u - 0.58060 * v,
                y + 2.03211 * u,
            ])
        })
    });
    &*PALETTE
}

/// The light of a colour.
pub(super) fn luminance(colour: usize) -> f64 {
    let black = LEVELS[0];
    let light = (LEVELS[colour & 15] - black) / (1.0 - black);
    BLACK + light * (WHITE - BLACK)
}

/// U and V of a PAL hue, from 0: the mean of what the set makes of even and of odd lines, where V is upside down. The set finds
/// the subcarrier as the mean of the bursts of two lines, which have the delay of the first hue, and its amplitude by their sum.
fn pal_colour(hue: usize) -> (f64, f64) {
    let delay = |(long, steps): (u8, u8)| {
        PAL_ALWAYS + PAL_LONG * f64::from(long) + PAL_STEP * f64::from(steps)
    };
    let bursts = [delay(PAL_EVEN[0]), delay(PAL_ODD[0])];
    let carrier = (bursts[0] + bursts[1]) / 2.0;
    let sum = (2.0 + 2.0 * ((bursts[0] - bursts[1]) * TAU).cos()).sqrt();
    let amplitude = SATURATION * 2f64.sqrt() / sum;
    let even = (0.5 - (delay(PAL_EVEN[hue]) - carrier)) * TAU;
    let odd = (0.5 + (delay(PAL_ODD[hue]) - carrier)) * TAU;
    (
        amplitude * (even.cos() + odd.cos()) / 2.0,
        amplitude * (even.sin() + odd.sin()) / 2.0,
    )
}

/// The colour of a set's signals in sRGB.
fn rgb(signals: [f64; 3]) -> u32 {
    signals.into_iter().fold(0, |colour, signal| {
        let light = signal.max(0.0).powf(GAMMA);
        let srgb = if light <= 0.003_130_8 {
            light * 12.92
        } else {
            1.055 * light.powf(1.0 / 2.4) - 0.055
        };
        // A little more than the number, which is no matter of the last bit of a sine.
        colour << 8 | (srgb.clamp(0.0, 1.0) * 255.0 + 1e-6) as u32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_have_the_colours_of_the_manual() {
        for (palette, hue, strongest) in [
            (ntsc(), 0x3, 0),
            (ntsc(), 0x8, 2),
            (ntsc(), 0xC, 1),
            (pal(), 0x3, 0),
            (pal(), 0x7, 2),
            (pal(), 0xC, 1),
        ] {
            let [_, rgb @ ..] = palette[hue << 4 | 6].to_be_bytes();
            let others = (0..3).filter(|channel| *channel != strongest);
            for other in others {
                assert!(rgb[strongest] > rgb[other] + 20, "{hue:X}: {rgb:?}");
            }
        }
    }

    #[test]
    fn hue_0_is_grey_and_luminance_rises() {
        for palette in [ntsc(), pal()] {
            for grey in &palette[..16] {
                let [_, r, g, b] = grey.to_be_bytes();
                assert!(r == g && g == b, "{grey:06X}");
            }
            assert!(palette[..16].is_sorted());
            assert!(palette[0] < 0x1A_1A_1A && palette[15] > 0xE0_E0_E0);
        }
    }
}
