//! Files of sound, and what is in them.

use std::path::Path;

/// Samples a second.
pub const RATE: u32 = 44_100;

/// Left and right together.
///
/// # Panics
/// When it is no file of that rate.
pub fn heard(path: &Path) -> Vec<f64> {
    let mut wav = hound::WavReader::open(path).expect("a file of sound");
    assert_eq!(wav.spec().sample_rate, RATE);
    let samples: Vec<f64> = wav
        .samples::<i16>()
        .map(|s| f64::from(s.expect("a sample")) / 32_768.0)
        .collect();
    samples.chunks(2).map(|p| (p[0] + p[1]) / 2.0).collect()
}

/// How strong a frequency is (Goertzel), so that a full sine of it is 1.
pub fn level(samples: &[f64], hz: f64) -> f64 {
    let turn = 2.0 * (std::f64::consts::TAU * hz / f64::from(RATE)).cos();
    let (mut a, mut b) = (0.0, 0.0);
    for sample in samples {
        (a, b) = (sample + turn * a - b, a);
    }
    (a * a + b * b - turn * a * b).max(0.0).sqrt() * 2.0 / samples.len() as f64
}

/// Seconds from the first sample that is heard to the last.
pub fn seconds(samples: &[f64]) -> f64 {
    let loud = |s: &f64| s.abs() > 0.002;
    let first = samples.iter().position(loud);
    let last = samples.iter().rposition(loud);
    first
        .zip(last)
        .map_or(0.0, |(a, b)| (b - a) as f64 / f64::from(RATE))
}
