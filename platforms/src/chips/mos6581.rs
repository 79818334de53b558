//! MOS 6581 SID, sound interface device: three voices, a filter, a volume.
//!
//! The chip catches up with the processor when it is touched. With synthesis off it jumps over the cycles between
//! two accesses in a few steps, so that only OSC3 and ENV3 cost anything, and only when they matter; with
//! synthesis on it goes cycle by cycle.
//!
//! Sources: MOS 6581 data sheet; Commodore 64 Programmer's Reference Guide, appendix O; R. Yannes' answers on the
//! envelope generator and the oscillators (1996); the measured cut-off curve that is common to 6581 emulations.
//!
//! **Not emulated:** the pots (they read 255, as with nothing connected) and the audio input; the DC offset of each
//! voice; the distortion of the filter and the differences between specimens; combined waveforms beyond a bitwise
//! AND, with noise also clearing bits of its shift register; what that register holds while TEST is set; the phase that
//! the oscillators have at power-on and keep over a reset; the few cycles between the envelope's counter and its level;
//! the fading of the value that write-only registers give back when read, and of OSC3 without a waveform. The 8580 is not
//! here. The programs that tell are in `c64-score.md`.

use serde::{Deserialize, Serialize};

/// Registers of a voice, at 0, 7 and 14.
const VOICE_REGISTERS: u8 = 7;
/// $D415/$D416, cut-off frequency: three low bits, eight high bits.
const FC_LO: u8 = 0x15;
const FC_HI: u8 = 0x16;
/// $D417: resonance in the high nibble, voices that go through the filter in the low one.
const RES_FILT: u8 = 0x17;
/// $D418: volume in the low nibble, filter mode, voice 3 off.
const MODE_VOL: u8 = 0x18;
/// $D419 to $D41C, the registers that can be read.
const POT_X: u8 = 0x19;
const POT_Y: u8 = 0x1A;
const OSC3: u8 = 0x1B;
const ENV3: u8 = 0x1C;
const REGISTERS: usize = 0x20;

/// Control register of a voice.
const GATE: u8 = 0x01;
const SYNC: u8 = 0x02;
const RING: u8 = 0x04;
const TEST: u8 = 0x08;
const TRIANGLE: u8 = 0x10;
const SAWTOOTH: u8 = 0x20;
const PULSE: u8 = 0x40;
const NOISE: u8 = 0x80;

/// MODE_VOL.
const LOW_PASS: u8 = 0x10;
const BAND_PASS: u8 = 0x20;
const HIGH_PASS: u8 = 0x40;
const VOICE_3_OFF: u8 = 0x80;

/// Cycles from one step of the envelope to the next, by the nibble of attack, decay or release. A full attack is
/// 255 steps: 2 ms to 8 s at 1 MHz.
const RATES: [u16; 16] = [
    9, 32, 63, 95, 149, 220, 267, 313, 392, 977, 1954, 3126, 3907, 11720, 19532, 31251,
];
/// Decay and release slow down as the level falls: from this level down, steps are so many times longer.
const SLOWDOWN: [(u8, u8); 6] = [(93, 2), (54, 4), (26, 8), (14, 16), (6, 30), (0, 1)];
/// The counter that divides the clock for the envelope has 15 bits. A rate below its present value is met only
/// after it has wrapped: the chip's well-known delay.
const RATE_COUNTER: u32 = 0x8000;

const ACCUMULATOR: u32 = 0x100_0000;
const ACCUMULATOR_TOP: u32 = 0x80_0000;
/// The shift register of the noise moves when this bit of the accumulator rises.
const NOISE_CLOCK: u32 = 0x8_0000;
const NOISE_START: u32 = 0x7F_FFF8;
/// Bits of the shift register that are the noise's output, from its highest bit down.
const NOISE_TAPS: [u32; 8] = [20, 18, 14, 11, 9, 5, 2, 0];

/// Cut-off frequency in Hz by the 11-bit register; between the points it goes straight.
const CUTOFF: [(u16, f32); 14] = [
    (0, 220.0),
    (256, 250.0),
    (384, 300.0),
    (512, 420.0),
    (640, 780.0),
    (768, 1_600.0),
    (896, 3_200.0),
    (1_023, 6_000.0),
    (1_024, 4_600.0),
    (1_152, 7_200.0),
    (1_280, 9_500.0),
    (1_536, 12_000.0),
    (1_792, 14_500.0),
    (2_047, 17_000.0),
];
/// Level of one voice at full envelope, and the constant level that the volume scales with them: that is what makes
/// samples played by writing the volume audible.
const VOICE_LEVEL: f32 = 0.25;
const CONSTANT_LEVEL: f32 = 0.2;
/// Corner of the high pass at the output of a C64, in Hz.
const OUTPUT_CORNER: f32 = 16.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    Attack,
    /// Decay, and sustain once its level is met.
    Decay,
    Release,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Envelope {
    phase: Phase,
    level: u8,
    /// Attack and decay, sustain and release, as written.
    ad: u8,
    sr: u8,
    /// Cycles since the last step, 15 bits.
    counter: u32,
    /// Steps that did not count because the level is low, and how many it takes for one that does.
    skipped: u8,
    slowdown: u8,
    /// At level 0 the envelope stands still until the next attack.
    frozen: bool,
}

