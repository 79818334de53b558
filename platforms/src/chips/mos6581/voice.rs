//! A voice of the SID: oscillator, noise, waveforms.

use super::envelope::Envelope;
use serde::{Deserialize, Serialize};

/// Control register of a voice.
const GATE: u8 = 0x01;
const SYNC: u8 = 0x02;
const RING: u8 = 0x04;
const TEST: u8 = 0x08;
const TRIANGLE: u8 = 0x10;
const SAWTOOTH: u8 = 0x20;
const PULSE: u8 = 0x40;
const NOISE: u8 = 0x80;

const ACCUMULATOR: u32 = 0x100_0000;
const ACCUMULATOR_TOP: u32 = 0x80_0000;
/// The shift register of the noise moves when this bit of the accumulator rises.
const NOISE_CLOCK: u32 = 0x8_0000;
/// Cycles from then until it moves.
const NOISE_DELAY: u64 = 2;
const NOISE_START: u32 = 0x7F_FFF8;
const NOISE_MASK: u32 = 0x7F_FFFF;
/// Cycles of TEST after which the shift register holds only ones. It differs from chip to chip, and the bits go one by
/// one.
const NOISE_FILLS: u64 = 0x8000;
/// Bits of the shift register that are the noise's output, from its highest bit down.
const NOISE_TAPS: [u32; 8] = [20, 18, 14, 11, 9, 5, 2, 0];

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Voice {
    freq: u16,
    pulse_width: u16,
    control: u8,
    /// Phase of the oscillator, 24 bits.
    accumulator: u32,
    /// The noise's shift register, 23 bits.
    noise: u32,
    /// Cycles until it moves, if its clock rose in the last two.
    shift_in: u64,
    /// Cycles that TEST has been set, up to [`NOISE_FILLS`].
    tested: u64,
    /// What the comparison with the pulse width gave a cycle ago: that is when it comes out.
    pulse: bool,
    pub(super) envelope: Envelope,
}

impl Voice {
    pub(super) fn new() -> Voice {
        Voice {
            freq: 0,
            pulse_width: 0,
            control: 0,
            accumulator: 0,
            noise: NOISE_START,
            shift_in: 0,
            tested: 0,
            pulse: true,
            envelope: Envelope::new(),
        }
    }

    pub(super) fn write(&mut self, register: u8, value: u8) {
        match register {
            0 => self.freq = self.freq & 0xFF00 | u16::from(value),
            1 => self.freq = self.freq & 0x00FF | u16::from(value) << 8,
            2 => self.pulse_width = self.pulse_width & 0x0F00 | u16::from(value),
            3 => self.pulse_width = self.pulse_width & 0x00FF | u16::from(value & 15) << 8,
            4 => {
                let changed = self.control ^ value;
                self.control = value;
                if changed & GATE != 0 {
                    self.envelope.gate(value & GATE != 0);
                }
                if value & TEST != 0 {
                    self.accumulator = 0;
                    self.shift_in = 0;
                    self.pulse = true;
                } else if changed & TEST != 0 {
                    self.tested = 0;
                    self.shift(!(self.noise >> 17) & 1);
                }
            }
            5 => self.envelope.set_attack_decay(value),
            _ => self.envelope.set_sustain_release(value),
        }
    }

    /// The envelope's level.
    pub(super) fn level(&self) -> u8 {
        self.envelope.level()
    }

    /// Whether another voice restarts this one.
    pub(super) fn is_synced(&self) -> bool {
        self.control & SYNC != 0
    }

    /// The top bit of the accumulator, which modulates and synchronises another voice.
    pub(super) fn top(&self) -> bool {
        self.accumulator & ACCUMULATOR_TOP != 0
    }

    /// Begins the oscillator's period anew.
    pub(super) fn restart(&mut self) {
        self.accumulator = 0;
    }

    /// What the accumulator grows by each cycle.
    fn pace(&self) -> u32 {
        if self.control & TEST != 0 {
            0
        } else {
            self.freq.into()
        }
    }

