//! Effects on POKEY.

mod stand_in;

use hexfront_isa::contract::sound;
use hexfront_platforms::machine::Machine;
use stand_in::{Bench, StandIn, call};

const RATE: u32 = 11_025;
/// Frames of a second.
const SECOND: usize = 50;

/// Samples of an effect and of what follows it, three seconds.
fn heard(number: u16) -> Vec<f32> {
    let mut bench = Bench::new();
    bench.atari.set_sample_rate(Some(RATE));
    bench.call(call::EFFECT, &[number]);
    let mut samples = Vec::new();
    for _ in 0..4 * SECOND {
        bench.frames(1);
        bench.atari.drain_audio(&mut samples);
    }
    samples.into_iter().map(|[left, _]| left).collect()
}

/// Whether a stretch of samples moves.
fn is_loud(samples: &[f32]) -> bool {
    let most = samples.iter().copied().fold(f32::MIN, f32::max);
    let least = samples.iter().copied().fold(f32::MAX, f32::min);
    most - least > 0.01
}

#[test]
fn every_effect_is_heard_and_ends() {
    for (name, number) in sound::ALL {
        let samples = heard(number);
        let frames: Vec<bool> = samples
            .chunks(RATE as usize / SECOND)
            .map(is_loud)
            .collect();
        assert!(frames[..6].contains(&true), "{name}");
        let most = samples.iter().fold(0_f32, |most, s| most.max(s.abs()));
        assert!((0.1..0.9).contains(&most), "{name}: {most} of full volume");
        assert!(!frames[frames.len() - 5..].contains(&true), "{name}");
    }
}

#[test]
fn a_tone_has_its_pitch_and_a_number_that_is_no_sound_is_silent() {
    // A turn begins at 63,921 / 122 / 2 = 262 Hz, for 8 frames.
    let samples = heard(sound::TURN);
    let tone = &samples[RATE as usize / 20..RATE as usize / 8];
    let middle = tone.iter().sum::<f32>() / tone.len() as f32;
    let rises = tone
        .windows(2)
        .filter(|w| w[0] <= middle && w[1] > middle)
        .count();
    let pitch = rises as f64 * f64::from(RATE) / tone.len() as f64;
    assert!((245.0..280.0).contains(&pitch), "{pitch}");
    assert!(!is_loud(&heard(200)[100..]));
}