impl Envelope {
    fn new() -> Envelope {
        Envelope {
            phase: Phase::Release,
            level: 0,
            ad: 0,
            sr: 0,
            counter: 0,
            skipped: 0,
            slowdown: 1,
            frozen: true,
        }
    }

    fn rate(&self) -> u32 {
        let nibble = match self.phase {
            Phase::Attack => self.ad >> 4,
            Phase::Decay => self.ad & 15,
            Phase::Release => self.sr & 15,
        };
        RATES[usize::from(nibble)].into()
    }

    fn sustain(&self) -> u8 {
        (self.sr >> 4) * 17
    }

    fn gate(&mut self, on: bool) {
        if on {
            self.phase = Phase::Attack;
            self.frozen = false;
        } else {
            self.phase = Phase::Release;
        }
    }

    /// Lets cycles pass.
    fn advance(&mut self, mut cycles: u64) {
        loop {
            let rate = self.rate();
            let wait = match rate.checked_sub(self.counter) {
                Some(wait) if wait > 0 => wait,
                _ => RATE_COUNTER - self.counter + rate,
            };
            if u64::from(wait) > cycles {
                self.counter = (self.counter + cycles as u32) % RATE_COUNTER;
                return;
            }
            cycles -= u64::from(wait);
            self.counter = 0;
            self.step();
            let holds = self.frozen || (self.phase == Phase::Decay && self.level == self.sustain());
            if holds && self.phase != Phase::Attack {
                // Nothing changes from here on but the two counters. The step may have changed the rate.
                let rate = u64::from(self.rate());
                let steps = cycles / rate;
                self.counter = (cycles % rate) as u32;
                self.skipped = ((u64::from(self.skipped) + steps) % u64::from(self.slowdown)) as u8;
                return;
            }
        }
    }

