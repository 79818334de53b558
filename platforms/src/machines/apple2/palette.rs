//! What a monitor makes of the bits of the dot clock.
//!
//! A colour set separates brightness and colour by filters: brightness is what is left when four bits, a cycle of the subcarrier, are
//! averaged; colour is what swings with it. Both look at bits around a place, and at its phase in the cycle, so that there are as many
//! colours as patterns of seven bits at four phases. A monochrome monitor shows the bits themselves.
//! Source: Understanding the Apple II, chapter 8, "Colour".

use super::video::WIDTH;
use std::sync::LazyLock;

/// Bits on each side of a place that its colour depends on.
pub const WINDOW: usize = 3;
/// Patterns of a whole window.
const PATTERNS: usize = 1 << (2 * WINDOW + 1);
/// Phases of the subcarrier.
const PHASES: usize = 4;
/// Behind the colours: black, and the light of each phosphor.
pub const BLACK: u16 = (PATTERNS * PHASES) as u16;
const COLOURS: usize = PATTERNS * PHASES + 4;

/// Weights of the bits around a place: for brightness, and for colour. Each is a cycle's average, once or twice over.
const LUMA: [f32; 7] = [0.0, 0.125, 0.25, 0.25, 0.25, 0.125, 0.0];
const CHROMA: [f32; 7] = [0.0625, 0.125, 0.1875, 0.25, 0.1875, 0.125, 0.0625];
/// Angle of a bit at the first phase on the wheel of U and V, in degrees: so two bits at the first two are violet.
const ANGLE: f32 = 100.0;
/// How strong colours are against brightness.
const SATURATION: f32 = 1.25;

/// What the picture is seen on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Monitor {
    /// A colour set on the composite signal.
    #[default]
    Colour,
    /// A monochrome monitor with green phosphor.
    Green,
    /// With amber phosphor.
    Amber,
    /// With white phosphor.
    White,
}

impl Monitor {
    /// The light of its phosphor; white for the colour set while it shows no colour.
    fn light(self) -> u16 {
        match self {
            Monitor::Green => BLACK + 1,
            Monitor::Amber => BLACK + 2,
            Monitor::Colour | Monitor::White => BLACK + 3,
        }
    }

    /// The bit that a pixel was drawn from, in its light or black: the middle one of its window.
    pub(super) fn dot(self, pixel: u16) -> u16 {
        if pixel >= BLACK {
            return pixel;
        }
        let pattern = usize::from(pixel) / PHASES;
        match pattern >> WINDOW & 1 {
            0 => BLACK,
            _ => self.light(),
        }
    }

    /// Draws a line of bits, which have [`WINDOW`] blanks at either end.
    pub(super) fn line(self, bits: &[u8], burst: bool, row: &mut [u16]) {
        if self != Monitor::Colour || !burst {
            let light = self.light();
            for (pixel, bit) in row.iter_mut().zip(&bits[WINDOW..]) {
                *pixel = if *bit != 0 { light } else { BLACK };
            }
            return;
        }
        let mut window = bits[..2 * WINDOW]
            .iter()
            .fold(0, |w, bit| w << 1 | usize::from(*bit));
        for (at, pixel) in row.iter_mut().enumerate().take(WIDTH) {
            window = (window << 1 | usize::from(bits[at + 2 * WINDOW])) & (PATTERNS - 1);
            *pixel = (window * PHASES + at % PHASES) as u16;
        }
    }
}

/// All that pixels can be, 0xRRGGBB.
pub fn palette() -> &'static [u32] {
    static PALETTE: LazyLock<[u32; COLOURS]> = LazyLock::new(|| {
        let mut colours = [0; COLOURS];
        for pattern in 0..PATTERNS {
            for phase in 0..PHASES {
                colours[pattern * PHASES + phase] = colour(pattern, phase);
            }
        }
        let phosphors = [0, 0x41_FF_6A, 0xFF_B0_2E, 0xFF_FF_FF];
        colours[usize::from(BLACK)..].copy_from_slice(&phosphors);
        colours
    });
    &*PALETTE
}

