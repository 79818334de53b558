//! Effects on POKEY.

use crate::stand_in::{Bench, StandIn, call};
use hexfront_isa::contract::sound;
use hexfront_platforms::machine::Machine;

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

/// Times that the sound rises through its middle, in a second.
fn pitch(samples: &[f32]) -> f64 {
    let middle = samples.iter().sum::<f32>() / samples.len() as f32;
    let rises = samples
        .windows(2)
        .filter(|w| w[0] <= middle && w[1] > middle)
        .count();
    rises as f64 * f64::from(RATE) / samples.len() as f64
}

#[test]
fn a_tone_has_its_pitch_and_a_number_that_is_no_sound_is_silent() {
    // A turn begins at 63,921 / 122 / 2 = 262 Hz, for 8 frames.
    let samples = heard(sound::TURN);
    let pitch = pitch(&samples[RATE as usize / 20..RATE as usize / 8]);
    assert!((245.0..280.0).contains(&pitch), "{pitch}");
    assert!(!is_loud(&heard(200)[100..]));
}

/// Loudest swing in a stretch of samples.
fn swing(samples: &[f32]) -> f32 {
    let most = samples.iter().copied().fold(f32::MIN, f32::max);
    most - samples.iter().copied().fold(f32::MAX, f32::min)
}

/// What is dropped falls, and fades by one every four frames: 10 at first, nothing after 40.
#[test]
fn a_slide_falls_and_a_sound_fades() {
    let samples = heard(sound::ROCKET);
    let frames = |from: usize, to: usize| {
        &samples[from * RATE as usize / SECOND..to * RATE as usize / SECOND]
    };
    let [first, middle] = [frames(2, 6), frames(18, 22)].map(pitch);
    println!("{first} {middle}");
    // 63,921 / 2 / 33, and / 81.
    assert!((850.0..1_150.0).contains(&first), "{first}");
    assert!((330.0..450.0).contains(&middle), "{middle}");
    let [loud, soft] = [frames(18, 22), frames(33, 37)].map(swing);
    println!("{loud} {soft}");
    assert!((0.2..0.6).contains(&(soft / loud)), "{soft} of {loud}");
}

/// A sound cuts off the one before it; a number that is none does not.
#[test]
fn the_last_sound_is_the_one_that_is_heard() {
    let after = |number: u16| {
        let mut bench = Bench::new();
        bench.call(call::EFFECT, &[sound::ROCKET]);
        bench.frames(3);
        bench.call(call::EFFECT, &[number]);
        bench.frames(1);
        bench.atari.set_sample_rate(Some(RATE));
        bench.frames(3);
        let mut samples = Vec::new();
        bench.atari.drain_audio(&mut samples);
        let left: Vec<f32> = samples.into_iter().map(|[left, _]| left).collect();
        pitch(&left)
    };
    let cut = after(sound::TURN);
    assert!((230.0..300.0).contains(&cut), "{cut}");
    let bench = Bench::new();
    let none = bench.image.address("effects").expect("exported") as u16;
    let kept = after(none);
    assert!(kept > 600.0, "{kept}");
}