    fn step(&mut self) {
        if self.phase != Phase::Attack {
            self.skipped += 1;
            if self.skipped < self.slowdown {
                return;
            }
        }
        self.skipped = 0;
        if self.frozen {
            return;
        }
        match self.phase {
            Phase::Attack => {
                self.level = self.level.wrapping_add(1);
                if self.level == 0xFF {
                    self.phase = Phase::Decay;
                }
            }
            Phase::Decay if self.level == self.sustain() => {}
            Phase::Decay | Phase::Release => self.level = self.level.wrapping_sub(1),
        }
        if self.level == 0xFF {
            self.slowdown = 1;
        }
        if let Some(row) = SLOWDOWN.iter().find(|row| row.0 == self.level) {
            self.slowdown = row.1;
        }
        if self.level == 0 {
            self.frozen = true;
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Voice {
    freq: u16,
    pulse_width: u16,
    control: u8,
    /// Phase of the oscillator, 24 bits.
    accumulator: u32,
    /// The noise's shift register, 23 bits.
    noise: u32,
    envelope: Envelope,
}

impl Voice {
    fn new() -> Voice {
        Voice {
            freq: 0,
            pulse_width: 0,
            control: 0,
            accumulator: 0,
            noise: NOISE_START,
            envelope: Envelope::new(),
        }
    }

    fn write(&mut self, register: u8, value: u8) {
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
                } else if changed & TEST != 0 {
                    self.noise = NOISE_START;
                }
            }
            5 => self.envelope.ad = value,
            _ => self.envelope.sr = value,
        }
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
    fn until_top(&self) -> u64 {
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
    fn run(&mut self, cycles: u64) -> bool {
        let before = u64::from(self.accumulator);
        let after = before + u64::from(self.pace()) * cycles;
        // How often the bit rose: its rises are a fixed distance apart.
        let (rise, distance) = (u64::from(NOISE_CLOCK), 2 * u64::from(NOISE_CLOCK));
        for _ in (before + rise) / distance..(after + rise) / distance {
            let bit = (self.noise >> 22 ^ self.noise >> 17) & 1;
            self.noise = (self.noise << 1 | bit) & 0x7F_FFFF;
        }
        self.accumulator = (after % u64::from(ACCUMULATOR)) as u32;
        let tops = |phase: u64| (phase + u64::from(ACCUMULATOR_TOP)) / u64::from(ACCUMULATOR);
        tops(after) > tops(before)
    }

    /// The waveform's 12 bits; `source_top` is the top bit of the voice that modulates this one.
    fn wave(&self, source_top: bool) -> u16 {
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
            let high = self.control & TEST != 0 || ramp >= self.pulse_width;
            out &= if high { 0xFFF } else { 0 };
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

/// The filter: two integrators in a loop.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Filter {
    /// Angle that the cut-off frequency turns by in a cycle, and the damping.
    angle: f32,
    damping: f32,
    high: f32,
    band: f32,
    low: f32,
}

impl Filter {
    fn set(&mut self, cutoff: u16, resonance: u8, clock_hz: u32) {
        let above = CUTOFF
            .iter()
            .position(|point| point.0 >= cutoff)
            .unwrap_or(CUTOFF.len() - 1)
            .max(1);
        let ((x0, y0), (x1, y1)) = (CUTOFF[above - 1], CUTOFF[above]);
        let hz = y0 + (y1 - y0) * f32::from(cutoff - x0) / f32::from(x1 - x0);
        self.angle = std::f32::consts::TAU * hz / clock_hz as f32;
        self.damping = 1.0 / (0.707 + f32::from(resonance) / 15.0);
    }

    fn step(&mut self, input: f32) {
        self.low += self.angle * self.band;
        self.band += self.angle * self.high;
        self.high = input - self.low - self.band * self.damping;
    }
}

/// What makes samples, when it is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Synthesis {
    rate: u32,
    /// Share of the present sample that has passed, in 1/clock_hz.
    phase: u32,
    sum: f32,
    count: u32,
    /// The constant part of the output, which the capacitor at the output keeps back.
    constant: f32,
    samples: Vec<f32>,
}

/// The chip. Times are cycles of phi2 since power-on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mos6581 {
    clock_hz: u32,
    registers: [u8; REGISTERS],
    voices: [Voice; 3],
    filter: Filter,
    /// Cycle up to which the chip has run.
    time: u64,
    /// The value last on the chip's data lines.
    data: u8,
    synthesis: Option<Synthesis>,
}

impl Mos6581 {
    /// The chip after power-on, at this phi2 clock, with synthesis off.
    pub fn new(clock_hz: u32) -> Mos6581 {
        let mut chip = Mos6581 {
            clock_hz,
            registers: [0; REGISTERS],
            voices: std::array::from_fn(|_| Voice::new()),
            filter: Filter::default(),
            time: 0,
            data: 0,
            synthesis: None,
        };
        chip.reset();
        chip
    }

    /// The reset line: all registers are 0.
    pub fn reset(&mut self) {
        self.registers.fill(0);
        self.voices = std::array::from_fn(|_| Voice::new());
        self.filter = Filter::default();
        self.filter.set(0, 0, self.clock_hz);
    }

    /// Writes a register at a time not before the last call's.
    pub fn write(&mut self, now: u64, register: u8, value: u8) {
        self.catch_up(now);
        let register = register % REGISTERS as u8;
        self.registers[usize::from(register)] = value;
        self.data = value;
        match register {
            0..0x15 => self.voices[usize::from(register / VOICE_REGISTERS)]
                .write(register % VOICE_REGISTERS, value),
            FC_LO | FC_HI | RES_FILT => {
                let [low, high, resonance] =
                    [FC_LO, FC_HI, RES_FILT].map(|r| self.registers[usize::from(r)]);
                let cutoff = u16::from(high) << 3 | u16::from(low & 7);
                self.filter.set(cutoff, resonance >> 4, self.clock_hz);
            }
            // The mixer looks at MODE_VOL itself; nothing is behind the others.
            _ => {}
        }
    }

    /// Reads a register at a time not before the last call's. Those that can only be written give the value last
    /// written to any.
    pub fn read(&mut self, now: u64, register: u8) -> u8 {
        self.data = match register % REGISTERS as u8 {
            POT_X | POT_Y => 0xFF,
            OSC3 => {
                self.catch_up(now);
                (self.wave(2) >> 4) as u8
            }
            ENV3 => {
                self.catch_up(now);
                self.voices[2].envelope.level
            }
            _ => self.data,
        };
        self.data
    }

    /// The register as last written; OSC3 and ENV3 as they were at the last call.
    pub fn peek(&self, register: u8) -> u8 {
        match register % REGISTERS as u8 {
            POT_X | POT_Y => 0xFF,
            OSC3 => (self.wave(2) >> 4) as u8,
            ENV3 => self.voices[2].envelope.level,
            register => self.registers[usize::from(register)],
        }
    }

