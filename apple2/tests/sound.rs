//! Effects on the loudspeaker.

use crate::stand_in::{Bench, FRAME, StandIn, call};
use hexfront_isa::contract::sound;
use hexfront_platforms::machine::Machine;

const RATE: u32 = 11_025;

/// Samples of an effect, and the frames that it took.
fn heard(number: u16) -> (Vec<f32>, f64) {
    let mut bench = Bench::new();
    bench.apple.set_sample_rate(Some(RATE));
    let (_, cycles) = bench.call(call::EFFECT, &[number]);
    let mut samples = Vec::new();
    bench.apple.drain_audio(&mut samples);
    let left = samples.into_iter().map(|[left, _]| left).collect();
    (left, cycles as f64 / FRAME as f64)
}

/// Times that the sound goes from below to above nothing, in a second.
fn pitch(samples: &[f32]) -> f64 {
    let rises = samples
        .windows(2)
        .filter(|w| w[0] <= 0.0 && w[1] > 0.0)
        .count();
    rises as f64 * f64::from(RATE) / samples.len() as f64
}

#[test]
fn every_effect_is_heard_and_short() {
    for (name, number) in sound::ALL {
        let (samples, frames) = heard(number);
        let loud = samples.iter().filter(|sample| sample.abs() > 0.2).count();
        assert!(
            loud * 3 > samples.len(),
            "{name}: {loud} of {}",
            samples.len()
        );
        let most = if [sound::TITLE, sound::VICTORY].contains(&number) {
            90.0
        } else {
            20.0
        };
        assert!(frames <= most, "{name}: {frames} frames");
    }
}

#[test]
fn a_tone_has_its_pitch_and_a_number_that_is_no_sound_is_silent() {
    // A key: half waves of 90 times 5 cycles, and what goes on between them.
    let (samples, _) = heard(sound::KEY);
    let pitch = pitch(&samples);
    assert!((900.0..1150.0).contains(&pitch), "{pitch}");
    let (samples, frames) = heard(200);
    assert!(frames < 0.1 && samples.iter().all(|sample| *sample == 0.0));
}

/// Samples from one rise to the next.
fn waves(samples: &[f32]) -> Vec<usize> {
    let rises: Vec<usize> = samples
        .windows(2)
        .enumerate()
        .filter(|(_, w)| w[0] <= 0.0 && w[1] > 0.0)
        .map(|(at, _)| at)
        .collect();
    rises.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// Steps of a move are noise: waves of many lengths, and others each time. Those of a tone are of one.
#[test]
fn noise_has_waves_of_many_lengths() {
    let lengths = |number: u16| {
        let (samples, _) = heard(number);
        let waves = waves(&samples);
        let kinds: std::collections::BTreeSet<usize> = waves.iter().copied().collect();
        (waves, kinds.len())
    };
    let (noise, kinds) = lengths(sound::MOVE);
    assert!(kinds >= 6, "{kinds}: {noise:?}");
    // It does not come round within the sound.
    let (first, second) = noise.split_at(noise.len() / 2);
    assert_ne!(first[..4], second[..4]);
    let (_, kinds) = lengths(sound::KEY);
    assert!(kinds <= 3, "{kinds}");
}

#[test]
fn a_slide_rises_or_falls() {
    // What is dropped: its half waves grow longer.
    let (samples, _) = heard(sound::ROCKET);
    let third = samples.len() / 3;
    let (first, last) = (pitch(&samples[..third]), pitch(&samples[2 * third..]));
    assert!(first > 1.3 * last, "{first} {last}");
}

/// The number behind the last effect plays nothing.
#[test]
fn behind_the_last_effect_is_silence() {
    let bench = Bench::new();
    let effects = bench.image.address("effects").expect("exported") as u16;
    let (samples, frames) = heard(effects);
    assert!(frames < 0.1 && samples.iter().all(|sample| *sample == 0.0));
    let (samples, _) = heard(effects - 1);
    assert!(samples.iter().any(|sample| *sample != 0.0));
}