/// The colour of a pattern around a place of this phase; the earliest bit is the highest.
fn colour(pattern: usize, phase: usize) -> u32 {
    let (mut y, mut u, mut v) = (0.0, 0.0, 0.0);
    for at in 0..=2 * WINDOW {
        if pattern >> (2 * WINDOW - at) & 1 == 0 {
            continue;
        }
        let bit_phase = (phase + at + PHASES - WINDOW) % PHASES;
        let (sin, cos) = (ANGLE - 90.0 * bit_phase as f32).to_radians().sin_cos();
        y += LUMA[at];
        u += 2.0 * CHROMA[at] * cos;
        v += 2.0 * CHROMA[at] * sin;
    }
    let (u, v) = (u * SATURATION / 2.0, v * SATURATION / 2.0);
    // A half is no matter of the last bit of a sine.
    let channel = |value: f32| (value.clamp(0.0, 1.0) * 255.0 + 0.501) as u32;
    let (r, g, b) = (y + 1.140 * v, y - 0.395 * u - 0.581 * v, y + 2.032 * u);
    channel(r) << 16 | channel(g) << 8 | channel(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_tells_the_bit_it_was_drawn_from() {
        let bits: Vec<u8> = (0..WIDTH + 2 * WINDOW)
            .map(|at| (at * at / 7 % 3 == 0).into())
            .collect();
        for monitor in [Monitor::Colour, Monitor::Green] {
            let mut row = vec![0; WIDTH];
            monitor.line(&bits, true, &mut row);
            for (pixel, bit) in row.iter().zip(&bits[WINDOW..]) {
                let lit = monitor.dot(*pixel) == monitor.light();
                assert_eq!(lit, *bit != 0);
            }
        }
    }

    /// The colour in the middle of a line of this pattern of four bits, over and over.
    fn of(nibble: u8) -> [i32; 3] {
        let bits: Vec<u8> = (0..WIDTH + 2 * WINDOW)
            .map(|at| nibble >> ((at + PHASES - WINDOW) % PHASES) & 1)
            .collect();
        let mut row = vec![0; WIDTH];
        Monitor::Colour.line(&bits, true, &mut row);
        let colour = palette()[usize::from(row[WIDTH / 2])];
        assert_eq!(
            row[WIDTH / 2 + 1..WIDTH / 2 + 5]
                .iter()
                .map(|p| palette()[usize::from(*p)])
                .collect::<Vec<_>>(),
            [colour; 4]
        );
        let [_, r, g, b] = colour.to_be_bytes();
        [r, g, b].map(i32::from)
    }

    #[test]
    fn the_colours_are_those_of_the_manual() {
        let [r, g, b] = of(0b0011);
        assert!(r > g + 80 && b > g + 80, "violet: {r} {g} {b}");
        let [r, g, b] = of(0b1100);
        assert!(g > r + 80 && g > b + 80, "green: {r} {g} {b}");
        let [r, g, b] = of(0b0110);
        assert!(b > r + 100 && b > g + 60, "blue: {r} {g} {b}");
        let [r, g, b] = of(0b1001);
        assert!(r > b + 100 && r > g + 50, "orange: {r} {g} {b}");
        assert_eq!(of(0), [0; 3]);
        assert_eq!(of(0b1111), [255; 3]);
        // Two greys that are equal, as on the machine.
        assert_eq!(of(0b0101), of(0b1010));
        let [r, g, b] = of(0b0101);
        assert!(
            r == g && g == b && (120..136).contains(&r),
            "grey: {r} {g} {b}"
        );
    }

    #[test]
    fn without_a_burst_there_is_no_colour() {
        let bits: Vec<u8> = (0..WIDTH + 2 * WINDOW)
            .map(|at| (at / 2 % 2) as u8)
            .collect();
        for (monitor, light) in [(Monitor::Colour, 0xFF_FF_FF), (Monitor::Amber, 0xFF_B0_2E)] {
            let mut row = vec![0; WIDTH];
            monitor.line(&bits, false, &mut row);
            let colours: Vec<u32> = row[..4]
                .iter()
                .map(|p| palette()[usize::from(*p)])
                .collect();
            let expected: Vec<u32> = bits[WINDOW..WINDOW + 4]
                .iter()
                .map(|b| u32::from(*b) * light)
                .collect();
            assert_eq!(colours, expected);
        }
    }
}