    /// Cycles until the top bit of the accumulator rises.
    pub(super) fn until_top(&self) -> u64 {
        let distance = if self.accumulator < ACCUMULATOR_TOP {
            ACCUMULATOR_TOP - self.accumulator
        } else {
            ACCUMULATOR + ACCUMULATOR_TOP - self.accumulator
        };
        match self.pace() {
            0 => u64::MAX,
            pace => u64::from(distance.div_ceil(pace)),
        }
    }

    /// Lets the oscillator run, for at most the cycles until its top bit rises; true if it did with the last one.
    pub(super) fn run(&mut self, cycles: u64) -> bool {
        if cycles == 0 {
            return false;
        }
        if self.control & TEST != 0 {
            self.hold(cycles);
            return false;
        }
        let before = u64::from(self.accumulator);
        let pace = u64::from(self.pace());
        let after = before + pace * cycles;
        self.clock_noise(before, pace, cycles);
        self.pulse = self.is_above_pulse_width(after - pace);
        self.accumulator = (after % u64::from(ACCUMULATOR)) as u32;
        let tops = |phase: u64| (phase + u64::from(ACCUMULATOR_TOP)) / u64::from(ACCUMULATOR);
        tops(after) > tops(before)
    }

    /// Cycles with TEST set: the shift register fills with ones.
    fn hold(&mut self, cycles: u64) {
        self.tested = (self.tested + cycles).min(NOISE_FILLS);
        if self.tested == NOISE_FILLS {
            self.noise = NOISE_MASK;
        }
    }

    /// Moves the shift register, each time two cycles after its clock rose, while the accumulator grows from `before`.
    fn clock_noise(&mut self, before: u64, pace: u64, cycles: u64) {
        if self.shift_in > cycles {
            self.shift_in -= cycles;
            return;
        }
        if self.shift_in > 0 {
            self.shift_in = 0;
            self.feed_back();
        }
        // How often the clock rose by then: its rises are a fixed distance apart, sixteen cycles at least.
        let (rise, distance) = (u64::from(NOISE_CLOCK), 2 * u64::from(NOISE_CLOCK));
        let rises = |cycle: u64| (before + pace * cycle + rise) / distance;
        let acted = cycles.saturating_sub(NOISE_DELAY);
        for _ in rises(0)..rises(acted) {
            self.feed_back();
        }
        if let Some(cycle) = (acted + 1..=cycles).find(|c| rises(*c) > rises(c - 1)) {
            self.shift_in = NOISE_DELAY - (cycles - cycle);
        }
    }

    fn feed_back(&mut self) {
        self.shift((self.noise >> 22 ^ self.noise >> 17) & 1);
    }

    fn shift(&mut self, bit: u32) {
        self.noise = (self.noise << 1 | bit) & NOISE_MASK;
    }

    fn is_above_pulse_width(&self, accumulator: u64) -> bool {
        (accumulator >> 12 & 0xFFF) as u16 >= self.pulse_width
    }

    /// The waveform's 12 bits; `source_top` is the top bit of the voice that modulates this one.
    pub(super) fn wave(&self, source_top: bool) -> u16 {
        let ramp = (self.accumulator >> 12) as u16;
        let mut out = 0xFFF;
        if self.control & (TRIANGLE | SAWTOOTH | PULSE | NOISE) == 0 {
            return 0;
        }
        if self.control & TRIANGLE != 0 {
            let ring = self.control & RING != 0 && !source_top;
            let falling = (self.accumulator & ACCUMULATOR_TOP != 0) ^ ring;
            out &= if falling { !ramp << 1 } else { ramp << 1 } & 0xFFE;
        }
        if self.control & SAWTOOTH != 0 {
            out &= ramp;
        }
        if self.control & PULSE != 0 {
            out &= if self.pulse { 0xFFF } else { 0 };
        }
        if self.control & NOISE != 0 {
            let noise = NOISE_TAPS
                .iter()
                .fold(0, |bits, tap| bits << 1 | (self.noise >> tap & 1) as u16);
            out &= noise << 4;
        }
        out
    }
}