    /// Turns synthesis on at so many samples a second, or off, which costs nothing.
    pub fn set_sample_rate(&mut self, samples_per_second: Option<u32>) {
        self.synthesis = samples_per_second.map(|rate| Synthesis {
            rate,
            phase: 0,
            sum: 0.0,
            count: 0,
            constant: 0.0,
            samples: Vec::new(),
        });
    }

    /// Appends the samples made up to `now`, -1.0 to 1.0. They must be fetched at least once a second: after that
    /// much no more are kept.
    pub fn drain(&mut self, now: u64, samples: &mut Vec<f32>) {
        self.catch_up(now);
        if let Some(synthesis) = &mut self.synthesis {
            samples.append(&mut synthesis.samples);
        }
    }

    fn catch_up(&mut self, now: u64) {
        let cycles = now.saturating_sub(self.time);
        self.time = self.time.max(now);
        match self.synthesis.take() {
            None => self.advance(cycles),
            Some(mut synthesis) => {
                for _ in 0..cycles {
                    self.advance(1);
                    self.mix(&mut synthesis);
                }
                self.synthesis = Some(synthesis);
            }
        }
    }

    /// Lets oscillators and envelopes run.
    fn advance(&mut self, cycles: u64) {
        for voice in &mut self.voices {
            voice.envelope.advance(cycles);
        }
        let synced = self.voices.iter().any(|voice| voice.control & SYNC != 0);
        let mut left = cycles;
        while left > 0 {
            let chunk = if synced {
                let rises = self.voices.iter().map(Voice::until_top);
                rises.min().unwrap_or(u64::MAX).min(left)
            } else {
                left
            };
            let rose = [0, 1, 2].map(|i| self.voices[i].run(chunk));
            if synced {
                self.sync(rose);
            }
            left -= chunk;
        }
    }

    /// Restarts the voices whose source's top bit rose: 1 follows 3, 2 follows 1, 3 follows 2. A source that is
    /// itself restarted in the same cycle does not count.
    fn sync(&mut self, rose: [bool; 3]) {
        let synced = [0, 1, 2].map(|i| self.voices[i].control & SYNC != 0);
        for voice in 0..3 {
            let source = (voice + 2) % 3;
            let before = (source + 2) % 3;
            if synced[voice] && rose[source] && !(synced[source] && rose[before]) {
                self.voices[voice].accumulator = 0;
            }
        }
    }

    fn wave(&self, voice: usize) -> u16 {
        let source = &self.voices[(voice + 2) % 3];
        self.voices[voice].wave(source.accumulator & ACCUMULATOR_TOP != 0)
    }

    /// Adds a cycle of sound to the present sample.
    fn mix(&mut self, synthesis: &mut Synthesis) {
        let mode = self.registers[usize::from(MODE_VOL)];
        let filtered = self.registers[usize::from(RES_FILT)];
        let (mut direct, mut through) = (0.0, 0.0);
        for voice in 0..3 {
            let wave = (f32::from(self.wave(voice)) - 2048.0) / 2048.0;
            let level = wave * f32::from(self.voices[voice].envelope.level) / 255.0 * VOICE_LEVEL;
            if filtered & (1 << voice) != 0 {
                through += level;
            } else if voice < 2 || mode & VOICE_3_OFF == 0 {
                direct += level;
            }
        }
        self.filter.step(through);
        let passes = [
            (LOW_PASS, self.filter.low),
            (BAND_PASS, self.filter.band),
            (HIGH_PASS, self.filter.high),
        ];
        for (bit, level) in passes {
            if mode & bit != 0 {
                direct += level;
            }
        }
        let volume = f32::from(mode & 15) / 15.0;
        synthesis.sum += (direct + CONSTANT_LEVEL) * volume;
        synthesis.count += 1;
        synthesis.phase += synthesis.rate;
        if synthesis.phase >= self.clock_hz {
            synthesis.phase -= self.clock_hz;
            synthesis.finish();
        }
    }
}

impl Synthesis {
    /// The mean of the cycles since the last sample is the next one.
    fn finish(&mut self) {
        let level = self.sum / self.count as f32;
        (self.sum, self.count) = (0.0, 0);
        self.constant +=
            (level - self.constant) * std::f32::consts::TAU * OUTPUT_CORNER / self.rate as f32;
        if self.samples.len() < self.rate as usize {
            self.samples.push((level - self.constant).clamp(-1.0, 1.0));
        }
    }
}
