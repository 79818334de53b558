//! Loudspeaker and game port.
//!
//! Source: Apple II Reference Manual, chapter 2 and "The game I/O connector"; Understanding the Apple II, chapter 7.

use crate::machine::Joystick;

/// Cycles for which a paddle's one-shot runs a step of its 255: what the monitor's loop takes for one.
const STEP_CYCLES: u64 = 11;
/// Where a stick rests.
const MIDDLE: u8 = 127;

/// Four paddles, three buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePort {
    positions: [u8; 4],
    /// Until when each one-shot runs.
    runs_until: [u64; 4],
    buttons: [bool; 3],
}

impl Default for GamePort {
    fn default() -> Self {
        GamePort {
            positions: [MIDDLE; 4],
            runs_until: [0; 4],
            buttons: [false; 3],
        }
    }
}

impl GamePort {
    /// Joystick 1 is paddles 0 and 1 with button 0, joystick 2 the others with button 1.
    pub fn joystick(&mut self, port: u8, switches: Joystick) {
        let axis = |low: bool, high: bool| match (low, high) {
            (true, false) => 0,
            (false, true) => 255,
            _ => MIDDLE,
        };
        let first = match port {
            1 => 0,
            2 => 2,
            _ => return,
        };
        self.positions[first] = axis(switches.left, switches.right);
        self.positions[first + 1] = axis(switches.up, switches.down);
        self.buttons[first / 2] = switches.fire;
    }

    /// $C070: starts the one-shots that do not run.
    pub fn trigger(&mut self, now: u64) {
        for (until, position) in self.runs_until.iter_mut().zip(self.positions) {
            if now >= *until {
                *until = now + u64::from(position) * STEP_CYCLES;
            }
        }
    }

    /// Bit 7 of $C061 to $C067, by the low bits of the address; $C060 is the cassette's, on which nothing is heard.
    pub fn read(&self, now: u64, address: u8) -> bool {
        match address & 7 {
            0 => false,
            button @ 1..=3 => self.buttons[usize::from(button) - 1],
            paddle => now < self.runs_until[usize::from(paddle) - 4],
        }
    }
}

/// The loudspeaker: its cone goes to the other side each time that $C030 is touched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Speaker {
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

    /// $C030.
    pub fn toggle(&mut self, now: u64) {
        self.catch_up(now);
        self.out = !self.out;
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
    fn a_paddle_runs_as_long_as_its_position_says() {
        let mut port = GamePort::default();
        let stick = Joystick {
            right: true,
            up: true,
            fire: true,
            ..Joystick::default()
        };
        port.joystick(1, stick);
        port.trigger(1_000);
        let steps = |paddle: u8| {
            (0..)
                .take_while(|step| port.read(1_000 + step * STEP_CYCLES, paddle))
                .count()
        };
        assert_eq!([4, 5, 6].map(steps), [255, 0, 127]);
        assert!(port.read(0, 1) && !port.read(0, 2));
        // It does not begin anew while it runs.
        let mut again = port;
        again.trigger(2_000);
        assert_eq!(again.runs_until[0], port.runs_until[0]);
    }

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
