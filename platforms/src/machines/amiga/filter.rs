//! The low-pass filters between Paula's outputs and the sockets of the A500, one pair a side.
//!
//! - A resistor of 360 ohms with a capacitor of 0.1 microfarad, always: 4,421 Hz, 6 dB an octave.
//! - Behind it the one that the power light switches (bright: on): an active filter of second order, two resistors of 10
//!   kiloohms, capacitors of 6,800 and 3,900 picofarad: 3,091 Hz, Q 0.66, 12 dB an octave.
//!
//! Source: Commodore's schematics of the A500, revision 6.
//!
//! **Not emulated**: the high-pass filter of the coupling capacitors (some 5 Hz); the light's changes within a frame's samples.

use std::f32::consts::{PI, SQRT_2};

/// Corner of the resistor and capacitor, Hz.
const FIXED_HZ: f32 = 4_421.0;
/// Corner of the switched filter, Hz, and its quality.
const SWITCHED_HZ: f32 = 3_091.0;
const SWITCHED_Q: f32 = 0.66;

/// The filters of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Side {
    /// Voltage at the capacitor.
    fixed: f32,
    /// The switched filter's two states.
    switched: [f32; 2],
}

/// Coefficients of a filter of second order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Biquad {
    b: [f32; 3],
    a: [f32; 2],
}

impl Biquad {
    /// A low-pass filter by the bilinear transformation.
    fn low_pass(corner: f32, q: f32, rate: f32) -> Biquad {
        let w = 2.0 * PI * corner / rate;
        let (sin, cos) = w.sin_cos();
        let alpha = sin / (2.0 * q);
        let a0 = 1.0 + alpha;
        let b1 = (1.0 - cos) / a0;
        Biquad {
            b: [b1 / 2.0, b1, b1 / 2.0],
            a: [-2.0 * cos / a0, (1.0 - alpha) / a0],
        }
    }

    fn next(&self, state: &mut [f32; 2], input: f32) -> f32 {
        let output = self.b[0] * input + state[0];
        state[0] = self.b[1] * input - self.a[0] * output + state[1];
        state[1] = self.b[2] * input - self.a[1] * output;
        output
    }
}

/// Both sides.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AudioFilter {
    /// How much of a step the capacitor follows in a sample.
    follow: f32,
    switched: Biquad,
    sides: [Side; 2],
}

impl AudioFilter {
    /// Filters at rest, for so many samples a second.
    pub fn new(samples_per_second: u32) -> AudioFilter {
        let rate = samples_per_second as f32;
        // What is above half the rate cannot be told from what is below.
        let corner = |hz: f32| hz.min(rate / (2.0 * SQRT_2));
        AudioFilter {
            follow: 1.0 - (-2.0 * PI * corner(FIXED_HZ) / rate).exp(),
            switched: Biquad::low_pass(corner(SWITCHED_HZ), SWITCHED_Q, rate),
            sides: [Side::default(); 2],
        }
    }

    /// What comes out for these samples; `bright` is the power light.
    pub fn apply(&mut self, samples: &mut [[f32; 2]], bright: bool) {
        for sample in samples {
            for (side, value) in self.sides.iter_mut().zip(sample) {
                side.fixed += self.follow * (*value - side.fixed);
                let switched = self.switched.next(&mut side.switched, side.fixed);
                *value = if bright { switched } else { side.fixed };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 48_000;

    /// How much of a tone passes, in decibels.
    fn level(hz: f32, bright: bool) -> f32 {
        let mut filter = AudioFilter::new(RATE);
        let tone = |n: usize| (2.0 * PI * hz * n as f32 / RATE as f32).sin();
        let mut samples: Vec<[f32; 2]> = (0..RATE as usize).map(|n| [tone(n), 0.0]).collect();
        filter.apply(&mut samples, bright);
        let settled = &samples[RATE as usize / 2..];
        assert!(settled.iter().all(|s| s[1] == 0.0), "the sides are apart");
        let power = settled.iter().map(|s| s[0] * s[0]).sum::<f32>() / settled.len() as f32;
        10.0 * (2.0 * power).log10()
    }

    #[test]
    fn the_fixed_filter_falls_by_6_db_an_octave_above_its_corner() {
        for (hz, wanted) in [(100.0, 0.0), (4_421.0, -3.0), (8_842.0, -7.0)] {
            let found = level(hz, false);
            assert!((found - wanted).abs() < 0.7, "{hz} Hz: {found} dB");
        }
    }

    #[test]
    fn the_light_switches_one_of_second_order() {
        // Its own loss and that of the fixed one.
        for (hz, wanted) in [(100.0, 0.0), (3_091.0, -3.6 - 1.7), (6_182.0, -12.6 - 4.7)] {
            let found = level(hz, true);
            assert!((found - wanted).abs() < 1.0, "{hz} Hz: {found} dB");
        }
        assert!(level(12_000.0, true) < level(12_000.0, false) - 20.0);
    }

    #[test]
    fn a_low_rate_stays_stable() {
        let mut filter = AudioFilter::new(8_000);
        let mut samples = vec![[1.0, -1.0]; 1000];
        filter.apply(&mut samples, true);
        let last = samples[999];
        assert!((last[0] - 1.0).abs() < 0.01 && (last[1] + 1.0).abs() < 0.01);
    }
}
