//! A loudspeaker whose cone a program moves to one side or the other: the Apple II's, the Atari's for clicks of keys.

/// The loudspeaker.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Speaker {
    out: bool,
    /// Samples a second, while they are wanted; cycles a second.
    rate: Option<(u32, u32)>,
    /// How far the sound is made, in cycles, and the cycle at which the sample that is being made ends.
    time: u64,
    sample_end: f64,
    /// Cycles for which the cone was out in this sample, and of the whole sample.
    area: (u64, u64),
    /// Input and output of the filter that takes away where the cone rests.
    filter: (f32, f32),
    samples: Vec<f32>,
}

impl Speaker {
    /// Turns sound on or off.
    pub fn set_sample_rate(&mut self, now: u64, rate: Option<u32>, clock_hz: u32) {
        let out = self.out;
        *self = Speaker {
            out,
            time: now,
            sample_end: now as f64,
            rate: rate.filter(|rate| *rate > 0).map(|rate| (rate, clock_hz)),
            ..Speaker::default()
        };
        self.next_sample();
    }

    fn next_sample(&mut self) {
        if let Some((rate, clock)) = self.rate {
            self.sample_end += f64::from(clock) / f64::from(rate);
        }
    }

    /// The cone goes to the other side.
    pub fn toggle(&mut self, now: u64) {
        self.catch_up(now);
        self.out = !self.out;
    }

    /// The cone is out or in.
    pub fn set(&mut self, now: u64, out: bool) {
        if out != self.out {
            self.toggle(now);
        }
    }

    fn catch_up(&mut self, now: u64) {
        /// How much of the rest stays from sample to sample: below some 20 Hz nothing is heard.
        const KEEP: f32 = 0.997;
        if self.rate.is_none() {
            return;
        }
        while self.time < now {
            let end = now.min(self.sample_end as u64).max(self.time + 1);
            let cycles = end - self.time;
            self.area.0 += if self.out { cycles } else { 0 };
            self.area.1 += cycles;
            self.time = end;
            if end as f64 + 1.0 > self.sample_end {
                let level = self.area.0 as f32 / self.area.1 as f32;
                let (before, out) = self.filter;
                let out = (out + level - before) * KEEP;
                self.filter = (level, out);
                self.samples.push(out.clamp(-1.0, 1.0));
                self.area = (0, 0);
                self.next_sample();
            }
        }
    }

    /// Appends the samples made up to now.
    pub fn drain(&mut self, now: u64, samples: &mut Vec<f32>) {
        self.catch_up(now);
        samples.append(&mut self.samples);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_has_its_pitch_and_silence_is_silent() {
        const CLOCK: u32 = 1_020_484;
        let mut speaker = Speaker::default();
        speaker.set_sample_rate(0, Some(48_000), CLOCK);
        // 1,000 Hz for half a second.
        for half in 1..=1_000u64 {
            speaker.toggle(half * u64::from(CLOCK) / 2_000);
        }
        let mut samples = Vec::new();
        speaker.drain(u64::from(CLOCK) / 2, &mut samples);
        assert!(
            (23_990..=24_010).contains(&samples.len()),
            "{}",
            samples.len()
        );
        let rising = samples
            .windows(2)
            .filter(|w| w[0] < 0.0 && w[1] >= 0.0)
            .count();
        assert!((495..=505).contains(&rising), "{rising}");
        speaker.drain(u64::from(CLOCK), &mut samples);
        assert!(samples.last().unwrap().abs() < 0.01);
    }
}
