//! The voices: a bit each, changed when the voice's timer underflows, that goes out with the voice's volume.
//!
//! The four levels add up to 0 to 60 and saturate on their way out; a capacitor keeps the constant part back.
//!
//! **Not emulated:** the amplifier's clipping; half cycles between a voice and its high-pass filter.
//!
//! Source: Altirra Hardware Reference Manual, chapter 5, "Sound generation" and "Mixing", measured on the chip's pin.

use super::poly::Noise;
use super::timers::CHANNELS;
use super::{audc, audctl};
use serde::{Deserialize, Serialize};

/// The highest sum of four volumes.
const LOUDEST: usize = 60;
/// How much the sum saturates: the level is 1 - e^(-SATURATION * sum / LOUDEST), set to 1 for the highest sum.
const SATURATION: f32 = 2.9;
/// Time constant of the capacitor at the output, in seconds: half of a level is gone after 1.8 ms.
const COUPLING: f32 = 0.0026;
/// What the loudest level is in a sample, so that the swing behind the capacitor fits.
const GAIN: f32 = 0.9;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Voices {
    clock_hz: u32,
    audc: [u8; CHANNELS],
    audctl: u8,
    /// What each voice puts out.
    out: [bool; CHANNELS],
    /// What the high-pass filters of the first two keep against.
    kept: [bool; 2],
    synthesis: Option<Synthesis>,
}

impl Voices {
    pub fn new(clock_hz: u32) -> Voices {
        Voices {
            clock_hz,
            audc: [0; CHANNELS],
            audctl: 0,
            out: [true; CHANNELS],
            kept: [false; 2],
            synthesis: None,
        }
    }

    pub fn is_on(&self) -> bool {
        self.synthesis.is_some()
    }

    pub fn set_sample_rate(&mut self, now: u64, rate: Option<u32>) {
        let rate = rate.filter(|rate| *rate > 0);
        self.synthesis = rate.map(|rate| Synthesis::new(now, rate, self.clock_hz));
    }

    pub fn drain(&mut self, now: u64, samples: &mut Vec<f32>) {
        self.change(now, |_| {});
        if let Some(synthesis) = &mut self.synthesis {
            samples.append(&mut synthesis.samples);
        }
    }

    /// Changes something; the sound up to then is made as it was.
    fn change(&mut self, now: u64, how: impl FnOnce(&mut Voices)) {
        let sum = self.sum();
        if let Some(synthesis) = &mut self.synthesis {
            synthesis.run(now, sum);
        }
        how(self);
    }

    pub fn set_audc(&mut self, now: u64, voice: usize, value: u8) {
        self.change(now, |voices| voices.audc[voice] = value);
    }

    pub fn set_audctl(&mut self, now: u64, value: u8) {
        self.change(now, |voices| voices.audctl = value);
    }

    /// STIMER sets the bits of all voices.
    pub fn restart(&mut self, now: u64) {
        self.change(now, |voices| voices.out = [true; CHANNELS]);
    }

    /// The timer of a voice underflows.
    pub fn clock(&mut self, now: u64, voice: usize, noise: Noise) {
        let control = self.audc[voice];
        let passes = control & audc::NOT_5 != 0 || noise.five;
        let keeps = voice >= 2 && self.filters(voice - 2);
        if !passes && !keeps {
            return;
        }
        self.change(now, |voices| {
            if passes {
                voices.out[voice] = if control & audc::PURE != 0 {
                    !voices.out[voice]
                } else if control & audc::FOUR != 0 {
                    noise.four
                } else {
                    noise.long
                };
            }
            // Voice 3 clocks the filter of voice 1, voice 4 that of voice 2.
            if keeps {
                voices.kept[voice - 2] = voices.out[voice - 2];
            }
        });
    }

    fn filters(&self, voice: usize) -> bool {
        match voice {
            0 => self.audctl & audctl::FILTER_1 != 0,
            _ => self.audctl & audctl::FILTER_2 != 0,
        }
    }

    /// The four levels together, 0 to 60.
    fn sum(&self) -> usize {
        let level = |voice: usize| {
            let control = self.audc[voice];
            let filtered = voice < 2 && self.filters(voice) && self.kept[voice];
            let out = control & audc::VOLUME_ONLY != 0 || self.out[voice] ^ filtered;
            if out {
                usize::from(control & audc::VOLUME)
            } else {
                0
            }
        };
        (0..CHANNELS).map(level).sum()
    }
}

/// Levels into samples: each is the mean of the cycles since the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Synthesis {
    rate: u32,
    clock_hz: u32,
    /// How far the sound is made.
    time: u64,
    /// Share of the present sample that has passed, in 1 / clock_hz.
    phase: u64,
    /// Level times cycles of this sample, and its cycles.
    area: (f32, u32),
    /// What the capacitor keeps back, and how much of a difference it takes up in a sample.
    constant: f32,
    coupling: f32,
    samples: Vec<f32>,
}

impl Synthesis {
    fn new(now: u64, rate: u32, clock_hz: u32) -> Synthesis {
        Synthesis {
            rate,
            clock_hz,
            time: now,
            phase: 0,
            area: (0.0, 0),
            constant: 0.0,
            coupling: 1.0 - (-1.0 / (COUPLING * rate as f32)).exp(),
            samples: Vec::new(),
        }
    }

    /// The sum of the levels was this up to a cycle.
    fn run(&mut self, now: u64, sum: usize) {
        let level = level(sum);
        let (rate, clock) = (u64::from(self.rate), u64::from(self.clock_hz));
        while self.time < now {
            let to_end = (clock - self.phase).div_ceil(rate).max(1);
            let cycles = to_end.min(now - self.time);
            self.time += cycles;
            self.phase += cycles * rate;
            self.area.0 += level * cycles as f32;
            self.area.1 += cycles as u32;
            if self.phase >= clock {
                self.phase -= clock;
                self.finish();
            }
        }
    }

    fn finish(&mut self) {
        let level = self.area.0 / self.area.1 as f32;
        self.area = (0.0, 0);
        self.constant += (level - self.constant) * self.coupling;
        // Nobody fetches them: no more than a second is kept.
        if self.samples.len() < self.rate as usize {
            let sample = (level - self.constant) * GAIN;
            self.samples.push(sample.clamp(-1.0, 1.0));
        }
    }
}

/// The level, 0 to 1, that a sum of volumes comes out with.
fn level(sum: usize) -> f32 {
    let saturated = |sum: usize| 1.0 - (-SATURATION * sum as f32 / LOUDEST as f32).exp();
    saturated(sum) / saturated(LOUDEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_saturates() {
        assert_eq!((level(0), level(60)), (0.0, 1.0));
        assert!(level(30) > 0.7 && level(15) > 0.45);
    }

    #[test]
    fn volume_only_follows_the_register_and_the_capacitor_lets_it_fade() {
        let mut voices = Voices::new(1_773_447);
        voices.set_sample_rate(0, Some(48_000));
        voices.set_audc(1_000, 0, audc::VOLUME_ONLY | 15);
        let mut samples = Vec::new();
        voices.drain(1_773_447, &mut samples);
        assert!(
            (47_998..=48_000).contains(&samples.len()),
            "{}",
            samples.len()
        );
        assert!(samples[30] > 0.3);
        assert!(samples.last().unwrap().abs() < 0.001);
    }
}
